import { type AnyDescriptor, type Class, descriptionOf, type ScalarName } from "../../kernel/mod.ts";
import type { CollectionRegistry } from "../export/collection_registry.ts";
import type { Field } from "../export/field.ts";
import type { JsonSchema, SchemaDefinitions } from "./schema_definitions.ts";

/** The direction of a schema: responses or requests. */
export type SchemaForm = "document" | "body";

const scalarSchemas: Readonly<Record<ScalarName, JsonSchema>> = {
  String: { type: "string" },
  ID: { type: "string" },
  Int: { type: "integer", minimum: -2_147_483_648, maximum: 2_147_483_647 },
  Float: { type: "number" },
  Boolean: { type: "boolean" },
  BigInt: { type: ["integer", "string"], pattern: "^-?\\d+$" },
  Date: { type: "string", format: "date-time" },
  Bytes: { type: "string", contentEncoding: "base64" },
  Uuid: { type: "string", format: "uuid" },
  Decimal: { type: ["string", "number"], pattern: "^[+-]?\\d+(\\.\\d+)?$" },
  LocalDate: { type: "string", format: "date" },
  // The time formats of JSON Schema include a zone.
  LocalTime: { type: "string", pattern: "^\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?$" },
  LocalDateTime: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?$" },
  Instant: { type: "string", format: "date-time" },
  Json: {},
};

/** Makes JSON Schemas of described types. */
export class JsonSchemas {
  /** The schemas of classes. */
  readonly definitions: SchemaDefinitions;
  readonly #registry: CollectionRegistry;

  /**
   * @param registry tells which classes are linked to
   * @param definitions the schemas of classes
   */
  constructor(registry: CollectionRegistry, definitions: SchemaDefinitions) {
    this.#registry = registry;
    this.definitions = definitions;
  }

  /**
   * The schema of a described value.
   *
   * @param descriptor what was described
   * @param form whether the server or a client sends it
   */
  of(descriptor: AnyDescriptor, form: SchemaForm): JsonSchema {
    switch (descriptor.kind) {
      case "scalar":
        return scalarSchemas[descriptor.name];
      case "enum":
        return { type: "string", enum: descriptor.values };
      case "nullable":
        return nullable(this.of(descriptor.inner, form));
      case "list":
      case "container":
        return { type: "array", items: this.of(descriptor.element, form) };
      case "map":
        return { type: "object", additionalProperties: this.of(descriptor.value, form) };
      case "object":
        return this.#nested(descriptor.type(), form);
      default:
        return {};
    }
  }

  /** The schema of a query parameter: items of exported collections are named by their URIs. */
  ofParameter(descriptor: AnyDescriptor): JsonSchema {
    if (descriptor.kind === "nullable") return this.ofParameter(descriptor.inner);
    if (descriptor.kind === "list") return { type: "array", items: this.ofParameter(descriptor.element) };
    return descriptor.kind === "object" ? uriSchema : this.of(descriptor, "body");
  }

  /** Returns the schema of a field's value, with the options of its export. */
  ofField(field: Field, form: SchemaForm): JsonSchema {
    return described(
      field,
      field.nullable ? nullable(this.of(field.descriptor, form)) : this.of(field.descriptor, form),
    );
  }

  #nested(type: Class, form: SchemaForm): JsonSchema {
    const description = descriptionOf(type);
    if (description === undefined) return { type: "object" };
    const name = form === "document" ? type.name : `${type.name}Body`;
    return this.definitions.reference(type, name, () => {
      const fields = this.#registry.fieldsOf(type)
        .filter(({ property, hidden }) => !hidden && property !== description.entity.version);
      return form === "document" ? this.#nestedDocument(fields) : this.#nestedBody(fields);
    });
  }

  /** An object inside of a document: the items that it refers to are links. */
  #nestedDocument(fields: readonly Field[]): JsonSchema {
    const [linked, plain] = this.#parted(fields);
    const links = linked.map((
      { name, descriptor },
    ) => [name, descriptor.kind === "list" ? linkListSchema : linkSchema]);
    return {
      type: "object",
      properties: {
        ...Object.fromEntries(plain.map((field) => [field.name, this.ofField(field, "document")])),
        ...(linked.length === 0 ? {} : { _links: { type: "object", properties: Object.fromEntries(links) } }),
      },
      required: plain.map(({ name }) => name),
    };
  }

  /** An object inside of a body: items are named by their URIs. */
  #nestedBody(fields: readonly Field[]): JsonSchema {
    const writable = fields.filter(({ readOnly }) => !readOnly);
    const isLinked = new Set(this.#parted(writable)[0]);
    return {
      type: "object",
      properties: Object.fromEntries(writable.map((field) => {
        if (!isLinked.has(field)) return [field.name, this.ofField(field, "body")];
        return [field.name, uriField(field, field.descriptor.kind === "list")];
      })),
      // An object that was read holds its linked items in _links instead.
      required: writable.filter((field) => !field.nullable && field.descriptor.kind !== "list" && !isLinked.has(field))
        .map(({ name }) => name),
    };
  }

  #parted(fields: readonly Field[]): [linked: Field[], plain: Field[]] {
    const groups = Map.groupBy(fields, ({ descriptor }) => this.#registry.linkedFrom(descriptor) !== undefined);
    return [groups.get(true) ?? [], groups.get(false) ?? []];
  }
}

/** A link object, as documents hold it. */
export const linkSchema: JsonSchema = {
  type: "object",
  properties: {
    href: { type: "string" },
    templated: { type: "boolean" },
    title: { type: "string" },
    type: { type: "string" },
    name: { type: "string" },
  },
  required: ["href"],
};

/** Several links of one relation. */
export const linkListSchema: JsonSchema = { type: "array", items: linkSchema };

/** The URI of an item, as bodies hold it. */
const uriSchema: JsonSchema = { type: "string", format: "uri-reference" };

/**
 * The schema of a field that holds the URIs of items.
 *
 * @param field the field
 * @param many whether it holds a list of them
 */
export function uriField(field: Field, many: boolean): JsonSchema {
  const schema = many ? { type: "array", items: uriSchema } : uriSchema;
  return described(field, field.nullable ? nullable(schema) : schema);
}

/** Makes a schema nullable. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  if (type === undefined) return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: "null" }] };
  const types = [type, "null"].flat();
  return { ...schema, type: types, ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}

function described({ description, readOnly, title }: Field, schema: JsonSchema): JsonSchema {
  return {
    ...schema,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(readOnly ? { readOnly: true } : {}),
  };
}
