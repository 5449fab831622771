import { parseValuePath, valueAt, type ValuePath } from "../kernel/mod.ts";
import type { ClientGraphQlResponse } from "./client_graphql_response.ts";
import { decode, type Decoder } from "./decoder.ts";
import { FieldAccessError } from "./field_access_error.ts";
import { GraphQlClientError } from "./graphql_client_error.ts";
import type { ResponseError } from "./response_error.ts";

/** One place in a response: its value, and the errors that concern it. */
export class ClientResponseField {
  /** The place, for example `"me.friends[0]"`; `""` is the whole data. */
  readonly path: string;
  /** The place as names and indexes. */
  readonly parsedPath: ValuePath;
  /** The whole response. */
  readonly response: ClientGraphQlResponse;

  /**
   * Creates the field.
   *
   * @param response the whole response
   * @param path the place
   * @throws TypeError when the path is malformed
   */
  constructor(response: ClientGraphQlResponse, path: string) {
    this.path = path;
    this.parsedPath = parseValuePath(path);
    this.response = response;
  }

  /** The raw value: `null` where the response says so, `undefined` where it has nothing. */
  get value(): unknown {
    return valueAt(this.response.data, this.parsedPath);
  }

  /** The errors at this place, above it or below it. Errors of the request as a whole don't count. */
  get errors(): readonly ResponseError[] {
    return this.response.errors.filter(({ path }) =>
      path !== undefined && path.length > 0 &&
      path.every((segment, i) => i >= this.parsedPath.length || segment === this.parsedPath[i])
    );
  }

  /**
   * Reads the value as a given type.
   *
   * @param decoder a descriptor such as `t.string`, a class, a Standard Schema or a type guard; `null` is read only by
   * a decoder that accepts it, such as `t.nullable(…)`
   * @throws FieldAccessError when there is no value
   * @throws GraphQlClientError when the value does not fit, with the reason as `cause`
   */
  toEntity<T>(decoder: Decoder<T>): T {
    const { value } = this;
    if (value === undefined || (value === null && this.errors.length > 0)) {
      throw new FieldAccessError(this.response, this);
    }
    try {
      return decode(value, decoder);
    } catch (cause) {
      if (value === null) throw new FieldAccessError(this.response, this);
      throw this.#misfit(this.path, cause);
    }
  }

  /**
   * Reads a list whose elements have a given type.
   *
   * @param decoder of each element
   * @throws FieldAccessError when there is no value
   * @throws GraphQlClientError when the value is no list, or an element does not fit
   */
  toEntityList<T>(decoder: Decoder<T>): T[] {
    return this.toEntity((value): value is unknown[] => Array.isArray(value)).map((element, i) => {
      try {
        return decode(element, decoder);
      } catch (cause) {
        throw this.#misfit(`${this.path}[${i}]`, cause);
      }
    });
  }

  #misfit(path: string, cause: unknown): GraphQlClientError {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new GraphQlClientError(`Cannot read field '${path}': ${reason}`, this.response.request, { cause });
  }
}
