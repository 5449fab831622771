import type { AliasedExpression, Expression, InsertQueryBuilder, RawBuilder, SqlBool } from "../../../../deps.ts";
import type { WantedTable } from "../../catalogue/wanted_table.ts";
import type { ColumnType, StoredType } from "../../entity/property_model.ts";
import type { AnyTables, SqlExpression } from "./sql_expression.ts";

/** An insertion into a table that is known at run time only. */
export type AnyInsert = InsertQueryBuilder<AnyTables, string, unknown>;

/** What becomes of a row that exists already. */
export interface ReplacedRow {
  /** The column of the id. */
  readonly id: string;
  /** The columns by which the row is the same. */
  readonly on: readonly string[];
  /** The columns that get the values of the row that was to be added. */
  readonly columns: readonly string[];
  /** Columns that get other values. */
  readonly set?: Readonly<Record<string, SqlExpression>>;
}

/** How an expression is sorted. */
export interface OrderDirection {
  readonly descending: boolean;
  readonly nullsFirst?: boolean;
}

/** What differs between the databases. */
export interface SqlDialect {
  /** Whether the rows of a subquery are only sorted where they are limited. */
  readonly sortsLimitedRowsOnly?: boolean;
  /** Whether rows are deleted one by one, each with a look at those that refer to it and may be deleted as well. */
  readonly checksReferencesByRow?: boolean;
  /** Most parameters of one statement. */
  readonly maxParameters: number;
  /** What stands after `limit` where there is none but an offset; absent where an offset may stand alone. */
  readonly noLimit?: number;
  /** Runs before tables are created, on the same connection: makes others wait who create them, for as long as it takes. */
  readonly prepareSchema: readonly RawBuilder<unknown>[];
  /** Runs when tables are created, where the end of a transaction does not end what {@linkcode prepareSchema} began. */
  readonly finishSchema?: readonly RawBuilder<unknown>[];
  /**
   * What locks the rows of an alias until the transaction ends; absent where a transaction that writes runs alone.
   * Before rows are deleted new references to them have to wait, too.
   */
  lockRows?(alias: string, lock: "update" | "delete"): RawBuilder<unknown>;
  /** A parameter, with its type stated where the database needs it. */
  value(column: StoredType, value: unknown): SqlExpression;
  /** A column, in the form that a parameter of its type is compared with. */
  comparable(column: StoredType, expression: SqlExpression): SqlExpression;
  /** What a column is set to: where the database takes the parameter's type from the column, just the driver's value. */
  assigned(column: StoredType, value: unknown): unknown;
  /** Whether a column could hold a value: what it can't hold, such as an enum's unknown label, equals nothing. */
  holds(column: StoredType, value: unknown): boolean;
  /** A column, in the form that it is read in. */
  read(column: StoredType, expression: SqlExpression): SqlExpression;
  /** A column, in the form that texts are searched for in. */
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
  /** Makes a table of what the database has; absent where it has everything. */
  adaptTable?(table: WantedTable): WantedTable;
  /** The value for what the driver gives, which is not null. */
  decode(column: StoredType, raw: unknown): unknown;
  /** The key that stands for what the driver gives, as exact as the column. */
  decodeKey(column: StoredType, raw: unknown): unknown;
  /** Whether the driver must read whole numbers of a column as bigints. */
  mayExceedNumbers(column: StoredType): boolean;
  /** The expression with upper and lower case alike. */
  fold(expression: SqlExpression): RawBuilder<unknown>;
  /** Whether an expression of a type has a value, in a form that lets an index begin behind the nulls. */
  present(expression: SqlExpression, column: StoredType): Expression<SqlBool>;
  /** Whether an expression has one of several values. */
  isIn(expression: SqlExpression, list: { column: StoredType; values: readonly unknown[] }): Expression<SqlBool>;
  /** Whether several expressions have the values of one of several rows. */
  areIn(expressions: readonly SqlExpression[], list: ListedRows): Expression<SqlBool>;
  /** A table of values with the alias `parent`, for statements that read under each of them. */
  parents(list: { column: StoredType; values: readonly unknown[] }): AliasedExpression<unknown, "parent">;
  /** The value of a row of that table. */
  parentValue(column: StoredType): SqlExpression;
  /** Where a row of that table stands. */
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
  /** Adds a row of nothing but what the database makes. */
  insertDefaults(insert: AnyInsert, id: string): AnyInsert;
  /** Lets an insertion change a row that exists; without columns and expressions, such a row stays as it is. */
  replaceExisting(insert: AnyInsert, row: ReplacedRow): AnyInsert;
  /**
   * Whether such an insertion failed as another row has a value that must be unique; absent where the database
   * reports the constraint itself.
   */
  isOtherRowError?(error: unknown): boolean;
  /** The same with upper and lower case alike. */
  isInFolded(expression: SqlExpression, list: { column: StoredType; values: readonly unknown[] }): Expression<SqlBool>;
  /** Whether a text fits a regular expression. */
  matches(expression: SqlExpression, search: { text: string; ignoreCase: boolean }): Expression<SqlBool>;
  /** Whether a text fits a pattern with `%` and `_`, of which a backslash takes the meaning. */
  like(expression: SqlExpression, pattern: string): Expression<SqlBool>;
  /** Whether a text starts with another, which is not empty, in a form that an index serves. */
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
  /** The last characters of a text, so many. */
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

/** What a dialect says about columns and their values. */
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
