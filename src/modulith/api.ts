/**
 * The modules of an application: found in its source, verified, described.
 *
 * @module
 */

// Modules of the application.
export {
  ApplicationContainerModule,
  applicationModule,
  ApplicationModuleInitializer,
  type ModuleBindings,
  modulith,
  type ModulithOptions,
} from "./mod.ts";
export type { Loadable } from "./application_module_definition.ts";

// Structure and verification.
export {
  type AllowedDependency,
  type ApplicationModule,
  ApplicationModules,
  type ApplicationModulesOptions,
  type Baseline,
  type BeanFacts,
  type DependencyDescriptor,
  type DependencyType,
  describeModules,
  type ModuleAttributes,
  type ModuleContents,
  type ModuleDescriptor,
  type ModuleDescriptors,
  type ModuleDetection,
  moduleDocuments,
  type ModuleFacts,
  type ModuleInterfaces,
  type ModuleNotice,
  type ModuleReference,
  type ModuleRule,
  ModuleStructure,
  type ModuleUse,
  structureOf,
  type UseFacts,
  type Violation,
  type ViolationKind,
  type ViolationPlace,
  Violations,
} from "./mod.ts";
export type { ScannedModules } from "./model/scanned_modules.ts";

// Sources, as rules of one's own read them.
export {
  type ComputedLoad,
  type Literal,
  type LiteralObject,
  type ModuleDeclaration,
  type PackageExports,
  type ReferenceKind,
  type ResolvedReference,
  type SourceExport,
  type SourceFacts,
  type SourceFile,
  type SourceMention,
  type SourceReference,
  SourceTree,
  type SourceTreeOptions,
} from "./mod.ts";

// Events and listeners.
export {
  AfterCommitDelivery,
  ApplicationEvents,
  ApplicationListener,
  ApplicationModuleListener,
  type ApplicationModuleListenerOptions,
  type DeliveryScope,
  type EventHandler,
  EventListener,
  type EventListenerOptions,
  EventListenerRegistry,
  EventObserver,
  events,
  listenAfterCommit,
  type ListenerDecorator,
  type ListenerOutcome,
  type ListenerPhase,
  listenTo,
  type PendingEvent,
  type RegisteredListener,
  type ReleaseDeliveries,
} from "./mod.ts";

// Stored publications.
export {
  type ClaimedPublication,
  type CompletionMode,
  type DuePublication,
  type EventPublication,
  type EventPublicationFilter,
  EventPublications,
  eventPublications,
  type EventPublicationsOptions,
  type EventPublicationStatus,
  EventPublicationStore,
  EventSerializer,
  type FailedAttempt,
  JsonEventSerializer,
  type ListenerRoom,
  type NewEventPublication,
  type NextRun,
  type PublicationBacklog,
  type PublicationHolder,
  type PublicationPosition,
  type PublicationSelection,
  type PublicationSettings,
} from "./mod.ts";

// Scheduled tasks.
export { scheduled, ScheduledRun, type ScheduledTask, type ScheduledTaskOptions, type ScheduleOptions } from "./mod.ts";

// Externalized events.
export {
  EventExternalized,
  EventTransport,
  EventTransportUnavailableError,
  externalization,
  type ExternalizationFeatureOptions,
  type ExternalizationOptions,
  externalize,
  Externalized,
  type ExternalizedClass,
  type ExternalizedDecorator,
  type ExternalizedEvents,
  ExternalizedMessage,
  type ExternalizedRoute,
  natsJetStream,
  type NatsJetStreamOptions,
  rabbitMq,
  type RabbitMqOptions,
} from "./mod.ts";
export { NotAttemptedError } from "./events/not_attempted_error.ts";

// Calls between modules.
export { type Failure, interceptModuleCalls } from "./mod.ts";
