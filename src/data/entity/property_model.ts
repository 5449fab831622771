import type { StoredColumn } from "./stored_column.ts";
import type { AnyDescriptor, Class, ReferenceOptions } from "../../kernel/mod.ts";

/** The kinds of values that a column holds. */
export type ColumnType =
  | "text"
  | "integer"
  | "float"
  | "boolean"
  | "bigint"
  | "date"
  | "bytes"
  | "json"
  | "uuid"
  | "decimal"
  | "localDate"
  | "localTime"
  | "localDateTime"
  | "instant";

/** The members that the models of all kinds of properties share. */
export interface NamedProperty {
  /** The property's name. */
  readonly name: string;
  /** Whether it may be null or absent. */
  readonly nullable: boolean;
  /** Whether it is absent rather than null when it has no value. */
  readonly optional: boolean;
  /** What was described, without the nullable around it. */
  readonly descriptor: AnyDescriptor;
}

/** A single value in a column of its own; lists of values and dictionaries are kept as JSON. */
export interface ColumnProperty extends NamedProperty {
  /** Tells this property from the others. */
  readonly kind: "column";
  /** The name of the column. */
  readonly column: string;
  /** The type of the column. */
  readonly type: ColumnType;
  /** What the database says about the column. */
  readonly stored: StoredColumn;
}

/** A value object whose properties are columns of its owner's table. */
export interface EmbeddedProperty extends NamedProperty {
  /** Tells this property from the others. */
  readonly kind: "embedded";
  /** What the names of its columns begin with. */
  readonly prefix: string;
  /** The class of the embedded value. */
  readonly target: Class;
}

/** One other entity, whose id is kept in a column, or in several. */
export interface ReferenceProperty extends NamedProperty {
  /** Tells this property from the others. */
  readonly kind: "reference";
  /** The column; the first of several. */
  readonly column: string;
  /** The columns of an id of several properties, in their sequence; absent of a single one. */
  readonly parts?: readonly ReferencePart[];
  /** What the database says about the column. */
  readonly stored: StoredColumn;
  /** The class of the other entity. */
  readonly target: Class;
  /** How the reference is read and kept. */
  readonly options: ReferenceOptions;
}

/** A column that holds one part of the id of several properties. */
export interface ReferencePart {
  /** The identifying property. */
  readonly name: string;
  /** The name of the column. */
  readonly column: string;
  /** How the part is stored. */
  readonly stored: StoredColumn;
}

/** Several other entities. */
export interface CollectionProperty extends NamedProperty {
  /** Tells this property from the others. */
  readonly kind: "collection";
  /** The class of the other entities. */
  readonly target: Class;
  /** How the collection is read and kept. */
  readonly options: ReferenceOptions;
}

/** How one property of an entity is stored. */
export type PropertyModel = ColumnProperty | EmbeddedProperty | ReferenceProperty | CollectionProperty;

/** How values are described, and how they are stored. */
export interface StoredType {
  /** The type that the description gives. */
  readonly type: ColumnType;
  /** What the database says about the column, where there is one. */
  readonly stored?: StoredColumn;
}
