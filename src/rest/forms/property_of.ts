import type { Association } from "../export/exported_collection.ts";
import type { JsonSchema } from "../profile/schema_definitions.ts";
import type { HalFormsOptions, HalFormsProperty } from "./hal_forms_property.ts";

/** Options of {@linkcode propertyOf}. */
export interface PropertySource {
  /** Whether the client must fill it in. */
  readonly required: boolean;
  /** The association whose targets' URIs the field holds. */
  readonly association?: Association | undefined;
}

/**
 * Makes the field of a form from the schema of a property.
 *
 * @param name of the property
 * @param schema of its values in bodies
 * @param source the facts that the schema does not have
 * @returns the field, or `undefined` if a form can't express the value and it is optional
 */
export function propertyOf(
  name: string,
  schema: JsonSchema,
  { required, association }: PropertySource,
): HalFormsProperty | undefined {
  const title = association?.title ?? schema.title;
  const field: HalFormsProperty = {
    name,
    ...(typeof title === "string" ? { prompt: title } : {}),
    ...(required ? { required: true } : {}),
    ...(schema.readOnly === true ? { readOnly: true } : {}),
    ...(schema.default === undefined ? {} : { value: schema.default }),
  };
  const options = association === undefined ? enumOptions(schema, required) : linkOptions(association, required);
  if (options !== undefined) return { ...field, options };
  const input = inputOf(schema);
  if (input !== undefined) return { ...field, ...input };
  // Required fields must be in the form.
  return required ? field : undefined;
}

function inputOf(schema: JsonSchema): Partial<HalFormsProperty> | undefined {
  const types = [schema.type].flat().filter((type) => type !== "null" && type !== undefined);
  if (types.length === 0 || types.includes("array") || types.includes("object")) return undefined;
  const [type] = types;
  if (type === "boolean") return { type: "checkbox" };
  if (types.length === 1 && (type === "integer" || type === "number")) return numberInput(schema, type);
  const { pattern, format } = schema;
  return {
    type: inputTypes[String(format)] ?? "text",
    ...(typeof pattern === "string" ? { regex: pattern } : {}),
    ...numbers(schema, { minLength: "minLength", maxLength: "maxLength" }),
  };
}

const inputTypes: Readonly<Record<string, NonNullable<HalFormsProperty["type"]>>> = {
  "date-time": "datetime-local",
  date: "date",
  time: "time",
  email: "email",
  uri: "url",
  "uri-reference": "url",
};

function numberInput(schema: JsonSchema, type: "integer" | "number"): Partial<HalFormsProperty> {
  return {
    type: "number",
    ...numbers(schema, { minimum: "min", maximum: "max" }),
    ...(typeof schema.multipleOf === "number" ? { step: schema.multipleOf } : type === "integer" ? { step: 1 } : {}),
  };
}

function numbers(schema: JsonSchema, names: Readonly<Record<string, string>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([keyword, name]) => {
      const value = schema[keyword];
      return typeof value === "number" ? [[name, value]] : [];
    }),
  );
}

function enumOptions(schema: JsonSchema, required: boolean): HalFormsOptions | undefined {
  const isList = schema.type === "array";
  const values = (isList ? schema.items as JsonSchema : schema).enum;
  if (!Array.isArray(values)) return undefined;
  const inline = values.filter((value) => typeof value === "string");
  return { inline, ...(isList ? {} : { maxItems: 1 }), ...(required ? { minItems: 1 } : {}) };
}

/** The items to choose from are those of the target's collection: a list of their URIs. */
function linkOptions({ target, many }: Association, required: boolean): HalFormsOptions {
  return {
    link: { href: target.href(""), type: "text/uri-list" },
    ...(many ? {} : { maxItems: 1 }),
    ...(required ? { minItems: 1 } : {}),
  };
}
