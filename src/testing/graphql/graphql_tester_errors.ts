import type { ResponseError } from "../../client/mod.ts";
import { AssertionError } from "../../std/assert/mod.ts";
import type { GraphQlTesterResponse } from "./graphql_tester_response.ts";

/** Picks errors of a response. */
export type ErrorFilter = (error: ResponseError) => boolean;

/** The errors of a response: which of them are expected, and a check that there are no others. */
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

function listed(errors: readonly ResponseError[]): string {
  return JSON.stringify(errors);
}
