import type { BodyReader } from "../../http/mod.ts";
import { holdsStorableTexts } from "../../kernel/mod.ts";
import { isDeeperThan, maxJsonDepth } from "./json_depth.ts";
import { UnreadableBodyError } from "./unreadable_body_error.ts";

/**
 * The media type of a request's body, in lower case and without parameters.
 *
 * @returns `""` when the request does not name one
 */
function mediaTypeOf(request: Request): string {
  return (request.headers.get("content-type") ?? "").split(";", 1)[0]!.trim().toLowerCase();
}

/**
 * Makes sure that a request's body has a type that is read.
 *
 * @throws UnreadableBodyError with status 415 when it has another
 */
export function requireMediaType(request: Request, types: readonly string[]): string {
  const type = mediaTypeOf(request);
  if (types.includes(type)) return type;
  throw new UnreadableBodyError(
    `Cannot read the request body as its content type must be one of ${types.join(", ")}: current value is "${type}"`,
    { status: 415 },
  );
}

/**
 * Reads a request's body as JSON.
 *
 * @param request the request
 * @param reader keeps the limits
 * @throws UnreadableBodyError when the body is missing, no JSON, or nested too deeply
 * @throws BodyRefusal when the body is too large or too slow
 */
export async function jsonBody(request: Request, reader: BodyReader): Promise<unknown> {
  const text = await reader.text(request);
  if (text.trim() === "") throw new UnreadableBodyError("Cannot read the request body as it must be JSON: it is empty");
  const json = parse(text);
  if (isDeeperThan(json, maxJsonDepth)) {
    throw new UnreadableBodyError(
      `Cannot read the request body as it must be nested at most ${maxJsonDepth} levels deep`,
    );
  }
  // Neither can stand in JSON but as an escape: a body without one needs no walk.
  if (text.includes("\\u") && !holdsStorableTexts(json)) {
    throw new UnreadableBodyError("Cannot read the request body as its texts must be Unicode without NUL characters");
  }
  return json;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UnreadableBodyError(`Cannot read the request body as it must be JSON: ${reason}`);
  }
}
