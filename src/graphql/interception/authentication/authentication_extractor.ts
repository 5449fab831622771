import type { Authentication } from "../../../context/mod.ts";
import type { MaybePromise } from "../../../kernel/mod.ts";
import type { WebSocketPayload } from "../websocket_graphql_interceptor.ts";

/** Finds credentials in the payload with which a client opens a WebSocket connection. */
export interface AuthenticationExtractor {
  /**
   * Finds the credentials in one payload.
   *
   * @param payload what the client sent with `connection_init`
   * @returns the credentials as principal, not checked yet; `undefined` when there are none
   * @throws AuthenticationError when there is something that can't be credentials
   */
  getAuthentication(payload: WebSocketPayload): MaybePromise<Authentication | undefined>;
}
