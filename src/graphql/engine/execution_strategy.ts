import type { DocumentNode, ExecutionResult, GraphQLSchema } from "../../../deps.ts";
import type { ErrorBehavior, MaybePromise } from "../../kernel/mod.ts";
import type { RequestContext } from "../wiring/mod.ts";
import type { WrittenDocument } from "./written_document.ts";

/** Executes operations; replaceable with `configureGraphQl`. */
export interface ExecutionStrategy {
  /** Shown in logs: `"compiled"`, `"reference"`. */
  readonly name: string;
  /**
   * Whether a prepared operation can execute documents that differ from the prepared one only in the operation's name,
   * in string literals of field arguments, and in locations: it receives {@linkcode ExecutionValues.written} then.
   * Absent means that it can't.
   */
  readonly sharesPlans?: boolean;
  /**
   * Prepares an operation of a valid document. The result is cached with the document and executed by concurrent
   * requests, so it must not store the state of a request.
   *
   * @param schema the schema against which the document was validated
   * @param document a valid document
   * @param operationName names the operation; may be absent where the document has only one
   */
  prepare(schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined): ExecutableOperation;
}

/** The inputs of one execution of a prepared operation. */
export interface ExecutionValues {
  /** The source of the root fields. */
  readonly rootValue: unknown;
  /** The raw variables, as the client sent them. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** The request's state, which resolvers receive as context value. */
  readonly request: RequestContext;
  /** The error behavior of positions that fail; `PROPAGATE` by default. */
  readonly onError?: ErrorBehavior;
  /** The client's document, if it is not the prepared one. */
  readonly written?: WrittenDocument | undefined;
}

/** A prepared operation. */
export interface ExecutableOperation {
  /**
   * Executes a query or a mutation.
   *
   * @returns a promise only if a value was asynchronous
   */
  execute(values: ExecutionValues): MaybePromise<ExecutionResult>;
  /**
   * Opens the source stream of a subscription.
   *
   * @returns the source, or a result with errors if it could not be opened
   */
  subscribe(values: ExecutionValues): MaybePromise<OpenedSubscription | ExecutionResult>;
}

/** A subscription whose source is open. */
export interface OpenedSubscription {
  /** The source's events. */
  readonly source: AsyncIterable<unknown>;
  /**
   * Executes the operation for one event.
   *
   * @param event the event of the source
   * @param request the request's state for this event
   */
  execute(event: unknown, request: RequestContext): MaybePromise<ExecutionResult>;
  /**
   * Whether the result of an event depends only on the event's properties and the variables, so that subscriptions of
   * the same operation can share it. Absent if they can't.
   */
  isShareable?(): boolean;
  /**
   * Handles an event that arrived after the subscription ended, and is not executed.
   *
   * @param event the event of the source
   */
  forget?(event: unknown): void;
}
