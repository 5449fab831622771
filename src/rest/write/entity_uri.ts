import { percentDecoded, withoutTrailingSlashes } from "../../kernel/mod.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { findItems } from "../hal/target_loader.ts";
import { withoutVariables } from "../hal/uri_template.ts";

/**
 * Parses the id of an item from its URI.
 *
 * Host and base path are not compared, as they may differ behind a proxy. The collection's path
 * and the id are.
 *
 * @param uri absolute or relative; may be a template
 * @param target the expected collection of the item
 * @returns the id, or `undefined` when the URI does not belong to an item of the collection
 */
export function idFromUri(uri: string, target: ExportedCollection): unknown {
  const path = withoutVariables(uri.trim()).split(/[?#]/, 1)[0]!;
  const [id, collection] = withoutTrailingSlashes(path).split("/").slice(-2).reverse().map(percentDecoded);
  if (id === undefined || collection !== target.path) return undefined;
  return target.idFrom(id);
}

/**
 * Finds the entities of item URIs by one query.
 *
 * @param uris the URIs from a client, absolute or relative; may be templates
 * @param target the expected collection of the items
 * @returns the entity of each URI, or `undefined` if there is none
 */
export async function entitiesFromUris(
  uris: readonly unknown[],
  target: ExportedCollection,
): Promise<(object | undefined)[]> {
  const ids = uris.map((uri) => typeof uri === "string" ? idFromUri(uri, target) : undefined);
  const found = await findItems(target, ids.filter((id) => id !== undefined));
  return ids.map((id) => id === undefined ? undefined : found.get(target.idSegment(id)));
}

/** The requirement on the URI of an item, for error messages. */
export function itemUriRequirement({ path }: ExportedCollection): string {
  return `must be the URI of an existing item of "${path}"`;
}
