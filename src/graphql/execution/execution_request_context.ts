import type { GraphQLError } from "../../../deps.ts";
import type { GraphQLContext } from "../../context/mod.ts";
import {
  type MaybePromise,
  ResultBudget,
  type ResultBudgetExceededError,
  type ResultLimits,
} from "../../kernel/mod.ts";
import type { DataFetchingEnvironment, DataLoaderRegistry, RequestContext } from "../wiring/mod.ts";
import type { DataFetcherExceptionHandler } from "./errors/exception_handler.ts";
import type { ExecutionInput } from "./execution_input.ts";
import { RequestDataLoaders } from "./batching/request_data_loaders.ts";
import { Cancellation } from "./cancellation.ts";
import { resultBudgetOf } from "./shared_result_budget.ts";

/** What all executions of an engine share. */
export interface ExecutionServices {
  /** Turns exceptions into errors. */
  readonly exceptionHandler: DataFetcherExceptionHandler;
  /** Limits of each result. */
  readonly resultLimits: ResultLimits | undefined;
}

interface ExecutionParts {
  readonly services: ExecutionServices;
  readonly budget: ResultBudget;
}

/** The state of one execution, as engines and data fetchers see it. */
export class ExecutionRequestContext implements RequestContext {
  readonly executionId: string;
  readonly graphQlContext: GraphQLContext;
  readonly budget: ResultBudget;
  readonly #input: ExecutionInput;
  readonly #services: ExecutionServices;
  #cancellation: Cancellation;
  #dataLoaders: DataLoaderRegistry | undefined;

  /**
   * @param input the execution
   * @param executionId names it
   * @param parts what all executions share, and the budget
   */
  private constructor(input: ExecutionInput, executionId: string, { services, budget }: ExecutionParts) {
    this.#input = input;
    this.#services = services;
    this.#cancellation = input.cancellation;
    this.#dataLoaders = input.dataLoaderRegistry;
    this.executionId = executionId;
    this.graphQlContext = input.graphQlContext;
    this.budget = budget;
  }

  /** The state of an operation: its budget can be read from the request's context, and may be that of a batch. */
  static ofOperation(
    input: ExecutionInput,
    executionId: string,
    services: ExecutionServices,
  ): ExecutionRequestContext {
    const budget = resultBudgetOf(input.graphQlContext, services.resultLimits);
    input.graphQlContext.put(ResultBudget, budget);
    return new ExecutionRequestContext(input, executionId, { services, budget });
  }

  get dataLoaders(): DataLoaderRegistry {
    return this.#dataLoaders ??= new RequestDataLoaders();
  }

  get locale(): string {
    return this.#input.locale;
  }

  get signal(): AbortSignal {
    return this.#cancellation.signal;
  }

  get isCancelled(): boolean {
    return this.#cancellation.isCancelled;
  }

  onCancel(listener: () => void): () => void {
    return this.#cancellation.onCancel(listener);
  }

  cancelWork(reason: Error): void {
    this.#cancellation.cancel(reason);
  }

  exhaust(exceeded: ResultBudgetExceededError): void {
    this.#cancellation.cancel(exceeded);
  }

  /** Lets the request forget this execution, which is over; a subscription's request goes on. */
  release(): void {
    this.#cancellation.release();
  }

  /** The state of one event of a subscription: as this one, with data loaders, a budget and an end of its own. */
  forEvent(): ExecutionRequestContext {
    const event = new ExecutionRequestContext(this.#input, this.executionId, {
      services: this.#services,
      budget: new ResultBudget(this.#services.resultLimits),
    });
    event.#cancellation = new Cancellation(this.#cancellation);
    event.#dataLoaders = this.#input.newDataLoaders?.() ?? this.#input.dataLoaderRegistry;
    return event;
  }

  handleException(
    exception: unknown,
    environment: () => DataFetchingEnvironment,
  ): MaybePromise<readonly GraphQLError[]> {
    return this.#services.exceptionHandler.handleException(exception, environment());
  }

  reportUnclosedSource(field: string, failure?: { readonly error: unknown }): void {
    this.#services.exceptionHandler.reportUnclosedSource?.(field, failure);
  }
}
