import type { EspalierProperties } from "../../kernel/mod.ts";
import { compactType } from "../hal/compact_document.ts";
import { checkCount } from "./input_limit.ts";
import { jsonBody, requireMediaType } from "./json_body.ts";
import type { RequestBody } from "./request_body.ts";
import { UnreadableBodyError } from "./unreadable_body_error.ts";
import { isJsonObject } from "./json_object.ts";

/** The media types of links. */
const linkBodyTypes: readonly string[] = [
  "text/uri-list",
  "application/json",
  "application/hal+json",
  compactType,
];

/**
 * Reads the URIs in a request's body: lines of `text/uri-list` without comments and blank lines, or the links of a JSON
 * document (`_links`, or `links` as a list).
 *
 * @param body the request's
 * @param limits the limits of a body
 * @throws UnreadableBodyError when the body has another type, is invalid, has no links or too many
 */
export function linkBody(
  body: RequestBody,
  limits: Pick<EspalierProperties["rest"], "maxInputValues" | "maxLinks">,
): string[] {
  const type = requireMediaType(body, linkBodyTypes);
  if (type === "text/uri-list") {
    const lines: string[] = [];
    for (const line of body.text.split(/[\r\n]+/)) {
      const uri = line.trim();
      if (uri === "" || uri.startsWith("#")) continue;
      checkCount(lines.push(uri), { name: "maxLinks", value: limits.maxLinks });
    }
    return lines;
  }
  const json = jsonBody(body, limits.maxInputValues);
  const links = isJsonObject(json) ? linksOf(json) : undefined;
  checkCount(links?.length ?? 0, { name: "maxLinks", value: limits.maxLinks });
  if (links?.every(isLink)) return links.map(({ href }) => href);
  throw new UnreadableBodyError(
    'Cannot read the request body as it must name links: { "_links": { "item": { "href": "…" } } }',
  );
}

/** Returns the links of a document, or `undefined` if it has none. */
function linksOf(json: Record<string, unknown>): unknown[] | undefined {
  const { _links: byRelation, links: listed } = json;
  if (byRelation === undefined && listed === undefined) return Object.keys(json).length === 0 ? [] : undefined;
  if (byRelation !== undefined && !isJsonObject(byRelation)) return undefined;
  if (listed !== undefined && !Array.isArray(listed)) return undefined;
  return [...Object.values(byRelation ?? {}).flat(), ...listed ?? []];
}

function isLink(link: unknown): link is { readonly href: string } {
  return isJsonObject(link) && typeof link.href === "string";
}
