import type { ColumnType } from "../../entity/property_model.ts";
import type { SqlWriter } from "./sql_writer.ts";

/** What differs between the databases. */
export interface SqlDialect {
  /** Which database it is. */
  readonly name: "postgres" | "sqlite";
  /** Makes others wait who create tables, until the transaction ends; absent where only one can write anyway. */
  readonly lockSchema?: string;
  /** Most parameters of one statement. */
  readonly maxParameters: number;
  /** What stands after `limit` where there is none but an offset. */
  readonly noLimit: string;
  /** The placeholder of a parameter, with its type stated where the database needs it. */
  placeholder(index: number, type: ColumnType, value: unknown): string;
  /** Type of a column. */
  columnType(type: ColumnType): string;
  /** Definition of an id that the database makes. */
  databaseId(type: ColumnType): string;
  /** What the driver is given for a value that is not null. */
  encode(type: ColumnType, value: unknown): unknown;
  /** The value for what the driver gives, which is not null. */
  decode(type: ColumnType, raw: unknown): unknown;
  /** The expression with upper and lower case alike. */
  fold(expression: string): string;
  /** Writes that an expression has one of several values. */
  writeIn(writer: SqlWriter, expression: string, list: { type: ColumnType; values: readonly unknown[] }): void;
  /** Writes that a text fits a regular expression. */
  writeRegex(writer: SqlWriter, expression: string, search: { text: string; ignoreCase: boolean }): void;
  /** Writes that a text contains another. */
  writeContains(writer: SqlWriter, expression: string, text: string): void;
  /** Writes that a JSON list has an element, or has the given element. */
  writeElements(writer: SqlWriter, expression: string, member: unknown): void;
  /** The last characters of a text, so many. */
  ending(expression: string, length: number): string;
  /** Whether a text can be kept at all. */
  canHold(text: string): boolean;
  /**
   * Adds a foreign key to a table that exists, unless it is there; absent where a table may refer to one that is made
   * later.
   */
  addReference?(table: string, column: string, target: readonly [table: string, id: string]): string;
}
