import { columnValue } from "../entity/column_value.ts";
import { ExactKey, isExactKey } from "../entity/exact_key.ts";
import type { Keys } from "../scroll_position.ts";
import type { ColumnRef, ResolvedCriteria, ResolvedOrder } from "./resolved_criteria.ts";

/** Thrown when a keyset position does not fit the sort that is used with it. */
export class KeysetMismatchError extends Error {
  /**
   * Creates the error.
   *
   * @param message what is missing or does not fit
   * @param options the error behind it as `cause`
   */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "KeysetMismatchError";
  }
}

/** The tuple comparisons that use an index: those of columns, also case-insensitive ones, or none. */
export type IndexedTuples = "all" | "columns" | "none";

/** A part of a sorted result: the condition of its rows, and the remaining orders. */
export interface KeyRange {
  readonly criteria: ResolvedCriteria;
  readonly orders: readonly ResolvedOrder[];
}

/**
 * Splits the rows behind a position into index ranges, whose concatenation has the order of the sort. A single
 * condition, with "or" between the columns and the nulls, would make databases scan from the first row.
 *
 * No row is lost or repeated at nulls, as their position is part of the order.
 *
 * @param orders the sort, the id last
 * @param keys a row's values by property path, empty for the first row; keys of other paths are ignored
 * @param indexedTuples the tuple comparisons that use an index
 * @throws KeysetMismatchError when a key is missing, or is of another type than its column
 */
export function rangesAfter(orders: readonly ResolvedOrder[], keys: Keys, indexedTuples: IndexedTuples): KeyRange[] {
  if (Object.keys(keys).length === 0) return rangesFrom([], orders);
  const keyed = orders.map((order): KeyedOrder => ({ order, value: keyOf(order, keys) }));
  // The longest equal prefix comes first, as its rows are next to the position.
  const ranges = runsOf(keyed, indexedTuples).toReversed().flatMap(({ start, end }) =>
    rangesBehind(keyed.slice(0, start).map(sameAs), keyed.slice(start, end), orders.slice(start))
  );
  return ranges.length > 0 ? ranges : [{ criteria: { kind: "or", operands: [] }, orders }];
}

/** Splits all rows with a condition into those with a value in the next column, and those without. */
function rangesFrom(same: readonly ResolvedCriteria[], orders: readonly ResolvedOrder[]): KeyRange[] {
  const [next, ...rest] = orders;
  if (next === undefined || !next.column.nullable) return [{ criteria: all(same), orders }];
  const nulls = { criteria: all([...same, presence(next, "absent")]), orders: [withoutValue(next), ...rest] };
  const others = { criteria: all([...same, presence(next, "present")]), orders: [withValue(next), ...rest] };
  return next.nullsFirst ? [nulls, others] : [others, nulls];
}

/** An order, and its value at the position. */
interface KeyedOrder {
  readonly order: ResolvedOrder;
  readonly value: unknown;
}

/** Returns the rows with an equal prefix that follow the values of a run. */
function rangesBehind(
  same: readonly ResolvedCriteria[],
  run: readonly KeyedOrder[],
  orders: readonly ResolvedOrder[],
): KeyRange[] {
  const [{ order: first, value }] = run as [KeyedOrder];
  const rest = orders.slice(1);
  const remaining = [withValue(first), ...rest];
  if (value === null) {
    return first.nullsFirst ? [{ criteria: all([...same, presence(first, "present")]), orders: remaining }] : [];
  }
  const range = { criteria: all([...same, beyond(run)]), orders: remaining };
  if (first.nullsFirst || !first.column.nullable) return [range];
  return [range, { criteria: all([...same, presence(first, "absent")]), orders: [withoutValue(first), ...rest] }];
}

function beyond(run: readonly KeyedOrder[]): ResolvedCriteria {
  const [{ order: first, value }] = run as [KeyedOrder];
  const operator = first.descending ? "<" : ">";
  if (run.length === 1) return compare(first, operator, value);
  const [columns, values] = [run.map(({ order }) => order), run.map(({ value }) => value)];
  return { kind: "tuple", columns, operator, values };
}

/** The orders from `start` to `end`, which one tuple comparison covers. */
interface Run {
  readonly start: number;
  readonly end: number;
}

function runsOf(keyed: readonly KeyedOrder[], indexedTuples: IndexedTuples): Run[] {
  const runs: Run[] = [];
  for (let start = 0, end = 1; start < keyed.length; start = end, end++) {
    while (end < keyed.length && isInTuple(keyed[start]!, keyed[end]!, indexedTuples)) end++;
    runs.push({ start, end });
  }
  return runs;
}

function isInTuple(first: KeyedOrder, next: KeyedOrder, indexedTuples: IndexedTuples): boolean {
  if (first.value === null || next.value === null || first.order.descending !== next.order.descending) return false;
  if (indexedTuples === "none") return false;
  if (indexedTuples === "columns" && (first.order.ignoreCase || next.order.ignoreCase)) return false;
  // Nulls that sort last lie between the rows that a tuple comparison covers.
  return !next.order.column.nullable || next.order.nullsFirst;
}

// State the position of nulls only if there are nulls, as an index supports only one position.
function withValue(order: ResolvedOrder): ResolvedOrder {
  return order.column.nullable ? { ...order, column: { ...order.column, nullable: false } } : order;
}

function withoutValue(order: ResolvedOrder): ResolvedOrder {
  return { ...withValue(order), isNull: true };
}

function all(operands: readonly ResolvedCriteria[]): ResolvedCriteria {
  return operands.length === 1 ? operands[0]! : { kind: "and", operands };
}

function keyOf({ column }: ResolvedOrder, keys: Keys): unknown {
  if (!Object.hasOwn(keys, column.path)) {
    throw new KeysetMismatchError(
      `Cannot scroll on as the position must hold a key for "${column.path}": it holds ${
        Object.keys(keys).map((key) => `"${key}"`).join(", ")
      }`,
    );
  }
  try {
    return exactKey(column, keys[column.path]) ??
      columnValue({ label: `key "${column.path}"`, type: column.type }, keys[column.path]);
  } catch (cause) {
    throw new KeysetMismatchError((cause as Error).message, { cause });
  }
}

/** Returns an exact key: the database's text, which is more precise than the property's type. */
function exactKey({ path, type, stored }: ColumnRef, key: unknown): ExactKey | undefined {
  const column = stored?.column;
  if (typeof key !== "string" || column === undefined) return undefined;
  const isMoment = type === "date" || type === "instant" || type.startsWith("local");
  const isNumber = type === "decimal" || type === "float" ||
    (type === "integer" || type === "bigint") && column.type === "numeric";
  if (!isMoment && !isNumber) return undefined;
  if (!isExactKey(isMoment ? "moment" : "number", key)) return undefined;
  let value: unknown;
  try {
    value = columnValue({ label: path, type }, key);
  } catch {
    // Exact keys come from the database, and are compared only there.
  }
  return new ExactKey(key, value);
}

function sameAs({ order, value }: KeyedOrder): ResolvedCriteria {
  return value === null ? presence(order, "absent") : compare(order, "=", value);
}

function presence({ column, ignoreCase }: ResolvedOrder, kind: "present" | "absent"): ResolvedCriteria {
  return { kind, column, ignoreCase };
}

function compare(
  { column, ignoreCase }: ResolvedOrder,
  operator: "=" | "<" | ">",
  value: unknown,
): ResolvedCriteria {
  return { kind: "comparison", column, operator, value, ignoreCase };
}
