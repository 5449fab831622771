import type { ClientGraphQlResponse, ClientResponseField, ResponseError } from "../../client/mod.ts";
import { AssertionError } from "../../std/assert/mod.ts";
import { GraphQlTesterPath, type TestedResponse } from "./graphql_tester_path.ts";

/** A response to assert; `Result` is the type of its data, if a typed operation was sent. */
export class GraphQlTesterResponse<Result = unknown> implements TestedResponse {
  /** The response as the client sees it. */
  readonly response: ClientGraphQlResponse<Result>;
  readonly #errors: GraphQlTesterErrors;

  /**
   * Creates the response.
   *
   * @param response the response
   * @param expected errors that are expected
   */
  constructor(response: ClientGraphQlResponse<Result>, expected?: ErrorFilter) {
    this.response = response;
    this.#errors = new GraphQlTesterErrors(this, response.errors, expected);
  }

  /** The errors of the response. */
  errors(): GraphQlTesterErrors {
    return this.#errors;
  }

  /**
   * The data.
   *
   * @throws AssertionError if there is none, or the response contains unexpected errors
   */
  get data(): Result {
    this.#errors.verify();
    const { data } = this.response;
    if (data === null) throw new AssertionError(this.explain("Expected data: the response has none"));
    return data;
  }

  /** Selects a path in the data, for assertions.
   *
   * @param path for example `"books.edges[0].node"`; `""` is the whole data
   * @param check asserts the path
   * @throws AssertionError if the response contains unexpected errors
   */
  path(path: string, check?: (place: GraphQlTesterPath) => void): GraphQlTesterPath {
    this.#errors.verify();
    const place = new GraphQlTesterPath(this, path);
    check?.(place);
    return place;
  }

  /** Returns the field at a path with the errors that affect it, without assertions. */
  field(path: string): ClientResponseField {
    return this.response.field(path);
  }

  /** The response's extensions; empty when there are none. */
  get extensions(): Readonly<Record<string, unknown>> {
    return this.response.extensions;
  }

  /** Adds to a message which request it is about. */
  explain(message: string): string {
    const { document, operationName, variables } = this.response.request;
    const name = operationName === undefined ? "" : `, operationName='${operationName}'`;
    const values = Object.keys(variables).length === 0 ? "" : `, variables=${JSON.stringify(variables)}`;
    return `${message}\nRequest: document='${document}'${name}${values}`;
  }

  /** Runs assertions, and adds the request to the message of a failure. */
  attempt<T>(check: () => T): T {
    try {
      return check();
    } catch (cause) {
      if (!(cause instanceof Error) || cause.message.includes("\nRequest: document=")) throw cause;
      throw new AssertionError(this.explain(cause.message), { cause });
    }
  }
}

function listed(errors: readonly ResponseError[]): string {
  return JSON.stringify(errors);
}

/** Picks errors of a response. */
export type ErrorFilter = (error: ResponseError) => boolean;

/** The errors of a response: filters expected ones, and checks that there are no others. */
export class GraphQlTesterErrors {
  readonly #response: GraphQlTesterResponse;
  readonly #all: readonly ResponseError[];
  #unexpected: readonly ResponseError[];

  /**
   * Creates the errors.
   *
   * @param response the response
   * @param all its errors
   * @param expected picks errors that are expected from the start
   */
  constructor(response: GraphQlTesterResponse, all: readonly ResponseError[], expected: ErrorFilter | undefined) {
    this.#response = response;
    this.#all = all;
    this.#unexpected = expected === undefined ? all : all.filter((error) => !expected(error));
  }

  /** Marks errors as expected, if there are any of the kind. */
  filter(predicate: ErrorFilter): this {
    this.#unexpected = this.#unexpected.filter((error) => !predicate(error));
    return this;
  }

  /** Marks errors as expected, and fails if there are none of the kind. */
  expect(predicate: ErrorFilter): this {
    if (!this.#all.some(predicate)) {
      throw new AssertionError(this.#response.explain(`No matching errors: the response has ${listed(this.#all)}`));
    }
    return this.filter(predicate);
  }

  /**
   * Fails if there are errors that are not expected.
   *
   * @returns the response
   */
  verify(): GraphQlTesterResponse {
    const count = this.#unexpected.length;
    if (count === 0) return this.#response;
    const total = this.#all.length === count ? "" : ` of ${this.#all.length} total`;
    const message = `Response has ${count} unexpected error(s)${total}. If expected, filter them out: ${
      listed(this.#unexpected)
    }`;
    throw new AssertionError(this.#response.explain(message));
  }

  /**
   * Hands over all errors; they count as expected afterwards.
   *
   * @param check makes its own assertions
   * @returns the response
   */
  satisfy(check: (errors: readonly ResponseError[]) => void): GraphQlTesterResponse {
    this.#unexpected = [];
    this.#response.attempt(() => check(this.#all));
    return this.#response;
  }
}
