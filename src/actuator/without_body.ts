/**
 * What `HEAD` answers: status and headers of the response to `GET`. A body that is streamed is cancelled, so that its
 * source does not wait for a reader.
 *
 * @param response the response to `GET`
 */
export function withoutBody(response: Response): Response {
  // The error of the cancellation is ignored, as no reader waits for the body.
  response.body?.cancel().catch(() => {});
  return new Response(null, { status: response.status, headers: response.headers });
}
