import type { ReferenceAction } from "../../kernel/mod.ts";

/** The kind of a column whose value the database generates. */
export type ColumnGeneration = "stored" | "virtual" | "identity always" | "identity by default";

/** A column in the catalogue of the database. */
export interface CatalogueColumn {
  /** The name of the column. */
  readonly name: string;
  /**
   * Type, without modifiers, as a cast takes it: `uuid`, `numeric`, `timestamp with time zone`, `text[]`, `mood`. Of a
   * domain the type below it. On SQLite the declared type in lower case, `varchar` of `VARCHAR(40)`.
   */
  readonly type: string;
  /** Type as it was declared, with its modifiers: `numeric(10,2)`, `timestamp(3) with time zone`. */
  readonly declared: string;
  /** The kind of the column's type. */
  readonly kind: "base" | "enum" | "array" | "other";
  /** Labels of an enum, or of the enum that an array holds, in their order. */
  readonly labels?: readonly string[];
  /** Whether the column takes null. */
  readonly nullable: boolean;
  /** SQL expression of the default value. */
  readonly default?: string;
  /** The kind of generated value. */
  readonly generated?: ColumnGeneration;
  /** SQL expression of a generated column. */
  readonly generation?: string;
  /** Collation, if it is not the default of the type. */
  readonly collation?: string;
}

/** One key of an index. */
export interface CatalogueIndexKey {
  /** The column; absent for an expression. */
  readonly column?: string;
  /** SQL of the key: the column's name or the expression. */
  readonly text: string;
  /** Whether the key is descending. */
  readonly descending: boolean;
}

/** An index in the catalogue of the database. */
export interface CatalogueIndex {
  /** The name of the index. */
  readonly name: string;
  /** Whether no two rows may have the same keys. */
  readonly isUnique: boolean;
  /** Whether it is the index of the primary key. */
  readonly isPrimary: boolean;
  /** Whether it belongs to a constraint, which has its name. */
  readonly isConstraint: boolean;
  /** Whether queries may use it: one that failed to build is not valid. */
  readonly isValid: boolean;
  /** `btree`, `gin`, …; always `btree` on SQLite. */
  readonly method: string;
  /** The keys, in their order. */
  readonly keys: readonly CatalogueIndexKey[];
  /** SQL condition of a partial index. */
  readonly where?: string;
}

/** A foreign key in the catalogue of the database. */
export interface CatalogueForeignKey {
  /** Name of the constraint; on SQLite, which keeps none, made of table and columns. */
  readonly name: string;
  /** The referring columns. */
  readonly columns: readonly string[];
  /** The referenced table, with its schema if that is not the current one. */
  readonly table: string;
  /** The referenced columns. */
  readonly referred: readonly string[];
  /** The action when the referenced row is deleted. */
  readonly onDelete: ReferenceAction;
  /** The action when the key of the referenced row changes. */
  readonly onUpdate: ReferenceAction;
}

/** A check constraint in the catalogue of the database. */
export interface CatalogueCheck {
  /** Name of the constraint; absent on SQLite where none was given. */
  readonly name?: string;
  /** SQL condition. */
  readonly condition: string;
}

/** A table or view in the catalogue of the database. */
export interface CatalogueTable {
  /** The name of the table. */
  readonly name: string;
  /** Its schema; `main` on SQLite. */
  readonly schema: string;
  /** Whether it is a view. */
  readonly isView: boolean;
  /** The columns by name, in their order. */
  readonly columns: ReadonlyMap<string, CatalogueColumn>;
  /** The columns of the primary key, in order; none for a view. */
  readonly primaryKey: readonly string[];
  /** The indexes. */
  readonly indexes: readonly CatalogueIndex[];
  /** The foreign keys. */
  readonly foreignKeys: readonly CatalogueForeignKey[];
  /** The checks. */
  readonly checks: readonly CatalogueCheck[];
}

/** The tables of a database, by the requested names. */
export type Catalogue = ReadonlyMap<string, CatalogueTable>;
