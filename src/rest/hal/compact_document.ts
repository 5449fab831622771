import { documentResponse, type DocumentResponseOptions } from "./hal_response.ts";
import type { HalDocument } from "./item_writer.ts";
import type { Link } from "./link.ts";
import { withoutVariables } from "./uri_template.ts";

/** The media type of documents that name items by their links alone. */
export const compactType = "application/x-spring-data-compact+json";

/**
 * Creates a compact document: the links of items under their own relation, without content.
 *
 * @param items the documents of the items
 * @param page the page's numbers, if it is a page
 */
export function compactDocument(items: readonly HalDocument[], page?: unknown): HalDocument {
  return { links: items.flatMap(itemLinks), content: [], ...(page === undefined ? {} : { page }) };
}

/**
 * Answers with the document of one item, in the form that the client prefers.
 *
 * @param document the item's document
 * @param options media type and headers
 */
export function itemResponse(document: HalDocument, options: DocumentResponseOptions): Response {
  return documentResponse(options.type === compactType ? compactDocument([document]) : document, options);
}

/** Returns an item's self link, under the item's relation; nothing for values that are not items. */
function itemLinks({ _links = {} }: HalDocument) {
  const { self, ...others } = _links as Readonly<Record<string, Link>>;
  if (self === undefined) return [];
  const [rel] = Object.entries(others).find(([, { href }]) => withoutVariables(href) === self.href) ?? ["self"];
  return [{ rel, href: self.href }];
}
