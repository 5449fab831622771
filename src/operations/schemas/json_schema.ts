/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Schemas that others refer to by name. */
export class SchemaDefinitions {
  readonly #prefix: string;
  readonly #schemas = new Map<string, JsonSchema>();

  /** @param prefix of references: `#/components/schemas/` or `#/$defs/` */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /**
   * Refers to a schema, and makes it when it is first referred to.
   *
   * @param name of the schema
   * @param make makes it; it may refer to itself
   */
  reference(name: string, make: () => JsonSchema): JsonSchema {
    if (!this.#schemas.has(name)) {
      // Found by those who refer to it while it is made.
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
 * Lets a schema be null as well.
 *
 * @param schema of the values that are not null
 */
export function nullable(schema: JsonSchema): JsonSchema {
  // The schema of anything allows null.
  if (Object.keys(schema).every((keyword) => keyword === "description")) return schema;
  if (typeof schema.type === "string" && !("const" in schema) && !("enum" in schema)) {
    return { ...schema, type: [schema.type, "null"] };
  }
  return { anyOf: [schema, { type: "null" }] };
}
