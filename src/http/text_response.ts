const length = Symbol("length of the text");

interface TextResponse extends Response {
  /** UTF-16 units of the body. */
  [length]?: number;
}

/**
 * Makes a response of a text whose length may be asked for by whoever sends it: `serve` sends head and body of one that
 * is not very long in one write, where a plain `Response` takes two.
 *
 * @param text the body
 * @param init status and headers
 * @throws RangeError when the status is none of 200 to 599
 * @throws TypeError when a header can't be sent, or the status is one of responses without body
 *
 * @example
 * ```ts
 * import { type HttpRoute, textResponse } from "@espalier/espalier/http";
 *
 * const robots: HttpRoute = {
 *   path: "/robots.txt",
 *   handle: () => textResponse("User-agent: *\nDisallow: /graphql\n", { headers: { "content-type": "text/plain" } }),
 * };
 * console.log(robots.path);
 * ```
 */
export function textResponse(text: string, init?: ResponseInit): Response {
  const response: TextResponse = new Response(text, init);
  response[length] = text.length;
  return response;
}

/**
 * Tells how long the text of a response is.
 *
 * @param response any response
 * @returns UTF-16 units; 0 where {@linkcode textResponse} did not make the response
 */
export function textLength(response: Response): number {
  return (response as TextResponse)[length] ?? 0;
}
