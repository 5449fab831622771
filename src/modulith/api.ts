/**
 * Application modules: folders with a `mod.ts` whose boundaries are verified from the source, events between them that
 * are delivered after the commit and survive a crash, and calls that are observed at the boundary.
 *
 * ```ts
 * import { bean, createApp, createContainer } from "@espalier/espalier";
 * import { ApplicationEvents, EventListener, events } from "@espalier/espalier/modulith";
 *
 * class OrderPlaced {
 *   constructor(readonly orderId: string) {}
 * }
 * class Ledger {
 *   readonly entries: string[] = [];
 *
 *   @EventListener(OrderPlaced)
 *   enter({ orderId }: OrderPlaced) {
 *     this.entries.push(orderId);
 *   }
 * }
 * await using app = await createApp(createContainer(events(), bean(Ledger)));
 * await app.container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
 * console.log(app.container.get(Ledger).entries); // ["o-1"]
 * ```
 *
 * - Modules: {@linkcode applicationModule}, {@linkcode ApplicationModules} (scan, `verify()`), {@linkcode modulith} (the
 *   actuator's endpoint).
 * - Events: {@linkcode events}, {@linkcode ApplicationEvents}, {@linkcode EventListener},
 *   {@linkcode ApplicationModuleListener}, {@linkcode listenTo}.
 * - Delivery that survives a crash: {@linkcode eventPublications}, {@linkcode EventPublications}.
 * - Brokers: {@linkcode externalization}, {@linkcode natsJetStream}, {@linkcode rabbitMq}. Tasks by a clock:
 *   {@linkcode scheduled}.
 *
 * Read on: `docs/modules.md` and `docs/events.md` in the repository.
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
export type { RuntimeDependencies } from "./structure/runtime_dependencies.ts";
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
