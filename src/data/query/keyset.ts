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

/** Comparisons of tuples that an index serves: those of columns alone, also those that ignore the case of letters, or none. */
export type IndexedTuples = "all" | "columns" | "none";

/** A part of a sorted result: what its rows have in common, and the orders that still decide within it. */
export interface KeyRange {
  readonly criteria: ResolvedCriteria;
  readonly orders: readonly ResolvedOrder[];
}

/**
 * Splits the rows that follow a position into ranges that an index can enter: one range after the other gives the
 * rows in the sequence of the sort. A single condition for all of them, with "or" between the columns and the nulls,
 * would make databases scan from the first row.
 *
 * No row is lost or repeated where columns are null, since the place of nulls is part of the order.
 *
 * @param orders the sort, the id last
 * @param keys a row's values by property path, empty for the first row; more than the sort needs do no harm
 * @param indexedTuples comparisons of tuples that an index serves
 * @throws KeysetMismatchError when a key is missing, or is of another type than its column
 */
export function rangesAfter(orders: readonly ResolvedOrder[], keys: Keys, indexedTuples: IndexedTuples): KeyRange[] {
  if (Object.keys(keys).length === 0) return rangesFrom([], orders);
  const keyed = orders.map((order): KeyedOrder => ({ order, value: keyOf(order, keys) }));
  // The longest equal beginning comes first: those rows are next to the position.
  const ranges = runsOf(keyed, indexedTuples).toReversed().flatMap(({ start, end }) =>
    rangesBehind(keyed.slice(0, start).map(sameAs), keyed.slice(start, end), orders.slice(start))
  );
  return ranges.length > 0 ? ranges : [{ criteria: { kind: "or", operands: [] }, orders }];
}

/** All rows that have something in common: those with a value in the next column apart from those without. */
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

/** The rows that are the same so far, and come behind the values of a run. */
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

/** Orders from `start` up to `end`, which one comparison of tuples covers. */
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
  // Rows without a value that come last within equal rows lie between the rows that a tuple covers.
  return !next.order.column.nullable || next.order.nullsFirst;
}

// The place of nulls is said only where there are some: indexes are not in every order of nulls.
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

/** A key that says more than its property could: the text that the database wrote. */
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
    // Only a database writes such a key, and only it reads it.
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
