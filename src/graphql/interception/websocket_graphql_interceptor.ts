import type { MaybePromise } from "../../kernel/mod.ts";
import type { WebGraphQlChain, WebGraphQlInterceptor } from "./web_graphql_interceptor.ts";
import type { WebGraphQlRequest } from "./web_graphql_request.ts";
import type { WebGraphQlResponse } from "./web_graphql_response.ts";
import type { WebSocketSessionInfo } from "./websocket_session_info.ts";

/** A payload of the WebSocket protocol. */
export type WebSocketPayload = Readonly<Record<string, unknown>>;

/**
 * Intercepts the lifecycle of WebSocket connections and their operations. Bind one at most, as a
 * `WebGraphQlInterceptor`.
 *
 * @example
 * ```ts
 * import { AuthenticationError, WebSocketGraphQlInterceptor, type WebSocketPayload } from "@espalier/espalier/graphql";
 *
 * class TokenInterceptor extends WebSocketGraphQlInterceptor {
 *   override handleConnectionInitialization(_session: unknown, payload: WebSocketPayload): WebSocketPayload {
 *     if (typeof payload.token !== "string") throw new AuthenticationError("The payload must have a token");
 *     return { user: "ada" };
 *   }
 * }
 * console.log(new TokenInterceptor().handleConnectionInitialization({}, { token: "t" })); // { user: "ada" }
 * ```
 */
export abstract class WebSocketGraphQlInterceptor implements WebGraphQlInterceptor {
  /** Lower comes first; absent counts as 0. */
  readonly order?: number;

  /** Passes operations on; override it to intercept them. */
  intercept(request: WebGraphQlRequest, next: WebGraphQlChain): MaybePromise<WebGraphQlResponse> {
    return next(request);
  }

  /**
   * Called with the client's `connection_init`. Throwing rejects the connection: it is closed with 4403. An
   * `AuthenticationError`, `AccessDeniedError` or `ResponseStatusError` rejects the client, and is logged at `DEBUG`;
   * any other error is a failure of the service, and is logged at `ERROR`.
   *
   * @param session the connection
   * @param payload the client's payload, or `{}`
   * @returns the payload of `connection_ack`; `undefined` means `{}`
   */
  handleConnectionInitialization(
    _session: WebSocketSessionInfo,
    _payload: WebSocketPayload,
  ): MaybePromise<WebSocketPayload | void> {}

  /**
   * Called when the client ends a subscription.
   *
   * @param session the connection
   * @param id names the operation
   */
  handleCancelledSubscription(_session: WebSocketSessionInfo, _id: string): MaybePromise<void> {}

  /**
   * Called when a connection that was initialised is closed.
   *
   * @param session the connection
   * @param code the close code; 1005 when there was none
   * @param payload the client's payload of `connection_init`
   */
  handleConnectionClosed(
    _session: WebSocketSessionInfo,
    _code: number,
    _payload: WebSocketPayload,
  ): MaybePromise<void> {}
}
