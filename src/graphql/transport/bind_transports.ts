import { type Container, type ContainerModuleLoadOptions, loadGraphQlWs } from "../../../deps.ts";
import { AccessScoped } from "../../context/mod.ts";
import {
  BodyReader,
  ClientQuota,
  CorsPolicy,
  DisconnectWatch,
  HttpRoute,
  OriginGuard,
  RequestAuthenticator,
} from "../../http/mod.ts";
import { ConnectionSource, EspalierProperties, Lifecycle, Logger, StartupTask } from "../../kernel/mod.ts";
import { WebGraphQlHandler, WebGraphQlInterceptor, WebSocketGraphQlInterceptor } from "../interception/mod.ts";
import { GraphQlSource } from "../execution/mod.ts";
import { SchemaRoute } from "./schema_route.ts";
import { EndpointPage } from "./endpoint_page.ts";
import { GraphQlRoute } from "./graphql_route.ts";
import { OperationCalls } from "./operation_calls.ts";
import { StreamingHandlers } from "./streaming_handlers.ts";
import { GraphQlHttpHandler } from "./http/graphql_http_handler.ts";
import { HttpOperationReader } from "./http/http_operation_reader.ts";
import { ResultWriter } from "./http/result_writer.ts";
import { SingleConnectionHandler } from "./sse/single_connection_handler.ts";
import { GraphQlSseHandler } from "./sse/graphql_sse_handler.ts";
import { MultipartHandler } from "./streams/multipart_handler.ts";
import { OpenStreams } from "./streams/open_streams.ts";
import { TransportPlatform } from "./transport_platform.ts";
import { UploadReader } from "./uploads/upload_reader.ts";
import { GraphQlWebSocketHandler } from "./websocket/graphql_websocket_handler.ts";
import { SessionAuthentication } from "./websocket/session_authentication.ts";
import { WebSocketOperations } from "./websocket/websocket_operations.ts";

/**
 * Binds the web transports. They need a {@linkcode WebGraphQlHandler} bean; all other beans are bound here.
 *
 * @param options the options of the module that is being loaded
 */
export function bindTransports(options: ContainerModuleLoadOptions): void {
  const { bind } = options;
  bind(TransportPlatform).toResolvedValue(
    (properties, lifecycle, logger) => new TransportPlatform(properties, lifecycle, logger),
    [EspalierProperties, Lifecycle, Logger],
  );
  bindGuards(options);
  bindHttp(options);
  bindWebSocket(options);
  bind(OperationCalls).toResolvedValue(
    (handler, watch, { logger }) => new OperationCalls(handler, watch, logger),
    [WebGraphQlHandler, DisconnectWatch, TransportPlatform],
  );
  bindConnectionSources(options);
  bind(HttpRoute).toResolvedValue(
    (http, streaming, guard) => new GraphQlRoute(http, streaming, guard),
    [GraphQlHttpHandler, StreamingHandlers, OriginGuard],
  );
  bind(HttpRoute).toResolvedValue(
    (properties, http) => new EndpointPage(properties, http),
    [EspalierProperties, GraphQlHttpHandler],
  );
  bind(HttpRoute).toResolvedValue(
    (properties, source, guard) => new SchemaRoute(properties, source, guard),
    [EspalierProperties, GraphQlSource, OriginGuard],
  );
}

/** Reports the number of connected clients. */
function bindConnectionSources({ bind }: ContainerModuleLoadOptions): void {
  bind(ConnectionSource).toResolvedValue((handler) => ({
    kind: "websocket",
    name: "graphql",
    counts: () => {
      const { open, max } = handler.connections;
      return { active: open, ...(max > 0 ? { max } : {}) };
    },
  }), [GraphQlWebSocketHandler]);
  bind(ConnectionSource).toResolvedValue(
    (streams) => ({ kind: "stream", name: "graphql", counts: () => ({ active: streams.size }) }),
    [OpenStreams],
  );
}

function bindGuards({ bind }: ContainerModuleLoadOptions): void {
  bind(BodyReader).toResolvedValue(bodyReader, [EspalierProperties, Lifecycle]);
  bind(DisconnectWatch).toResolvedValue(disconnectWatch, [Lifecycle]);
  bind(CorsPolicy).toResolvedValue(({ http }) => new CorsPolicy(http), [EspalierProperties]);
  bind(OriginGuard).toResolvedValue(({ http }, cors) => new OriginGuard(http, cors), [EspalierProperties, CorsPolicy]);
}

function bindHttp({ bind }: ContainerModuleLoadOptions): void {
  bind(OpenStreams).toResolvedValue((lifecycle, { http }) => new OpenStreams(lifecycle, http), [
    Lifecycle,
    EspalierProperties,
  ]);
  bind(GraphQlSseHandler).toResolvedValue(
    (platform, open) => new GraphQlSseHandler(platform, open),
    [TransportPlatform, OpenStreams],
  );
  bind(SingleConnectionHandler).toResolvedValue(
    (handler, reader, sse) => new SingleConnectionHandler(handler, reader, sse),
    [WebGraphQlHandler, HttpOperationReader, GraphQlSseHandler],
  );
  bind(StreamingHandlers).toResolvedValue(
    (webSocket, singleConnection) => new StreamingHandlers(webSocket, singleConnection),
    [GraphQlWebSocketHandler, SingleConnectionHandler],
  );
  bind(HttpOperationReader).toResolvedValue(
    (bodies: BodyReader, { graphql }: EspalierProperties, [uploads]: UploadReader[]) =>
      new HttpOperationReader(bodies, graphql, uploads),
    [BodyReader, EspalierProperties, { serviceIdentifier: UploadReader, isMultiple: true }],
  );
  bindResultWriter(bind);
  bind(GraphQlHttpHandler).toResolvedValue(
    (handler, reader, ...[writer, watch]) => new GraphQlHttpHandler({ handler, reader, writer, watch }),
    [WebGraphQlHandler, HttpOperationReader, ResultWriter, DisconnectWatch],
  );
}

function bindResultWriter(bind: ContainerModuleLoadOptions["bind"]): void {
  bind(MultipartHandler).toResolvedValue(
    (platform, open) => new MultipartHandler(platform, open),
    [TransportPlatform, OpenStreams],
  );
  bind(ResultWriter).toResolvedValue((sse, multipart, { properties: { graphql }, logger, addresses }) => {
    const quota = new ClientQuota({
      name: "streams of results",
      max: graphql.maxStreams,
      maxPerAddress: graphql.maxStreamsPerAddress,
      addresses,
      logger,
    });
    return new ResultWriter({ statusRules: graphql.statusRules, sse, multipart, quota, logger });
  }, [GraphQlSseHandler, MultipartHandler, TransportPlatform]);
}

type WebSocketParts = [WebGraphQlInterceptor[], TransportPlatform, SessionAuthentication];

function bindWebSocket({ bind }: ContainerModuleLoadOptions): void {
  bind(SessionAuthentication).toResolvedValue(
    ([authenticator]: RequestAuthenticator[], { logger }: TransportPlatform, scoped: true[]) =>
      new SessionAuthentication(authenticator, logger, scoped.length > 0),
    [
      { serviceIdentifier: RequestAuthenticator, isMultiple: true },
      TransportPlatform,
      { serviceIdentifier: AccessScoped, isMultiple: true },
    ],
  );
  bind(WebSocketOperations).toResolvedValue(
    (handler, platform) => new WebSocketOperations(handler, platform),
    [WebGraphQlHandler, TransportPlatform],
  );
  bind(GraphQlWebSocketHandler).toResolvedValue(
    (operations: WebSocketOperations, ...[interceptors, platform, authentication]: WebSocketParts) =>
      new GraphQlWebSocketHandler(operations, { interceptor: onlyOne(interceptors), authentication }, platform),
    [
      WebSocketOperations,
      { serviceIdentifier: WebGraphQlInterceptor, isMultiple: true },
      TransportPlatform,
      SessionAuthentication,
    ],
  );
  bind(StartupTask).toConstantValue({ name: "graphql: load the WebSocket protocol", run: loadProtocol });
}

// Loaded at start-up, so that the first handshake is not delayed.
async function loadProtocol(container: Container): Promise<void> {
  if (container.get(EspalierProperties).graphql.webSocket) await loadGraphQlWs();
}

function onlyOne(interceptors: readonly WebGraphQlInterceptor[]): WebSocketGraphQlInterceptor | undefined {
  const found = interceptors.filter((interceptor) => interceptor instanceof WebSocketGraphQlInterceptor);
  if (found.length <= 1) return found[0];
  throw new TypeError(
    `Cannot start WebSockets as there can be at most 1 WebSocketGraphQlInterceptor: current number is ${found.length}`,
  );
}

function disconnectWatch(lifecycle: Lifecycle): DisconnectWatch {
  const watch = new DisconnectWatch();
  lifecycle.onDrain(() => watch[Symbol.dispose]());
  return watch;
}

function bodyReader({ http }: EspalierProperties, lifecycle: Lifecycle): BodyReader {
  const reader = new BodyReader(http);
  lifecycle.onDrain(() => reader[Symbol.dispose]());
  return reader;
}
