import type { GraphQLSchema } from "../../../deps.ts";
import type { ErrorBehavior, Logger, ResultLimits } from "../../kernel/mod.ts";
import { CompiledExecutionStrategy, type ExecutionStrategy, ReferenceExecutionStrategy } from "../engine/mod.ts";
import { BoundedDocumentCache } from "./documents/bounded_document_cache.ts";
import type { PreparsedDocumentProvider } from "./documents/preparsed_document_provider.ts";
import type { DataFetcherExceptionHandler } from "./errors/exception_handler.ts";
import { ExecutionDeadlines } from "./execution_deadlines.ts";
import type { ExecutionIdProvider } from "./execution_id_provider.ts";
import { GraphQL } from "./graphql.ts";
import { capabilitiesOf, describeService } from "./service_capabilities.ts";
import { chainedInstrumentation } from "./chained_instrumentation.ts";
import type { OperationGuard } from "./operation_guard.ts";
import type { OperationResultCache } from "./operation_result_cache.ts";
import type { Instrumentation } from "./instrumentation.ts";
import { type InputTypeClasses, SecretInputs } from "../wiring/mod.ts";
import { SubscriptionExceptionHandler } from "./subscriptions/subscription_exception_handler.ts";

/** Configures the engine; `configureGraphQl` hands it out. */
export class GraphQLBuilder {
  readonly #instrumentations: Instrumentation[] = [];
  #executionIdProvider: ExecutionIdProvider | undefined;
  #query: ExecutionStrategy | undefined;
  #mutation: ExecutionStrategy | undefined;
  #subscription: ExecutionStrategy | undefined;
  #documents: PreparsedDocumentProvider | undefined;
  #exceptionHandler: DataFetcherExceptionHandler | undefined;
  #guard: OperationGuard | undefined;
  #subscriptionExceptionHandler: SubscriptionExceptionHandler | undefined;
  #maxConcurrentEvents = 16;
  #maxQueuedEvents = 1_000;
  #resultLimits: ResultLimits | undefined;
  #errorBehavior: ErrorBehavior = "PROPAGATE";
  #resultCache: OperationResultCache | undefined;
  #logger: Logger | undefined;
  #inputClasses: InputTypeClasses = {};

  /** Sets the logger of the engine. */
  logger(logger: Logger): this {
    this.#logger = logger;
    return this;
  }

  /** Sets the classes of input types, which determine the secret values. */
  inputClasses(classes: InputTypeClasses): this {
    this.#inputClasses = classes;
    return this;
  }

  /** Sets the provider of ids for executions without one. */
  executionIdProvider(provider: ExecutionIdProvider): this {
    this.#executionIdProvider = provider;
    return this;
  }

  /** Sets how queries are executed. */
  queryExecutionStrategy(strategy: ExecutionStrategy): this {
    this.#query = strategy;
    return this;
  }

  /** Sets how mutations are executed. */
  mutationExecutionStrategy(strategy: ExecutionStrategy): this {
    this.#mutation = strategy;
    return this;
  }

  /** Sets how subscriptions are executed. */
  subscriptionExecutionStrategy(strategy: ExecutionStrategy): this {
    this.#subscription = strategy;
    return this;
  }

  /** Sets the cache of parsed and validated documents; a bounded cache by default. */
  preparsedDocumentProvider(provider: PreparsedDocumentProvider): this {
    this.#documents = provider;
    return this;
  }

  /** Adds an instrumentation, after those that were added before. */
  instrumentation(instrumentation: Instrumentation): this {
    this.#instrumentations.push(instrumentation);
    return this;
  }

  /** Sets the guard that rejects documents and operations that exceed the service's limits. */
  operationGuard(guard: OperationGuard): this {
    this.#guard = guard;
    return this;
  }

  /** Sets the handler that converts failures of subscription streams to errors. */
  subscriptionExceptionHandler(handler: SubscriptionExceptionHandler): this {
    this.#subscriptionExceptionHandler = handler;
    return this;
  }

  /** Sets the maximum number of events per subscription that execute concurrently; 16 by default. */
  maxConcurrentEvents(count: number): this {
    this.#maxConcurrentEvents = count;
    return this;
  }

  /**
   * Sets the maximum number of events per subscription that wait for the client; 1,000 by default, 0 disables the
   * limit.
   */
  maxQueuedEvents(count: number): this {
    this.#maxQueuedEvents = count;
    return this;
  }

  /** Sets the limits on the size and duration of a result; by default results are only counted. */
  resultLimits(limits: ResultLimits): this {
    this.#resultLimits = limits;
    return this;
  }

  /** Sets the error behavior for requests that do not specify one; `PROPAGATE` by default. */
  defaultErrorBehavior(behavior: ErrorBehavior): this {
    this.#errorBehavior = behavior;
    return this;
  }

  /** Sets the cache of query results; none by default. */
  resultCache(cache: OperationResultCache): this {
    this.#resultCache = cache;
    return this;
  }

  /** Replaces the engine's one exception handler; an error while exception resolvers are registered. */
  defaultDataFetcherExceptionHandler(handler: DataFetcherExceptionHandler): this {
    this.#exceptionHandler = handler;
    return this;
  }

  /** The exception handler that was set, or `undefined`. */
  get customExceptionHandler(): DataFetcherExceptionHandler | undefined {
    return this.#exceptionHandler;
  }

  /** All instrumentations as one, or `undefined` when there is none. */
  get chainedInstrumentation(): Instrumentation | undefined {
    return chainedInstrumentation(this.#instrumentations);
  }

  /**
   * Makes the engine.
   *
   * @param schema the executable schema
   * @param exceptionHandler used where no other was set
   */
  build(schema: GraphQLSchema, exceptionHandler: DataFetcherExceptionHandler): GraphQL {
    const standard = new CompiledExecutionStrategy({
      ...(this.#logger ? { logger: this.#logger.forCategory("espalier.graphql.engine") } : {}),
      reference: new ReferenceExecutionStrategy({ hideSuggestions: this.#guard?.hidesSuggestions ?? false }),
      hideSuggestions: this.#guard?.hidesSuggestions ?? false,
    });
    describeService(schema, capabilitiesOf(this.#errorBehavior));
    return new GraphQL({
      schema,
      secrets: SecretInputs.of(schema, this.#inputClasses),
      strategies: {
        query: this.#query ?? standard,
        mutation: this.#mutation ?? standard,
        subscription: this.#subscription ?? standard,
      },
      documents: this.#documents ?? new BoundedDocumentCache(),
      exceptionHandler: this.#exceptionHandler ?? exceptionHandler,
      executionIdProvider: this.#executionIdProvider,
      instrumentation: this.chainedInstrumentation,
      guard: this.#guard,
      resultLimits: this.#resultLimits,
      defaultErrorBehavior: this.#errorBehavior,
      resultCache: this.#resultCache,
      deadlines: new ExecutionDeadlines(this.#resultLimits?.timeoutMs ?? 0),
      subscriptionExceptionHandler: this.#subscriptionExceptionHandler ?? new SubscriptionExceptionHandler([]),
      maxConcurrentEvents: this.#maxConcurrentEvents,
      maxQueuedEvents: this.#maxQueuedEvents,
    });
  }
}
