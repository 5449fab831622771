import { percentDecoded, withoutTrailingSlashes } from "../../kernel/mod.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import { findItems } from "../hal/target_loader.ts";
import { withoutVariables } from "../hal/uri_template.ts";

/**
 * Reads the id out of the URI of an item.
 *
 * Host and base path are not compared: behind a proxy they may differ from what the server knows. The collection's path
 * and the id are.
 *
 * @param uri absolute or relative, a template too
 * @param target the collection that the item must be of
 * @returns the id, or `undefined` when the URI is not that of such an item
 */
export function idFromUri(uri: string, target: ExportedCollection): unknown {
  const path = withoutVariables(uri.trim()).split(/[?#]/, 1)[0]!;
  const [id, collection] = withoutTrailingSlashes(path).split("/").slice(-2).reverse().map(percentDecoded);
  if (id === undefined || collection !== target.path) return undefined;
  return target.idFrom(id);
}

/**
 * Finds the entities that the URIs of items lead to, with one query for all of them.
 *
 * @param uris what a client sent: absolute or relative, templates too
 * @param target the collection that the items must be of
 * @returns for each URI the entity, or `undefined` when there is none
 */
export async function entitiesFromUris(
  uris: readonly unknown[],
  target: ExportedCollection,
): Promise<(object | undefined)[]> {
  const ids = uris.map((uri) => typeof uri === "string" ? idFromUri(uri, target) : undefined);
  const found = await findItems(target, ids.filter((id) => id !== undefined));
  return ids.map((id) => id === undefined ? undefined : found.get(target.idSegment(id)));
}

/** What is wrong with what leads to no item of a collection. */
export function mustBeUriOfItem({ path }: ExportedCollection): string {
  return `must be the URI of an existing item of "${path}"`;
}
