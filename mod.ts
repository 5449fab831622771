/**
 * The entry of every service: the container, the application, descriptions of classes, configuration, logging, and the
 * features that most services install.
 *
 * A service is a container of features and of its own beans. `createApp` starts it and returns `fetch`, which is the
 * server, the entry of tests, and the way into other frameworks.
 *
 * ```ts
 * import {
 *   controller,
 *   createApp,
 *   createContainer,
 *   graphql,
 *   param,
 *   QueryMapping,
 *   Resource,
 *   t,
 * } from "@espalier/espalier";
 *
 * class GreetingController {
 *   @QueryMapping({ params: [param.argument("name", t.string)], returns: t.string })
 *   greeting(name: string): string {
 *     return `Hello, ${name}!`;
 *   }
 * }
 *
 * const schema = Resource.text("hello", "type Query { greeting(name: String!): String! }");
 * await using app = await createApp(createContainer(graphql({ schema: [schema] }), controller(GreetingController)));
 * const response = await app.fetch(new Request('http://localhost/graphql?query={greeting(name:"Ada")}'));
 * console.log(await response.json()); // { data: { greeting: "Hello, Ada!" } }
 * ```
 *
 * - Start and stop: {@linkcode createContainer}, {@linkcode createApp}, {@linkcode start}, {@linkcode serve},
 *   {@linkcode Application}.
 * - Beans: {@linkcode token}, {@linkcode bean}, {@linkcode controller}, {@linkcode ContainerModule}.
 * - Descriptions, which replace the types that JavaScript does not keep: {@linkcode t}, {@linkcode describeType},
 *   {@linkcode entity}, {@linkcode value}.
 * - Configuration and logs: {@linkcode EspalierProperties}, {@linkcode propertiesFromEnv}, {@linkcode Logger},
 *   {@linkcode LogSink}.
 * - Contracts of the application's life: {@linkcode StartupTask}, {@linkcode Lifecycle}, {@linkcode HealthContributor}.
 *
 * Each area has an entry of its own, such as `@espalier/espalier/graphql`, which exports all of it.
 *
 * Read on: `docs/getting-started.md` and `docs/README.md` in the repository.
 *
 * @module
 */

export type { ContainerModule as InversifyModule, ContainerModuleLoadOptions, ServiceIdentifier } from "./deps.ts";
export { Container } from "./deps.ts";

// Starting and stopping.
export {
  type Application,
  type ApplicationOptions,
  createApp,
  createContainer,
  type RunningServer,
  serve,
  type ServeOptions,
  start,
  StartupError,
} from "./src/app/mod.ts";

// Beans and modules of the container.
export { bean, beansOf, ContainerModule, type DependencyTokens } from "./src/container/mod.ts";
export { type Bean, InstalledModule, type Ordered, token } from "./src/kernel/mod.ts";

// Features that most services install.
export { data, type DataOptions } from "./src/data/feature.ts";
export { exportRepository } from "./src/rest/export/export_repository.ts";
export { rest } from "./src/rest/feature.ts";

// GraphQL controllers; the rest is in ./graphql.
export {
  ArgumentValue,
  argumentValueOf,
  BatchMapping,
  Controller,
  controller,
  ControllerAdvice,
  controllerAdvice,
  DataFetcherExceptionResolver,
  DataFetcherResult,
  ErrorType,
  graphql,
  GraphQlExceptionHandler,
  graphQlRepository,
  GraphQlSource,
  MutationMapping,
  param,
  QueryMapping,
  Resource,
  RuntimeWiringConfigurer,
  SchemaMapping,
  SubscriptionMapping,
  WebGraphQlInterceptor,
} from "./src/graphql/mod.ts";

// Descriptions of classes, which the compiler and the framework read.
export {
  type AnyDescriptor,
  type Class,
  type ContainerDescriptor,
  decode,
  type Decoder,
  type Described,
  describeType,
  type EnumDescriptor,
  type ExactScalarName,
  type Generated,
  isoDate,
  type ListDescriptor,
  type MapDescriptor,
  type MemberDecoratorCall,
  type Mutable,
  type NullableDescriptor,
  type ObjectDescriptor,
  type PropertyDescriptors,
  redacted,
  type ScalarDescriptor,
  type ScalarName,
  type Secret,
  type StandardSchema,
  type StandardSchemaIssue,
  type StandardSchemaResult,
  t,
  type TypeDescription,
  type TypeDescriptor,
  type TypeFactory,
  type TypeOf,
  type UnknownDescriptor,
} from "./src/kernel/mod.ts";

// Entities and value classes.
export type { identifyingProperties, storedProperties } from "./src/kernel/mod.ts";
export {
  type ColumnDefault,
  entity,
  type EntityClass,
  type EntityClassOptions,
  type EntityOptions,
  type EntityProperties,
  extend,
  type ExtendedClass,
  type FieldsOf,
  type GivenOf,
  type IdNames,
  type IndexedPath,
  type IndexOptions,
  type ReferenceAction,
  type ReferenceOptions,
  type SqlText,
  type StoredCondition,
  type UniqueOptions,
  value,
  type ValueClassOptions,
} from "./src/kernel/mod.ts";

// Configuration.
export {
  type ActuatorProperties,
  type ConsoleProperties,
  type DataProperties,
  type EnvironmentVariables,
  EspalierProperties,
  type EspalierPropertiesInput,
  type EventsProperties,
  type MetricsProperties,
  propertiesFromEnv,
  type PropertyGroups,
  resolveProperties,
  type SecurityProperties,
  type ShownTo,
  type TracingProperties,
} from "./src/kernel/mod.ts";

export type { GraphQlProperties } from "./src/kernel/properties/graphql_properties.ts";
export type { HttpProperties } from "./src/kernel/properties/http_properties.ts";
export type { LoggingProperties } from "./src/kernel/properties/logging_properties.ts";
export type { RestProperties, ReturnBody } from "./src/kernel/properties/rest_properties.ts";

// Logging.
export {
  consoleSink,
  type ConsoleSinkOptions,
  isSecretName,
  LeveledLogger,
  LogContext,
  type LogContextSupplier,
  type LogFields,
  Logger,
  type LogLevel,
  type LogLevelListener,
  type LogLevels,
  LogLevelTable,
  logLineAsJson,
  LogObservers,
  type LogRecord,
  LogSink,
  sanitized,
} from "./src/kernel/mod.ts";

// Contracts of the life of an application.
export {
  ApplicationRoot,
  type ApplicationState,
  ContainerPreparation,
  type ContextStorage,
  InheritedContext,
  inheritFrom,
  InitialContext,
  Lifecycle,
  type StartupStep,
  StartupTask,
  StartupTimeline,
  type Unregister,
} from "./src/kernel/mod.ts";

// Contracts that the actuator shows.
export {
  type ActuatorCaller,
  ActuatorEndpoint,
  type ActuatorRequest,
  type CacheStatistics,
  type ConnectionCounts,
  ConnectionSource,
  type HandlerMapping,
  HandlerMappingSource,
  type Health,
  HealthContributor,
  type HealthStatus,
  InfoContributor,
  ManagedCache,
  type ScheduledTaskFacts,
  ScheduledTaskSource,
  StorageLocation,
} from "./src/kernel/mod.ts";

// Calls between modules.
export { type ModuleCall, ModuleCallInterceptor } from "./src/kernel/mod.ts";

// Limits of results, and small types that signatures share.
export {
  type ErrorBehavior,
  type MaybePromise,
  ResultBudget,
  ResultBudgetExceededError,
  type ResultLimit,
  type ResultLimits,
  type ValuePath,
} from "./src/kernel/mod.ts";
