import type { ClientGraphQlRequest } from "./client_graphql_request.ts";
import { ClientResponseField } from "./client_response_field.ts";
import type { Decoder } from "./decoder.ts";
import { classificationOf, type ResponseError, responseErrors } from "./response_error.ts";

/** A response as it stands on the wire. */
export interface GraphQlResponseBody {
  /** The data; `null` or absent when the request failed as a whole. */
  readonly data?: unknown;
  /** The errors, if there are any. */
  readonly errors?: readonly ResponseError[];
  /** What the server adds beside data and errors. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** The response of a server; `Result` is the type of its data, where an operation with types was sent. */
export class ClientGraphQlResponse<Result = unknown> {
  /** The request that was answered. */
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

  /** The data; `null` when there is none. Fields that failed are `null` in it. */
  get data(): Result | null {
    // The server validated the operation by its schema, from which the type was made.
    return (this.body.data ?? null) as Result | null;
  }

  /** Further data; empty when there is none. */
  get extensions(): Readonly<Record<string, unknown>> {
    return this.body.extensions ?? {};
  }

  /** The classifications of all errors, in their order. */
  get classifications(): readonly unknown[] {
    return this.errors.map(classificationOf);
  }

  /**
   * One place in the response.
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
   * @throws FieldAccessError when there is no data
   */
  toEntity<T>(decoder: Decoder<T>): T {
    return this.field("").toEntity(decoder);
  }
}
