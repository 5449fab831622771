/**
 * The modules of an application: finds them in its sources, verifies and documents them, and publishes events between
 * them.
 *
 * For other areas; what users import is listed in `api.ts`.
 *
 * @module
 */

export { ApplicationModuleInitializer } from "./application_module_initializer.ts";
export { ApplicationContainerModule, applicationModule, type ModuleBindings } from "./application_module_definition.ts";
export {
  type MapDependency,
  type MapModule,
  type ModuleMap,
  moduleMapOf,
  type SeenTraffic,
} from "./documentation/module_map.ts";
export { moduleDocuments } from "./documentation/module_documents.ts";
export * from "./events/after_commit_delivery.ts";
export * from "./events/application_events.ts";
export * from "./events/application_listener.ts";
export * from "./events/application_module_listener.ts";
export { EventListener, type ListenerDecorator } from "./events/event_listener.ts";
export type { ApplicationModuleListenerOptions, EventListenerOptions } from "./events/event_listener_options.ts";
export { EventListenerRegistry } from "./events/event_listener_registry.ts";
export { type DeliveryScope, EventObserver, type ListenerOutcome } from "./events/event_observer.ts";
export * from "./events/externalization/event_externalized.ts";
export * from "./events/externalization/event_transport.ts";
export {
  type ExternalizationOptions,
  Externalized,
  type ExternalizedDecorator,
} from "./events/externalization/externalized.ts";
export * from "./events/externalization/event_transport_unavailable_error.ts";
export * from "./events/externalization/externalized_message.ts";
export type { ExternalizedRoute } from "./events/externalization/externalized_route.ts";
export { externalize, type ExternalizedClass, type ExternalizedEvents } from "./events/externalization/externalize.ts";
export { externalization, type ExternalizationFeatureOptions } from "./events/externalization/feature.ts";
export * from "./events/externalization/nats_jetstream.ts";
export * from "./events/externalization/rabbitmq.ts";
export { events } from "./events/feature.ts";
export * from "./events/listen_to.ts";
export * from "./events/publications/event_publication.ts";
export * from "./events/publications/event_publication_store.ts";
export { EventPublications, type PublicationSelection } from "./events/publications/event_publications.ts";
export * from "./events/publications/event_serializer.ts";
export * from "./events/publications/feature.ts";
export { JsonEventSerializer } from "./events/publications/json_event_serializer.ts";
export type { PublicationSettings } from "./events/publications/publication_settings.ts";
export * from "./events/registered_listener.ts";
export type { ScheduleOptions } from "./events/scheduled/schedule.ts";
export * from "./events/scheduled/scheduled.ts";
export * from "./interception/intercept_module_calls.ts";
export { type CallCount, ModuleCalls } from "./interception/module_calls.ts";
export { type Failure, type IteratorObserver, observedIterator } from "./interception/observed_iterator.ts";
export * from "./interception/when_complete.ts";
export { modulith, type ModulithOptions } from "./feature.ts";
export type { AllowedDependency } from "./model/allowed_dependency.ts";
export type { ApplicationModule } from "./model/application_module.ts";
export { ApplicationModules } from "./model/application_modules.ts";
export type { ApplicationModulesOptions } from "./model/application_modules_options.ts";
export type { ModuleAttributes } from "./model/module_attributes.ts";
export type { ModuleDetection } from "./model/module_folders.ts";
export { type ModuleInterfaces, UNNAMED_INTERFACE } from "./model/module_interfaces.ts";
export type { ModuleNotice } from "./model/module_notice.ts";
export type { ModuleReference } from "./model/module_reference.ts";
export type { Literal, LiteralObject } from "./source/literal_reader.ts";
export type { ModuleDeclaration } from "./source/module_declaration.ts";
export * from "./source/source_facts.ts";
export { readSourceFacts } from "./source/read_source_facts.ts";
export * from "./source/source_tree.ts";
export type { FullModuleDescriptor } from "./structure/full_module_descriptor.ts";
export {
  type DependencyDescriptor,
  type DependencyType,
  describeModules,
  type ModuleDescriptor,
  type ModuleDescriptors,
} from "./structure/module_descriptor.ts";
export type { BeanFacts, ModuleContents, UseFacts } from "./structure/module_contents.ts";
export * from "./structure/module_structure.ts";
export type { RuntimeDependencies } from "./structure/runtime_dependencies.ts";
export { structureOf } from "./structure/structure_of.ts";
export { type Baseline, baselineOf, type BaselineResult, withoutBaseline } from "./verification/baseline.ts";
export type { ModuleRule } from "./verification/module_rule.ts";
export {
  describeViolation,
  type Violation,
  type ViolationKind,
  type ViolationPlace,
} from "./verification/violation.ts";
export { Violations } from "./verification/violations.ts";
