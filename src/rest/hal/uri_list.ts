import type { ResultBudget } from "../../kernel/mod.ts";

/**
 * Writes the URIs of items, one a line.
 *
 * @param items the items
 * @param budget counts them
 * @param hrefOf returns the URI of an item
 * @throws ResultBudgetExceededError when there are too many
 */
export function uriLines(items: Iterable<object>, budget: ResultBudget, hrefOf: (item: object) => string): string {
  let lines = "";
  for (const item of items) {
    const line = `${hrefOf(item)}\r\n`;
    budget.add(1, line.length);
    lines += line;
  }
  return lines;
}

/** Responds with URIs, as `text/uri-list` (RFC 2483). */
export function uriListResponse(lines: string): Response {
  return new Response(lines, { headers: { "content-type": "text/uri-list", vary: "accept" } });
}
