import { Authentication } from "../../../context/mod.ts";
import type { MaybePromise } from "../../../kernel/mod.ts";
import type { WebGraphQlChain } from "../web_graphql_interceptor.ts";
import type { WebGraphQlRequest } from "../web_graphql_request.ts";
import type { WebGraphQlResponse } from "../web_graphql_response.ts";
import { WebSocketGraphQlInterceptor, type WebSocketPayload } from "../websocket_graphql_interceptor.ts";
import { WebSocketGraphQlRequest } from "../websocket_graphql_request.ts";
import type { WebSocketSessionInfo } from "../websocket_session_info.ts";
import type { AuthenticationExtractor } from "./authentication_extractor.ts";
import type { AuthenticationManager } from "./authentication_manager.ts";

/**
 * Authenticates a WebSocket connection by the payload of `connection_init`, because browsers can't set headers there.
 * The `Authentication` belongs to the connection and is in the context of each of its operations. A connection whose
 * credentials are rejected is closed with 4403; one without credentials is unauthenticated.
 *
 * @example
 * ```ts
 * import { ContainerModule, WebGraphQlInterceptor } from "@espalier/espalier";
 * import {
 *   Authentication,
 *   AuthenticationError,
 *   AuthenticationWebSocketInterceptor,
 *   BearerTokenAuthenticationExtractor,
 * } from "@espalier/espalier/graphql";
 *
 * const users = new Map([["123456789", { name: "ada" }]]);
 * const interceptor = new AuthenticationWebSocketInterceptor(new BearerTokenAuthenticationExtractor(), {
 *   authenticate: ({ principal }) => {
 *     const user = users.get(String(principal));
 *     if (user === undefined) throw new AuthenticationError("Nobody has this token");
 *     return new Authentication(user);
 *   },
 * });
 * const security = new ContainerModule(({ bind }) => bind(WebGraphQlInterceptor).toConstantValue(interceptor));
 * ```
 */
export class AuthenticationWebSocketInterceptor extends WebSocketGraphQlInterceptor {
  /** The connection's attribute that holds its `Authentication`. */
  static readonly AUTHENTICATION = "AuthenticationWebSocketInterceptor.AUTHENTICATION";
  readonly #extractor: AuthenticationExtractor;
  readonly #manager: AuthenticationManager;

  /**
   * Creates the interceptor.
   *
   * @param extractor finds credentials
   * @param manager authenticates them
   */
  constructor(extractor: AuthenticationExtractor, manager: AuthenticationManager) {
    super();
    this.#extractor = extractor;
    this.#manager = manager;
  }

  /** Puts the connection's `Authentication` into the context of an operation. */
  override intercept(request: WebGraphQlRequest, next: WebGraphQlChain): MaybePromise<WebGraphQlResponse> {
    if (request instanceof WebSocketGraphQlRequest) {
      const authentication = request.sessionInfo.attributes.get(AuthenticationWebSocketInterceptor.AUTHENTICATION);
      if (authentication !== undefined) request.graphQlContext.put(Authentication, authentication);
    }
    return next(request);
  }

  /** Checks the credentials of a connection. */
  override async handleConnectionInitialization(
    session: WebSocketSessionInfo,
    payload: WebSocketPayload,
  ): Promise<void> {
    const credentials = await this.#extractor.getAuthentication(payload);
    if (credentials === undefined) return;
    const authentication = await this.#manager.authenticate(credentials);
    session.attributes.set(AuthenticationWebSocketInterceptor.AUTHENTICATION, authentication);
  }
}
