import { type Class, idNamesOf, type TypeDescription } from "../../kernel/mod.ts";
import { EntityId, type IdProperty } from "./entity_id.ts";
import { tableName } from "./naming.ts";
import type { ColumnProperty, PropertyModel } from "./property_model.ts";
import { propertyModels } from "./property_models.ts";

/** How a described class is stored: what stores, derived queries and paths know about an entity. */
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
  /** The property that counts changes, if there is one. */
  readonly version: ColumnProperty | undefined;

  /**
   * Creates the model.
   *
   * @param description what was described
   * @param prefix what column names begin with, for embedded values
   * @throws TypeError when a property can't be stored
   */
  constructor(description: TypeDescription<T>, prefix = "") {
    this.type = description.type;
    // Nothing that is read from it depends on T.
    this.description = description as unknown as TypeDescription;
    this.table = description.entity.table ?? tableName(description.type.name);
    this.properties = propertyModels(description, prefix);
    this.#id = this.#identity(idNamesOf(description.entity));
    this.version = this.#columnOf("version", description.entity.version);
    // A misspelt name would leave a secret in the logs.
    for (const name of description.entity.secrets ?? []) this.#requireProperty("secrets", name);
  }

  /** Name of the class. */
  get name(): string {
    return this.type.name;
  }

  /** Whether instances have an identity and a table of their own; otherwise they are embedded into others. */
  get isEntity(): boolean {
    return this.#id !== undefined;
  }

  /**
   * What identifies the entities: one property, or several together.
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

  /** Whether the database makes the id. */
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

/** Refuses a part of an id that may be null: databases let no column of a primary key be. */
function requirePresent<P extends IdProperty>(type: string, property: P, isSingle = false): P {
  if (isSingle || !property.nullable || property.optional) return property;
  throw new TypeError(
    `Cannot use property "${property.name}" of class "${type}" as a part of the id as it must not be nullable`,
  );
}
