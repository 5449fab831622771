import { creatableFields, requiredNames, writableFields } from "../export/document_fields.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import type { Field } from "../export/field.ts";
import { type JsonSchemas, uriField } from "./json_schema.ts";
import type { JsonSchema } from "./schema_definitions.ts";
import { validatorConstraints } from "./validator_schema.ts";

/** The kind of a body: to create an item, to replace it, or to change it by a merge patch. */
export type BodyKind = "create" | "replace" | "patch";

/** The kinds of bodies that a collection accepts. */
export function bodyKinds({ writable }: ExportedCollection): BodyKind[] {
  return [
    ...(writable.create ? ["create" as const] : []),
    ...(writable.update || writable.createByPut ? ["replace" as const] : []),
    ...(writable.update ? ["patch" as const] : []),
  ];
}

const suffixes: Readonly<Record<BodyKind, string>> = { create: "Create", replace: "Replace", patch: "Patch" };

/**
 * Refers to the schema of a body.
 *
 * @param collection the collection
 * @param kind the kind of body
 * @param schemas creates schemas of described types
 */
export function bodyReference(collection: ExportedCollection, kind: BodyKind, schemas: JsonSchemas): JsonSchema {
  return schemas.definitions.reference(
    collection,
    `${collection.type.name}${suffixes[kind]}`,
    () => bodySchema(collection, kind, schemas),
  );
}

/**
 * Makes the schema of a body: associations are URIs, and the collection's validator narrows values down.
 *
 * @param collection the collection
 * @param kind the kind of body
 * @param schemas creates schemas of described types
 */
export function bodySchema(collection: ExportedCollection, kind: BodyKind, schemas: JsonSchemas): JsonSchema {
  const constraints = validatorConstraints(collection, kind === "create" ? "create" : "update");
  const associations = new Map(collection.associations.values().map((found) => [found.property, found]));
  const properties: Record<string, JsonSchema> = {};
  const demanded: string[] = [];
  const fields = bodyFields(collection, kind);
  const needed = new Set(requiredNames(collection, fields));
  for (const field of fields) {
    const association = associations.get(field.property);
    const name = association?.name ?? field.name;
    const schema = association === undefined ? schemas.ofField(field, "body") : uriField(field, association.many);
    const told = constraints.get(field.property);
    properties[name] = association === undefined ? narrowed(schema, told?.keywords ?? {}) : schema;
    // Associations that a replacement leaves out stay unchanged.
    if (kind === "replace" && association !== undefined) continue;
    const isNeeded = needed.has(name) && !("default" in (told?.keywords ?? {}));
    if (isNeeded || told?.required === true) demanded.push(name);
  }
  return { type: "object", properties, ...(kind === "patch" ? {} : { required: demanded }) };
}

/** The fields that a body may hold. */
export function bodyFields(collection: ExportedCollection, kind: BodyKind): Field[] {
  return kind === "create" ? creatableFields(collection) : writableFields(collection);
}

/** Adds the constraints of a validator to a schema; the narrower bound applies. */
function narrowed(schema: JsonSchema, keywords: JsonSchema): JsonSchema {
  const bound = (name: string, narrower: (a: number, b: number) => number) => {
    const [own, told] = [schema[name], keywords[name]];
    return typeof own === "number" && typeof told === "number" ? { [name]: narrower(own, told) } : {};
  };
  return { ...schema, ...keywords, ...bound("minimum", Math.max), ...bound("maximum", Math.min) };
}
