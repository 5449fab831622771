/** What `HEAD` answers: status and headers of the response to `GET`. */
export function withoutBody(response: Response): Response {
  return new Response(null, { status: response.status, headers: response.headers });
}
