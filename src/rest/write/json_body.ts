import { holdsStorableTexts, shortened } from "../../kernel/mod.ts";
import { jsonSize, maxJsonDepth } from "./json_depth.ts";
import type { RequestBody } from "./request_body.ts";
import { checkCount } from "./input_limit.ts";
import { UnreadableBodyError } from "./unreadable_body_error.ts";

/**
 * Makes sure that a request's body has a type that is read.
 *
 * @param body the request's
 * @param types the types that are read, which a refusal names
 * @param tolerated further types that are read, but not offered
 * @throws UnreadableBodyError with status 415 when it has another
 */
export function requireMediaType(
  { method, type }: RequestBody,
  types: readonly string[],
  tolerated: readonly string[] = [],
): string {
  if (types.includes(type) || tolerated.includes(type)) return type;
  throw new UnreadableBodyError(
    `Cannot read the request body as its content type must be one of ${types.join(", ")}: current value is "${
      shortened(type)
    }"`,
    { status: 415, headers: acceptedTypes(method, types.join(", ")) },
  );
}

/** The headers in which a refusal names the media types that are read: RFC 9110, RFC 5789 and the Linked Data Platform. */
function acceptedTypes(method: string, accept: string): Readonly<Record<string, string>> {
  if (method === "PATCH") return { accept, "accept-patch": accept };
  return method === "POST" ? { accept, "accept-post": accept } : { accept };
}

/**
 * Reads a request's body as JSON.
 *
 * @param body the request's
 * @param maxValues maximum number of values; 0 means no limit
 * @throws UnreadableBodyError when the body is missing, no JSON, nested too deeply, holds too many values, or text that no
 *   store holds
 */
export function jsonBody({ text }: RequestBody, maxValues: number): unknown {
  if (text.trim() === "") throw new UnreadableBodyError("Cannot read the request body as it must be JSON: it is empty");
  const json = parse(text);
  const { depth, values } = jsonSize(json, { depth: maxJsonDepth, values: maxValues === 0 ? Infinity : maxValues });
  if (depth > maxJsonDepth) {
    throw new UnreadableBodyError(
      `Cannot read the request body as it must be nested at most ${maxJsonDepth} levels deep`,
    );
  }
  checkCount(values, { name: "maxInputValues", value: maxValues });
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
