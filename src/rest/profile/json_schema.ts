import { type AnyDescriptor, type Class, descriptionOf, type ScalarName } from "../../kernel/mod.ts";
import type { Association } from "../export/association.ts";
import type { CollectionRegistry } from "../export/collection_registry.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import type { Field } from "../export/field.ts";

/** A JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Where schemas of nested classes are kept, and how they are referred to. */
export interface SchemaDefinitions {
  /** What a reference begins with: `#/$defs/` or `#/components/schemas/`. */
  readonly prefix: string;
  /** Filled with the schemas of the classes that are met. */
  readonly definitions: Map<string, JsonSchema>;
}

const scalarSchemas: Readonly<Record<ScalarName, JsonSchema>> = {
  String: { type: "string" },
  ID: { type: "string" },
  Int: { type: "integer", minimum: -2_147_483_648, maximum: 2_147_483_647 },
  Float: { type: "number" },
  Boolean: { type: "boolean" },
  BigInt: { type: ["integer", "string"], pattern: "^-?\\d+$" },
  Date: { type: "string", format: "date-time" },
  Bytes: { type: "string", contentEncoding: "base64" },
  Json: {},
};

/** Makes JSON Schemas of described types. */
export class JsonSchemas {
  readonly #registry: CollectionRegistry;
  readonly #kept: SchemaDefinitions;

  /**
   * @param registry tells which classes are linked to
   * @param kept where schemas of nested classes are kept
   */
  constructor(registry: CollectionRegistry, kept: SchemaDefinitions) {
    this.#registry = registry;
    this.#kept = kept;
  }

  /** The schema of a described value. */
  of(descriptor: AnyDescriptor): JsonSchema {
    switch (descriptor.kind) {
      case "scalar":
        return scalarSchemas[descriptor.name];
      case "enum":
        return { type: "string", enum: descriptor.values };
      case "nullable":
        return nullable(this.of(descriptor.inner));
      case "list":
      case "container":
        return { type: "array", items: this.of(descriptor.element) };
      case "map":
        return { type: "object", additionalProperties: this.of(descriptor.value) };
      case "object":
        return this.#nested(descriptor.type());
      default:
        return {};
    }
  }

  /** The properties of a collection's documents: the fields as they are, associations as URIs. */
  properties(collection: ExportedCollection, fields: readonly Field[]): Record<string, JsonSchema> {
    const associations = new Map([...collection.associations.values()].map((found) => [found.property, found]));
    return Object.fromEntries(fields.map((field) => {
      const association = associations.get(field.property);
      const schema = association === undefined ? this.of(field.descriptor) : uriSchema(association);
      return [association?.name ?? field.name, {
        ...(field.nullable ? nullable(schema) : schema),
        ...(field.description === undefined ? {} : { description: field.description }),
        ...(field.readOnly ? { readOnly: true } : {}),
      }];
    }));
  }

  #nested(type: Class): JsonSchema {
    const description = descriptionOf(type);
    if (description === undefined) return { type: "object" };
    const { prefix, definitions } = this.#kept;
    if (!definitions.has(type.name)) {
      // Kept before its properties are looked at: a class may refer to itself.
      definitions.set(type.name, {});
      const fields = this.#registry.fieldsOf(type)
        .filter(({ property, hidden }) => !hidden && property !== description.entity.version)
        .map((field) => ({ ...field, isLinked: this.#registry.linkedFrom(field.descriptor) !== undefined }));
      definitions.set(type.name, {
        type: "object",
        properties: Object.fromEntries(fields.map(({ name, descriptor, nullable: isNullable, isLinked }) => {
          const schema = isLinked ? uriSchema({ many: descriptor.kind === "list" }) : this.of(descriptor);
          return [name, isNullable ? nullable(schema) : schema];
        })),
        // Documents that are read hold linked items in _links.
        required: fields.filter(({ nullable, isLinked }) => !nullable && !isLinked).map(({ name }) => name),
      });
    }
    return { $ref: `${prefix}${type.name}` };
  }
}

function uriSchema({ many }: Pick<Association, "many">): JsonSchema {
  const uri = { type: "string", format: "uri-reference" };
  return many ? { type: "array", items: uri } : uri;
}

function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  if (type === undefined) return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: "null" }] };
  const types = [type, "null"].flat();
  return { ...schema, type: types, ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}
