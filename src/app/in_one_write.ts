import { type ConnectionInfo, textOf } from "../http/mod.ts";

/** Maximum length of a body that the server sends together with the head anyway, in characters. */
const shortest = 400;

/** Maximum length of a body for which joining head and body costs less than a second write, in characters. */
const longest = 50_000;

/**
 * Lets the server send head and body of a text in one write and one packet. It does so for short bodies, and for others
 * if they are sent with chunked encoding; here the body is one chunk.
 *
 * HTTP/1.0 and HTTP/2 have no chunked encoding, and `HEAD` has no body: there the server omits the header.
 *
 * @param answer the response
 * @param connection the connection that sends it; without one nothing is sent
 * @returns the response
 */
export function inOneWrite(answer: Response, connection: ConnectionInfo | undefined): Response {
  const length = textOf(answer)?.length ?? 0;
  if (connection !== undefined && length > shortest && length <= longest) {
    answer.headers.set("transfer-encoding", "chunked");
  }
  return answer;
}
