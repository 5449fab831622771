/** One WebSocket connection, as interceptors see it. */
export interface WebSocketSessionInfo {
  /** Names the connection. */
  readonly id: string;
  /** The URL of the handshake. */
  readonly uri: URL;
  /** The headers of the handshake. */
  readonly headers: Headers;
  /** The client's address, if known. */
  readonly remoteAddress: string | undefined;
  /** Values that belong to the connection. */
  readonly attributes: Map<string, unknown>;
}
