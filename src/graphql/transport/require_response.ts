import { describeValue } from "../../kernel/mod.ts";
import type { WebGraphQlResponse } from "../interception/mod.ts";

/**
 * Refuses what an interceptor gave that forgot to return a response; not everybody asks the compiler.
 *
 * @param response what came back through the interceptors
 * @returns the response
 * @throws TypeError saying what interceptors return
 */
export function requireResponse(response: WebGraphQlResponse): WebGraphQlResponse {
  if (typeof response?.toMap === "function") return response;
  throw new TypeError(
    "Cannot answer the operation as every interceptor must return a response, such as that of next(request): current " +
      `value is ${describeValue(response)}`,
  );
}
