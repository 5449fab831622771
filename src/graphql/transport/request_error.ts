import type { WebGraphQlResponse } from "../interception/mod.ts";

/**
 * Whether a response is a "request error" of the GraphQL specification: it has errors and no data.
 *
 * @param response the response of the interceptors
 */
export function isRequestError({ stream, isDataPresent, errors }: WebGraphQlResponse): boolean {
  return stream === undefined && !isDataPresent && errors.length > 0;
}
