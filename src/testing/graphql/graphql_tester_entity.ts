import { AssertionError, equal } from "../../std/assert/mod.ts";
import type { GraphQlTesterPath } from "./graphql_tester_path.ts";
import type { GraphQlTesterResponse } from "./graphql_tester_response.ts";

/** A value of a response, read as a type. */
export class GraphQlTesterEntity<T> {
  readonly #response: GraphQlTesterResponse;
  readonly #location: string;
  readonly #value: T;

  /**
   * Creates the entity.
   *
   * @param response the response
   * @param location the place of the value
   * @param value the value
   */
  constructor(response: GraphQlTesterResponse, location: string, value: T) {
    this.#response = response;
    this.#location = location;
    this.#value = value;
  }

  /** The value. */
  get(): T {
    return this.#value;
  }

  /** Fails unless the value equals another by structure. */
  isEqualTo(expected: T): this {
    return this.#check(equal(this.#value, expected), "to equal", expected);
  }

  /** Fails if the value equals another by structure. */
  isNotEqualTo(other: T): this {
    return this.#check(!equal(this.#value, other), "to differ from", other);
  }

  /** Fails unless the predicate accepts the value. */
  matches(predicate: (value: T) => boolean): this {
    return this.#check(predicate(this.#value), "to match", predicate);
  }

  /**
   * Hands the value over.
   *
   * @param check makes its own assertions
   */
  satisfies(check: (value: T) => void): this {
    this.#response.attempt(() => check(this.#value));
    return this;
  }

  /** Another place of the same response. */
  path(path: string): GraphQlTesterPath {
    return this.#response.path(path);
  }

  #check(holds: boolean, relation: string, expected: unknown): this {
    if (holds) return this;
    const message = `Expected ${Deno.inspect(this.#value)} at path '${this.#location}' ${relation} ${
      Deno.inspect(expected)
    }`;
    throw new AssertionError(this.#response.explain(message));
  }
}
