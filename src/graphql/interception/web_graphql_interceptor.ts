import type { ServiceIdentifier } from "../../../deps.ts";
import { type MaybePromise, type Ordered, token } from "../../kernel/mod.ts";
import type { WebGraphQlRequest } from "./web_graphql_request.ts";
import type { WebGraphQlResponse } from "./web_graphql_response.ts";

/** Passes a request to the rest of the chain. */
export type WebGraphQlChain = (request: WebGraphQlRequest) => MaybePromise<WebGraphQlResponse>;

/**
 * Intercepts every operation of every transport, before and after its execution. Bind any number of them; the outermost
 * is called first and receives the response last.
 *
 * @example
 * ```ts
 * import type { WebGraphQlInterceptor } from "@espalier/espalier/graphql";
 *
 * const tenant: WebGraphQlInterceptor = {
 *   intercept: (request, next) => {
 *     request.graphQlContext.put("tenant", request.headers.get("x-tenant") ?? "default");
 *     return next(request);
 *   },
 * };
 * ```
 */
export interface WebGraphQlInterceptor extends Ordered {
  /**
   * Intercepts a request and its response.
   *
   * @param request the request
   * @param next passes a request, this one or another, to the rest of the chain
   * @returns the response, possibly transformed
   */
  intercept(request: WebGraphQlRequest, next: WebGraphQlChain): MaybePromise<WebGraphQlResponse>;
}

/** Identifier of the {@linkcode WebGraphQlInterceptor} beans. */
export const WebGraphQlInterceptor: ServiceIdentifier<WebGraphQlInterceptor> = token<WebGraphQlInterceptor>(
  "WebGraphQlInterceptor",
);
