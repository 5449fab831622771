import { decode, type Decoder } from "../../client/mod.ts";
import { AssertionError, equal } from "../../std/assert/mod.ts";
import { GraphQlTesterEntity } from "./graphql_tester_entity.ts";
import { GraphQlTesterEntityList } from "./graphql_tester_entity_list.ts";
import type { GraphQlTesterResponse } from "./graphql_tester_response.ts";
import { firstDifference } from "../json_subset.ts";
import { valueByPath } from "./wildcard_path.ts";

/** One place of a response's data. */
export class GraphQlTesterPath {
  /** The place, from the root of the data: `"me.friends[0]"`. */
  readonly location: string;
  readonly #response: GraphQlTesterResponse;

  /**
   * Creates the path.
   *
   * @param response the response
   * @param location the place
   */
  constructor(response: GraphQlTesterResponse, location: string) {
    this.#response = response;
    this.location = location;
  }

  /**
   * A place, from the root of the data; with `check`, a place below this one.
   *
   * @param path for example `"me.name"`; below `"me"`, `"name"` with a check
   * @param check makes assertions about the place below this one
   * @returns the place; this one after a check
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

  /** Fails unless the response has something at the place, even null; below `[*]`, unless an element has. */
  pathExists(): this {
    if (this.#values().length === 0) this.#fail("Expected something", this.#value());
    return this;
  }

  /** Fails if the response has anything at the place, even null; below `[*]`, if any element has. */
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
   * Fails unless the value holds the given JSON: objects may have further properties, lists have the same elements in
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

  /** Whether the place is one, and not those of all elements of lists. */
  get #isOne(): boolean {
    return !this.location.includes("[*]");
  }

  /** The values at the place, none where the response has nothing there. */
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
