import type { Authentication } from "../context/mod.ts";
import type { MaybePromise, ResultBudget } from "../kernel/mod.ts";
import { normalPath } from "./normal_path.ts";

/** The connection of a request, as described by `Deno.serve`. */
export interface ConnectionInfo {
  /** The client's address; absent if the request did not arrive over a socket. */
  readonly remoteAddr?: { readonly hostname?: string };
  /**
   * Settles when the response including its body was sent, or the client disconnected; absent if the server does not
   * report it.
   */
  readonly completed?: Promise<unknown>;
}

/** One request during its handling. Expensive properties are computed at the first read. */
export class HttpExchange {
  /** The request as the server received it. */
  readonly request: Request;
  /** Scheme and host as the client sent them: `http://localhost:8080`; `""` if the request's URL has none. */
  readonly origin: string;
  /** The normalized path (RFC 3986, 6.2.2), percent-encoded and without query. */
  readonly path: string;
  /** The query with its question mark, or `""`. */
  readonly search: string;
  /** The path pattern of the matched route, such as `/graphql`; set by the router. */
  route: string | undefined;
  /** The authentication of the caller; set by the interceptor that verified the credentials. */
  authentication: Authentication | undefined;
  /** The budget that counts the values of the response; set by the handler that writes the document. */
  resultBudget: ResultBudget | undefined;
  /** Whether a rule for the path allowed the request, so that the default denial does not apply. */
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
   * @param connection the connection of the request
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

  /** Client address; `undefined` without a socket, or if it was not read before the response was sent. */
  get remoteAddress(): string | undefined {
    return this.#remoteAddress ??= addressOf(this.#connection);
  }
}

function addressOf(connection: ConnectionInfo | undefined): string | undefined {
  try {
    return connection?.remoteAddr?.hostname;
  } catch (error) {
    // The server discards the connection data when the response is sent.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
