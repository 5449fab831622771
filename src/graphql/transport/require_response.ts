import { describeValue } from "../../kernel/mod.ts";
import type { WebGraphQlResponse } from "../interception/mod.ts";

/**
 * Rejects the return value of an interceptor that returns no response, for callers without type checking.
 *
 * @param response the return value of the interceptors
 * @returns the response
 * @throws TypeError that describes what interceptors return
 */
export function requireResponse(response: WebGraphQlResponse): WebGraphQlResponse {
  if (typeof response?.toMap === "function") return response;
  throw new TypeError(
    "Cannot answer the operation as every interceptor must return a response, such as that of next(request): current " +
      `value is ${describeValue(response)}`,
  );
}
