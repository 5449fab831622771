import type { MaybePromise } from "../../kernel/mod.ts";
import { showExceptionDetails } from "../execution/mod.ts";
import type { WebGraphQlChain, WebGraphQlInterceptor } from "./web_graphql_interceptor.ts";
import type { WebGraphQlRequest } from "./web_graphql_request.ts";
import type { WebGraphQlResponse } from "./web_graphql_response.ts";

const forwarding = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/**
 * Shows exceptions to clients on the same machine. The address of the socket decides; proxy headers can only
 * deny, because a tunnel or proxy on this machine adds them to requests of remote clients.
 */
export class ExceptionDetailsInterceptor implements WebGraphQlInterceptor {
  intercept(request: WebGraphQlRequest, next: WebGraphQlChain): MaybePromise<WebGraphQlResponse> {
    const isForwarded = forwarding.some((name) => request.headers.has(name));
    if (!isForwarded && isLoopback(request.remoteAddress)) showExceptionDetails(request.graphQlContext);
    return next(request);
  }
}

function isLoopback(address: string | undefined): boolean {
  const plain = address?.replace(/^::ffff:/i, "");
  return plain === "::1" || plain !== undefined && /^127(?:\.\d{1,3}){3}$/.test(plain);
}
