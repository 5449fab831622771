import type { Container } from "../../deps.ts";
import type { ConnectionInfo, HttpRoute } from "../http/mod.ts";

/** A started application. */
export interface Application extends AsyncDisposable {
  /**
   * Handles a request: the handler for `Deno.serve`, for tests, and for mounting in other frameworks.
   *
   * @param request the request
   * @param connection the connection of the request, as passed by `Deno.serve`
   */
  readonly fetch: (request: Request, connection?: ConnectionInfo) => Response | Promise<Response>;
  /** Holds the application's beans. */
  readonly container: Container;
  /** The routes of the application. */
  readonly routes: readonly HttpRoute[];
  /**
   * Rejects new requests with 503, waits for those in flight within `http.drainTimeoutMs`, ends streams and
   * sockets, and deactivates all beans. `await using` calls it. With `Deno.serve` a request is in flight until its
   * response including the body was sent.
   */
  [Symbol.asyncDispose](): Promise<void>;
}
