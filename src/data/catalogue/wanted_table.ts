import type { ReferenceAction } from "../../kernel/mod.ts";
import type { ColumnType } from "../entity/property_model.ts";

/** A column that a description asks for. */
export interface WantedColumn {
  /** What messages call it: class and property path, `Film.title`. */
  readonly label: string;
  readonly name: string;
  /** How its values are described. */
  readonly valueType: ColumnType;
  /** SQL type, with length and collation: `text collate "C"`, `varchar(40)`. */
  readonly type: string;
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
  readonly name: string;
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
  readonly name: string;
  readonly columns: readonly string[];
  readonly table: string;
  /** The columns of the other table, in the same sequence. */
  readonly referred: readonly string[];
  readonly onDelete: ReferenceAction;
  readonly onUpdate: ReferenceAction;
  /** The property path. */
  readonly path: string;
}

/** A check that a description asks for. */
export interface WantedCheck {
  readonly name: string;
  /** SQL condition. */
  readonly condition: string;
}

/** The table that a description asks for, in the SQL of one database. */
export interface WantedTable {
  readonly name: string;
  /** Name of the class; of its owner, where the table keeps a list. */
  readonly entity: string;
  readonly columns: readonly WantedColumn[];
  readonly primaryKey: readonly string[];
  /** Whether it keeps a list of its owner. */
  readonly isList?: true;
  readonly uniques: readonly WantedIndex[];
  /** Indexes that were described, and those of foreign keys. */
  readonly indexes: readonly WantedIndex[];
  readonly foreignKeys: readonly WantedForeignKey[];
  readonly checks: readonly WantedCheck[];
}
