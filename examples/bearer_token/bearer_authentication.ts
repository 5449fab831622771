import {
  Authentication,
  ResponseStatusError,
  type WebGraphQlChain,
  type WebGraphQlRequest,
  type WebGraphQlResponse,
  WebSocketGraphQlInterceptor,
  WebSocketGraphQlRequest,
  type WebSocketPayload,
  type WebSocketSessionInfo,
} from "@espalier/espalier/graphql";
import type { SignedTokens } from "./signed_tokens.ts";

/**
 * Finds out who makes a request: from the `Authorization` header or, as browsers can't set headers on WebSockets, from
 * the payload with which a connection is opened. A request without token goes on as nobody's; one with a bad token is
 * refused.
 */
export class BearerAuthentication extends WebSocketGraphQlInterceptor {
  readonly #tokens: SignedTokens;

  constructor(tokens: SignedTokens) {
    super();
    this.#tokens = tokens;
  }

  override async intercept(request: WebGraphQlRequest, next: WebGraphQlChain): Promise<WebGraphQlResponse> {
    const authentication = request instanceof WebSocketGraphQlRequest
      ? request.sessionInfo.attributes.get(Authentication.name)
      : await this.#authenticate(request.headers.get("authorization"));
    if (authentication !== undefined) request.graphQlContext.put(Authentication, authentication);
    return await next(request);
  }

  override async handleConnectionInitialization(
    session: WebSocketSessionInfo,
    payload: WebSocketPayload,
  ): Promise<void> {
    const header = payload.authorization ?? payload.Authorization;
    const authentication = await this.#authenticate(typeof header === "string" ? header : null);
    if (authentication !== undefined) session.attributes.set(Authentication.name, authentication);
  }

  async #authenticate(header: string | null): Promise<Authentication | undefined> {
    if (header === null) return undefined;
    const token = /^Bearer +(\S+)$/i.exec(header)?.[1];
    const user = token === undefined ? undefined : await this.#tokens.read(token);
    if (user === undefined) throw new ResponseStatusError(401, "Not a valid bearer token");
    return new Authentication(user);
  }
}
