import { type ClientResponseField, decode, type Decoder } from "../../client/mod.ts";
import { AssertionError, equal } from "../../std/assert/mod.ts";
import { firstDifference } from "../json_subset.ts";
import { valueByPath } from "./wildcard_path.ts";

/** The response that paths and values belong to. */
export interface TestedResponse {
  /** The response as the client sees it. */
  readonly response: { readonly data: unknown };
  /** Selects another path of the response, which must have no unexpected errors. */
  path(path: string): GraphQlTesterPath;
  /** Returns the field at a path with the errors that affect it, without assertions. */
  field(path: string): ClientResponseField;
  /** Adds to a message which request it is about. */
  explain(message: string): string;
  /** Runs assertions, and adds the request to the message of a failure. */
  attempt<T>(check: () => T): T;
}

/** A path in the data of a response. */
export class GraphQlTesterPath {
  /** The path, from the root of the data: `"me.friends[0]"`. */
  readonly location: string;
  readonly #response: TestedResponse;

  /**
   * Creates the path.
   *
   * @param response the response
   * @param location the path
   */
  constructor(response: TestedResponse, location: string) {
    this.#response = response;
    this.location = location;
  }

  /**
   * Selects a path from the root of the data; with `check`, a path below this one.
   *
   * @param path for example `"me.name"`; below `"me"`, `"name"` with a check
   * @param check asserts the path below this one
   * @returns the path; this one after a check
   */
  path(path: string, check?: (place: GraphQlTesterPath) => void): GraphQlTesterPath {
    if (check === undefined) return this.#response.path(path);
    check(
      this.#response.path(
        path.startsWith("[") || this.location === "" ? this.location + path : `${this.location}.${path}`,
      ),
    );
    return this;
  }

  /** Fails unless there is a value that is not null; below `[*]`, unless one of the elements has such a value. */
  hasValue(): this {
    if (this.#values().every((value) => value === null)) this.#fail("Expected a value", this.#value());
    return this;
  }

  /** Fails unless the value is there and null; below `[*]`, unless all values are null. */
  valueIsNull(): this {
    const values = this.#values();
    if (values.length === 0 || values.some((value) => value !== null)) this.#fail("Expected null value", this.#value());
    return this;
  }

  /** Fails unless the response has a value at the path, even null; below `[*]`, unless an element has one. */
  pathExists(): this {
    if (this.#values().length === 0) this.#fail("Expected something", this.#value());
    return this;
  }

  /** Fails if the response has a value at the path, even null; below `[*]`, if any element has one. */
  pathDoesNotExist(): this {
    if (this.#values().length > 0) this.#fail("Expected nothing", this.#value());
    return this;
  }

  /**
   * Reads the value as a given type, for assertions.
   *
   * @param decoder a descriptor such as `t.string`, a class, a Standard Schema or a type guard
   */
  entity<T>(decoder: Decoder<T>): GraphQlTesterEntity<T> {
    const value = this.#response.attempt(() =>
      this.#isOne ? this.#response.field(this.location).toEntity(decoder) : decode(this.#list(), decoder)
    );
    return new GraphQlTesterEntity(this.#response, this.location, value);
  }

  /**
   * Reads a list, for assertions.
   *
   * @param decoder of the elements
   */
  entityList<T>(decoder: Decoder<T>): GraphQlTesterEntityList<T> {
    const values = this.#response.attempt(() =>
      this.#isOne
        ? this.#response.field(this.location).toEntityList(decoder)
        : this.#list().map((element) => decode(element, decoder))
    );
    return new GraphQlTesterEntityList(this.#response, this.location, values);
  }

  /**
   * Fails unless the value contains the given JSON: objects may have further properties, lists have the same elements
   * in
   * any order.
   *
   * @param expected a value, or JSON text
   */
  matchesJson(expected: unknown): this {
    const difference = firstDifference(this.#value(), asJson(expected), this.location);
    if (difference !== undefined) this.#fail(`Expected a match: ${difference}`, this.#value());
    return this;
  }

  /**
   * Fails unless the value equals the given JSON.
   *
   * @param expected a value, or JSON text
   */
  matchesJsonStrictly(expected: unknown): this {
    const value = this.#value();
    const wanted = asJson(expected);
    if (!equal(value, wanted)) {
      this.#fail(`Expected exactly ${JSON.stringify(wanted)}${unexpected(value, wanted)}`, value);
    }
    return this;
  }

  /** Whether the path selects one value, that is, it has no `[*]`. */
  get #isOne(): boolean {
    return !this.location.includes("[*]");
  }

  /** The values at the path; empty if the response has none. */
  #values(): readonly unknown[] {
    const value = this.#value();
    if (value === undefined) return [];
    return this.#isOne ? [value] : value as readonly unknown[];
  }

  /** The values of all elements; a list without elements has none, but a name that no element has is a mistake. */
  #list(): readonly unknown[] {
    const value = this.#value();
    if (value === undefined) this.#fail("Expected values", undefined);
    return value as readonly unknown[];
  }

  #value(): unknown {
    return this.#response.attempt(() => valueByPath(this.#response.response.data, this.location));
  }

  #fail(message: string, value: unknown): never {
    const actual = value === undefined ? "nothing" : JSON.stringify(value);
    throw new AssertionError(
      this.#response.explain(`${message} at JSON path "${this.location}": current value is ${actual}`),
    );
  }
}

function asJson(expected: unknown): unknown {
  return typeof expected === "string" && /^\s*[[{]/.test(expected) ? JSON.parse(expected) : expected;
}

function unexpected(value: unknown, wanted: unknown): string {
  const names = Object.keys(Object(value)).filter((name) => !Object.hasOwn(Object(wanted), name));
  return names.map((name) => `\nUnexpected: ${name}`).join("");
}

/** A value of a response, read as a type. */
export class GraphQlTesterEntity<T> {
  readonly #response: TestedResponse;
  readonly #location: string;
  readonly #value: T;

  /**
   * Creates the entity.
   *
   * @param response the response
   * @param location the path of the value
   * @param value the value
   */
  constructor(response: TestedResponse, location: string, value: T) {
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

  /** Selects another path of the same response. */
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

/** A list of a response, its elements read as a type. */
export class GraphQlTesterEntityList<T> {
  readonly #response: TestedResponse;
  readonly #location: string;
  readonly #values: readonly T[];

  /**
   * Creates the list.
   *
   * @param response the response
   * @param location the path of the list
   * @param values the elements
   */
  constructor(response: TestedResponse, location: string, values: readonly T[]) {
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

  /** Fails unless the list consists of exactly the given elements, in their order. */
  containsExactly(...elements: readonly T[]): this {
    return this.#check(equal(this.#values, elements), `to contain exactly ${Deno.inspect(elements)}`);
  }

  /** Fails unless the list has the given number of elements. */
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
    // the check ensures that it exists
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

  /** Selects another path of the same response. */
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
