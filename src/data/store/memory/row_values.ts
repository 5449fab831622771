import { isTemporal } from "../../../kernel/mod.ts";
import type { ColumnType } from "../../entity/property_model.ts";
import type { ColumnChange } from "../../mapping/row_change.ts";
import type { Row } from "../../query/row_query.ts";

/** A row with the columns of another that change; all of them when none are named. */
export function changedRow(stored: Row, row: Row, columns: readonly string[] | undefined): Row {
  if (columns === undefined) return row;
  return { ...stored, ...Object.fromEntries(columns.map((column) => [column, row[column]])) };
}

/** The value of a column that changes. */
export function changedValue(row: Row, { column, value, isAdded }: ColumnChange): unknown {
  if (!isAdded) return value;
  const before = row[column.column] ?? null;
  if (before === null) return null;
  // The change was checked against the column's type.
  return typeof before === "bigint" ? before + (value as bigint) : (before as number) + (value as number);
}

/** An id that the store makes. */
export function madeId(type: ColumnType, id: bigint): bigint | number | string {
  if (type === "bigint") return id;
  return type === "text" ? String(id) : Number(id);
}

/** A value that is not the same object: what is kept and what is given out are apart. */
export function copied(value: unknown): unknown {
  return typeof value === "object" && value !== null && !isTemporal(value) ? structuredClone(value) : value;
}

/** The version that follows. */
export function nextCount(version: unknown): number | bigint {
  // A version is a number or a bigint.
  const count = version as number | bigint;
  return typeof count === "bigint" ? count + 1n : count + 1;
}
