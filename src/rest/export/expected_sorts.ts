import { expectQuery, Sort } from "../../data/mod.ts";
import type { AnyDescriptor } from "../../kernel/mod.ts";
import type { ExportedCollection } from "./exported_collection.ts";

/** Whether items can be sorted by a property of such values. */
export function isSortable({ kind, ...descriptor }: AnyDescriptor): boolean {
  if (kind === "enum") return true;
  const name = "name" in descriptor ? descriptor.name : "Json";
  return kind === "scalar" && name !== "Json" && name !== "Bytes";
}

/**
 * States what clients can sort a collection by, so that the start tells where an index of a property does not go on to
 * the id, which each sort ends in: then all items of one value are read and sorted for a page of them.
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
