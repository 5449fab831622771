import type { GraphQLError } from "../../../../deps.ts";
import type { GraphQLContext } from "../../../context/mod.ts";
import type { MaybePromise, ResultBudget, ResultBudgetExceededError } from "../../../kernel/mod.ts";
import type { DataFetchingEnvironment, DataLoaderRegistry, RequestContext } from "../../wiring/mod.ts";

/**
 * The state of one event of a subscription, which notes whether code reads anything that belongs to the request: an
 * execution that reads nothing of it gives the same result to every request.
 */
export class ObservedEvent implements RequestContext {
  readonly #request: RequestContext;
  #isRead = false;

  /** @param request the state of the event */
  constructor(request: RequestContext) {
    this.#request = request;
  }

  /** Whether something was read that other requests may have otherwise. */
  get isRead(): boolean {
    return this.#isRead;
  }

  get executionId(): string {
    return this.#read.executionId;
  }

  get graphQlContext(): GraphQLContext {
    return this.#read.graphQlContext;
  }

  get dataLoaders(): DataLoaderRegistry {
    return this.#read.dataLoaders;
  }

  get locale(): string {
    return this.#read.locale;
  }

  get signal(): AbortSignal {
    return this.#read.signal;
  }

  get isCancelled(): boolean {
    return this.#request.isCancelled;
  }

  get budget(): ResultBudget | undefined {
    return this.#request.budget;
  }

  onCancel(listener: () => void): () => void {
    return this.#request.onCancel!(listener);
  }

  exhaust(exceeded: ResultBudgetExceededError): void {
    this.#request.exhaust?.(exceeded);
  }

  cancelWork(reason: Error): void {
    this.#request.cancelWork?.(reason);
  }

  handleException(
    exception: unknown,
    environment: () => DataFetchingEnvironment,
  ): MaybePromise<readonly GraphQLError[]> {
    return this.#read.handleException(exception, environment);
  }

  reportUnclosedSource(field: string, failure?: { readonly error: unknown }): void {
    this.#request.reportUnclosedSource?.(field, failure);
  }

  get #read(): RequestContext {
    this.#isRead = true;
    return this.#request;
  }
}
