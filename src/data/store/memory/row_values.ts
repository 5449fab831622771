import { isTemporal } from "../../../kernel/mod.ts";
import type { ColumnType } from "../../entity/property_model.ts";
import type { ColumnChange } from "../../mapping/row_change.ts";
import type { Row } from "../../query/row_query.ts";

/** Returns a row with the given columns of another; with all of its columns when none are named. */
export function changedRow(stored: Row, row: Row, columns: readonly string[] | undefined): Row {
  if (columns === undefined) return row;
  return { ...stored, ...Object.fromEntries(columns.map((column) => [column, row[column]])) };
}

/** Returns the new value of a column. */
export function changedValue(row: Row, { column, value, isAdded }: ColumnChange): unknown {
  if (!isAdded) return value;
  const before = row[column.column] ?? null;
  if (before === null) return null;
  // The type of the change was checked before.
  return typeof before === "bigint" ? before + (value as bigint) : (before as number) + (value as number);
}

/** Returns an id that the store generates. */
export function madeId(type: ColumnType, id: bigint): bigint | number | string {
  if (type === "bigint") return id;
  return type === "text" ? String(id) : Number(id);
}

/** Copies a value, so that stored objects are never shared with callers. */
export function copied(value: unknown): unknown {
  return typeof value === "object" && value !== null && !isTemporal(value) ? structuredClone(value) : value;
}

/** Returns the next version. */
export function nextCount(version: unknown): number | bigint {
  // A version is a number or a bigint.
  const count = version as number | bigint;
  return typeof count === "bigint" ? count + 1n : count + 1;
}
