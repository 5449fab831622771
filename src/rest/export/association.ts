import type { Association } from "./exported_collection.ts";

/**
 * Returns the ids of an entity's targets.
 *
 * @param association an association with a property
 * @param entity the owner
 */
export function targetIds(association: Association, entity: object): unknown[] {
  // Described properties are read by name.
  const held = (entity as Record<string, unknown>)[association.property!];
  if (held === null || held === undefined) return [];
  const values = association.many ? [...held as Iterable<unknown>] : [held];
  return association.holdsIds ? values : values.map((target) => association.target.idOf(target as object));
}
