import type { ClientGraphQlRequest } from "./client_graphql_request.ts";
import { ClientGraphQlResponse } from "./client_graphql_response.ts";
import { completeData } from "./complete_data.ts";
import { EventStreamGraphQlTransport } from "./event_stream_graphql_transport.ts";
import type {
  GraphQlClientInterceptor,
  GraphQlClientNext,
  GraphQlClientSubscriptionNext,
} from "./graphql_client_interceptor.ts";
import { type GraphQlClientChain, GraphQlClientRequest } from "./graphql_client_request.ts";
import type { HttpGraphQlTransportOptions } from "./graphql_over_http.ts";
import type { GraphQlOperation, OperationKind, VariablesArgument } from "./graphql_operation.ts";
import type { GraphQlRequestDefaults } from "./graphql_request_builder.ts";
import { mapStream } from "./map_stream.ts";
import type { GraphQlTransport } from "./graphql_transport.ts";
import { HttpGraphQlTransport } from "./http_graphql_transport.ts";
import { WebSocketGraphQlTransport, type WebSocketGraphQlTransportOptions } from "./web_socket_graphql_transport.ts";

/** Interceptors and defaults of all requests of a client. */
export interface GraphQlClientOptions extends GraphQlRequestDefaults {
  /** See each request, the first of them outermost. */
  readonly interceptors?: readonly GraphQlClientInterceptor[];
}

/**
 * Sends GraphQL requests and reads responses by path and type.
 *
 * @example
 * ```ts
 * import { GraphQlClient } from "@espalier/espalier/client";
 * import { t } from "@espalier/espalier";
 *
 * const answer = () => Response.json({ data: { book: { title: "Emma" } } });
 * await using client = GraphQlClient.http({ url: "http://localhost/graphql", fetch: answer });
 * const title = await client.document("{ book { title } }").retrieve("book.title").toEntity(t.string);
 * console.log(title); // "Emma"
 * ```
 */
export class GraphQlClient implements AsyncDisposable {
  readonly #transport: GraphQlTransport;
  readonly #options: GraphQlClientOptions;
  readonly #chain: GraphQlClientChain;

  /**
   * Creates the client.
   *
   * @param transport carries the requests
   * @param options headers, interceptors and documents
   */
  constructor(transport: GraphQlTransport, options: GraphQlClientOptions = {}) {
    this.#transport = transport;
    this.#options = options;
    this.#chain = chainOf(transport, options.interceptors ?? []);
  }

  /** Makes a client over HTTP; its subscriptions go over event streams. */
  static http(options: HttpGraphQlTransportOptions & GraphQlClientOptions): GraphQlClient {
    return new GraphQlClient(new HttpGraphQlTransport(options), options);
  }

  /** Makes a client over one WebSocket. */
  static webSocket(options: WebSocketGraphQlTransportOptions & GraphQlClientOptions): GraphQlClient {
    return new GraphQlClient(new WebSocketGraphQlTransport(options), options);
  }

  /** Makes a client that uses event streams for all operations. */
  static eventStream(options: HttpGraphQlTransportOptions & GraphQlClientOptions): GraphQlClient {
    return new GraphQlClient(new EventStreamGraphQlTransport(options), options);
  }

  /** Builds a request.
   *
   * @param document the source text, or the URL of a file that contains it
   */
  document(document: string | URL): GraphQlClientRequest;
  /**
   * Builds a request of a typed operation.
   *
   * @param operation the operation, as the types command writes it
   * @param variables its variables
   */
  document<Result, Variables>(
    operation: GraphQlOperation<OperationKind, Result, Variables>,
    ...variables: VariablesArgument<Variables>
  ): GraphQlClientRequest<Result>;
  document(
    document: string | URL | GraphQlOperation<OperationKind, unknown, unknown>,
    variables: unknown = {},
  ): GraphQlClientRequest {
    if (typeof document === "string" || document instanceof URL) {
      return new GraphQlClientRequest(document, this.#options, this.#chain);
    }
    const request = new GraphQlClientRequest(document.document, this.#options, this.#chain);
    if (document.name !== undefined) request.operationName(document.name);
    return request.variables(variables as Readonly<Record<string, unknown>>);
  }

  /**
   * Sends a query or mutation and reads its data, which must be complete; `document(operation)` reads a response with
   * failed fields.
   *
   * @param operation the operation, as the types command writes it
   * @param variables its variables
   * @returns the data
   * @throws FieldAccessError if a field failed or there is no data; it contains the response
   * @throws GraphQlTransportError if there is no GraphQL response
   */
  async execute<Result, Variables>(
    operation: GraphQlOperation<"query" | "mutation", Result, Variables>,
    ...variables: VariablesArgument<Variables>
  ): Promise<Result> {
    return completeData(await this.document(operation, ...variables).execute());
  }

  /**
   * Sends a subscription when iteration begins, and reads the data of each response, which must be complete. Ending the
   * iteration cancels the subscription.
   *
   * @param operation the operation, as the types command writes it
   * @param variables its variables
   * @returns the data; a `FieldAccessError` is thrown if a field failed, a `SubscriptionError` if the stream ends
   * with errors
   */
  subscribe<Result, Variables>(
    operation: GraphQlOperation<"subscription", Result, Variables>,
    ...variables: VariablesArgument<Variables>
  ): AsyncIterableIterator<Result> {
    return mapStream(this.document(operation, ...variables).executeSubscription(), completeData);
  }

  /**
   * Builds a request whose document is loaded by the client's document source.
   *
   * @param name the document's name
   */
  documentName(name: string): GraphQlClientRequest {
    return new GraphQlClientRequest({ name }, this.#options, this.#chain);
  }

  /**
   * Creates a client with other options over the same transport; this client is not changed.
   *
   * @param options replace those of this client key by key; headers are added to this client's
   */
  mutate(options: GraphQlClientOptions): GraphQlClient {
    const headers = new Headers(this.#options.headers);
    for (const [name, value] of new Headers(options.headers)) headers.set(name, value);
    return new GraphQlClient(this.#transport, { ...this.#options, ...options, headers });
  }

  /** Closes open connections. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#transport[Symbol.asyncDispose]();
  }
}

function chainOf(transport: GraphQlTransport, interceptors: readonly GraphQlClientInterceptor[]): GraphQlClientChain {
  const execute: GraphQlClientNext = async (request) =>
    new ClientGraphQlResponse(request, await transport.execute(request));
  const executeSubscription: GraphQlClientSubscriptionNext = (request) =>
    mapStream(transport.executeSubscription(request), (body) => new ClientGraphQlResponse(request, body));
  return {
    execute: interceptors.reduceRight<GraphQlClientNext>(
      (next, interceptor) => interceptor.intercept ? (request) => interceptor.intercept!(request, next) : next,
      execute,
    ),
    executeSubscription: interceptors.reduceRight<GraphQlClientSubscriptionNext>(
      (next, interceptor) =>
        interceptor.interceptSubscription
          ? (request: ClientGraphQlRequest) => interceptor.interceptSubscription!(request, next)
          : next,
      executeSubscription,
    ),
  };
}
