import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from "../../../deps.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import {
  abortedResult,
  type ExecutionValues,
  type IncrementalResults,
  isNullError,
  isServiceFailure,
  type OpenedSubscription,
  withClassification,
  type WrittenDocument,
} from "../engine/mod.ts";
import { BoundedDocumentCache } from "./documents/bounded_document_cache.ts";
import { DocumentPreparer, mayShareDocuments } from "./documents/document_preparer.ts";
import { PreparedDocument } from "./documents/prepared_document.ts";
import type { PreparsedDocumentEntry } from "./documents/preparsed_document_entry.ts";
import type { PreparsedDocumentProvider } from "./documents/preparsed_document_provider.ts";
import { ErrorLimits } from "./errors/error_limits.ts";
import { FailureKeys } from "./errors/repeated_failures.ts";
import type { ExecutionIdProvider } from "./execution_id_provider.ts";
import type { ExecutionInput } from "./execution_input.ts";
import { ExecutionRequestContext } from "./execution_request_context.ts";
import type { GraphQlExecutionResult } from "./graphql_execution_result.ts";
import { observe } from "./observe.ts";
import { acceptedIncrementalDelivery } from "./incremental/incremental_delivery.ts";
import { withinLimitsOfAllParts } from "./incremental/errors_of_parts.ts";
import { incrementalStream } from "./incremental/incremental_stream.ts";
import { SubscriptionExecutionStrategy } from "./subscriptions/subscription_execution_strategy.ts";
import { EventPositions, limitQueuedEvents, type RequestContext } from "../wiring/mod.ts";
import { ObservedEvent } from "./subscriptions/observed_event.ts";
import type { SharedInputs } from "./subscriptions/shared_results.ts";
import { SubscriptionStream } from "./subscriptions/subscription_stream.ts";
import type { GraphQLParts } from "./graphql_parts.ts";
import { chainOn, type PreparedOperation, type SelectedOperation, selectPrepared } from "./prepared_operation.ts";

interface SubscribedOperation {
  readonly prepared: PreparedOperation;
  readonly positions: EventPositions;
  readonly inputs: SharedInputs;
}

/** The engine: executes documents against one schema. */
export class GraphQL implements Disposable {
  /** The schema that is executed. */
  readonly schema: GraphQLSchema;
  readonly #parts: GraphQLParts;
  /** Operations of documents that a provider brought from elsewhere. */
  readonly #documents: DocumentPreparer<PreparedOperation | GraphQLError>;
  readonly #foreign = new WeakMap<DocumentNode, PreparedDocument<PreparedOperation | GraphQLError>>();

  /**
   * Creates the engine.
   *
   * @param parts schema, strategies, documents and hooks; use `GraphQlSource`'s builders
   */
  constructor(parts: GraphQLParts) {
    this.schema = parts.schema;
    this.#parts = parts;
    const { documents, guard } = parts;
    const shapes = mayShareDocuments(guard) ? BoundedDocumentCache.shapesOf(documents) : undefined;
    this.#documents = new DocumentPreparer({ ...parts, shapes }, this);
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

  #run(input: ExecutionInput): MaybePromise<GraphQlExecutionResult> {
    const entry = this.#parts.documents.getDocument(input, this.#documents.prepare);
    return entry instanceof Promise
      ? entry.then((found) => this.#runDocument(input, found))
      : this.#runDocument(input, entry);
  }

  #runDocument(input: ExecutionInput, entry: PreparsedDocumentEntry): MaybePromise<GraphQlExecutionResult> {
    if (!isValid(entry)) return { errors: entry.errors };
    if (input.cancellation.isCancelled) return abortedResult();
    const prepared = this.#preparedDocument(entry);
    const selected = selectPrepared(this.#parts, prepared, input.operationName);
    if (selected instanceof GraphQLError) return { errors: this.#errorLimits.bounded([selected]) };
    const refused = selected.operation.check?.(input);
    const result = refused instanceof Promise
      ? refused.then((settled) => this.#runChecked(input, selected, { prepared, refused: settled }))
      : this.#runChecked(input, selected, { prepared, refused });
    const { secrets } = this.#parts;
    if (secrets === undefined) return result;
    return chainOn(result, (made) => made.errors ? secrets.redactedResult(made, prepared.document) : made);
  }

  #runChecked(
    input: ExecutionInput,
    selected: SelectedOperation,
    { prepared, refused }: { prepared: PreparedDocument<unknown>; refused: readonly GraphQLError[] | undefined },
  ): MaybePromise<GraphQlExecutionResult> {
    if (refused !== undefined && refused.length > 0) return { errors: refused };
    const { instrumentation, schema } = this.#parts;
    if (instrumentation?.beginExecuteOperation === undefined) return this.#findOrRun(input, selected);
    const { kind, node } = selected.operation;
    const begun = instrumentation.beginExecuteOperation({
      input,
      schema,
      operation: { kind, name: selected.written === undefined ? node.name?.value : prepared.shared?.operationName },
      get document() {
        return prepared.document;
      },
    });
    return observe(begun || undefined, () => this.#findOrRun(input, selected));
  }

  #findOrRun(input: ExecutionInput, selected: SelectedOperation): MaybePromise<GraphQlExecutionResult> {
    const { cached } = selected.operation;
    if (cached === undefined) return this.#runOperation(input, selected);
    return cached(input, (given) => this.#runOperation(given, selected));
  }

  #runOperation(
    input: ExecutionInput,
    { operation: prepared, written }: SelectedOperation,
  ): MaybePromise<GraphQlExecutionResult> {
    const { kind, executable, incremental } = prepared;
    const executionId = input.executionId ?? this.#parts.executionIdProvider?.provide(input) ?? crypto.randomUUID();
    const request = ExecutionRequestContext.ofOperation(input, executionId, this.#parts);
    const { rootValue, variables, onError = this.#parts.defaultErrorBehavior } = input;
    const values: ExecutionValues = { rootValue, variables, request, onError, written };
    const format = incremental && acceptedIncrementalDelivery(input.graphQlContext);
    if (format !== undefined) {
      const unwatch = this.#watch(request);
      return chainOn(
        incremental!(values, format),
        (first) => this.#toIncrementalResult(first, { executionId, unwatch }),
      );
    }
    if (kind !== "subscription") {
      return this.#withinTime(request, executable.execute(values), (result) => {
        const located = written === undefined ? result : withLocations(result, written);
        return this.#mapErrors(located, executionId);
      });
    }
    limitQueuedEvents(request.graphQlContext, this.#parts.maxQueuedEvents);
    const positions = new EventPositions(input);
    return this.#withinTime(
      request,
      positions.run(() => executable.subscribe(values)),
      (opened) =>
        "source" in opened
          ? this.#openedStream(opened, request, { prepared, positions, inputs: { variables, onError } })
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
    { prepared: { node, subscriptions }, positions, inputs }: SubscribedOperation,
  ): SubscriptionStream {
    const { subscriptionExceptionHandler, maxConcurrentEvents } = this.#parts;
    const { KEEP_SUBSCRIPTION_EVENTS_ORDERED } = SubscriptionExecutionStrategy;
    const executeFor = (event: unknown, ofEvent: ExecutionRequestContext, seen: RequestContext) =>
      this.#withinTime(ofEvent, opened.execute(event, seen), (result) => {
        ofEvent.release();
        return this.#mapErrors(result, request.executionId);
      });
    const executeForAll = (event: unknown) => {
      const ofEvent = request.forEvent();
      const observed = new ObservedEvent(ofEvent);
      const result = executeFor(event, ofEvent, observed);
      return { result, isShareable: !observed.isRead };
    };
    return new SubscriptionStream({
      source: opened.source,
      forget: (event) => opened.forget?.(event),
      execute: (event) => {
        const ofEvent = request.forEvent();
        return executeFor(event, ofEvent, ofEvent);
      },
      share: () => opened.isShareable?.() ? subscriptions?.join(inputs, executeForAll) : undefined,
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

  /**
   * Classifies the engine's own errors, and masks exceptions of scalars and type resolvers before they reach the
   * client.
   */
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

  #preparedDocument(entry: ValidEntry): PreparedDocument<PreparedOperation | GraphQLError> {
    if (entry instanceof PreparedDocument && entry.owner === this) return entry;
    const { document } = entry;
    let known = this.#foreign.get(document);
    if (!known) this.#foreign.set(document, known = new PreparedDocument(document, this));
    return known;
  }
}

type ValidEntry = PreparsedDocumentEntry & { readonly document: DocumentNode };

/** Asks for no document that would have to be parsed to be there. */
function isValid(entry: PreparsedDocumentEntry): entry is ValidEntry {
  return entry instanceof PreparedDocument || Boolean(entry.document);
}

/** Locates the errors of a plan in what the client wrote. */
function withLocations(result: ExecutionResult, written: WrittenDocument): ExecutionResult {
  return result.errors ? { ...result, errors: result.errors.map((error) => written.located(error)) } : result;
}

function rootFieldOf({ selectionSet: { selections: [first] } }: OperationDefinitionNode): string {
  return first?.kind === Kind.FIELD ? first.name.value : "in a fragment";
}
