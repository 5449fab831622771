/**
 * The GraphQL execution layer.
 *
 * What the parts of this area share with each other alone, such as the engine's errors or the transports' machinery, is
 * exported by their own `mod.ts` and not here.
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

// Schema resources, wiring and data fetchers.
export {
  type BatchedDataFetcher,
  type BatchFunction,
  CodeRegistry,
  type DataFetcher,
  DataFetcherResult,
  type DataFetcherResultParts,
  type DataFetchingEnvironment,
  type DataFetchingFieldSelectionSet,
  type DirectCall,
  type DirectDataFetcher,
  type FieldArguments,
  type FieldWiringEnvironment,
  findResources,
  type MethodCall,
  propertyDataFetcher,
  type RequestContext,
  Resource,
  type ResourceFactory,
  type ResourceLocations,
  type RootOperation,
  type RuntimeWiring,
  RuntimeWiringBuilder,
  RuntimeWiringConfigurer,
  SchemaGenerator,
  type SelfDescribingDataFetcher,
  TypeDefinitionRegistry,
  type TypeRuntimeWiring,
  TypeRuntimeWiringBuilder,
  type WiringFactory,
} from "./mod.ts";

// Directives, visitors and type resolution.
export {
  ClassNameTypeResolver,
  declareInterfaces,
  type GraphQLTypeVisitor,
  type MappedClass,
  type SchemaDirectiveWiring,
  type SchemaDirectiveWiringEnvironment,
  type SchemaElementConfigs,
  type SchemaElementKind,
  type SchemaElements,
  type TraversalControl,
  type TypeResolutionEnvironment,
  type TypeResolver,
  type TypeVisit,
  type TypeVisitContext,
} from "./mod.ts";
export type { ReplacedElement } from "./wiring/schema_directive_wiring.ts";

// Errors.
export {
  AccessDeniedError,
  AuthenticationError,
  type DataFetcherExceptionHandler,
  DataFetcherExceptionResolver,
  DataFetcherExceptionResolverAdapter,
  type ErrorClassification,
  type ErrorLimitProperties,
  type ErrorLimits,
  ErrorType,
  type ErrorTypeName,
  ExceptionResolversExceptionHandler,
  GraphqlErrorBuilder,
  type GraphQlErrorLike,
  type GraphQlErrorParts,
  InvalidCursorError,
  MissingSchemaError,
  ResponseStatusError,
  type ResponseStatusErrorOptions,
  SecurityDataFetcherExceptionResolver,
  type SingleError,
  type SubscriptionEndCode,
  SubscriptionEndError,
  SubscriptionExceptionResolver,
  SubscriptionExceptionResolverAdapter,
  toGraphQLError,
  UploadError,
} from "./mod.ts";

// Batch loading.
export {
  BatchingDataLoader,
  type BatchingDataLoaderParts,
  type BatchingRequest,
  type BatchLoaderInstrumentation,
  type BatchLoaderRegistrationSpec,
  BatchLoaderRegistry,
  type BatchLoadFunction,
  type DataLoaderOptions,
  type DataLoaderRegistrar,
  type DataLoaderRegistry,
  DefaultBatchLoaderRegistry,
  type KeyClass,
  type KeyOf,
  type RegisteredDataLoader,
  RequestDataLoaders,
} from "./mod.ts";

// The source of executions, its builders and instrumentation.
export {
  AbstractGraphQlSourceBuilder,
  type CachedExecution,
  type ExecuteOperation,
  type ExecuteOperationParameters,
  GraphQlSource,
  GraphQlSourceBuilderCustomizer,
  type GuardedOperation,
  Instrumentation,
  type InstrumentationParameters,
  type InstrumentedField,
  type OperationCheck,
  type OperationGuard,
  type OperationResultCache,
  type PhaseEnd,
  type SchemaFactory,
  SchemaGraphQlSourceBuilder,
  type SchemaInspectionInitializer,
  type SchemaReportConsumer,
  SchemaResourceGraphQlSourceBuilder,
  TypeDefinitionConfigurer,
} from "./mod.ts";
export type { BuiltGraphQlSource } from "./execution/source/built_graphql_source.ts";

// Requests and responses of executions.
export {
  Cancellation,
  DefaultExecutionGraphQlService,
  ExecutionGraphQlRequest,
  type ExecutionGraphQlRequestParts,
  ExecutionGraphQlResponse,
  ExecutionGraphQlService,
  type ExecutionIdProvider,
  ExecutionInput,
  type ExecutionInputConfigurer,
  type ExecutionInputParts,
  GraphQL,
  GraphQLBuilder,
  type GraphQlExecutionResult,
  type GraphQLParts,
  GraphQlResponse,
  type OperationKind,
  type ResponseChanges,
  type ResponseData,
  ResponseField,
  type ResponseMap,
} from "./mod.ts";

// Prepared documents.
export {
  BoundedDocumentCache,
  type BoundedDocumentCacheOptions,
  type PreparsedDocumentEntry,
  type PreparsedDocumentProvider,
} from "./mod.ts";

// Execution strategies.
export {
  type CompiledExecutionOptions,
  CompiledExecutionStrategy,
  type ExecutableOperation,
  type ExecutionStrategy,
  type ExecutionValues,
  type GeneratedCode,
  type OpenedSubscription,
  ReferenceExecutionStrategy,
  type ReferenceStrategyOptions,
  type VerificationOptions,
  VerifyingExecutionStrategy,
} from "./mod.ts";

// Subscriptions.
export {
  EventQueueOverflowError,
  SubscriptionExceptionHandler,
  SubscriptionExecutionStrategy,
  SubscriptionPublisherException,
} from "./mod.ts";
export type { SubscriptionSettings } from "./execution/subscriptions/subscription_execution_strategy.ts";

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

// Context of a request.
export {
  AsyncLocalAccessor,
  Authentication,
  type AuthenticationOptions,
  ContextRegistry,
  ContextSnapshot,
  ContextSnapshotFactory,
  GraphQLContext,
  ThreadLocalAccessor,
} from "./mod.ts";
export type { VisibilityProfiles } from "../context/mod.ts";

// Types of other areas and of graphql-js that these signatures name.
export {
  type BatchLoaderEnvironment,
  type ErrorBehavior,
  GraphQLDirective,
  GraphQLError,
  GraphQLScalarType,
  GraphQLSchema,
} from "./mod.ts";
