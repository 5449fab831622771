/** A JSON Schema 2020-12, as in OpenAPI 3.1. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Named schemas for references. */
export class SchemaDefinitions {
  readonly #prefix: string;
  readonly #schemas = new Map<string, JsonSchema>();

  /** @param prefix of references: `#/components/schemas/` or `#/$defs/` */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /**
   * Returns a reference to a schema, and creates the schema at its first reference.
   *
   * @param name of the schema
   * @param make creates it; it may refer to itself
   */
  reference(name: string, make: () => JsonSchema): JsonSchema {
    if (!this.#schemas.has(name)) {
      // Register a placeholder first, for recursive references.
      this.#schemas.set(name, {});
      this.#schemas.set(name, make());
    }
    return { $ref: `${this.#prefix}${name}` };
  }

  /** The schemas by name. */
  toObject(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.#schemas);
  }
}

/**
 * Makes a schema nullable.
 *
 * @param schema of the non-null values
 */
export function nullable(schema: JsonSchema): JsonSchema {
  // A schema without constraints allows null already.
  if (Object.keys(schema).every((keyword) => keyword === "description")) return schema;
  if (typeof schema.type === "string" && !("const" in schema) && !("enum" in schema)) {
    return { ...schema, type: [schema.type, "null"] };
  }
  return { anyOf: [schema, { type: "null" }] };
}
