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

interface NamedProperty {
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
  readonly kind: "column";
  readonly column: string;
  readonly type: ColumnType;
  /** What the database says about the column. */
  readonly stored: StoredColumn;
}

/** A value object whose properties are columns of its owner's table. */
export interface EmbeddedProperty extends NamedProperty {
  readonly kind: "embedded";
  /** What the names of its columns begin with. */
  readonly prefix: string;
  readonly target: Class;
}

/** One other entity, whose id is kept in a column, or in several. */
export interface ReferenceProperty extends NamedProperty {
  readonly kind: "reference";
  /** The column; the first of several. */
  readonly column: string;
  /** The columns of an id of several properties, in their sequence; absent of a single one. */
  readonly parts?: readonly ReferencePart[];
  /** What the database says about the column. */
  readonly stored: StoredColumn;
  readonly target: Class;
  readonly options: ReferenceOptions;
}

/** A column that holds one part of the id of several properties. */
export interface ReferencePart {
  /** The identifying property. */
  readonly name: string;
  readonly column: string;
  readonly stored: StoredColumn;
}

/** Several other entities. */
export interface CollectionProperty extends NamedProperty {
  readonly kind: "collection";
  readonly target: Class;
  readonly options: ReferenceOptions;
}

/** How one property of an entity is stored. */
export type PropertyModel = ColumnProperty | EmbeddedProperty | ReferenceProperty | CollectionProperty;
