import { ExecutionGraphQlRequest, type ExecutionGraphQlRequestParts } from "../execution/mod.ts";

/** What a {@linkcode WebGraphQlRequest} is made of. */
export interface WebGraphQlRequestParts extends ExecutionGraphQlRequestParts {
  /** The address of the request, or what makes it when it is first read. */
  readonly uri: URL | (() => URL);
  /** The headers of the request. */
  readonly headers: Headers;
  /** The client's address, where the transport knows it. */
  readonly remoteAddress?: string | undefined | (() => string | undefined);
  /** Values that the transport's own filters left. */
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
   * @param parts what the transport read
   */
  constructor(parts: WebGraphQlRequestParts) {
    super(parts);
    this.#parts = parts;
    this.headers = parts.headers;
    this.#attributes = parts.attributes;
  }

  /** The address that was asked. */
  get uri(): URL {
    const { uri } = this.#parts;
    return typeof uri === "function" ? uri() : uri;
  }

  /** The client's address, where the transport knows it; over HTTP until the answer is sent. */
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
