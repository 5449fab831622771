// The part of the published names that is about schemas and their execution; `api.ts` exports it.

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
  ErrorLimits,
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
  type ErrorOrderName,
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
