import { cancellableStream } from "./cancellable_stream.ts";
import type { ClientGraphQlRequest } from "./client_graphql_request.ts";
import { type ClientGraphQlResponse, type ClientResponseField, FieldAccessError } from "./client_graphql_response.ts";
import type { Decoder } from "../kernel/mod.ts";
import type { GraphQlClientNext, GraphQlClientSubscriptionNext } from "./graphql_client_interceptor.ts";
import { mapStream } from "./map_stream.ts";
import { GraphQlRequestBuilder, type GraphQlRequestDefaults } from "./graphql_request_builder.ts";

/** How a client carries requests: its interceptors with the transport at the end. */
export interface GraphQlClientChain {
  /** Sends a query or mutation. */
  readonly execute: GraphQlClientNext;
  /** Sends a subscription. */
  readonly executeSubscription: GraphQlClientSubscriptionNext;
}

/**
 * A request of a {@linkcode GraphQlClient}, to be completed and sent; `Result` is the type of the response's data.
 */
export class GraphQlClientRequest<Result = unknown> extends GraphQlRequestBuilder {
  readonly #chain: GraphQlClientChain;

  /**
   * Creates the request.
   *
   * @param document the document
   * @param defaults the defaults of the client's requests
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
   * @throws GraphQlTransportError if there is no GraphQL response
   */
  async execute(): Promise<ClientGraphQlResponse<Result>> {
    // Interceptors pass responses on as they are; the type of the data is that of the operation.
    return await this.#chain.execute(await this.request()) as ClientGraphQlResponse<Result>;
  }

  /**
   * Sends a subscription when iteration begins. Ending the iteration cancels it.
   *
   * @returns the responses; a `SubscriptionError` is thrown if the stream ends with errors
   */
  executeSubscription(): AsyncIterableIterator<ClientGraphQlResponse<Result>> {
    return lazily(() => this.request(), this.#chain.executeSubscription) as AsyncIterableIterator<
      ClientGraphQlResponse<Result>
    >;
  }

  /**
   * Prepares reading one path of the response, which must have no errors: a failed field at the path, above it or below
   * it causes a `FieldAccessError`. To read partial data, use `execute()`.
   *
   * @param path for example `"books.edges[0].node"`
   */
  retrieve(path: string): Retrieval {
    return {
      toEntity: async (decoder) => withoutErrors((await this.execute()).field(path)).toEntity(decoder),
      toEntityList: async (decoder) => withoutErrors((await this.execute()).field(path)).toEntityList(decoder),
    };
  }

  /**
   * Prepares reading one path of each response of a subscription, which must have no errors.
   *
   * @param path for example `"bookAdded.title"`
   */
  retrieveSubscription(path: string): SubscriptionRetrieval {
    return {
      toEntity: <T>(decoder: Decoder<T>) =>
        mapStream(this.executeSubscription(), (response) => withoutErrors(response.field(path)).toEntity(decoder)),
    };
  }
}

/** Reads one path of a response. */
export interface Retrieval {
  /**
   * Sends the request and reads the value.
   *
   * @throws FieldAccessError if there is no value, or a field at the path, above it or below it failed
   * @throws GraphQlClientError when the value does not fit
   */
  toEntity<T>(decoder: Decoder<T>): Promise<T>;
  /** Sends the request and reads a list. */
  toEntityList<T>(decoder: Decoder<T>): Promise<T[]>;
}

/** Reads one path of each response of a subscription. */
export interface SubscriptionRetrieval {
  /** Sends the subscription when iteration begins. */
  toEntity<T>(decoder: Decoder<T>): AsyncIterableIterator<T>;
}

/** The caller cannot check the errors of the response, so an incomplete value must not be returned. */
function withoutErrors(field: ClientResponseField): ClientResponseField {
  if (field.errors.length > 0) throw new FieldAccessError(field.response, field);
  return field;
}

/** Sends a subscription after its request was built. */
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
