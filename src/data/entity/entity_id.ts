import { describeValue, descriptionOf, idNamesOf, isTemporal } from "../../kernel/mod.ts";
import { instantiate } from "./instantiate.ts";
import type { ColumnProperty, ReferenceProperty } from "./property_model.ts";
import { UnfitValueError } from "./unfit_value_error.ts";

/** A property that identifies an entity, alone or with others. */
export type IdProperty = ColumnProperty | ReferenceProperty;

/**
 * What identifies the entities of one class. The id of several properties is an object with a value for each of them,
 * by name; of a reference it has the id.
 */
export class EntityId {
  /** The identifying properties; one, or several together. */
  readonly properties: readonly IdProperty[];
  readonly #type: string;

  /**
   * @param type name of the class
   * @param properties the identifying properties
   */
  constructor(type: string, properties: readonly IdProperty[]) {
    this.#type = type;
    this.properties = properties;
  }

  /** Whether several properties identify together. */
  get isComposite(): boolean {
    return this.properties.length > 1;
  }

  /** Names of the properties. */
  get names(): string[] {
    return this.properties.map(({ name }) => name);
  }

  /** Names of the columns. */
  get columns(): string[] {
    return this.properties.map(({ column }) => column);
  }

  /** The only column; `undefined` of several properties. */
  get only(): ColumnProperty | undefined {
    const [first] = this.properties;
    return this.isComposite || first?.kind !== "column" ? undefined : first;
  }

  /**
   * The only column.
   *
   * @param purpose what needs it, for example `Cannot keep list "Book.tags"`
   * @throws TypeError when several properties identify together
   */
  single(purpose: string): ColumnProperty {
    if (this.only !== undefined) return this.only;
    throw new TypeError(
      `${purpose} as ${this.#type} must be identified by a single property: its id is [${
        this.names.map((name) => `"${name}"`).join(", ")
      }]`,
    );
  }

  /** The id of an entity, or of an object with its identifying properties; what is absent is null. */
  of(entity: object): unknown {
    // The described properties are those of the class.
    const values = entity as Record<string, unknown>;
    if (!this.isComposite) return values[this.properties[0]!.name];
    return Object.fromEntries(this.properties.map((property) => [property.name, partOf(property, values)]));
  }

  /** The id of a row, by column. */
  ofRow(row: Readonly<Record<string, unknown>>): unknown {
    if (!this.isComposite) return row[this.properties[0]!.column];
    return Object.fromEntries(this.properties.map(({ name, column }) => [name, row[column]]));
  }

  /**
   * The value of each property.
   *
   * @param id the id of an entity
   * @throws UnfitValueError when the id of several properties lacks one of them
   */
  partsOf(id: unknown): unknown[] {
    if (!this.isComposite) return [id];
    if (typeof id !== "object" || id === null) throw this.#unfit(describeValue(id));
    const values = id as Record<string, unknown>;
    return this.properties.map((property) => {
      if (values[property.name] === undefined) throw this.#unfit(`without "${property.name}"`);
      return partOf(property, values);
    });
  }

  /** The id with the values of the properties, in their sequence. */
  made(parts: readonly unknown[]): unknown {
    if (!this.isComposite) return parts[0];
    return Object.fromEntries(this.names.map((name, i) => [name, parts[i]]));
  }

  /** The id that a reference of a row holds; null where there is none. */
  heldBy({ column, parts = [{ column }] }: HoldingReference, row: Readonly<Record<string, unknown>>): unknown {
    const values = parts.map((part) => row[part.column] ?? null);
    return values.includes(null) ? null : this.made(values);
  }

  /** The values by column. */
  row(id: unknown): Record<string, unknown> {
    const parts = this.partsOf(id);
    return Object.fromEntries(this.properties.map(({ column }, i) => [column, parts[i]]));
  }

  /** The identifying properties of an entity of which nothing but the id is known. */
  stub(id: unknown): Record<string, unknown> {
    const parts = this.partsOf(id);
    return Object.fromEntries(this.properties.map((property, i) => {
      if (property.kind === "column") return [property.name, parts[i]];
      const [name] = referredNames(property);
      return [property.name, instantiate(property.target, { [name!]: parts[i] })];
    }));
  }

  /** Whether an id lacks a value. */
  isAbsent(id: unknown): boolean {
    if (!this.isComposite) return id === null || id === undefined;
    return this.partsOf({ ...nothingOf(this.names), ...id as object }).some((part) => part === null);
  }

  #unfit(shown: string): UnfitValueError {
    return new UnfitValueError({
      label: `the id of ${this.#type}`,
      needed: `an object with ${this.names.map((name) => `"${name}"`).join(", ")}`,
      shown,
    });
  }
}

/** A reference, and the columns that it is kept in. */
export interface HoldingReference {
  readonly column: string;
  readonly parts?: readonly { readonly column: string }[];
}

/** The value of a part; of an entity that it refers to the id. */
function partOf(property: IdProperty, values: Readonly<Record<string, unknown>>): unknown {
  const value = values[property.name] ?? null;
  const isEntity = property.kind === "reference" && typeof value === "object" && value !== null &&
    !(value instanceof Date) && !(value instanceof Uint8Array) && !isTemporal(value);
  if (!isEntity) return value;
  const [name] = referredNames(property);
  return (value as Record<string, unknown>)[name!] ?? null;
}

function referredNames({ target }: ReferenceProperty): readonly string[] {
  // What a reference leads to is described.
  return idNamesOf(descriptionOf(target)!.entity);
}

function nothingOf(names: readonly string[]): Record<string, null> {
  return Object.fromEntries(names.map((name) => [name, null]));
}
