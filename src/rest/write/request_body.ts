import type { BodyReader } from "../../http/mod.ts";

/** The body of a request, received completely before rows are locked, so that no lock waits for a slow client. */
export interface RequestBody {
  /** The method of the request. */
  readonly method: string;
  /** Its media type, in lower case and without parameters; `""` when the request does not name one. */
  readonly type: string;
  readonly text: string;
}

/**
 * Receives the body of a request.
 *
 * @param request the request
 * @param reader enforces the limits
 * @throws BodyRefusal when the body is too large or too slow
 */
export async function receiveBody(request: Request, reader: BodyReader): Promise<RequestBody> {
  const type = (request.headers.get("content-type") ?? "").split(";", 1)[0]!.trim().toLowerCase();
  return { method: request.method, type, text: await reader.text(request) };
}
