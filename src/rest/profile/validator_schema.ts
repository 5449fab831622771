import { isStandardSchema, type StandardSchema } from "../../kernel/mod.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import type { JsonSchema } from "./schema_definitions.ts";

/** The constraints of a validator on one property. */
export interface PropertyConstraints {
  /** Keywords of JSON Schema. */
  readonly keywords: JsonSchema;
  /** Whether the validator requires the property. */
  readonly required: boolean;
}

/** The keywords that narrow a value down; types are those of the description. */
const keywordNames: readonly string[] = [
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "format",
  "enum",
  "const",
  "default",
  "minItems",
  "maxItems",
  "uniqueItems",
];

/**
 * Reads what a collection's validator demands of the values that clients send, where the validator can say it (Standard
 * JSON Schema, as zod and ArkType do).
 *
 * @param collection the collection
 * @param phase the kind of write
 * @returns the constraints by property; empty if the validator has no JSON Schema
 */
export function validatorConstraints(
  { options: { validation } }: ExportedCollection,
  phase: "create" | "update",
): ReadonlyMap<string, PropertyConstraints> {
  const schema = isStandardSchema(validation) ? validation : validation?.[phase];
  const json = schema === undefined ? undefined : jsonSchemaOf(schema);
  if (!isRecord(json) || !isRecord(json.properties)) return new Map();
  const required = new Set(Array.isArray(json.required) ? json.required : []);
  return new Map(
    Object.entries(json.properties).map(([property, value]) => {
      const keywords = keywordsOf(value);
      return [property, { keywords, required: required.has(property) && !("default" in keywords) }];
    }),
  );
}

interface JsonSchemaSource {
  readonly input?: (options: object) => unknown;
}

function jsonSchemaOf(schema: StandardSchema): unknown {
  // An extension of the convention, which older validators don't have.
  const { jsonSchema } = schema["~standard"] as { readonly jsonSchema?: JsonSchemaSource };
  try {
    return jsonSchema?.input?.({ target: "draft-2020-12", libraryOptions: { unrepresentable: "any" } });
  } catch {
    // What no JSON Schema says is checked all the same; it is not described beforehand.
    return undefined;
  }
}

function keywordsOf(schema: unknown): JsonSchema {
  if (!isRecord(schema)) return {};
  const variants = Array.isArray(schema.anyOf)
    ? schema.anyOf.filter((one) => !isRecord(one) || one.type !== "null")
    : [];
  if (variants.length === 1) return { ...keywordsOf(variants[0]), ...ownKeywords(schema) };
  return ownKeywords(schema);
}

function ownKeywords(schema: Record<string, unknown>): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => keywordNames.includes(name)));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
