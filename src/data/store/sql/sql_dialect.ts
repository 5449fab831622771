import type { AliasedExpression, Expression, InsertQueryBuilder, RawBuilder, SqlBool } from "../../../../deps.ts";
import type { WantedTable } from "../../catalogue/wanted_table.ts";
import type { ColumnType, StoredType } from "../../entity/property_model.ts";
import type { AnyTables, SqlExpression } from "./sql_expression.ts";

/** An insertion into a table that is known only at run time. */
export type AnyInsert = InsertQueryBuilder<AnyTables, string, unknown>;

/** The change of an existing row by an upsert. */
export interface ReplacedRow {
  /** The column of the id. */
  readonly id: string;
  /** The columns of the unique key. */
  readonly on: readonly string[];
  /** The columns that are set to the inserted values. */
  readonly columns: readonly string[];
  /** Columns that are set to other values. */
  readonly set?: Readonly<Record<string, SqlExpression>>;
}

/** How an expression is sorted. */
export interface OrderDirection {
  readonly descending: boolean;
  readonly nullsFirst?: boolean;
}

/** The differences between the databases. */
export interface SqlDialect {
  /** Whether a subquery is sorted only if it has a limit. */
  readonly sortsLimitedRowsOnly?: boolean;
  /** Whether rows are deleted one by one, each with a look at those that refer to it and may be deleted as well. */
  readonly checksReferencesByRow?: boolean;
  /** Maximum number of parameters of a statement. */
  readonly maxParameters: number;
  /** The limit for statements with only an offset; absent if an offset needs no limit. */
  readonly noLimit?: number;
  /** Runs before tables are created, on the same connection: makes others wait who create them, for as long as it takes. */
  readonly prepareSchema: readonly RawBuilder<unknown>[];
  /** Runs after tables were created; absent if the end of the transaction reverts {@linkcode prepareSchema}. */
  readonly finishSchema?: readonly RawBuilder<unknown>[];
  /**
   * What locks the rows of an alias until the transaction ends; absent where a transaction that writes runs alone.
   * Before rows are deleted new references to them have to wait, too.
   */
  lockRows?(alias: string, lock: "update" | "delete"): RawBuilder<unknown>;
  /** A parameter, with its type stated where the database needs it. */
  value(column: StoredType, value: unknown): SqlExpression;
  /** Returns a column in the form that is compared with parameters. */
  comparable(column: StoredType, expression: SqlExpression): SqlExpression;
  /** What a column is set to: where the database takes the parameter's type from the column, just the driver's value. */
  assigned(column: StoredType, value: unknown): unknown;
  /** Whether a column could hold a value: what it can't hold, such as an enum's unknown label, equals nothing. */
  holds(column: StoredType, value: unknown): boolean;
  /** Returns a column in the form that is read. */
  read(column: StoredType, expression: SqlExpression): SqlExpression;
  /** Returns a column in the form for text searches. */
  searched(column: StoredType, expression: SqlExpression): SqlExpression;
  /** Whether the column's own equality ignores the case of letters, so that searches do, too. */
  ignoresCase(column: StoredType): boolean;
  /** Type of a column. */
  columnType(type: ColumnType): RawBuilder<unknown>;
  /** Type of a column that an index holds; absent where every type fits into an index. */
  keyType?(type: ColumnType): string | undefined;
  /** Type of a text of limited length. */
  textType(length: number): string;
  /** Whether that type limits the length. */
  readonly limitsTexts: boolean;
  /** Completes the definition of an id that the database makes. */
  readonly databaseId: string;
  /** Type of an id that the database makes. */
  databaseIdType(type: ColumnType): string;
  /**
   * Keeps the database from making an id that was given, when it stands behind "returning"; absent where the database
   * takes care of it.
   */
  passBy?(table: string, column: string): RawBuilder<unknown>;
  /** Adapts a table to the features of the database; absent if all features are supported. */
  adaptTable?(table: WantedTable): WantedTable;
  /** Converts a value from the driver, which is not null. */
  decode(column: StoredType, raw: unknown): unknown;
  /** Converts a value from the driver to a key, without loss of precision. */
  decodeKey(column: StoredType, raw: unknown): unknown;
  /** Whether the driver must read whole numbers of a column as bigints. */
  mayExceedNumbers(column: StoredType): boolean;
  /** Returns the case-folded expression. */
  fold(expression: SqlExpression): RawBuilder<unknown>;
  /** Whether an expression of a type has a value, in a form that lets an index begin behind the nulls. */
  present(expression: SqlExpression, column: StoredType): Expression<SqlBool>;
  /** Whether an expression has one of several values. */
  isIn(expression: SqlExpression, list: { column: StoredType; values: readonly unknown[] }): Expression<SqlBool>;
  /** Whether several expressions have the values of one of several rows. */
  areIn(expressions: readonly SqlExpression[], list: ListedRows): Expression<SqlBool>;
  /** A table of values with the alias `parent`, for statements that read under each of them. */
  parents(list: { column: StoredType; values: readonly unknown[] }): AliasedExpression<unknown, "parent">;
  /** The value of a row of the parent table. */
  parentValue(column: StoredType): SqlExpression;
  /** The index of a row of the parent table. */
  readonly parentPosition: SqlExpression;
  /** Whether an index is only read in its order by a sort that names its null columns, too. */
  readonly sortsByNulls: boolean;
  /**
   * How rows under each of many parents are read: by a query in "from" that refers to what stands before it, by ids that
   * a correlated subquery finds, or by numbering the rows of each parent.
   */
  readonly nestedPages: "lateral" | "by ids" | "numbered";
  /** The terms of "order by" for an expression; the place of nulls is absent where there are none. */
  orderTerms(expression: SqlExpression, order: OrderDirection): readonly RawBuilder<unknown>[];
  /** Inserts a row with only generated values. */
  insertDefaults(insert: AnyInsert, id: string): AnyInsert;
  /** Turns an insertion into an upsert; without columns to set, an existing row stays unchanged. */
  replaceExisting(insert: AnyInsert, row: ReplacedRow): AnyInsert;
  /**
   * Whether such an insertion failed as another row has a value that must be unique; absent where the database
   * reports the constraint itself.
   */
  isOtherRowError?(error: unknown): boolean;
  /** Whether a text is one of several, ignoring case. */
  isInFolded(expression: SqlExpression, list: { column: StoredType; values: readonly unknown[] }): Expression<SqlBool>;
  /** Matches a text with a regular expression. */
  matches(expression: SqlExpression, search: { text: string; ignoreCase: boolean }): Expression<SqlBool>;
  /** Matches a text with a pattern of `%` and `_`, which a backslash escapes. */
  like(expression: SqlExpression, pattern: string): Expression<SqlBool>;
  /** Checks whether a text starts with another non-empty one, in a form that can use an index. */
  starting(expression: SqlExpression, text: string): Expression<SqlBool>;
  /** Whether a text contains another. */
  contains(expression: SqlExpression, text: string): Expression<SqlBool>;
  /** Whether a JSON list has an element, or has the given element. */
  hasElement(column: StoredType, expression: SqlExpression, member: unknown): Expression<SqlBool>;
  /** The sum of a column: a decimal number unless the column holds floats. */
  sum(column: StoredType, expression: SqlExpression): SqlExpression;
  /** The average of a column, as a float. */
  average(column: StoredType, expression: SqlExpression): SqlExpression;
  /** The least or the greatest value of a column. */
  extreme(kind: "min" | "max", column: StoredType, expression: SqlExpression): SqlExpression;
  /** Returns the last characters of a text. */
  ending(expression: SqlExpression, length: number): SqlExpression;
  /** Whether JSON is kept as the values that it stands for, so that its texts are held to the rules of others. */
  readonly decodesJson: boolean;
  /**
   * Runs the statement that adds a foreign key to a table, unless the key is there; absent where a table may refer to
   * one that is made later.
   */
  unlessDuplicate?(addForeignKey: string): RawBuilder<unknown>;
}

/** Rows of values, and the columns that they are compared with. */
export interface ListedRows {
  readonly columns: readonly StoredType[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The conversions of columns and values of a dialect. */
export type ColumnValues = Pick<
  SqlDialect,
  | "value"
  | "comparable"
  | "assigned"
  | "holds"
  | "read"
  | "searched"
  | "ignoresCase"
  | "decode"
  | "decodeKey"
  | "mayExceedNumbers"
>;
