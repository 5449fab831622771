import { type ConnectionInfo, textOf } from "../http/mod.ts";

/** Up to so many characters head and body leave together anyway. */
const shortest = 400;

/** Above so many characters gathering head and body costs more than a second write. */
const longest = 50_000;

/**
 * Lets the server send head and body of a text in one write and one packet. It does so by itself with short bodies, and
 * with others when they are sent in chunks, of which this is one.
 *
 * HTTP/1.0 and HTTP/2 have no chunks, and `HEAD` has no body: there the server leaves the header out.
 *
 * @param answer what the client gets
 * @param connection that it leaves by; without one nothing is sent
 * @returns the answer
 */
export function inOneWrite(answer: Response, connection: ConnectionInfo | undefined): Response {
  const length = textOf(answer)?.length ?? 0;
  if (connection !== undefined && length > shortest && length <= longest) {
    answer.headers.set("transfer-encoding", "chunked");
  }
  return answer;
}
