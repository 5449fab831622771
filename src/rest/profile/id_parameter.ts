import type { ExportedCollection } from "../export/exported_collection.ts";
import type { JsonSchema } from "./schema_definitions.ts";

/**
 * Describes the path parameter that identifies an item.
 *
 * @param collection the item's collection
 * @param name of the parameter
 */
export function idParameter({ id }: ExportedCollection, name = "id"): JsonSchema {
  const names = id.fields.map((field) => field.name);
  const description =
    `The values of ${names.join(", ")}, separated by commas; "%25" and "%2C" stand for a percent sign ` +
    "and a comma within a value, before the segment is encoded";
  const form = id.isComposite ? { description } : {};
  return { name, in: "path", required: true, ...form, schema: { type: "string" } };
}
