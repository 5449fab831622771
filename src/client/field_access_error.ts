import type { ClientGraphQlResponse } from "./client_graphql_response.ts";
import type { ClientResponseField } from "./client_response_field.ts";
import { GraphQlClientError } from "./graphql_client_error.ts";
import { describeErrors } from "./response_error.ts";

/** A field has no value to read: it failed, something above it failed, or it is absent. */
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
