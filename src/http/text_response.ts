const length = Symbol("length of the text");

interface TextResponse extends Response {
  /** UTF-16 units of the body. */
  [length]?: number;
}

/**
 * Makes a response of a text whose length may be asked for by whoever sends it.
 *
 * @param text the body
 * @param init status and headers
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
