import type { GraphQLError } from "../../../deps.ts";
import type { GraphQLContext } from "../../context/mod.ts";
import type { MaybePromise, ResultBudget, ResultBudgetExceededError } from "../../kernel/mod.ts";
import type { DataFetchingEnvironment } from "./data_fetching_environment.ts";
import type { DataLoaderRegistry } from "./data_loader_registry.ts";

/**
 * The state of one request while it executes: the engine's context value.
 *
 * What costs something (the abort signal, the loader registry) is made when it is first read.
 */
export interface RequestContext {
  /** Names the execution in logs and in masked errors. */
  readonly executionId: string;
  /** Values that interceptors and data fetchers share. */
  readonly graphQlContext: GraphQLContext;
  /** The request's data loaders. */
  readonly dataLoaders: DataLoaderRegistry;
  /** BCP 47 tag of the language that the client prefers. */
  readonly locale: string;
  /** Fires when the client leaves or the request times out. */
  readonly signal: AbortSignal;
  /** Whether the request was cancelled; asks without making the signal. */
  readonly isCancelled: boolean;
  /**
   * Calls back when the request is cancelled, as listening to the signal does, without making it.
   *
   * @param listener is called once
   * @returns takes the listener back
   */
  onCancel?(listener: () => void): () => void;
  /** Counts what the result holds, and limits it; absent where nothing is limited. */
  readonly budget?: ResultBudget | undefined;
  /**
   * Cancels everything that works for the execution, as its result exceeded a limit.
   *
   * @param exceeded the limit
   */
  exhaust?(exceeded: ResultBudgetExceededError): void;
  /**
   * Cancels everything that works for the execution, as its first error ended it.
   *
   * @param reason of the abort signal
   */
  cancelWork?(reason: Error): void;
  /**
   * Turns an exception of a data fetcher into the errors of the response: the engine's one exception handler.
   *
   * @param exception what was thrown
   * @param environment makes the environment of the field; called only if somebody looks
   * @returns the errors, located at the field; an empty list suppresses the error and leaves the field null
   */
  handleException(
    exception: unknown,
    environment: () => DataFetchingEnvironment,
  ): MaybePromise<readonly GraphQLError[]>;
  /**
   * Notes that the source of a field could not be closed after the signal fired.
   *
   * @param field for example `Query.books`
   * @param failure what the source failed with; absent when it goes on
   */
  reportUnclosedSource?(field: string, failure?: { readonly error: unknown }): void;
}
