import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from "../../../deps.ts";
import type { ErrorBehavior, MaybePromise, ResultLimits } from "../../kernel/mod.ts";
import {
  abortedResult,
  type ExecutableOperation,
  executeIncrementally,
  type ExecutionStrategy,
  type ExecutionValues,
  type IncrementalFormat,
  type IncrementalResults,
  isNullError,
  isServiceFailure,
  type OpenedSubscription,
  withClassification,
  withoutRepetitions,
} from "../engine/mod.ts";
import { parseAndValidate } from "./documents/parse_and_validate.ts";
import { PreparedDocument } from "./documents/prepared_document.ts";
import type { PreparsedDocumentEntry } from "./documents/preparsed_document_entry.ts";
import type { PreparsedDocumentProvider } from "./documents/preparsed_document_provider.ts";
import { ErrorLimits } from "./errors/error_limits.ts";
import type { DataFetcherExceptionHandler } from "./errors/exception_handler.ts";
import { FailureKeys } from "./errors/repeated_failures.ts";
import type { ExecutionIdProvider } from "./execution_id_provider.ts";
import type { ExecutionInput } from "./execution_input.ts";
import type { ExecutionDeadlines } from "./execution_deadlines.ts";
import { ExecutionRequestContext } from "./execution_request_context.ts";
import type { GraphQlExecutionResult } from "./graphql_execution_result.ts";
import type { Instrumentation } from "./instrumentation.ts";
import { observe } from "./observe.ts";
import { acceptedIncrementalDelivery } from "./incremental/incremental_delivery.ts";
import { withoutIncrementalDirectives } from "./incremental/incremental_directives.ts";
import { withinLimitsOfAllParts } from "./incremental/errors_of_parts.ts";
import { incrementalStream } from "./incremental/incremental_stream.ts";
import { planStreamCountCheck } from "./incremental/stream_counts.ts";
import type { OperationCheck, OperationGuard } from "./operation_guard.ts";
import type { CachedExecution, OperationResultCache } from "./operation_result_cache.ts";
import { selectOperation } from "./operation_selection.ts";
import type { SubscriptionExceptionHandler } from "./subscriptions/subscription_exception_handler.ts";
import { SubscriptionExecutionStrategy } from "./subscriptions/subscription_execution_strategy.ts";
import { EventPositions, limitQueuedEvents, type SecretInputs } from "../wiring/mod.ts";
import { SubscriptionStream } from "./subscriptions/subscription_stream.ts";

/** The kinds of operations. */
export type OperationKind = "query" | "mutation" | "subscription";

/** What a {@linkcode GraphQL} engine is made of. */
export interface GraphQLParts {
  /** The schema that is executed. */
  readonly schema: GraphQLSchema;
  /** Inputs whose values errors must not quote; `undefined` where there are none. */
  readonly secrets: SecretInputs | undefined;
  /** The strategy for each kind of operation. */
  readonly strategies: Readonly<Record<OperationKind, ExecutionStrategy>>;
  /** Keeps parsed and validated documents. */
  readonly documents: PreparsedDocumentProvider;
  /** Turns what data fetchers throw into errors of the response. */
  readonly exceptionHandler: DataFetcherExceptionHandler;
  /** Names executions; random ids without it. */
  readonly executionIdProvider: ExecutionIdProvider | undefined;
  /** Sees the phases of each execution. */
  readonly instrumentation: Instrumentation | undefined;
  /** Refuses operations before they are executed. */
  readonly guard: OperationGuard | undefined;
  /** Keeps results of queries. */
  readonly resultCache?: OperationResultCache | undefined;
  /** Limits of each result, or `undefined`: then results are only counted. */
  readonly resultLimits: ResultLimits | undefined;
  /** What becomes of a position that fails where the client does not say. */
  readonly defaultErrorBehavior: ErrorBehavior;
  /** Ends executions that take too long. */
  readonly deadlines: ExecutionDeadlines;
  /** Turns failures of subscription streams into errors for the client. */
  readonly subscriptionExceptionHandler: SubscriptionExceptionHandler;
  /** Most events of one subscription that execute at the same time. */
  readonly maxConcurrentEvents: number;
  /** The events that wait for a slow client before its subscription ends. */
  readonly maxQueuedEvents: number;
}

interface PreparedOperation {
  readonly kind: OperationKind;
  readonly node: OperationDefinitionNode;
  /** Whether a request may execute it. */
  readonly check: OperationCheck | undefined;
  readonly executable: ExecutableOperation;
  /** Finds a kept result of a query; absent where none is kept. */
  readonly cached?: CachedExecution | undefined;
  /** Executes an operation that defers, in parts. */
  readonly incremental?: (
    values: ExecutionValues,
    format: IncrementalFormat,
  ) => MaybePromise<ExecutionResult | IncrementalResults>;
}

interface SubscribedOperation {
  readonly node: OperationDefinitionNode;
  readonly positions: EventPositions;
}

/** The engine: executes documents against one schema. */
export class GraphQL implements Disposable {
  /** The schema that is executed. */
  readonly schema: GraphQLSchema;
  readonly #parts: GraphQLParts;
  /** Operations of documents that a provider brought from elsewhere. */
  readonly #foreign = new WeakMap<DocumentNode, PreparedDocument<PreparedOperation | GraphQLError>>();

  /**
   * Creates the engine.
   *
   * @param parts schema, strategies, documents and hooks; use `GraphQlSource`'s builders
   */
  constructor(parts: GraphQLParts) {
    this.schema = parts.schema;
    this.#parts = parts;
  }

  /** Stops the timer that ends executions which take too long. */
  [Symbol.dispose](): void {
    this.#parts.deadlines[Symbol.dispose]();
  }

  /** Finds the documents. */
  get documents(): PreparsedDocumentProvider {
    return this.#parts.documents;
  }

  /** The provider that was configured, or `undefined`: then a request's id names its execution. */
  get executionIdProvider(): ExecutionIdProvider | undefined {
    return this.#parts.executionIdProvider;
  }

  /**
   * Executes an operation.
   *
   * @param given the document and what goes with it
   * @returns the result; for a subscription its stream. A promise only where something asynchronous happened
   */
  execute(given: ExecutionInput): MaybePromise<GraphQlExecutionResult> {
    const { instrumentation, schema } = this.#parts;
    if (!instrumentation) return this.#run(given);
    const input = instrumentation.instrumentExecutionInput?.(given) ?? given;
    const parameters = { input, schema };
    const end = instrumentation.beginExecution?.(parameters);
    const run = () => this.#run(input);
    const finished = observe(
      end,
      instrumentation.runExecution ? () => instrumentation.runExecution!(parameters, run) : run,
    );
    if (!instrumentation.instrumentExecutionResult) return finished;
    return chainOn(finished, (result) => instrumentation.instrumentExecutionResult!(result, parameters));
  }

  /**
   * Opens the stream of a subscription.
   *
   * @param input the document and what goes with it
   * @returns the stream, or the result with errors where it could not be opened
   */
  subscribe(input: ExecutionInput): MaybePromise<AsyncIterable<ExecutionResult> | ExecutionResult> {
    return chainOn(this.execute(input), (result) => result.stream ?? result);
  }

  readonly #parse = (input: ExecutionInput): PreparsedDocumentEntry => {
    const entry = parseAndValidate(input, this.#parts);
    return entry.document ? new PreparedDocument<PreparedOperation | GraphQLError>(entry.document, this) : entry;
  };

  #run(input: ExecutionInput): MaybePromise<GraphQlExecutionResult> {
    const entry = this.#parts.documents.getDocument(input, this.#parse);
    return entry instanceof Promise
      ? entry.then((found) => this.#runDocument(input, found))
      : this.#runDocument(input, entry);
  }

  #runDocument(input: ExecutionInput, entry: PreparsedDocumentEntry): MaybePromise<GraphQlExecutionResult> {
    if (!entry.document) return { errors: entry.errors };
    if (input.cancellation.isCancelled) return abortedResult();
    const operation = this.#operationOf(this.#preparedDocument(entry), input.operationName);
    if (operation instanceof GraphQLError) return { errors: this.#errorLimits.bounded([operation]) };
    const { document } = entry;
    const refused = operation.check?.(input);
    const result = refused instanceof Promise
      ? refused.then((settled) => this.#runChecked(input, operation, { document, refused: settled }))
      : this.#runChecked(input, operation, { document, refused });
    const { secrets } = this.#parts;
    return secrets === undefined ? result : chainOn(result, (made) => secrets.redactedResult(made, document));
  }

  #runChecked(
    input: ExecutionInput,
    operation: PreparedOperation,
    { document, refused }: { document: DocumentNode; refused: readonly GraphQLError[] | undefined },
  ): MaybePromise<GraphQlExecutionResult> {
    if (refused !== undefined && refused.length > 0) return { errors: refused };
    const { instrumentation, schema } = this.#parts;
    if (instrumentation === undefined) return this.#findOrRun(input, operation);
    const begun = instrumentation.beginExecuteOperation?.({ input, schema, document });
    return observe(begun || undefined, () => this.#findOrRun(input, operation));
  }

  #findOrRun(input: ExecutionInput, operation: PreparedOperation): MaybePromise<GraphQlExecutionResult> {
    if (operation.cached === undefined) return this.#runOperation(input, operation);
    return operation.cached(input, (given) => this.#runOperation(given, operation));
  }

  #runOperation(
    input: ExecutionInput,
    { kind, node, executable, incremental }: PreparedOperation,
  ): MaybePromise<GraphQlExecutionResult> {
    const executionId = input.executionId ?? this.#parts.executionIdProvider?.provide(input) ?? crypto.randomUUID();
    const request = ExecutionRequestContext.ofOperation(input, executionId, this.#parts);
    const { rootValue, variables, onError = this.#parts.defaultErrorBehavior } = input;
    const values: ExecutionValues = { rootValue, variables, request, onError };
    const format = incremental && acceptedIncrementalDelivery(input.graphQlContext);
    if (format !== undefined) {
      const unwatch = this.#watch(request);
      return chainOn(
        incremental!(values, format),
        (first) => this.#toIncrementalResult(first, { executionId, unwatch }),
      );
    }
    if (kind !== "subscription") {
      return this.#withinTime(request, executable.execute(values), (result) => this.#mapErrors(result, executionId));
    }
    limitQueuedEvents(request.graphQlContext, this.#parts.maxQueuedEvents);
    const positions = new EventPositions(input);
    return this.#withinTime(
      request,
      positions.run(() => executable.subscribe(values)),
      (opened) =>
        "source" in opened
          ? this.#openedStream(opened, request, { node, positions })
          : this.#mapErrors(opened, executionId),
    );
  }

  /** Ends what is pending when its time is over; what is complete has stopped itself. */
  #withinTime<T, R>(
    request: ExecutionRequestContext,
    outcome: MaybePromise<T>,
    finish: (outcome: T) => R,
  ): MaybePromise<R> {
    if (!(outcome instanceof Promise)) return finish(outcome);
    if (!this.#parts.deadlines.isActive) return outcome.then(finish);
    const unwatch = this.#watch(request);
    return outcome.then((settled) => {
      unwatch();
      return finish(settled);
    }, (error) => {
      unwatch();
      throw error;
    });
  }

  #watch(request: ExecutionRequestContext): () => void {
    const { deadlines } = this.#parts;
    if (!deadlines.isActive) return () => {};
    return deadlines.watch(() => request.exhaust(request.budget.expire()));
  }

  #prepare(
    document: DocumentNode,
    node: OperationDefinitionNode,
    operationName: string | undefined,
  ): PreparedOperation {
    const { schema, strategies, guard } = this.#parts;
    const kind: OperationKind = node.operation;
    const check = guard?.planCheck({ schema, document, node });
    const plain = withoutIncrementalDirectives(document);
    const executable = strategies[kind].prepare(schema, plain, operationName);
    if (plain === document) {
      const cached = kind === "query" ? this.#parts.resultCache?.planCaching({ schema, document, node }) : undefined;
      return { kind, node, check, executable, cached };
    }
    const checkCounts = planStreamCountCheck(document, node);
    const checkAll: OperationCheck = (input) =>
      chainOn<readonly GraphQLError[], readonly GraphQLError[]>(
        check?.(input) ?? [],
        (refused) => [...refused, ...(checkCounts?.(input.variables) ?? [])],
      );
    if (kind === "subscription") return { kind, node, check: checkAll, executable };
    const operation = {
      schema,
      document: withoutRepetitions(document),
      operationName,
      hideSuggestions: guard?.hidesSuggestions ?? false,
    };
    const incremental = (values: ExecutionValues, format: IncrementalFormat) =>
      executeIncrementally(operation, values, format);
    return { kind, node, check: checkAll, executable, incremental };
  }

  #openedStream(
    opened: OpenedSubscription,
    request: ExecutionRequestContext,
    subscription: SubscribedOperation,
  ): GraphQlExecutionResult {
    const { positions } = subscription;
    const stream = positions.run(() => this.#stream(opened, request, subscription));
    const position = positions.token;
    return position === undefined ? { stream } : { stream, position };
  }

  #stream(
    opened: OpenedSubscription,
    request: ExecutionRequestContext,
    { node, positions }: SubscribedOperation,
  ): SubscriptionStream {
    const { subscriptionExceptionHandler, maxConcurrentEvents } = this.#parts;
    const { KEEP_SUBSCRIPTION_EVENTS_ORDERED } = SubscriptionExecutionStrategy;
    return new SubscriptionStream({
      source: opened.source,
      forget: (event) => opened.forget?.(event),
      execute: (event) => {
        const ofEvent = request.forEvent();
        return this.#withinTime(ofEvent, opened.execute(event, ofEvent), (result) => {
          ofEvent.release();
          return this.#mapErrors(result, request.executionId);
        });
      },
      isOrdered: request.graphQlContext.get(KEEP_SUBSCRIPTION_EVENTS_ORDERED) === true,
      positions,
      maxConcurrentEvents,
      signal: request.signal,
      resolveFailure: (exception) =>
        subscriptionExceptionHandler.handle(exception, request.executionId, this.#errorLimits),
      onUnclosedSource: (failure) => subscriptionExceptionHandler.reportUnclosedSource(rootFieldOf(node), failure),
    });
  }

  #toIncrementalResult(
    result: ExecutionResult | IncrementalResults,
    { executionId, unwatch }: { readonly executionId: string; readonly unwatch: () => void },
  ): GraphQlExecutionResult {
    if (!("initialResult" in result)) {
      unwatch();
      return this.#mapErrors(result, executionId);
    }
    const seen = new FailureKeys();
    const mapErrors = (errors: readonly GraphQLError[]) =>
      this.#mapErrors({ data: {}, errors }, executionId, seen).errors ?? [];
    const mapWithin = withinLimitsOfAllParts(mapErrors, this.#errorLimits);
    return { stream: incrementalStream(result, mapWithin, unwatch), isIncremental: true };
  }

  get #errorLimits(): ErrorLimits {
    return this.#parts.guard?.errorLimits ?? ErrorLimits.byDefault;
  }

  /** Classifies the engine's own errors, and masks exceptions of scalars and type resolvers before they reach the client. */
  #mapErrors(result: ExecutionResult, executionId: string, seen: FailureKeys = new FailureKeys()): ExecutionResult {
    if (!result.errors) return result;
    // Without data, the request could not begin.
    const fallback = result.data === undefined ? "ValidationError" : "DataFetchingException";
    const { exceptionHandler } = this.#parts;
    const { maxErrors } = this.#errorLimits;
    const errors = result.errors.map((error, index) => {
      if (index > maxErrors && seen.isFull) return error; // is neither sent nor logged
      if (isServiceFailure(error)) {
        return exceptionHandler.maskFailure?.(error, executionId, seen.hasError(error)) ?? error;
      }
      if (isNullError(error) && !seen.hasError(error)) exceptionHandler.reportNull?.(error, executionId);
      return error;
    });
    const classify = (error: GraphQLError) => withClassification(error, fallback);
    return { ...result, errors: this.#errorLimits.bounded(errors, classify) };
  }

  #preparedDocument(
    entry: PreparsedDocumentEntry & { readonly document: DocumentNode },
  ): PreparedDocument<PreparedOperation | GraphQLError> {
    if (entry instanceof PreparedDocument && entry.owner === this) return entry;
    const { document } = entry;
    let known = this.#foreign.get(document);
    if (!known) this.#foreign.set(document, known = new PreparedDocument(document, this));
    return known;
  }

  #operationOf(
    { document, operations }: PreparedDocument<PreparedOperation | GraphQLError>,
    name: string | undefined,
  ): PreparedOperation | GraphQLError {
    const found = operations.get(name);
    if (found) return found;
    const operation = selectOperation(document, name);
    if (operation instanceof GraphQLError) return withClassification(operation, "ValidationError");
    const kind: OperationKind = operation.operation;
    const prepared = this.#parts.schema.getRootType(operation.operation)
      ? this.#prepare(document, operation, name)
      : withClassification(
        new GraphQLError(`Schema is not configured to execute ${kind} operation.`, { nodes: operation }),
        "OperationNotSupported",
      );
    operations.set(name, prepared);
    return prepared;
  }
}

function rootFieldOf({ selectionSet: { selections: [first] } }: OperationDefinitionNode): string {
  return first?.kind === Kind.FIELD ? first.name.value : "in a fragment";
}

function chainOn<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
