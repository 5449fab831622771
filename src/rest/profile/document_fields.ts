import type { ExportedCollection } from "../export/exported_collection.ts";
import type { Field } from "../export/field.ts";

/** The fields that a collection's documents speak of: those that are shown, and associations held in properties. */
export function documentFields({ fields, id, version, options }: ExportedCollection): Field[] {
  return fields.filter((field) => {
    if (field.hidden || field === version) return false;
    return field !== id || options.exposeId === true;
  });
}

/** The fields that clients may send. */
export function writableFields(collection: ExportedCollection): Field[] {
  return documentFields(collection).filter((field) => !field.readOnly && field !== collection.id);
}
