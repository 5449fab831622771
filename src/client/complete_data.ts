import { type ClientGraphQlResponse, FieldAccessError } from "./client_graphql_response.ts";

/**
 * Reads the data of a response whose errors the caller could not check.
 *
 * @param response the response
 * @throws FieldAccessError if a field failed or there is no data
 */
export function completeData<Result>(response: ClientGraphQlResponse<Result>): Result {
  const { data } = response;
  if (data === null || response.errors.length > 0) throw new FieldAccessError(response, response.field(""));
  return data;
}
