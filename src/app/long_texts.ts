import { problem, textOf, type UnreadBodies } from "../http/mod.ts";

/** Up to this number of characters the server takes a text as a whole, which costs a fifth less. */
const maxWhole = 262_144;

/**
 * Makes the server take a long text piece by piece, as the client reads it.
 *
 * @param response the response; any but a long one of `textResponse` stays as it is
 * @param bodies sends long texts
 * @returns the response, or 503 where too much waits for slow clients already
 */
export function sendLongTexts(response: Response, bodies: UnreadBodies): Response {
  const text = textOf(response);
  if (text === undefined || text.length <= maxWhole) return response;
  const body = bodies.send(text);
  if (body === undefined) {
    const detail = "Too many responses wait for slow clients";
    return problem({ status: 503, detail, headers: { "retry-after": "5" } });
  }
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
