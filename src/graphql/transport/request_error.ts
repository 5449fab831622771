import type { WebGraphQlResponse } from "../interception/mod.ts";

/**
 * Whether a request could not begin: it has errors instead of results (a "request error" of the GraphQL specification).
 *
 * @param response what came back through the interceptors
 */
export function isRequestError({ stream, isDataPresent, errors }: WebGraphQlResponse): boolean {
  return stream === undefined && !isDataPresent && errors.length > 0;
}
