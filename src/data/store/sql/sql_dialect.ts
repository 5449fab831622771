import type { AliasedExpression, Expression, RawBuilder, SqlBool } from "../../../../deps.ts";
import type { ColumnType } from "../../entity/property_model.ts";
import type { StoredType } from "../../entity/stored_column.ts";
import type { SqlExpression } from "./sql_tools.ts";

/** What differs between the databases. */
export interface SqlDialect {
  /** Most parameters of one statement. */
  readonly maxParameters: number;
  /** What stands after `limit` where there is none but an offset; absent where an offset may stand alone. */
  readonly noLimit?: number;
  /** Runs first in the transaction that creates tables: makes others wait who create them, for as long as it takes. */
  readonly prepareSchema: readonly RawBuilder<unknown>[];
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
  /** Type of a text of limited length. */
  textType(length: number): string;
  /** Whether that type limits the length. */
  readonly limitsTexts: boolean;
  /** Completes the definition of an id that the database makes. */
  readonly databaseId: string;
  /** Type of an id that the database makes. */
  databaseIdType(type: ColumnType): "bigint" | "integer";
  /**
   * Keeps the database from making an id that was given, when it stands behind "returning"; absent where the database
   * takes care of it.
   */
  passBy?(table: string, column: string): RawBuilder<unknown>;
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
  /** A table of values with the alias `parent`, for statements that read under each of them. */
  parents(list: { column: StoredType; values: readonly unknown[] }): AliasedExpression<unknown, "parent">;
  /** The value of a row of that table. */
  parentValue(column: StoredType): SqlExpression;
  /** Where a row of that table stands. */
  readonly parentPosition: SqlExpression;
  /** Whether an index is only read in its order by a sort that names its null columns, too. */
  readonly sortsByNulls: boolean;
  /** Whether a query in "from" may refer to what stands before it. */
  readonly hasLateral: boolean;
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
