const content = Symbol("text of the body");

interface TextResponse extends Response {
  /** The body. */
  [content]?: string;
}

/**
 * Creates a response whose body the server can read as a string: `serve` sends a short one in a single write with the
 * head, where a plain `Response` takes two, and a very long one in chunks, as the client reads it.
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
  const response: TextResponse = responseOf(text, init);
  response[content] = text;
  return response;
}

/**
 * Creates the response with only its media type and appends the other headers: Deno 2.9 is many times slower with a
 * record of several headers.
 */
function responseOf(text: string, init: ResponseInit | undefined): Response {
  const { status = 200, statusText = "", headers } = init ?? {};
  const isPlain = status === 200 && statusText === "" && isRecord(headers);
  const type = isPlain ? headers["content-type"] : undefined;
  if (type === undefined || !isPlain) return new Response(text, init);
  const response = new Response(text, { headers: { "content-type": type } });
  for (const [name, value] of Object.entries(headers)) {
    if (name !== "content-type") response.headers.append(name, value);
  }
  return response;
}

function isRecord(headers: HeadersInit | undefined): headers is Record<string, string> {
  return headers !== undefined && !(headers instanceof Headers) && !(Symbol.iterator in headers);
}

/**
 * Returns the text of a response.
 *
 * @param response any response
 * @returns the body; `undefined` if the response was not created by {@linkcode textResponse}
 */
export function textOf(response: Response): string | undefined {
  return (response as TextResponse)[content];
}
