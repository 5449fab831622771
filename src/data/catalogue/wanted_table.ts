import type { ReferenceAction } from "../../kernel/mod.ts";
import type { ColumnType } from "../entity/property_model.ts";

/** A column that a description asks for. */
export interface WantedColumn {
  /** What messages call it: class and property path, `Film.title`. */
  readonly label: string;
  /** The name of the column. */
  readonly name: string;
  /** How its values are described. */
  readonly valueType: ColumnType;
  /** SQL type, with length and collation: `text collate "C"`, `varchar(40)`. */
  readonly type: string;
  /** Whether the column takes null. */
  readonly nullable: boolean;
  /** SQL expression of the default value. */
  readonly default?: string;
  /** SQL expression by which the database computes it. */
  readonly generation?: string;
  /** Whether statements that name no columns leave it out. */
  readonly isHidden?: boolean;
  /** Whether it is an id that the database counts. */
  readonly isDatabaseId: boolean;
}

/** An index, or a unique constraint, that a description asks for. */
export interface WantedIndex {
  /** The name of the index. */
  readonly name: string;
  /** Whether no two rows may have the same keys. */
  readonly isUnique: boolean;
  /** The keys: SQL, and the column where it is one, or of which it is the lower case. */
  readonly keys: readonly { readonly column?: string; readonly folds?: string; readonly text: string }[];
  /** SQL condition of the rows that it holds. */
  readonly where?: string;
  /** The property paths. */
  readonly paths: readonly string[];
}

/** A foreign key that a description asks for. */
export interface WantedForeignKey {
  /** The name of the constraint. */
  readonly name: string;
  /** The columns that refer. */
  readonly columns: readonly string[];
  /** The table that is referred to. */
  readonly table: string;
  /** The columns of the other table, in the same sequence. */
  readonly referred: readonly string[];
  /** What happens to the row when the other one is deleted. */
  readonly onDelete: ReferenceAction;
  /** What happens to the row when the key of the other one changes. */
  readonly onUpdate: ReferenceAction;
  /** The property path. */
  readonly path: string;
}

/** A check that a description asks for. */
export interface WantedCheck {
  /** The name of the constraint. */
  readonly name: string;
  /** SQL condition. */
  readonly condition: string;
}

/** The table that a description asks for, in the SQL of one database. */
export interface WantedTable {
  /** The name of the table. */
  readonly name: string;
  /** Name of the class; of its owner, where the table keeps a list. */
  readonly entity: string;
  /** The columns. */
  readonly columns: readonly WantedColumn[];
  /** The columns of the primary key, in order. */
  readonly primaryKey: readonly string[];
  /** Whether it keeps a list of its owner. */
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
