import { problem, textOf, type UnreadBodies } from "../http/mod.ts";

/** Maximum length of a text that is passed to the server as a whole, in characters, which costs a fifth less. */
const maxWhole = 262_144;

/**
 * Sends a long text in chunks, as the client reads it.
 *
 * @param response the response; any but a long one of `textResponse` stays as it is
 * @param bodies sends long texts
 * @returns the response, or 503 if unread responses exceed the limit
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
