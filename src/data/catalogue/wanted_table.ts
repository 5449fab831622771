import type { ReferenceAction } from "../../kernel/mod.ts";
import type { ColumnType } from "../entity/property_model.ts";

/** A column that a description needs. */
export interface WantedColumn {
  /** Name in messages, class and property path: `Film.title`. */
  readonly label: string;
  /** The name of the column. */
  readonly name: string;
  /** The described type of its values. */
  readonly valueType: ColumnType;
  /** SQL type, with length and collation: `text collate "C"`, `varchar(40)`. */
  readonly type: string;
  /** Whether the column takes null. */
  readonly nullable: boolean;
  /** SQL expression of the default value. */
  readonly default?: string;
  /** SQL expression of a computed column. */
  readonly generation?: string;
  /** Whether `select *` leaves it out. */
  readonly isHidden?: boolean;
  /** Whether it is an id that the database generates. */
  readonly isDatabaseId: boolean;
}

/** An index or unique constraint that a description needs. */
export interface WantedIndex {
  /** The name of the index. */
  readonly name: string;
  /** Whether no two rows may have the same keys. */
  readonly isUnique: boolean;
  /** The keys: SQL, and its column, or the column whose lower case it is. */
  readonly keys: readonly { readonly column?: string; readonly folds?: string; readonly text: string }[];
  /** SQL condition of a partial index. */
  readonly where?: string;
  /** The property paths. */
  readonly paths: readonly string[];
}

/** A foreign key that a description needs. */
export interface WantedForeignKey {
  /** The name of the constraint. */
  readonly name: string;
  /** The referring columns. */
  readonly columns: readonly string[];
  /** The referenced table. */
  readonly table: string;
  /** The referenced columns, in the same order. */
  readonly referred: readonly string[];
  /** The action when the referenced row is deleted. */
  readonly onDelete: ReferenceAction;
  /** The action when the key of the referenced row changes. */
  readonly onUpdate: ReferenceAction;
  /** The property path. */
  readonly path: string;
}

/** A check that a description needs. */
export interface WantedCheck {
  /** The name of the constraint. */
  readonly name: string;
  /** SQL condition. */
  readonly condition: string;
}

/** The table that a description needs, in the SQL of one database. */
export interface WantedTable {
  /** The name of the table. */
  readonly name: string;
  /** Name of the class; for a link table, of the owner. */
  readonly entity: string;
  /** The columns. */
  readonly columns: readonly WantedColumn[];
  /** The columns of the primary key, in order. */
  readonly primaryKey: readonly string[];
  /** Whether it is a link table. */
  readonly isList?: true;
  /** The unique constraints. */
  readonly uniques: readonly WantedIndex[];
  /** Indexes that were described, and those of foreign keys. */
  readonly indexes: readonly WantedIndex[];
  /** The foreign keys. */
  readonly foreignKeys: readonly WantedForeignKey[];
  /** The checks. */
  readonly checks: readonly WantedCheck[];
}
