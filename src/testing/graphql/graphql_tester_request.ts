import {
  type ClientGraphQlResponse,
  type Decoder,
  type ErrorBehavior,
  type GraphQlClientRequest,
  mapStream,
} from "../../client/mod.ts";
import { type ErrorFilter, GraphQlTesterResponse } from "./graphql_tester_response.ts";

/** A request of a `GraphQlTester`, to be completed and sent; `Result` is the type of the response's data. */
export class GraphQlTesterRequest<Result = unknown> {
  readonly #request: GraphQlClientRequest<Result>;
  readonly #errorFilter: ErrorFilter | undefined;

  /**
   * Creates the request.
   *
   * @param request the client's request
   * @param errorFilter errors that are expected
   */
  constructor(request: GraphQlClientRequest<Result>, errorFilter: ErrorFilter | undefined) {
    this.#request = request;
    this.#errorFilter = errorFilter;
  }

  /** Names the operation to run, for documents with several. */
  operationName(name: string): this {
    this.#request.operationName(name);
    return this;
  }

  /** Sets a variable; `null` is sent, `undefined` is not. */
  variable(name: string, value: unknown): this {
    this.#request.variable(name, value);
    return this;
  }

  /** Sets variables. */
  variables(values: Readonly<Record<string, unknown>>): this {
    this.#request.variables(values);
    return this;
  }

  /** Sets a protocol extension. */
  extension(name: string, value: unknown): this {
    this.#request.extension(name, value);
    return this;
  }

  /** Sets the effect of an error at a position of the response. */
  onError(behavior: ErrorBehavior): this {
    this.#request.onError(behavior);
    return this;
  }

  /** Appends a fragment to the document: its source text, or the URL of a file that contains it. */
  fragment(text: string | URL): this {
    this.#request.fragment(text);
    return this;
  }

  /** Appends a fragment from a file, by the file's name. */
  fragmentName(name: string): this {
    this.#request.fragmentName(name);
    return this;
  }

  /** Sets a header. */
  header(name: string, value: string): this {
    this.#request.header(name, value);
    return this;
  }

  /** Sets an attribute for interceptors. */
  attribute(name: string, value: unknown): this {
    this.#request.attribute(name, value);
    return this;
  }

  /** Aborts the request with the signal. */
  signal(signal: AbortSignal): this {
    this.#request.signal(signal);
    return this;
  }

  /**
   * Sends the request.
   *
   * @returns the response; the first access to its data fails if it contains unexpected errors
   */
  async execute(): Promise<GraphQlTesterResponse<Result>> {
    return this.#tested(await this.#request.execute());
  }

  /**
   * Sends the request and fails if the response holds errors.
   *
   * @returns the response
   */
  async executeAndVerify(): Promise<GraphQlTesterResponse<Result>> {
    const response = await this.execute();
    response.errors().verify();
    return response;
  }

  /**
   * Sends a subscription when iteration begins; ending the iteration cancels it.
   *
   * @returns the responses; a `SubscriptionError` is thrown if the stream ends with errors
   */
  executeSubscription(): AsyncIterableIterator<GraphQlTesterResponse<Result>> {
    return mapStream(this.#request.executeSubscription(), (response) => this.#tested(response));
  }

  /**
   * Sends a subscription and reads one path of each response; fails if a response contains errors.
   *
   * @param path for example `"bookAdded.title"`
   * @param decoder the type of the value
   */
  subscribe<T>(path: string, decoder: Decoder<T>): AsyncIterableIterator<T> {
    return mapStream(this.executeSubscription(), (response) => response.path(path).entity(decoder).get());
  }

  #tested(response: ClientGraphQlResponse<Result>): GraphQlTesterResponse<Result> {
    return new GraphQlTesterResponse(response, this.#errorFilter);
  }
}
