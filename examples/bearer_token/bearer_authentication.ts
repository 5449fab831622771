import {
  Authentication,
  AuthenticationError,
  type AuthenticationManager,
  BearerTokenAuthenticationExtractor,
  ResponseStatusError,
  type WebGraphQlChain,
  type WebGraphQlInterceptor,
  type WebGraphQlRequest,
  type WebGraphQlResponse,
  WebSocketGraphQlRequest,
} from "@espalier/espalier/graphql";
import type { SignedTokens } from "./signed_tokens.ts";

/** Returns the user of a token. */
export class TokenAuthenticationManager implements AuthenticationManager {
  readonly #tokens: SignedTokens;

  constructor(tokens: SignedTokens) {
    this.#tokens = tokens;
  }

  async authenticate({ principal }: Authentication): Promise<Authentication> {
    const user = await this.#tokens.read(String(principal));
    if (user === undefined) throw new AuthenticationError("Not a valid bearer token");
    return new Authentication(user);
  }
}

/**
 * Authenticates an HTTP request by its `Authorization` header. A request without a token stays anonymous;
 * one with an invalid token is rejected.
 */
export class BearerAuthentication implements WebGraphQlInterceptor {
  readonly #manager: AuthenticationManager;
  readonly #extractor = new BearerTokenAuthenticationExtractor();

  constructor(manager: AuthenticationManager) {
    this.#manager = manager;
  }

  async intercept(request: WebGraphQlRequest, next: WebGraphQlChain): Promise<WebGraphQlResponse> {
    // Operations over a WebSocket belong to the user who opened it.
    if (request instanceof WebSocketGraphQlRequest) return await next(request);
    const authentication = await this.#authenticate(request.headers.get("authorization"));
    if (authentication !== undefined) request.graphQlContext.put(Authentication, authentication);
    return await next(request);
  }

  async #authenticate(authorization: string | null): Promise<Authentication | undefined> {
    try {
      const credentials = this.#extractor.getAuthentication({ authorization });
      return credentials && await this.#manager.authenticate(credentials);
    } catch (error) {
      if (!(error instanceof AuthenticationError)) throw error;
      throw new ResponseStatusError(401, "Not a valid bearer token");
    }
  }
}
