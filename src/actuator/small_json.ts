/** Maximum size of a body that an endpoint takes, in bytes. */
const maxBytes = 4_096;

/**
 * Reads the JSON body of a request to an endpoint.
 *
 * @param request the request
 * @returns the value; `undefined` where the body is empty
 * @throws RangeError when the body has more than 4,096 bytes
 * @throws SyntaxError when it is not JSON
 */
export async function smallJson(request: Request): Promise<unknown> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new RangeError(`The body must have at most ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const text = await new Blob(chunks).text();
  return text.trim() === "" ? undefined : JSON.parse(text);
}
