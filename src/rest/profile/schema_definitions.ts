/** A JSON Schema, draft 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The named schemas of one document. Two subjects of the same name get different ones. */
export class SchemaDefinitions {
  readonly #prefix: string;
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #names = new Map<object, Map<string, string>>();

  /** @param prefix the prefix of references: `#/$defs/` or `#/components/schemas/` */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /**
   * Returns the reference to a schema, which is created by the first use.
   *
   * @param subject the subject of the schema, such as a class
   * @param name the name that the schema should have
   * @param make creates the schema; it may refer to itself
   */
  reference(subject: object, name: string, make: () => JsonSchema): JsonSchema {
    const names = this.#names.get(subject) ?? new Map<string, string>();
    this.#names.set(subject, names);
    const known = names.get(name);
    if (known !== undefined) return { $ref: this.#prefix + known };
    const unique = this.#unique(name);
    names.set(name, unique);
    // Register the name first, as a class may refer to itself.
    this.#schemas.set(unique, {});
    this.#schemas.set(unique, make());
    return { $ref: this.#prefix + unique };
  }

  /** The schemas by name. */
  toObject(): Record<string, JsonSchema> {
    return Object.fromEntries(this.#schemas);
  }

  #unique(name: string): string {
    if (!this.#schemas.has(name)) return name;
    let count = 2;
    while (this.#schemas.has(`${name}${count}`)) count++;
    return `${name}${count}`;
  }
}
