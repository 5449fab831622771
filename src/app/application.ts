import type { Container } from "../../deps.ts";
import type { ConnectionInfo, HttpRoute } from "../http/mod.ts";

/** A started application. */
export interface Application extends AsyncDisposable {
  /**
   * Answers a request: the handler for `Deno.serve`, the entry of tests, and the way into other frameworks.
   *
   * @param request the request
   * @param connection what the server knows of the connection; `Deno.serve` passes it
   */
  readonly fetch: (request: Request, connection?: ConnectionInfo) => Response | Promise<Response>;
  /** Holds the application's beans. */
  readonly container: Container;
  /** The routes that answer requests. */
  readonly routes: readonly HttpRoute[];
  /**
   * Refuses new requests with 503, lets those in flight finish within `http.drainTimeoutMs`, ends streams and
   * sockets, and deactivates all beans. `await using` calls it. Behind `Deno.serve` a request is in flight until its
   * answer has been sent, body included.
   */
  [Symbol.asyncDispose](): Promise<void>;
}
