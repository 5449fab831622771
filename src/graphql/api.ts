/**
 * The GraphQL execution layer: schema-first services whose fields are methods of controllers, with batch loading,
 * subscriptions, cursor pagination, exception handling and inspection of the schema. If you know Spring for GraphQL, each
 * piece has the name that you expect.
 *
 * Engine and transports share no state but the container, so a source can also be built and executed without a server:
 *
 * ```ts
 * import { ExecutionInput, GraphQlSource, Resource } from "@espalier/espalier/graphql";
 *
 * const source = await GraphQlSource.schemaResourceBuilder()
 *   .schemaResources(Resource.text("books", "type Query { title: String }"))
 *   .configureRuntimeWiring((wiring) => {
 *     wiring.type("Query", (type) => type.dataFetcher("title", () => "Emma"));
 *   })
 *   .build();
 * const { data } = await source.graphQl.execute(new ExecutionInput({ query: "{ title }" }));
 * console.log(data); // { title: "Emma" }
 * ```
 *
 * - Feature: {@linkcode graphql}; rules of fields: {@linkcode fieldRules}; another schema for a running service:
 *   {@linkcode SchemaReloader}.
 * - Controllers: {@linkcode mappings} for decorators that are checked against the schema's types; {@linkcode QueryMapping},
 *   {@linkcode SchemaMapping}, {@linkcode BatchMapping} and their like; {@linkcode GraphQlExceptionHandler}.
 * - Beans that are found by themselves: {@linkcode RuntimeWiringConfigurer}, {@linkcode WebGraphQlInterceptor},
 *   {@linkcode DataFetcherExceptionResolver}, {@linkcode SubscriptionExceptionResolver}, {@linkcode Instrumentation},
 *   {@linkcode GraphQlSourceBuilderCustomizer}.
 * - Batch loading: {@linkcode BatchLoaderRegistry}. Pagination: {@linkcode ScrollPositionCursorStrategy},
 *   {@linkcode ConnectionAdapter}. Repositories: {@linkcode QueryByExampleDataFetcher}, {@linkcode PredicateDataFetcher}.
 * - Inspection: {@linkcode inspectSchemaMappings}, {@linkcode SchemaReport}.
 *
 * Read on: `docs/graphql.md` and `docs/types.md`, `docs/transports.md`, `docs/inspection.md` in the repository.
 *
 * @module
 */

// The feature.
export {
  fieldRules,
  graphql,
  type SchemaOptions,
  type SchemaReload,
  SchemaReloader,
  type SchemaReloaderParts,
  SchemaReloadError,
  SecurityDirectiveConfigurer,
} from "./mod.ts";

// Controllers: decorators, mappings, parameters and results.
export {
  type Agrees,
  AnnotatedControllerConfigurer,
  BatchMapping,
  type BatchMappingOptions,
  type BatchOption,
  type BatchResult,
  type ClassMappingDecorator,
  type ConnectionSource,
  Controller,
  controller,
  ControllerAdvice,
  controllerAdvice,
  type DefaultRootNames,
  type DescribedBatchMappingOptions,
  type DescribedMappingOptions,
  type ExceptionHandlerOptions,
  type ExceptionHandlerResult,
  type FieldOption,
  GraphQlExceptionHandler,
  type HandlerDecorator,
  type HandlerParameter,
  type HandlerResult,
  type HandlerSite,
  type ListMapping,
  type MappingOptions,
  type Mappings,
  mappings,
  type MappingsOptions,
  type MethodMapping,
  type Mistake,
  type ModelClasses,
  MutationMapping,
  type ObservableLike,
  param,
  type ParameterFactory,
  type ParameterReader,
  type ParameterTypes,
  QueryMapping,
  type RootMapping,
  type RootNames,
  type ScalarOutput,
  type ScalarValue,
  SchemaMapping,
  type SpecialParameter,
  SubscriptionMapping,
  type SubscriptionResult,
  type TypeMapping,
  type WithTypeName,
} from "./mod.ts";
export type { ControllerAdviceOptions } from "./controllers/exceptions/advice_selection.ts";
export type { BeanLookup } from "./controllers/mapping/handler_method.ts";

// Arguments: how they are bound to classes.
export { ArgumentBindingError, ArgumentNameResolver, ArgumentValue, argumentValueOf, type FieldError } from "./mod.ts";

// Executors of callables.
export { type Callable, Executor, LimitedExecutor, WorkerExecutor, WorkerTask, workerTask } from "./mod.ts";

// Requests of clients: interceptors, and documents that clients name.
export {
  type AuthenticationExtractor,
  AuthenticationManager,
  AuthenticationWebSocketInterceptor,
  BearerTokenAuthenticationExtractor,
  HttpRequestHeaderInterceptor,
  HttpRequestHeaderInterceptorBuilder,
  OperationNotAllowedError,
  PersistedDocumentsInterceptor,
  type PersistedDocumentSources,
  type PersistedDocumentsProperties,
  PersistedDocumentStore,
  PersistedQueryCache,
  TimeoutWebGraphQlInterceptor,
  TrustedDocuments,
  trustedDocuments,
  type WebGraphQlChain,
  WebGraphQlHandler,
  WebGraphQlHandlerBuilder,
  WebGraphQlInterceptor,
  WebGraphQlRequest,
  type WebGraphQlRequestParts,
  WebGraphQlResponse,
  WebSocketGraphQlInterceptor,
  WebSocketGraphQlRequest,
  type WebSocketPayload,
  type WebSocketSessionInfo,
} from "./mod.ts";

// Transports and uploads.
export {
  GraphQlHttpHandler,
  type GraphQlHttpHandlerParts,
  GraphQlSseHandler,
  GraphQlWebSocketHandler,
  type TransportPlatform,
  Upload,
  type UploadedFile,
  uploads,
} from "./mod.ts";

// Pages: connections, cursors and sorts.
export {
  AbstractSortStrategy,
  Base64CursorEncoder,
  Connection,
  ConnectionAdapter,
  ConnectionFieldTypeVisitor,
  ConnectionTypeDefinitionConfigurer,
  type ConnectionTypeOptions,
  CursorEncoder,
  CursorStrategy,
  type CursorStrategyIdentifier,
  type Edge,
  EncodingCursorStrategy,
  JsonKeysetCursorStrategy,
  type KeysetCursorStrategy,
  NoOpEncoder,
  type PageInfo,
  ScrollPositionCursorStrategy,
  SliceConnectionAdapter,
  SortStrategy,
  WindowConnectionAdapter,
} from "./mod.ts";

// Repositories as data fetchers.
export {
  type ArgumentQuery,
  type CriteriaBindings,
  type ExampleState,
  GraphQlRepository,
  graphQlRepository,
  type GraphQlRepositoryOptions,
  type IdSearch,
  keysetStart,
  PredicateDataFetcher,
  type PredicateState,
  type Projection,
  type PropertyBinding,
  QueryByExampleDataFetcher,
  RepositoryDataFetcher,
  type RepositoryFetcherBuilder,
  type RepositoryFetcherState,
  type SearchableRepository,
} from "./mod.ts";
export type { ScrollDefaults } from "./repositories/scroll_defaults.ts";

// Inspection of the schema.
export {
  type ArgumentNullnessError,
  type ClassFact,
  type ClassResolver,
  type CodeSite,
  type FieldCoordinates,
  type FieldNullnessError,
  type Finding,
  type FindingFormat,
  type FindingSection,
  findingsOf,
  formatFindings,
  type FurtherFinding,
  type FurtherFindings,
  type FurtherSection,
  furtherSections,
  type InspectionInput,
  inspectSchemaMappings,
  type MappingSection,
  mappingSections,
  type MemberFact,
  SchemaInspection,
  SchemaInspectionConfigurer,
  SchemaMappingInspectorInitializer,
  type SchemaReport,
  type SkippedType,
  type SourceLocation,
  type TypeFact,
  type TypeFacts,
  type UnmappedArgument,
  type UnmappedField,
  type UnmappedRegistration,
} from "./mod.ts";

// Schemas and their execution.
export * from "./execution_api.ts";
