import { type GraphQlWsContext, type GraphQlWsServer, loadGraphQlWs } from "../../../../deps.ts";
import { inRootContext } from "../../../context/mod.ts";
import { ClientQuota, type ClientTrace, HttpExchange } from "../../../http/mod.ts";
import type { GraphQlExecutionResult } from "../../execution/mod.ts";
import type { WebSocketGraphQlInterceptor, WebSocketPayload } from "../../interception/mod.ts";
import { refusalResponse, type Refused } from "../http/json_responses.ts";
import { reconnectionMs } from "../streams/reconnection.ts";
import type { TransportPlatform } from "../transport_platform.ts";
import { isForClients } from "../failed_operation.ts";
import { ClientSocket } from "./client_socket.ts";
import { closeReason } from "./close_reason.ts";
import { IncomingMessages } from "./incoming_messages.ts";
import { KeepAlive } from "./keep_alive.ts";
import { OutgoingMessages } from "./outgoing_messages.ts";
import type { WebSocketOperations } from "./websocket_operations.ts";
import type { SessionAuthentication } from "./session_authentication.ts";
import { WebSocketSession } from "./websocket_session.ts";

type Context = GraphQlWsContext<Record<string, unknown> | undefined, WebSocketSession>;
type Server = GraphQlWsServer<WebSocketSession>;

/** A socket with the protocol that both ends speak; `""` when there is none. */
interface AgreedSocket {
  readonly socket: WebSocket;
  readonly agreed: string;
}

const protocol = "graphql-transport-ws";

const version = "13";

const tooManyConnections: Refused = {
  status: 503,
  message: "Cannot open a WebSocket as there are too many connections",
  headers: { "retry-after": "5" },
};

const goingAway = [1001, "Going away"] as const;

/** Clients of graphql-ws connect again after this code; those that resume do so after the time in the reason. */
function serviceRestart(afterMs: number): readonly [number, string] {
  return [1012, `Service restart: reconnect after ${afterMs} ms`];
}

/** Who sees the life of connections. */
export interface ConnectionParties {
  readonly interceptor: WebSocketGraphQlInterceptor | undefined;
  /** Finds out who uses a connection. */
  readonly authentication: SessionAuthentication;
}

/** Talks the `graphql-transport-ws` protocol. */
export class GraphQlWebSocketHandler {
  /** How long a client may take to send `connection_init`, in milliseconds. */
  readonly connectionInitTimeoutMs: number;
  /** Silence after which the server sends a `ping`, in milliseconds; 0 sends none. */
  readonly keepAliveMs: number;
  /** Path of the endpoint. */
  readonly path: string;
  /** Whether the endpoint takes connections. */
  readonly isEnabled: boolean;
  readonly #operations: WebSocketOperations;
  readonly #interceptor: WebSocketGraphQlInterceptor | undefined;
  readonly #platform: TransportPlatform;
  readonly #sessions = new Set<WebSocketSession>();
  readonly #authentication: SessionAuthentication;
  readonly #keepAlive: KeepAlive;
  readonly #quota: ClientQuota;
  #server: Promise<Server> | undefined;

  /**
   * Creates the handler.
   *
   * @param operations executes what clients ask
   * @param parties see the life of connections
   * @param platform the application
   */
  constructor(operations: WebSocketOperations, parties: ConnectionParties, platform: TransportPlatform) {
    const { graphql } = platform.properties;
    this.path = graphql.path;
    this.isEnabled = graphql.webSocket;
    this.connectionInitTimeoutMs = graphql.webSocketInitTimeoutMs;
    this.keepAliveMs = graphql.webSocketKeepAliveMs;
    this.#keepAlive = new KeepAlive(this.keepAliveMs);
    this.#operations = operations;
    this.#interceptor = parties.interceptor;
    this.#authentication = parties.authentication;
    this.#platform = platform;
    this.#quota = new ClientQuota({
      name: "WebSocket connections",
      max: graphql.webSocketMaxConnections,
      maxPerAddress: graphql.webSocketMaxConnectionsPerAddress,
      addresses: platform.addresses,
      logger: platform.logger,
    });
    platform.lifecycle.onDrain(() => this.#drain());
  }

  /** Number of open connections, and their limit; 0 is no limit. */
  get connections(): { readonly open: number; readonly max: number } {
    return { open: this.#quota.count, max: this.#platform.properties.graphql.webSocketMaxConnections };
  }

  /**
   * Answers a handshake.
   *
   * @param exchange a request with `Upgrade: websocket`
   */
  async handle(exchange: HttpExchange): Promise<Response> {
    const { headers } = exchange.request;
    if (headers.get("sec-websocket-version") !== version) return otherVersion(headers);
    const server = await (this.#server ??= this.#makeServer());
    const handshake = kept(exchange);
    const release = this.#quota.acquire(handshakeTrace(handshake));
    if (release === undefined) return refusalResponse(tooManyConnections, undefined);
    const offered = headers.get("sec-websocket-protocol") ?? "";
    const isSupported = offered.split(",").some((name) => name.trim() === protocol);
    try {
      const { socket, response } = Deno.upgradeWebSocket(exchange.request);
      // Deno itself finds a protocol only where a space follows every comma; its socket does not tell what was agreed.
      if (isSupported) response.headers.set("sec-websocket-protocol", protocol);
      const agreed = isSupported ? protocol : "";
      socket.onopen = () => inRootContext(() => this.#opened(handshake, { socket, agreed }, server));
      // Also called for a client that leaves before the socket opens.
      socket.addEventListener("close", release);
      return response;
    } catch (error) {
      release();
      if (!(error instanceof TypeError)) throw error;
      return refusalResponse(
        { status: 400, message: "Cannot open a WebSocket as the handshake is not valid" },
        undefined,
      );
    }
  }

  #opened(exchange: HttpExchange, { socket: opened, agreed }: AgreedSocket, server: Server): void {
    const socket = new ClientSocket(opened);
    const session = this.#session(exchange, socket);
    const { outgoing } = session;
    const incoming = new IncomingMessages(socket, {
      maxBytes: this.#platform.properties.http.maxBodyBytes,
      onComplete: (id) => void this.#completed(session, id),
      onUnsent: (id, error) => {
        session.cancel(id);
        void outgoing.send(JSON.stringify({ id, type: "error", payload: this.#operations.failure(id, error) }));
      },
      logger: this.#platform.logger,
    });
    const closed = server.opened({
      protocol: agreed,
      send: (text) => outgoing.send(text),
      close: (code, reason) => void socket.close(code ?? 1000, closeReason(code, reason)),
      onMessage: (listener) => incoming.listen((text) => this.#authentication.inScope(session, () => listener(text))),
      onPing: (payload) => this.#pinged(session, payload),
    }, session);
    opened.onerror = (event) => inRootContext(() => this.#broke(event));
    const ended = (code: number, reason: string) => {
      this.#closed(session, code);
      closed(code, reason).catch((error) => this.#failed(error));
    };
    opened.onclose = ({ code, reason }) => {
      socket.release();
      inRootContext(ended, code, reason);
    };
    // The handshake may have been answered before the application began to stop.
    if (this.#platform.lifecycle.stopping.aborted) void socket.close(...goingAway);
  }

  async #pinged(session: WebSocketSession, payload: WebSocketPayload | undefined): Promise<void> {
    const isRenewal = payload !== undefined && payload !== null && await this.#authentication.renew(session, payload);
    // Credentials are not sent back.
    const pong = payload === undefined || isRenewal ? { type: "pong" } : { type: "pong", payload };
    await session.outgoing.send(JSON.stringify(pong));
  }

  #session(exchange: HttpExchange, socket: ClientSocket): WebSocketSession {
    const { sendBufferBytes: bufferBytes, slowReaderTimeoutMs } = this.#platform.properties.graphql;
    const onGiveUp = () => session.cancelAll();
    const outgoing = new OutgoingMessages(socket, { bufferBytes, slowReaderTimeoutMs, onGiveUp });
    const session: WebSocketSession = new WebSocketSession(exchange, socket, outgoing);
    this.#sessions.add(session);
    return session;
  }

  #broke(event: Event): void {
    const message = event instanceof ErrorEvent ? event.message : "unknown";
    this.#platform.logger.debug("A WebSocket connection broke", { message });
  }

  #closed(session: WebSocketSession, code: number): void {
    session.closeCode = code;
    this.#sessions.delete(session);
    this.#keepAlive.remove(session);
    this.#authentication.forget(session);
    session.outgoing.close();
    session.cancelAll();
  }

  async #makeServer(): Promise<Server> {
    const operations = this.#operations;
    const { makeServer } = await loadGraphQlWs();
    return makeServer<Record<string, unknown> | undefined, WebSocketSession>({
      connectionInitWaitTimeout: this.connectionInitTimeoutMs,
      onConnect: (context) => this.#connect(context),
      onSubscribe: ({ extra }, id, payload) => operations.subscribe(extra, id, payload),
      execute: (args) => args.contextValue as GraphQlExecutionResult,
      // What is executed is ours; the library's own type of it says less.
      onNext: (...[, , , , result]) => operations.format(result as GraphQlExecutionResult),
      onError: (...[, , , errors]) => operations.formatErrors(errors),
      onComplete: ({ extra }, id, payload) => extra.end(id, payload),
      onDisconnect: ({ extra }, code) => this.#disconnected(extra, code),
    });
  }

  async #connect({ extra: session, connectionParams }: Context): Promise<Record<string, unknown> | false> {
    try {
      // The protocol allows null for an absent payload.
      const given = connectionParams ?? {};
      if (!await this.#authentication.initialize(session, given)) return false;
      const payload = await this.#interceptor?.handleConnectionInitialization(session, given);
      session.initPayload = given;
      // The client may have left while the interceptor worked: what that began is to be ended.
      if (session.closeCode !== undefined) return await this.#leftEarly(session, session.closeCode);
      this.#keepAlive.add(session);
      return { ...payload };
    } catch (error) {
      const { logger } = this.#platform;
      // What was thrown for clients is their mistake; anything else is one of the service.
      if (isForClients(error)) logger.debug("A WebSocket connection was rejected", { error });
      else logger.error("Cannot initialize a WebSocket connection", { error });
      return false;
    }
  }

  async #leftEarly(session: WebSocketSession, code: number): Promise<false> {
    await this.#disconnected(session, code).catch((error) => this.#failed(error));
    return false;
  }

  async #disconnected(session: WebSocketSession, code: number | undefined): Promise<void> {
    await this.#interceptor?.handleConnectionClosed(session, code || 1005, session.initPayload ?? {});
  }

  // Called from within a listener of the socket, where what is thrown ends the process.
  async #completed(session: WebSocketSession, id: string): Promise<void> {
    if (!session.has(id)) return;
    session.cancel(id);
    try {
      await this.#interceptor?.handleCancelledSubscription(session, id);
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    this.#platform.logger.error("An interceptor failed on a WebSocket's end", { error });
  }

  async #drain(): Promise<void> {
    this.#keepAlive[Symbol.dispose]();
    const { http: { drainTimeoutMs }, graphql } = this.#platform.properties;
    await Promise.all([...this.#sessions].map((session) => {
      const [code, reason] = session.hasResumable ? serviceRestart(reconnectionMs(graphql)) : goingAway;
      return session.drain(drainTimeoutMs, code, reason);
    }));
  }
}

// A request that became a WebSocket can't be read any more.
function kept({ request, remoteAddress, authentication, deferredAccess }: HttpExchange): HttpExchange {
  const headers = new Headers(request.headers);
  const remoteAddr = remoteAddress === undefined ? {} : { hostname: remoteAddress };
  const exchange = new HttpExchange(new Request(request.url, { headers }), { remoteAddr });
  return Object.assign(exchange, { authentication, deferredAccess });
}

function handshakeTrace({ remoteAddress, request }: HttpExchange): ClientTrace {
  return { remoteAddress, headers: request.headers };
}

function otherVersion(headers: Headers): Response {
  const given = headers.get("sec-websocket-version");
  const message = `Cannot open a WebSocket as "Sec-WebSocket-Version" must be ${version}: current value is ` +
    (given === null ? "absent" : `"${given.slice(0, 20)}"`);
  const answer = { status: 426, message, headers: { "sec-websocket-version": version, upgrade: "websocket" } };
  return refusalResponse(answer, undefined);
}
