import type { HttpExchange } from "../../http/mod.ts";
import type { SingleConnectionHandler } from "./sse/single_connection_handler.ts";
import type { GraphQlWebSocketHandler } from "./websocket/graphql_websocket_handler.ts";

/** The transports with open connections, as opposed to plain HTTP. */
export class StreamingHandlers {
  /** The methods that they handle in addition to those of plain HTTP. */
  readonly methods: readonly string[];
  /** Path of the endpoint. */
  readonly path: string;
  readonly #webSocket: GraphQlWebSocketHandler;
  readonly #singleConnection: SingleConnectionHandler;

  /**
   * @param webSocket handles `graphql-transport-ws`
   * @param singleConnection shares event streams between operations
   */
  constructor(webSocket: GraphQlWebSocketHandler, singleConnection: SingleConnectionHandler) {
    this.path = webSocket.path;
    this.methods = singleConnection.isEnabled ? ["PUT", "DELETE"] : [];
    this.#webSocket = webSocket;
    this.#singleConnection = singleConnection;
  }

  /**
   * Handles a request for one of them.
   *
   * @returns `undefined` when the request is plain HTTP
   */
  handle(exchange: HttpExchange): Promise<Response> | undefined {
    const { method } = exchange.request;
    if (method === "GET" && this.#webSocket.isEnabled && isUpgrade(exchange)) return this.#webSocket.handle(exchange);
    if (this.methods.includes(method) || this.#singleConnection.concerns(exchange)) {
      return this.#singleConnection.handle(exchange);
    }
    return undefined;
  }
}

function isUpgrade({ request }: HttpExchange): boolean {
  return request.headers.get("upgrade")?.toLowerCase() === "websocket";
}
