import { Authentication, peekContext } from "../../context/mod.ts";
import type {
  WebGraphQlChain,
  WebGraphQlInterceptor,
  WebGraphQlRequest,
  WebGraphQlResponse,
} from "../../graphql/mod.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import { CacheOutcome } from "../cache_outcome.ts";

/** Request headers that a response may depend on: media type, language, and identity of the client. */
const varyingHeaders = "Accept, Accept-Language, Authorization, Cookie";

/** Sets `Cache-Control` for caches of clients and proxies. */
export class CacheHeaderInterceptor implements WebGraphQlInterceptor {
  /** Outermost, to see the changes of other interceptors. */
  readonly order: number = Number.MIN_SAFE_INTEGER;

  intercept(request: WebGraphQlRequest, next: WebGraphQlChain): MaybePromise<WebGraphQlResponse> {
    const response = next(request);
    return response instanceof Promise
      ? response.then((settled) => withHeaders(settled, request))
      : withHeaders(response, request);
  }
}

function withHeaders(response: WebGraphQlResponse, { graphQlContext }: WebGraphQlRequest): WebGraphQlResponse {
  const outcome = peekContext(graphQlContext, CacheOutcome);
  if (!(outcome instanceof CacheOutcome) || isChanged(response, outcome)) return response;
  const { responseHeaders } = response;
  if (responseHeaders.has("cache-control") || responseHeaders.has("set-cookie")) return response;
  const authentication = peekContext(graphQlContext, Authentication) as Authentication | undefined;
  const isPrivate = outcome.scope === "PRIVATE" || Authentication.isKnown(authentication);
  responseHeaders.set("cache-control", `max-age=${Math.floor(outcome.maxAge)}, ${isPrivate ? "private" : "public"}`);
  responseHeaders.append("vary", varyingHeaders);
  if (outcome.age > 0) responseHeaders.set("age", String(outcome.age));
  return response;
}

/** A response that an interceptor changed may be specific to one client. */
function isChanged({ executionResult }: WebGraphQlResponse, { data }: CacheOutcome): boolean {
  return executionResult.data !== data || executionResult.errors !== undefined ||
    executionResult.extensions !== undefined;
}
