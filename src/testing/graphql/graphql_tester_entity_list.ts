import { AssertionError, equal } from "../../std/assert/mod.ts";
import { GraphQlTesterEntity } from "./graphql_tester_entity.ts";
import type { GraphQlTesterPath } from "./graphql_tester_path.ts";
import type { GraphQlTesterResponse } from "./graphql_tester_response.ts";

/** A list of a response, its elements read as a type. */
export class GraphQlTesterEntityList<T> {
  readonly #response: GraphQlTesterResponse;
  readonly #location: string;
  readonly #values: readonly T[];

  /**
   * Creates the list.
   *
   * @param response the response
   * @param location the place of the list
   * @param values the elements
   */
  constructor(response: GraphQlTesterResponse, location: string, values: readonly T[]) {
    this.#response = response;
    this.#location = location;
    this.#values = values;
  }

  /** The elements. */
  get(): readonly T[] {
    return this.#values;
  }

  /** Fails unless each of the given elements is in the list. */
  contains(...elements: readonly T[]): this {
    return this.#check(elements.every((element) => this.#has(element)), `to contain ${Deno.inspect(elements)}`);
  }

  /** Fails if any of the given elements is in the list. */
  doesNotContain(...elements: readonly T[]): this {
    return this.#check(!elements.some((element) => this.#has(element)), `not to contain ${Deno.inspect(elements)}`);
  }

  /** Fails unless the list holds the given elements, in their order, and no other. */
  containsExactly(...elements: readonly T[]): this {
    return this.#check(equal(this.#values, elements), `to contain exactly ${Deno.inspect(elements)}`);
  }

  /** Fails unless the list has so many elements. */
  hasSize(size: number): this {
    return this.#check(this.#values.length === size, `to have size == ${size}`);
  }

  /** Fails unless the list has more elements. */
  hasSizeGreaterThan(size: number): this {
    return this.#check(this.#values.length > size, `to have size > ${size}`);
  }

  /** Fails unless the list has fewer elements. */
  hasSizeLessThan(size: number): this {
    return this.#check(this.#values.length < size, `to have size < ${size}`);
  }

  /** The one element of the list; fails unless there is exactly one. */
  singleElement(): GraphQlTesterEntity<T> {
    this.hasSize(1);
    return this.element(0);
  }

  /** The element at an index; fails if there is none. */
  element(index: number): GraphQlTesterEntity<T> {
    this.#check(index < this.#values.length, `to have an element ${index}`);
    // the check has just said that it is there
    return new GraphQlTesterEntity(this.#response, `${this.#location}[${index}]`, this.#values[index] as T);
  }

  /**
   * Hands the elements over.
   *
   * @param check makes its own assertions
   */
  satisfies(check: (values: readonly T[]) => void): this {
    this.#response.attempt(() => check(this.#values));
    return this;
  }

  /** Another place of the same response. */
  path(path: string): GraphQlTesterPath {
    return this.#response.path(path);
  }

  #has(element: T): boolean {
    return this.#values.some((value) => equal(value, element));
  }

  #check(holds: boolean, expectation: string): this {
    if (holds) return this;
    const message = `Expected list ${Deno.inspect(this.#values)} at path '${this.#location}' ${expectation}`;
    throw new AssertionError(this.#response.explain(message));
  }
}
