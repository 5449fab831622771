import { compareDecimals, decimalKey } from "../../../kernel/mod.ts";
import { compareValues } from "../../compare_values.ts";
import { idKey } from "../../entity/id_key.ts";
import { ExactSum } from "../../exact_sum.ts";
import type { AggregateQuery, Measure } from "../../query/aggregate_query.ts";
import type { ColumnRef } from "../../query/resolved_criteria.ts";
import type { Row } from "../../query/row_query.ts";
import { evaluate } from "./evaluate_criteria.ts";
import type { MemoryTables } from "./tables.ts";

/**
 * Computes aggregates as an SQL database does.
 *
 * @param tables the store's tables
 * @param query the aggregates and the groups
 * @param rows the rows that match
 * @returns for each group its columns and the values of the measures
 */
export function aggregated(tables: MemoryTables, query: AggregateQuery, rows: readonly Row[]): unknown[][] {
  const { groups, measures, named, having, orders, limit } = query;
  const found = groups.length === 0 ? [rows] : [...Map.groupBy(rows, (row) => keyOf(tables, groups, row)).values()];
  const results = found.map((group) => {
    const common = groups.map((column) => commonValue(tables, column, group));
    const values = (measure: Measure) => measured(tables, measure, group);
    // Conditions and orders read the values by name.
    const byName: Row = Object.fromEntries([
      ...groups.map(({ path }, i) => [path, common[i]]),
      ...[...named].map(([name, measure]) => [name, values(measure)]),
    ]);
    return { row: [...common, ...measures.map(values)], byName };
  });
  const kept = results.filter(({ byName }) => having === undefined || evaluate(tables, having, byName) === true);
  const typeOf = (name: string) => named.get(name)?.result.type ?? groups.find(({ path }) => path === name)?.type;
  kept.sort((a, b) => {
    for (const { name, descending, nullsFirst } of orders) {
      const [x, y] = [a.byName[name], b.byName[name]];
      if (x === null && y === null) continue;
      if (x === null || y === null) return (x === null) === nullsFirst ? -1 : 1;
      const order = compareValues(x, y, typeOf(name));
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  });
  return kept.slice(0, limit).map(({ row }) => row);
}

function keyOf(tables: MemoryTables, groups: readonly ColumnRef[], row: Row): string {
  return JSON.stringify(groups.map((column) => distinctKey(column, tables.value(row, column))));
}

/** Returns the same key for equal values. Null equals null here. */
function distinctKey({ type }: ColumnRef, value: unknown): string | null {
  if (value === null) return null;
  return type === "decimal" ? decimalKey(String(value)) : String(idKey(value));
}

/** Returns the first in text order of equal decimals in different notations. */
function commonValue(tables: MemoryTables, column: ColumnRef, group: readonly Row[]): unknown {
  if (column.type !== "decimal") return tables.value(group[0]!, column);
  return group.map((row) => tables.value(row, column)).toSorted()[0];
}

function measured(tables: MemoryTables, { kind, column, result }: Measure, group: readonly Row[]): unknown {
  if (column === undefined) return group.length;
  const values = group.map((row) => tables.value(row, column)).filter((value) => value !== null);
  switch (kind) {
    case "count":
      return values.length;
    case "countDistinct":
      return new Set(values.map((value) => distinctKey(column, value))).size;
    case "sum":
      return result.type === "float" ? floatSum(values) : exactSum(values);
    case "avg":
      return values.length === 0 ? null : Number(exactSum(values)) / values.length;
    default:
      return values.length === 0 ? null : values.reduce((a, b) => isBeyond(kind, column, a, b) ? a : b);
  }
}

function isBeyond(kind: "min" | "max", { type }: ColumnRef, ...[a, b]: readonly [unknown, unknown]): boolean {
  const order = type === "decimal" ? compareDecimals(String(a), String(b)) : compareValues(a, b, type);
  return kind === "min" ? order <= 0 : order >= 0;
}

function floatSum(values: readonly unknown[]): number | null {
  return values.length === 0 ? null : values.reduce<number>((sum, value) => sum + Number(value), 0);
}

function exactSum(values: readonly unknown[]): string | null {
  const sum = new ExactSum();
  for (const value of values) sum.add(value);
  return sum.text;
}
