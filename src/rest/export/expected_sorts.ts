import { expectQuery, Sort } from "../../data/mod.ts";
import type { AnyDescriptor } from "../../kernel/mod.ts";
import type { ExportedCollection } from "./exported_collection.ts";

/** Whether values of a type can be sorted. */
export function isSortable({ kind, ...descriptor }: AnyDescriptor): boolean {
  if (kind === "enum") return true;
  const name = "name" in descriptor ? descriptor.name : "Json";
  return kind === "scalar" && name !== "Json" && name !== "Bytes";
}

/**
 * Registers the sorts that clients can request, so that the startup check reports indexes that do not end with the id,
 * the tie-breaker of each sort. Without it, a page of items with equal values reads and sorts all of them.
 *
 * @param collection the collection
 */
export function expectSorts(collection: ExportedCollection): void {
  const { repository, path, fields, id } = collection;
  if (!collection.isListable || !collection.isPaged) return;
  for (const field of fields) {
    if (field.hidden || id.has(field) || !isSortable(field.descriptor)) continue;
    expectQuery(repository, {
      origin: `sort "${field.name}" of "${path}"`,
      alternatives: [],
      sort: Sort.by(field.property),
      isLimited: true,
      isChosen: true,
    });
  }
}
