import { holdsStorableTexts, shortened } from "../../kernel/mod.ts";
import { jsonSize, maxJsonDepth } from "./json_depth.ts";
import type { RequestBody } from "./request_body.ts";
import { checkCount } from "./input_limit.ts";
import { UnreadableBodyError } from "./unreadable_body_error.ts";

/**
 * Checks that the media type of a request's body is supported.
 *
 * @param body the request's
 * @param types the supported types, which the error names
 * @param tolerated further supported types, which the error does not name
 * @throws UnreadableBodyError with status 415 for other types
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

/** The response headers that name supported media types: RFC 9110, RFC 5789 and the Linked Data Platform. */
function acceptedTypes(method: string, accept: string): Readonly<Record<string, string>> {
  if (method === "PATCH") return { accept, "accept-patch": accept };
  return method === "POST" ? { accept, "accept-post": accept } : { accept };
}

/**
 * Reads a request's body as JSON.
 *
 * @param body the request's
 * @param maxValues maximum number of values; 0 means no limit
 * @throws UnreadableBodyError when the body is missing, invalid JSON, nested too deeply, has too many values, or text
 *   that can't be stored
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
  // NUL and lone surrogates occur in JSON only as escapes: skip the check of a body without escapes.
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
