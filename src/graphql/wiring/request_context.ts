import type { GraphQLError } from "../../../deps.ts";
import type { GraphQLContext } from "../../context/mod.ts";
import type { MaybePromise, ResultBudget, ResultBudgetExceededError } from "../../kernel/mod.ts";
import type { DataFetchingEnvironment } from "./data_fetching_environment.ts";
import type { DataLoaderRegistry } from "./data_loader_registry.ts";

/**
 * The state of one request while it executes: the engine's context value.
 *
 * Expensive members (the abort signal, the loader registry) are created when they are first read.
 */
export interface RequestContext {
  /** Names the execution in logs and in masked errors. */
  readonly executionId: string;
  /** Values that interceptors and data fetchers share. */
  readonly graphQlContext: GraphQLContext;
  /** The request's data loaders. */
  readonly dataLoaders: DataLoaderRegistry;
  /** The BCP 47 tag of the client's preferred language. */
  readonly locale: string;
  /** Fires when the client disconnects or the request times out. */
  readonly signal: AbortSignal;
  /** Whether the request was cancelled; does not create the signal. */
  readonly isCancelled: boolean;
  /**
   * Calls the listener when the request is cancelled, as an `abort` listener, but without creating the signal.
   *
   * @param listener is called once
   * @returns removes the listener
   */
  onCancel?(listener: () => void): () => void;
  /** Counts the values of the result and limits their number; absent if there is no limit. */
  readonly budget?: ResultBudget | undefined;
  /**
   * Cancels all work of the execution, because its result exceeded a limit.
   *
   * @param exceeded the limit
   */
  exhaust?(exceeded: ResultBudgetExceededError): void;
  /**
   * Cancels all work of the execution, because its first error ended it.
   *
   * @param reason of the abort signal
   */
  cancelWork?(reason: Error): void;
  /**
   * Turns an exception of a data fetcher into the errors of the response: the engine's one exception handler.
   *
   * @param exception what was thrown
   * @param environment creates the environment of the field; called only if a handler reads it
   * @returns the errors, located at the field; an empty list suppresses the error and leaves the field null
   */
  handleException(
    exception: unknown,
    environment: () => DataFetchingEnvironment,
  ): MaybePromise<readonly GraphQLError[]>;
  /**
   * Reports that the source of a field could not be closed after the signal fired.
   *
   * @param field for example `Query.books`
   * @param failure the error of the source; absent if the source is still running
   */
  reportUnclosedSource?(field: string, failure?: { readonly error: unknown }): void;
}
