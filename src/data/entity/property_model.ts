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

/** A value in its own column; lists of values and dictionaries are stored as JSON. */
export interface ColumnProperty extends NamedProperty {
  /** The kind of property. */
  readonly kind: "column";
  /** The name of the column. */
  readonly column: string;
  /** The type of the column. */
  readonly type: ColumnType;
  /** The column in the database. */
  readonly stored: StoredColumn;
}

/** A value object whose properties are columns of its owner's table. */
export interface EmbeddedProperty extends NamedProperty {
  /** The kind of property. */
  readonly kind: "embedded";
  /** The prefix of its columns. */
  readonly prefix: string;
  /** The class of the embedded value. */
  readonly target: Class;
}

/** A reference to one entity, whose id is stored in one column or several. */
export interface ReferenceProperty extends NamedProperty {
  /** The kind of property. */
  readonly kind: "reference";
  /** The column; the first of several. */
  readonly column: string;
  /** The columns of a composite id, in their order; absent for an id of one property. */
  readonly parts?: readonly ReferencePart[];
  /** The column in the database. */
  readonly stored: StoredColumn;
  /** The class of the other entity. */
  readonly target: Class;
  /** The options of the reference. */
  readonly options: ReferenceOptions;
}

/** A column that holds one part of a composite id. */
export interface ReferencePart {
  /** The identifying property. */
  readonly name: string;
  /** The name of the column. */
  readonly column: string;
  /** The column in the database. */
  readonly stored: StoredColumn;
}

/** A list of entities. */
export interface CollectionProperty extends NamedProperty {
  /** The kind of property. */
  readonly kind: "collection";
  /** The class of the other entities. */
  readonly target: Class;
  /** The options of the collection. */
  readonly options: ReferenceOptions;
}

/** The mapping of a property. */
export type PropertyModel = ColumnProperty | EmbeddedProperty | ReferenceProperty | CollectionProperty;

/** The described type of values, and their column. */
export interface StoredType {
  /** The described type. */
  readonly type: ColumnType;
  /** The column in the database, if there is one. */
  readonly stored?: StoredColumn;
}
