/**
 * Asks the client to close the connection after a response, so that its next request goes to another instance. The
 * server itself keeps the connection open until it drains: a request that was already sent is still handled.
 *
 * @param response the response; that of a WebSocket's handshake stays as it is
 */
export function closingConnection(response: Response): Response {
  if (response.status === 101) return response;
  try {
    response.headers.set("connection", "close");
    return response;
  } catch {
    // Headers of a response that `fetch` returned can't be changed.
    const headers = new Headers(response.headers);
    headers.set("connection", "close");
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
  }
}
