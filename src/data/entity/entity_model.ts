import { type Class, idNamesOf, type TypeDescription } from "../../kernel/mod.ts";
import { EntityId, type IdProperty } from "./entity_id.ts";
import { tableName } from "./naming.ts";
import type { ColumnProperty, PropertyModel } from "./property_model.ts";
import { propertyModels } from "./property_models.ts";

/** The mapping of a described class to a table, for stores, derived queries and paths. */
export class EntityModel<T = unknown> {
  /** The class. */
  readonly type: Class<T>;
  /** What was described. */
  readonly description: TypeDescription;
  /** Name of the table. */
  readonly table: string;
  /** The properties by name. */
  readonly properties: ReadonlyMap<string, PropertyModel>;
  readonly #id: EntityId | undefined;
  /** The version property, if there is one. */
  readonly version: ColumnProperty | undefined;

  /**
   * Creates the model.
   *
   * @param description the description of the class
   * @param prefix the prefix of column names, for embedded values
   * @throws TypeError when a property can't be stored
   */
  constructor(description: TypeDescription<T>, prefix = "") {
    this.type = description.type;
    // The model does not depend on T.
    this.description = description as unknown as TypeDescription;
    this.table = description.entity.table ?? tableName(description.type.name);
    this.properties = propertyModels(description, prefix);
    this.#id = this.#identity(idNamesOf(description.entity));
    this.version = this.#columnOf("version", description.entity.version);
    // A misspelt name would log the secret.
    for (const name of description.entity.secrets ?? []) this.#requireProperty("secrets", name);
  }

  /** Name of the class. */
  get name(): string {
    return this.type.name;
  }

  /** Whether instances have an id and a table; otherwise they are embedded values. */
  get isEntity(): boolean {
    return this.#id !== undefined;
  }

  /**
   * The id of the entities, of one property or several.
   *
   * @throws TypeError for embedded values
   */
  get id(): EntityId {
    if (this.#id === undefined) {
      throw new TypeError(
        `Cannot store class "${this.name}" as it must be described with an id: describeType(${this.name}, {…}, { id: "…" })`,
      );
    }
    return this.#id;
  }

  /** Whether the database generates the id. */
  get hasDatabaseId(): boolean {
    return this.description.entity.generatedId === "database";
  }

  #requireProperty(option: string, name: string): void {
    if (this.properties.has(name)) return;
    throw new TypeError(
      `Cannot use option "${option}" of class "${this.name}" as each must be a described property: current value is ` +
        `"${name}"`,
    );
  }

  #identity(names: readonly string[]): EntityId | undefined {
    if (names.length === 0) return undefined;
    if (names.length > 1 && this.hasDatabaseId) {
      throw new TypeError(
        `Cannot let the database make the id of class "${this.name}" as it must be a single property: current value ` +
          `is [${names.map((name) => `"${name}"`).join(", ")}]. Leave generatedId out`,
      );
    }
    const properties = names.map((name): IdProperty => {
      const property = this.properties.get(name);
      if (names.length > 1 && property?.kind === "reference" && property.parts === undefined) {
        return requirePresent(this.name, property);
      }
      return requirePresent(this.name, this.#columnOf("id", name)!, names.length === 1);
    });
    return new EntityId(this.name, properties);
  }

  #columnOf(role: string, name: string | undefined): ColumnProperty | undefined {
    if (name === undefined) return undefined;
    const property = this.properties.get(name);
    if (property?.kind === "column" && property.type !== "json") return property;
    throw new TypeError(
      `Cannot use property "${name}" of class "${this.name}" as ${role} as it must be described as a single value, such ` +
        "as a text, a number or a date",
    );
  }
}

/** Rejects a nullable part of an id, as the columns of a primary key can't be null. */
function requirePresent<P extends IdProperty>(type: string, property: P, isSingle = false): P {
  if (isSingle || !property.nullable || property.optional) return property;
  throw new TypeError(
    `Cannot use property "${property.name}" of class "${type}" as a part of the id as it must not be nullable`,
  );
}
