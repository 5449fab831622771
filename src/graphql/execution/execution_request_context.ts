import type { GraphQLError } from "../../../deps.ts";
import type { GraphQLContext } from "../../context/mod.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import type { DataFetchingEnvironment, DataLoaderRegistry, RequestContext } from "../wiring/mod.ts";
import type { DataFetcherExceptionHandler } from "./errors/exception_handler.ts";
import type { ExecutionInput } from "./execution_input.ts";
import { RequestDataLoaders } from "./batching/request_data_loaders.ts";

/** The state of one execution, as engines and data fetchers see it. */
export class ExecutionRequestContext implements RequestContext {
  readonly executionId: string;
  readonly graphQlContext: GraphQLContext;
  readonly #input: ExecutionInput;
  readonly #handler: DataFetcherExceptionHandler;
  #dataLoaders: DataLoaderRegistry | undefined;

  /**
   * @param input the execution
   * @param executionId names it
   * @param handler turns exceptions into errors
   */
  constructor(input: ExecutionInput, executionId: string, handler: DataFetcherExceptionHandler) {
    this.#input = input;
    this.#handler = handler;
    this.#dataLoaders = input.dataLoaderRegistry;
    this.executionId = executionId;
    this.graphQlContext = input.graphQlContext;
  }

  get dataLoaders(): DataLoaderRegistry {
    return this.#dataLoaders ??= new RequestDataLoaders();
  }

  get locale(): string {
    return this.#input.locale;
  }

  get signal(): AbortSignal {
    return this.#input.cancellation.signal;
  }

  get isCancelled(): boolean {
    return this.#input.cancellation.isCancelled;
  }

  onCancel(listener: () => void): () => void {
    return this.#input.cancellation.onCancel(listener);
  }

  /** The state of one event of a subscription: as this one, with data loaders of its own. */
  forEvent(): ExecutionRequestContext {
    const event = new ExecutionRequestContext(this.#input, this.executionId, this.#handler);
    event.#dataLoaders = this.#input.newDataLoaders?.() ?? this.#input.dataLoaderRegistry;
    return event;
  }

  handleException(
    exception: unknown,
    environment: () => DataFetchingEnvironment,
  ): MaybePromise<readonly GraphQLError[]> {
    return this.#handler.handleException(exception, environment());
  }

  reportUnclosedSource(field: string, failure?: { readonly error: unknown }): void {
    this.#handler.reportUnclosedSource?.(field, failure);
  }
}
