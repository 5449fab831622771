import type { GraphQLError } from "../../../deps.ts";
import type { DataFetchingEnvironment } from "./data_fetching_environment.ts";
import type { ErrorClassification } from "./error_classification.ts";
import { toGraphQLError } from "./graphql_error_parts.ts";

/** Builds a GraphQL error step by step, located at a field from the start. */
export class GraphqlErrorBuilder {
  readonly #environment: DataFetchingEnvironment | undefined;
  #message = "";
  #errorType: ErrorClassification | undefined;
  #path: readonly (string | number)[] | undefined;
  #extensions: Readonly<Record<string, unknown>> | undefined;

  private constructor(environment: DataFetchingEnvironment | undefined) {
    this.#environment = environment;
  }

  /**
   * Starts building an error.
   *
   * @param environment the field at which it is located; absent for an error without a location
   */
  static newError(environment?: DataFetchingEnvironment): GraphqlErrorBuilder {
    return new GraphqlErrorBuilder(environment);
  }

  /** Sets the message. */
  message(message: string): this {
    this.#message = message;
    return this;
  }

  /** Sets the category. */
  errorType(errorType: ErrorClassification): this {
    this.#errorType = errorType;
    return this;
  }

  /** Replaces the path of the field. */
  path(path: readonly (string | number)[]): this {
    this.#path = path;
    return this;
  }

  /** Sets further entries of `extensions`. */
  extensions(extensions: Readonly<Record<string, unknown>>): this {
    this.#extensions = extensions;
    return this;
  }

  /** Creates the error. */
  build(): GraphQLError {
    const parts = {
      message: this.#message,
      ...(this.#errorType ? { errorType: this.#errorType } : {}),
      ...(this.#path ? { path: this.#path } : {}),
      ...(this.#extensions ? { extensions: this.#extensions } : {}),
    };
    return toGraphQLError(parts, this.#environment);
  }
}
