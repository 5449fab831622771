import { GraphQLError, responsePathAsArray } from "../../../../deps.ts";
import type { Logger, MaybePromise } from "../../../kernel/mod.ts";
import {
  type DataFetchingEnvironment,
  ErrorType,
  type GraphQlErrorLike,
  lazyError,
  toGraphQLError,
} from "../../wiring/mod.ts";
import type { DataFetcherExceptionResolver } from "./data_fetcher_exception_resolver.ts";
import { DataFetcherExceptionResolverAdapter, defaultLogger } from "./data_fetcher_exception_resolver_adapter.ts";
import { exceptionDetails } from "./exception_details.ts";
import { pathText, RepeatedFailures } from "./repeated_failures.ts";

/** The engine's one handler of data fetcher exceptions. */
export interface DataFetcherExceptionHandler {
  /**
   * Turns one exception into errors of the response.
   *
   * @param exception what was thrown
   * @param environment the field that was being fetched
   * @returns the errors of the response; an empty list leaves the field null without an error
   */
  handleException(exception: unknown, environment: DataFetchingEnvironment): MaybePromise<readonly GraphQLError[]>;
  /**
   * Masks an exception that no data fetcher threw, but a scalar or a type resolver.
   *
   * @param error the located exception
   * @param executionId names the execution in the log and in the message
   * @param isRepeated whether the same exception of the same field was masked before in this execution
   */
  maskFailure?(error: GraphQLError, executionId: string, isRepeated?: boolean): GraphQLError;
  /**
   * Notes that a field that may not be null was null.
   *
   * @param error the located error, which the client gets as it is
   * @param executionId names the execution
   */
  reportNull?(error: GraphQLError, executionId: string): void;
  /**
   * Notes that the source of a field could not be closed after the signal fired.
   *
   * @param field for example `Query.books`
   * @param failure what the source failed with; absent when it goes on
   */
  reportUnclosedSource?(field: string, failure?: { readonly error: unknown }): void;
}

/**
 * Asks the resolvers one after another, and masks what none of them resolves.
 */
export class ExceptionResolversExceptionHandler implements DataFetcherExceptionHandler {
  readonly #resolvers: readonly DataFetcherExceptionResolver[];
  readonly #logger: Logger | undefined;
  readonly #repeated = new RepeatedFailures();

  /**
   * Creates the handler.
   *
   * @param resolvers in the order in which they are asked
   * @param logger receives unresolved exceptions at `ERROR`, resolved ones at `DEBUG`; of exceptions that repeat within
   * an execution, as those of a batch do for each of its fields, the first
   */
  constructor(resolvers: readonly DataFetcherExceptionResolver[], logger?: Logger) {
    this.#resolvers = resolvers;
    this.#logger = logger;
    for (const resolver of resolvers) {
      if (logger !== undefined && resolver instanceof DataFetcherExceptionResolverAdapter) {
        resolver[defaultLogger](logger);
      }
    }
  }

  /** Asks the resolvers in order, and masks what none of them resolves. */
  handleException(exception: unknown, environment: DataFetchingEnvironment): MaybePromise<readonly GraphQLError[]> {
    return this.#askFrom(0, exception, environment);
  }

  maskFailure(error: GraphQLError, executionId: string, isRepeated = false): GraphQLError {
    const { originalError, nodes, path } = error;
    if (!isRepeated) {
      this.#logger?.error(`Unresolved ${classNameOf(originalError)} for executionId ${executionId}`, {
        path: pathText(path),
        error: originalError,
      });
    }
    const extensions = { classification: ErrorType.INTERNAL_ERROR.name };
    return lazyError(`INTERNAL_ERROR for ${executionId}`, { nodes, path, extensions });
  }

  reportNull({ message, path }: GraphQLError, executionId: string): void {
    this.#logger?.error(`${message.replace(/\.$/, "")} for executionId ${executionId}`, { path: pathText(path) });
  }

  reportUnclosedSource(field: string, failure?: { readonly error: unknown }): void {
    if (failure !== undefined) this.#logger?.warn(`The source of field "${field}" failed while it was closed`, failure);
    else this.#logger?.warn(`The source of field "${field}" goes on after it was closed and its signal aborted`);
  }

  #askFrom(
    index: number,
    exception: unknown,
    environment: DataFetchingEnvironment,
  ): MaybePromise<readonly GraphQLError[]> {
    const resolver = this.#resolvers[index];
    if (!resolver) return this.#unresolved(exception, environment);
    const take = (errors: readonly GraphQlErrorLike[] | null | undefined) =>
      errors ? this.#resolved(exception, environment, errors) : this.#askFrom(index + 1, exception, environment);
    try {
      const answer = resolver.resolveException(exception, environment);
      if (!(answer instanceof Promise)) return take(answer);
      return answer.then(take, (failure) => this.#resolverFailed(failure, exception, environment));
    } catch (failure) {
      return this.#resolverFailed(failure, exception, environment);
    }
  }

  #resolved(
    exception: unknown,
    environment: DataFetchingEnvironment,
    found: readonly GraphQlErrorLike[],
  ): readonly GraphQLError[] {
    const errors = found.map((error) => toGraphQLError(error, environment));
    if (this.#logger?.isEnabled("DEBUG") && !this.#repeated.has(exception, environment)) {
      const list = errors.map((error) => JSON.stringify(error)).join(", ");
      this.#logger.debug(`Resolved ${classNameOf(exception)} to GraphQL error(s): [${list}]`);
    }
    return errors;
  }

  #resolverFailed(
    failure: unknown,
    exception: unknown,
    environment: DataFetchingEnvironment,
  ): readonly GraphQLError[] {
    if (!this.#repeated.has(failure, environment)) {
      this.#logger?.warn(`Failure while resolving ${messageOf(exception)}`, { error: failure });
    }
    return this.#masked(exception, environment);
  }

  #unresolved(exception: unknown, environment: DataFetchingEnvironment): readonly GraphQLError[] {
    // An error with a classification of its own was made for clients by whoever threw it.
    if (exception instanceof GraphQLError && exception.extensions.classification !== undefined) {
      return this.#resolved(exception, environment, [exception]);
    }
    return this.#masked(exception, environment);
  }

  #masked(exception: unknown, environment: DataFetchingEnvironment): readonly GraphQLError[] {
    const { executionId } = environment;
    if (this.#logger !== undefined && !this.#repeated.has(exception, environment)) {
      this.#logger.error(`Unresolved ${classNameOf(exception)} for executionId ${executionId}`, {
        path: pathText(pathOf(environment)),
        error: exception,
      });
      if (this.#repeated.isFull(environment)) {
        this.#logger.warn(`Further failures are not logged for executionId ${executionId}`);
      }
    }
    const extensions = exceptionDetails(exception, environment.graphQlContext);
    const parts = { errorType: ErrorType.INTERNAL_ERROR, message: `INTERNAL_ERROR for ${executionId}`, extensions };
    return [toGraphQLError(parts, environment)];
  }
}

function classNameOf(exception: unknown): string {
  if (typeof exception !== "object" || exception === null) return typeof exception;
  return exception.constructor?.name ?? "Object";
}

function pathOf({ info }: DataFetchingEnvironment): readonly (string | number)[] {
  return responsePathAsArray(info.path);
}

function messageOf(exception: unknown): string {
  return exception instanceof Error ? exception.message : String(exception);
}
