import type { BodyReader } from "../../http/mod.ts";
import { jsonBody, requireMediaType } from "./json_body.ts";
import { isJsonObject } from "./value_reader.ts";

/** The media types in which links are sent. */
export const linkBodyTypes: readonly string[] = [
  "text/uri-list",
  "application/json",
  "application/hal+json",
  "application/x-spring-data-compact+json",
];

/**
 * Reads the URIs that a request's body names: lines of `text/uri-list` (comments and blank lines aside), or the links
 * of a JSON document (`_links`, or `links` as a list).
 *
 * @param request the request
 * @param reader keeps the limits
 * @throws UnreadableBodyError when the body has another type or is no JSON
 */
export async function linkBody(request: Request, reader: BodyReader): Promise<string[]> {
  const type = requireMediaType(request, linkBodyTypes);
  if (type === "text/uri-list") {
    const lines = (await reader.text(request)).split(/\r?\n|\r/).map((line) => line.trim());
    return lines.filter((line) => line !== "" && !line.startsWith("#"));
  }
  const json = await jsonBody(request, reader);
  if (!isJsonObject(json)) return [];
  const byRelation = isJsonObject(json._links) ? Object.values(json._links).flat() : [];
  const listed = Array.isArray(json.links) ? json.links : [];
  return [...byRelation, ...listed].flatMap((link) =>
    isJsonObject(link) && typeof link.href === "string" ? [link.href] : []
  );
}
