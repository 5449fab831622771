import type { DocumentNode, ExecutionResult, GraphQLSchema } from "../../../deps.ts";
import type { ErrorBehavior, MaybePromise } from "../../kernel/mod.ts";
import type { RequestContext } from "../wiring/mod.ts";
import type { WrittenDocument } from "./written_document.ts";

/** How operations are executed; `configureGraphQl` swaps it. */
export interface ExecutionStrategy {
  /** Shown in logs: `"compiled"`, `"reference"`. */
  readonly name: string;
  /**
   * Whether prepared operations serve documents that differ from the prepared one in the operation's name, in strings
   * that arguments of fields get, and in locations only: they get {@linkcode ExecutionValues.written} then. Absent means that they don't.
   */
  readonly sharesPlans?: boolean;
  /**
   * Prepares an operation of a valid document. The result is kept with the document and serves many requests at the
   * same time, so it holds no state of a request.
   *
   * @param schema against which the document was validated
   * @param document a valid document
   * @param operationName names the operation; may be absent where the document has only one
   */
  prepare(schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined): ExecutableOperation;
}

/** What one execution needs beside the prepared operation. */
export interface ExecutionValues {
  /** The source of the root fields. */
  readonly rootValue: unknown;
  /** The raw variables, as the client sent them. */
  readonly variables: Readonly<Record<string, unknown>>;
  /** The request's state, given to resolvers as context value. */
  readonly request: RequestContext;
  /** What becomes of a position that fails; `PROPAGATE` by default. */
  readonly onError?: ErrorBehavior;
  /** What the client wrote, where it is not the document that was prepared. */
  readonly written?: WrittenDocument | undefined;
}

/** A prepared operation. */
export interface ExecutableOperation {
  /**
   * Executes a query or a mutation.
   *
   * @returns a promise only if something asynchronous happened
   */
  execute(values: ExecutionValues): MaybePromise<ExecutionResult>;
  /**
   * Opens the source stream of a subscription.
   *
   * @returns the source, or a result with errors where it could not be opened
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
   * @param event what the source gave
   * @param request the request's state for this event
   */
  execute(event: unknown, request: RequestContext): MaybePromise<ExecutionResult>;
  /**
   * Whether the result of an event is made of the event's properties and the variables alone, so that subscriptions of
   * the same operation can share it. Absent where they can't.
   */
  isShareable?(): boolean;
  /**
   * Takes an event that came after the subscription ended, and is not executed.
   *
   * @param event what the source gave
   */
  forget?(event: unknown): void;
}
