import { targetIds } from "../export/association.ts";
import { type Association, type ExportedCollection } from "../export/exported_collection.ts";

/** The targets of one association, by owner. */
export type Targets = ReadonlyMap<object, readonly object[]>;

/**
 * Reads the targets of one association for several owners at once: what is not read along with the owners is found
 * with one query for all of them.
 *
 * @param association an association with a property
 * @param owners the entities
 * @param select the property paths that are needed of targets that are not read along; everything when left out
 */
export async function loadTargets(
  association: Association,
  owners: readonly object[],
  select?: readonly string[],
): Promise<Targets> {
  if (association.reads === "entity") {
    return new Map(owners.map((owner) => [owner, heldTargets(association, owner)]));
  }
  const { target } = association;
  const ids = new Map(owners.map((owner) => [owner, targetIds(association, owner)]));
  const found = await findItems(target, [...ids.values()].flat(), select);
  const targetsOf = (wanted: readonly unknown[]) => wanted.flatMap((id) => found.get(target.idSegment(id)) ?? []);
  return new Map([...ids].map(([owner, wanted]) => [owner, targetsOf(wanted)]));
}

function heldTargets({ property, many }: Association, owner: object): readonly object[] {
  // Described properties are read by name, and the description says that they hold entities.
  const held = (owner as Record<string, unknown>)[property!] as object | Iterable<object> | null | undefined;
  if (held === null || held === undefined) return [];
  return many ? [...held as Iterable<object>] : [held];
}

/**
 * Finds items by one query, if their repository supports it.
 *
 * @param collection the items' collection
 * @param ids the ids of items, which need not exist nor differ
 * @param select the property paths that are needed; everything when left out
 * @returns the items by the form of their ids in URIs
 */
export async function findItems(
  collection: ExportedCollection,
  ids: Iterable<unknown>,
  select?: readonly string[],
): Promise<Map<string, object>> {
  const { items } = collection;
  const options = select === undefined ? {} : { select };
  const distinct = [...new Map([...ids].map((id) => [collection.idSegment(id), id])).values()];
  const found = distinct.length > 1 && items.findAllById !== undefined
    ? await items.findAllById(distinct, options)
    : await Promise.all(distinct.map((id) => items.findById?.(id, options)));
  return new Map(found.flatMap((item) => item ? [[collection.idSegment(collection.idOf(item)), item] as const] : []));
}
