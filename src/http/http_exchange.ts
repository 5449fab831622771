import type { Authentication } from "../context/mod.ts";
import type { MaybePromise, ResultBudget } from "../kernel/mod.ts";
import { normalPath } from "./normal_path.ts";

/** Where a request came from and what the server knows of the connection, as `Deno.serve` tells it. */
export interface ConnectionInfo {
  /** The client's address; absent when a request did not come over a socket. */
  readonly remoteAddr?: { readonly hostname?: string };
  /** Settles when the answer has been sent, body included, or the client is gone; absent where nobody tells. */
  readonly completed?: Promise<unknown>;
}

/** One request on its way through the routes. The parts that cost something are made when they are first read. */
export class HttpExchange {
  /** The request as the server received it. */
  readonly request: Request;
  /** Scheme and host as the client sent them: `http://localhost:8080`; `""` where the request's URL has none. */
  readonly origin: string;
  /** The path, percent-encoded and without query, where paths that mean the same are the same (RFC 3986, 6.2.2). */
  readonly path: string;
  /** The query with its question mark, or `""`. */
  readonly search: string;
  /** The path pattern of the route that answered, such as `/graphql`; the router records it. */
  route: string | undefined;
  /** Who makes the request; an interceptor that has checked credentials records it. */
  authentication: Authentication | undefined;
  /** Counts what the response holds; whoever writes a document records it. */
  resultBudget: ResultBudget | undefined;
  /** Whether a rule for the path let the request in: what is denied by default is not, then. */
  isJudged = false;
  /**
   * The rule of the path, for a connection whose credentials come after the handshake: whoever takes them calls it, and
   * closes the connection when it throws.
   */
  deferredAccess: ((authentication: Authentication | undefined) => MaybePromise<void>) | undefined;
  #url: URL | undefined;
  #remoteAddress: string | undefined;
  readonly #connection: ConnectionInfo | undefined;

  /**
   * Creates the exchange.
   *
   * @param request the request
   * @param connection what the server knows of the connection
   */
  constructor(request: Request, connection?: ConnectionInfo) {
    this.request = request;
    this.#connection = connection;
    const url = request.url;
    // `Request.url` is absolute and normalised: the path begins at the first slash after the authority.
    const pathStart = url.indexOf("/", url.indexOf("://") + 3);
    const queryStart = url.indexOf("?", pathStart);
    const end = url.indexOf("#", pathStart);
    const until = end < 0 ? url.length : end;
    const path = url.slice(pathStart, queryStart < 0 ? until : queryStart);
    this.origin = url.slice(0, Math.max(pathStart, 0));
    this.path = path.includes("%") ? normalPath(path) : path;
    this.search = queryStart < 0 ? "" : url.slice(queryStart, until);
  }

  /** The parsed URL. */
  get url(): URL {
    return this.#url ??= new URL(this.request.url);
  }

  /** Client address; `undefined` when there was no socket, or when nobody asked before the answer was sent. */
  get remoteAddress(): string | undefined {
    return this.#remoteAddress ??= addressOf(this.#connection);
  }
}

function addressOf(connection: ConnectionInfo | undefined): string | undefined {
  try {
    return connection?.remoteAddr?.hostname;
  } catch (error) {
    // The server forgets the connection with the answer.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
