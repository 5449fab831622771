import { cancellableStream } from "./cancellable_stream.ts";
import type { ClientGraphQlRequest } from "./client_graphql_request.ts";
import type { ClientGraphQlResponse } from "./client_graphql_response.ts";
import type { Decoder } from "./decoder.ts";
import type { GraphQlClientNext, GraphQlClientSubscriptionNext } from "./graphql_client_interceptor.ts";
import { mapStream } from "./map_stream.ts";
import { GraphQlRequestBuilder, type GraphQlRequestDefaults } from "./graphql_request_builder.ts";

/** How a client carries requests: its interceptors with the transport at the end. */
export interface GraphQlClientChain {
  readonly execute: GraphQlClientNext;
  readonly executeSubscription: GraphQlClientSubscriptionNext;
}

/** A request of a {@linkcode GraphQlClient}, to be completed and sent. */
export class GraphQlClientRequest extends GraphQlRequestBuilder {
  readonly #chain: GraphQlClientChain;

  /**
   * @param document the document
   * @param defaults what every request starts with
   * @param chain carries the request
   */
  constructor(
    document: string | URL | { readonly name: string },
    defaults: GraphQlRequestDefaults,
    chain: GraphQlClientChain,
  ) {
    super(document, defaults);
    this.#chain = chain;
  }

  /**
   * Sends the request.
   *
   * @returns the response, which may hold errors
   * @throws GraphQlTransportError when there is no GraphQL response
   */
  async execute(): Promise<ClientGraphQlResponse> {
    return await this.#chain.execute(await this.request());
  }

  /**
   * Sends a subscription when iteration begins. Leaving the iteration cancels it.
   *
   * @returns the responses; a `SubscriptionError` is thrown when the stream ends with errors
   */
  executeSubscription(): AsyncIterableIterator<ClientGraphQlResponse> {
    return lazily(() => this.request(), this.#chain.executeSubscription);
  }

  /**
   * Prepares reading one place of the response.
   *
   * @param path for example `"books.edges[0].node"`
   */
  retrieve(path: string): Retrieval {
    return {
      toEntity: async (decoder) => (await this.execute()).field(path).toEntity(decoder),
      toEntityList: async (decoder) => (await this.execute()).field(path).toEntityList(decoder),
    };
  }

  /**
   * Prepares reading one place of each response of a subscription.
   *
   * @param path for example `"bookAdded.title"`
   */
  retrieveSubscription(path: string): SubscriptionRetrieval {
    return {
      toEntity: <T>(decoder: Decoder<T>) =>
        mapStream(this.executeSubscription(), (response) => response.field(path).toEntity(decoder)),
    };
  }
}

/** Reads one place of a response. */
export interface Retrieval {
  /**
   * Sends the request and reads the value.
   *
   * @throws FieldAccessError when there is no value
   * @throws GraphQlClientError when the value does not fit
   */
  toEntity<T>(decoder: Decoder<T>): Promise<T>;
  /** Sends the request and reads a list. */
  toEntityList<T>(decoder: Decoder<T>): Promise<T[]>;
}

/** Reads one place of each response of a subscription. */
export interface SubscriptionRetrieval {
  /** Sends the subscription when iteration begins. */
  toEntity<T>(decoder: Decoder<T>): AsyncIterableIterator<T>;
}

/** Sends a subscription once its request is known. */
function lazily(
  request: () => Promise<ClientGraphQlRequest>,
  open: GraphQlClientSubscriptionNext,
): AsyncIterableIterator<ClientGraphQlResponse> {
  return cancellableStream(async function* (signal) {
    const responses = open(await request());
    if (signal.aborted) return;
    signal.addEventListener("abort", () => void responses.return?.(), { once: true });
    yield* responses;
  });
}
