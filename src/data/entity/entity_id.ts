import { describeValue, descriptionOf, idNamesOf, isTemporal } from "../../kernel/mod.ts";
import { instantiate } from "./instantiate.ts";
import type { ColumnProperty, ReferenceProperty } from "./property_model.ts";
import { UnfitValueError } from "./unfit_value_error.ts";

/** A property that identifies an entity, alone or with others. */
export type IdProperty = ColumnProperty | ReferenceProperty;

/**
 * The id of a class of entities. A composite id is an object with the values of its properties by name; for a reference
 * it has the id of the referenced entity.
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

  /** Whether the id is composite. */
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

  /** The only column; `undefined` for a composite id. */
  get only(): ColumnProperty | undefined {
    const [first] = this.properties;
    return this.isComposite || first?.kind !== "column" ? undefined : first;
  }

  /**
   * Returns the only column.
   *
   * @param purpose the beginning of the error message, for example `Cannot keep list "Book.tags"`
   * @throws TypeError when the id is composite
   */
  single(purpose: string): ColumnProperty {
    if (this.only !== undefined) return this.only;
    throw new TypeError(
      `${purpose} as ${this.#type} must be identified by a single property: its id is [${
        this.names.map((name) => `"${name}"`).join(", ")
      }]`,
    );
  }

  /** Returns the id of an entity, or of an object with its identifying properties. Absent values are null. */
  of(entity: object): unknown {
    // The described properties are those of the class.
    const values = entity as Record<string, unknown>;
    if (!this.isComposite) return values[this.properties[0]!.name];
    return Object.fromEntries(this.properties.map((property) => [property.name, partOf(property, values)]));
  }

  /** Returns the id of a row. */
  ofRow(row: Readonly<Record<string, unknown>>): unknown {
    if (!this.isComposite) return row[this.properties[0]!.column];
    return Object.fromEntries(this.properties.map(({ name, column }) => [name, row[column]]));
  }

  /**
   * Returns the value of each property.
   *
   * @param id the id of an entity
   * @throws UnfitValueError when a composite id lacks a property
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

  /** Returns the id with the given values of the properties, in their order. */
  made(parts: readonly unknown[]): unknown {
    if (!this.isComposite) return parts[0];
    return Object.fromEntries(this.names.map((name, i) => [name, parts[i]]));
  }

  /** Returns the id that a reference of a row holds; null if there is none. */
  heldBy({ column, parts = [{ column }] }: HoldingReference, row: Readonly<Record<string, unknown>>): unknown {
    const values = parts.map((part) => row[part.column] ?? null);
    return values.includes(null) ? null : this.made(values);
  }

  /** Returns the values by column. */
  row(id: unknown): Record<string, unknown> {
    const parts = this.partsOf(id);
    return Object.fromEntries(this.properties.map(({ column }, i) => [column, parts[i]]));
  }

  /** Returns the identifying properties of an entity with the given id. */
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

/** A reference, and its columns. */
export interface HoldingReference {
  readonly column: string;
  readonly parts?: readonly { readonly column: string }[];
}

/** Returns the value of a part; for a referenced entity, its id. */
function partOf(property: IdProperty, values: Readonly<Record<string, unknown>>): unknown {
  const value = values[property.name] ?? null;
  const isEntity = property.kind === "reference" && typeof value === "object" && value !== null &&
    !(value instanceof Date) && !(value instanceof Uint8Array) && !isTemporal(value);
  if (!isEntity) return value;
  const [name] = referredNames(property);
  return (value as Record<string, unknown>)[name!] ?? null;
}

function referredNames({ target }: ReferenceProperty): readonly string[] {
  // Targets of references are always described.
  return idNamesOf(descriptionOf(target)!.entity);
}

function nothingOf(names: readonly string[]): Record<string, null> {
  return Object.fromEntries(names.map((name) => [name, null]));
}
