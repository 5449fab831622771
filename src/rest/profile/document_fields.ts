import type { ExportedCollection } from "../export/exported_collection.ts";
import type { Field } from "../export/field.ts";

/** The fields that a collection's documents speak of: those that are shown, and associations held in properties. */
export function documentFields({ fields, id, version, options, associations }: ExportedCollection): Field[] {
  const inverse = new Set(
    associations.values().filter(({ property }) => property === undefined).map(({ replaces }) => replaces),
  );
  return fields.filter((field) => {
    if (field.hidden || field === version || inverse.has(field.property)) return false;
    return field !== id || options.exposeId === true;
  });
}

/** The fields that clients may send. */
export function writableFields(collection: ExportedCollection): Field[] {
  const fixed = new Set(
    collection.associations.values().filter(({ settable }) => !settable).map(({ replaces }) => replaces),
  );
  return documentFields(collection).filter((field) =>
    !field.readOnly && field !== collection.id && !fixed.has(field.property)
  );
}
