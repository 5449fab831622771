import type { Application } from "../../app/mod.ts";
import {
  type DocumentSource,
  EventStreamGraphQlTransport,
  GraphQlClient,
  type GraphQlClientOptions,
  type GraphQlOperation,
  HttpGraphQlTransport,
  type HttpGraphQlTransportOptions,
  mapStream,
  type OperationKind,
  ResourceDocumentSource,
  type VariablesArgument,
  WebSocketGraphQlTransport,
  type WebSocketGraphQlTransportOptions,
} from "../../client/mod.ts";
import { ApplicationRoot, EspalierProperties } from "../../kernel/mod.ts";
import { requireApplication } from "../require_application.ts";
import type { ErrorFilter } from "./graphql_tester_response.ts";
import { GraphQlTesterRequest } from "./graphql_tester_request.ts";

/** Defaults and interceptors of a tester's requests. */
export interface GraphQlTesterOptions extends GraphQlClientOptions {
  /** Errors that are expected in every response. */
  readonly errorFilter?: ErrorFilter;
}

/**
 * Sends GraphQL requests to an application and asserts the responses.
 *
 * @example
 * ```ts
 * import { createApp, createContainer, t } from "@espalier/espalier";
 * import { GraphQlTester } from "@espalier/espalier/testing";
 *
 * // Any server can be tested; `GraphQlTester.create(app)` takes an application.
 * const answer = () => Response.json({ data: { book: { title: "Emma", year: 1815 } } });
 * const tester = GraphQlTester.http({ url: "http://localhost/graphql", fetch: answer });
 *
 * const response = await tester.document("query Book($id: ID!) { book(id: $id) { title year } }")
 *   .variable("id", "158")
 *   .execute();
 * response.path("book.title").entity(t.string).isEqualTo("Emma");
 * response.path("book").matchesJson({ year: 1815 });
 * ```
 */
export class GraphQlTester implements AsyncDisposable {
  readonly #client: GraphQlClient;
  readonly #errorFilter: ErrorFilter | undefined;

  private constructor(client: GraphQlClient, errorFilter: ErrorFilter | undefined) {
    this.#client = client;
    this.#errorFilter = errorFilter;
  }

  /**
   * Makes a tester for an application in this process: requests go through `app.fetch`, without a socket.
   *
   * Named documents are loaded from the folder `graphql-test/` of the application.
   *
   * @param app the application; it is not closed with the tester
   * @param options headers, interceptors, documents, expected errors
   * @throws TypeError when the first argument is no application
   */
  static create(app: Application, options: GraphQlTesterOptions = {}): GraphQlTester {
    return GraphQlTester.#over(new HttpGraphQlTransport(inProcess(app)), withDocuments(app, options));
  }

  /** Makes a tester for an application in this process that uses event streams for all operations. */
  static createEventStream(app: Application, options: GraphQlTesterOptions = {}): GraphQlTester {
    return GraphQlTester.#over(new EventStreamGraphQlTransport(inProcess(app)), withDocuments(app, options));
  }

  /** Makes a tester for a server over HTTP; subscriptions go over event streams. */
  static http(options: HttpGraphQlTransportOptions & GraphQlTesterOptions): GraphQlTester {
    return GraphQlTester.#over(new HttpGraphQlTransport(options), options);
  }

  /** Makes a tester for a server over event streams. */
  static eventStream(options: HttpGraphQlTransportOptions & GraphQlTesterOptions): GraphQlTester {
    return GraphQlTester.#over(new EventStreamGraphQlTransport(options), options);
  }

  /** Makes a tester for a server over one WebSocket, which `await using` closes. */
  static webSocket(options: WebSocketGraphQlTransportOptions & GraphQlTesterOptions): GraphQlTester {
    return GraphQlTester.#over(new WebSocketGraphQlTransport(options), options);
  }

  static #over(
    transport: ConstructorParameters<typeof GraphQlClient>[0],
    options: GraphQlTesterOptions,
  ): GraphQlTester {
    return new GraphQlTester(new GraphQlClient(transport, options), options.errorFilter);
  }

  /** Builds a request.
   *
   * @param document the source text, or the URL of a file that contains it
   */
  document(document: string | URL): GraphQlTesterRequest;
  /**
   * Builds a request of a typed operation.
   *
   * @param operation the operation, as the types command writes it
   * @param variables its variables
   */
  document<Result, Variables>(
    operation: GraphQlOperation<OperationKind, Result, Variables>,
    ...variables: VariablesArgument<Variables>
  ): GraphQlTesterRequest<Result>;
  document<Result, Variables>(
    document: string | URL | GraphQlOperation<OperationKind, Result, Variables>,
    ...variables: VariablesArgument<Variables>
  ): GraphQlTesterRequest {
    const request = typeof document === "string" || document instanceof URL
      ? this.#client.document(document)
      : this.#client.document(document, ...variables);
    return new GraphQlTesterRequest(request, this.#errorFilter);
  }

  /**
   * Sends a query or mutation and reads its data; fails when the response holds errors that are not expected.
   *
   * @param operation the operation, as the types command writes it
   * @param variables its variables
   * @returns the data
   */
  async execute<Result, Variables>(
    operation: GraphQlOperation<"query" | "mutation", Result, Variables>,
    ...variables: VariablesArgument<Variables>
  ): Promise<Result> {
    return (await this.document(operation, ...variables).execute()).data;
  }

  /**
   * Sends a subscription when iteration begins and reads the data of each response; fails if one contains unexpected
   * errors. Ending the iteration cancels the subscription.
   *
   * @param operation the operation, as the types command writes it
   * @param variables its variables
   * @returns the data of each response
   */
  subscribe<Result, Variables>(
    operation: GraphQlOperation<"subscription", Result, Variables>,
    ...variables: VariablesArgument<Variables>
  ): AsyncIterableIterator<Result> {
    return mapStream(this.document(operation, ...variables).executeSubscription(), ({ data }) => data);
  }

  /**
   * Builds a request whose document is in a file.
   *
   * @param name the file's name, without ending
   */
  documentName(name: string): GraphQlTesterRequest {
    return new GraphQlTesterRequest(this.#client.documentName(name), this.#errorFilter);
  }

  /**
   * Creates a tester with other options for the same server; this tester is not changed.
   *
   * @param options replace those of this tester key by key; headers are added to this tester's
   */
  mutate(options: GraphQlTesterOptions): GraphQlTester {
    return new GraphQlTester(this.#client.mutate(options), options.errorFilter ?? this.#errorFilter);
  }

  /** Closes the connection, if there is one. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client[Symbol.asyncDispose]();
  }
}

function inProcess(app: Application): HttpGraphQlTransportOptions {
  requireApplication(app);
  const { path } = app.container.get(EspalierProperties).graphql;
  return { url: `http://localhost${path}`, fetch: (request) => app.fetch(request) };
}

function withDocuments(app: Application, options: GraphQlTesterOptions): GraphQlTesterOptions {
  const documentSource: DocumentSource = options.documentSource ??
    new ResourceDocumentSource({ locations: [new URL("graphql-test/", app.container.get(ApplicationRoot).url)] });
  return { ...options, documentSource };
}
