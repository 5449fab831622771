import { ExecutionGraphQlRequest, type ExecutionGraphQlRequestParts } from "../execution/mod.ts";

/** The parts of a {@linkcode WebGraphQlRequest}. */
export interface WebGraphQlRequestParts extends ExecutionGraphQlRequestParts {
  /** The URL of the request, or a function that returns it on first use. */
  readonly uri: URL | (() => URL);
  /** The headers of the request. */
  readonly headers: Headers;
  /** The client's address, if the transport knows it. */
  readonly remoteAddress?: string | undefined | (() => string | undefined);
  /** Values that the transport's filters set. */
  readonly attributes?: Map<string, unknown> | undefined;
}

/** A GraphQL request that came over HTTP, a WebSocket or an event stream. */
export class WebGraphQlRequest extends ExecutionGraphQlRequest {
  /** The request's headers; those of the handshake for a WebSocket. */
  readonly headers: Headers;
  readonly #parts: WebGraphQlRequestParts;
  #attributes: Map<string, unknown> | undefined;

  /**
   * Creates the request.
   *
   * @param parts the parts that the transport read
   */
  constructor(parts: WebGraphQlRequestParts) {
    super(parts);
    this.#parts = parts;
    this.headers = parts.headers;
    this.#attributes = parts.attributes;
  }

  /** The URL of the request. */
  get uri(): URL {
    const { uri } = this.#parts;
    return typeof uri === "function" ? uri() : uri;
  }

  /** The client's address, if the transport knows it; over HTTP only until the response is sent. */
  get remoteAddress(): string | undefined {
    const { remoteAddress } = this.#parts;
    return typeof remoteAddress === "function" ? remoteAddress() : remoteAddress;
  }

  /** Values that belong to the request, for interceptors. */
  get attributes(): Map<string, unknown> {
    return this.#attributes ??= new Map();
  }

  /** The cookies that the client sent, by name. */
  get cookies(): ReadonlyMap<string, string> {
    const pairs = (this.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim()).filter((pair) => pair);
    return new Map(pairs.map((pair) => {
      const equals = pair.indexOf("=");
      return equals < 0 ? [pair, ""] as const : [pair.slice(0, equals), pair.slice(equals + 1)] as const;
    }));
  }
}
