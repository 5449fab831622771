import type { ConnectionInfo } from "../http/mod.ts";
import type { Application } from "./application.ts";

/**
 * Adds `Strict-Transport-Security` to the responses of a server that speaks TLS.
 *
 * Browsers keep it by host name, and would apply it to every other service on `localhost`: these responses do not have
 * it.
 *
 * @param fetch the request handler
 * @param maxAgeSeconds how long browsers keep it
 */
export function withStrictTransportSecurity(fetch: Application["fetch"], maxAgeSeconds: number): Application["fetch"] {
  if (maxAgeSeconds === 0) return fetch;
  const value = `max-age=${maxAgeSeconds}`;
  return (request: Request, connection?: ConnectionInfo) => {
    const response = fetch(request, connection);
    if (/^https:\/\/(?:[^/]*\.)?localhost[:/]/i.test(request.url)) return response;
    const add = (settled: Response): Response => {
      // A response to a handshake belongs to the server.
      if (settled.status < 200) return settled;
      const response = isChangeable(settled) ? settled : new Response(settled.body, settled);
      response.headers.set("strict-transport-security", value);
      return response;
    };
    return response instanceof Promise ? response.then(add) : add(response);
  };
}

/** Whether the headers are mutable; those of a response that a route received from `fetch` are not. */
function isChangeable({ headers }: Response): boolean {
  try {
    headers.delete("strict-transport-security");
    return true;
  } catch {
    return false;
  }
}
