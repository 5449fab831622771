import { WebGraphQlRequest, type WebGraphQlRequestParts } from "./web_graphql_request.ts";
import type { WebSocketSessionInfo } from "./websocket_session_info.ts";

/** A GraphQL request that came over a WebSocket. */
export class WebSocketGraphQlRequest extends WebGraphQlRequest {
  /** The connection. */
  readonly sessionInfo: WebSocketSessionInfo;

  /**
   * Creates the request.
   *
   * @param parts the parts that the transport read
   * @param sessionInfo the connection
   */
  constructor(parts: WebGraphQlRequestParts, sessionInfo: WebSocketSessionInfo) {
    super(parts);
    this.sessionInfo = sessionInfo;
  }
}
