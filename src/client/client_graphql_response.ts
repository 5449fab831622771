import type { ClientGraphQlRequest } from "./client_graphql_request.ts";
import { decode, type Decoder } from "../kernel/mod.ts";
import { classificationOf, describeErrors, type ResponseError, responseErrors } from "./response_error.ts";
import { parseValuePath, valueAt, type ValuePath } from "../kernel/mod.ts";
import { GraphQlClientError } from "./graphql_client_error.ts";

/** A response in its wire format. */
export interface GraphQlResponseBody {
  /** The data; `null` or absent when the request failed as a whole. */
  readonly data?: unknown;
  /** The errors, if there are any. */
  readonly errors?: readonly ResponseError[];
  /** Extensions of the server. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** The response of a server; `Result` is the type of its data, if a typed operation was sent. */
export class ClientGraphQlResponse<Result = unknown> {
  /** The request of this response. */
  readonly request: ClientGraphQlRequest;
  /** The response as it arrived. */
  readonly body: GraphQlResponseBody;
  /** Errors of the request and of fields; empty when there are none. */
  readonly errors: readonly ResponseError[];

  /**
   * Creates the response.
   *
   * @param request the request
   * @param body the response as it arrived
   */
  constructor(request: ClientGraphQlRequest, body: GraphQlResponseBody) {
    this.request = request;
    this.body = body;
    this.errors = responseErrors(body.errors);
  }

  /** Whether the request executed and gave data. */
  get isValid(): boolean {
    return this.data !== null;
  }

  /** The data; `null` if there is none. Failed fields are `null` in it. */
  get data(): Result | null {
    // The server validated the operation against the schema from which the type was generated.
    return (this.body.data ?? null) as Result | null;
  }

  /** Extensions; empty if there are none. */
  get extensions(): Readonly<Record<string, unknown>> {
    return this.body.extensions ?? {};
  }

  /** The classifications of all errors, in their order. */
  get classifications(): readonly unknown[] {
    return this.errors.map(classificationOf);
  }

  /** Returns the field at a path of the response.
   *
   * @param path for example `"me.friends[0].name"`; `""` is the whole data
   * @throws TypeError when the path is malformed
   */
  field(path: string): ClientResponseField {
    return new ClientResponseField(this, path);
  }

  /**
   * Reads the whole data as a given type.
   *
   * @param decoder a descriptor, a class, a Standard Schema or a type guard
   * @throws FieldAccessError if there is no data
   */
  toEntity<T>(decoder: Decoder<T>): T {
    return this.field("").toEntity(decoder);
  }
}

/** A field of a response: its value, and the errors that affect it. */
export class ClientResponseField {
  /** The path, for example `"me.friends[0]"`; `""` is the whole data. */
  readonly path: string;
  /** The path as names and indexes. */
  readonly parsedPath: ValuePath;
  /** The whole response. */
  readonly response: ClientGraphQlResponse;

  /**
   * Creates the field.
   *
   * @param response the whole response
   * @param path the path
   * @throws TypeError when the path is malformed
   */
  constructor(response: ClientGraphQlResponse, path: string) {
    this.path = path;
    this.parsedPath = parseValuePath(path);
    this.response = response;
  }

  /** The raw value: `null` if it is null in the response, `undefined` if it is absent. */
  get value(): unknown {
    return valueAt(this.response.data, this.parsedPath);
  }

  /** The errors at this path, above it or below it. Errors without a path are not included. */
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
   * @throws FieldAccessError if there is no value
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
   * @throws FieldAccessError if there is no value
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

/** Thrown when a field has no value: it failed, a field above it failed, or it is absent. */
export class FieldAccessError extends GraphQlClientError {
  /** The whole response. */
  readonly response: ClientGraphQlResponse;
  /** The field that has no value. */
  readonly field: ClientResponseField;

  /**
   * Creates the error.
   *
   * @param response the whole response
   * @param field the field
   */
  constructor(response: ClientGraphQlResponse, field: ClientResponseField) {
    const errors = field.errors.length > 0 ? field.errors : response.errors;
    const reason = errors.length > 0 ? `errors:\n${describeErrors(errors)}` : "it has no value";
    super(`Invalid field '${field.path}', ${reason}`, response.request);
    this.response = response;
    this.field = field;
  }
}
