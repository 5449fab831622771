import { columnValue } from "../entity/column_value.ts";
import type { Keys } from "../scroll_position.ts";
import type { ResolvedCriteria, ResolvedOrder } from "./resolved_criteria.ts";

/** Thrown when a keyset position does not fit the sort that is used with it. */
export class KeysetMismatchError extends Error {
  /**
   * @param message what is missing or does not fit
   * @param options the error behind it as `cause`
   */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "KeysetMismatchError";
  }
}

/**
 * The criteria of the rows that come after the given keys. No row is lost or repeated where columns are null, since the
 * place of nulls is part of the order.
 *
 * @param orders the sort, the id last
 * @param keys a row's values by property path; more than the sort needs do no harm
 * @throws KeysetMismatchError when a key is missing, or is of another type than its column
 */
export function rowsAfter(orders: readonly ResolvedOrder[], keys: Keys): ResolvedCriteria {
  const values = orders.map((order) => keyOf(order, keys));
  if (isUniform(orders)) {
    const operator = orders[0]!.descending ? "<" : ">";
    return { kind: "tuple", columns: orders.map(({ column }) => column), operator, values };
  }
  const alternatives = orders.map((order, i): ResolvedCriteria => ({
    kind: "and",
    operands: [...orders.slice(0, i).map((before, j) => sameAs(before, values[j])), after(order, values[i])],
  }));
  const leading = orders[0]!;
  const isBounded = !leading.column.nullable && !leading.ignoreCase;
  // The bound says nothing new, but lets the database enter an index at the right place.
  const bound: ResolvedCriteria[] = isBounded ? [compare(leading, leading.descending ? "<=" : ">=", values[0])] : [];
  return { kind: "and", operands: [...bound, { kind: "or", operands: alternatives }] };
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
    return columnValue({ label: `key "${column.path}"`, type: column.type }, keys[column.path]);
  } catch (cause) {
    throw new KeysetMismatchError((cause as Error).message, { cause });
  }
}

function isUniform(orders: readonly ResolvedOrder[]): boolean {
  return orders.every(({ column, descending, ignoreCase }) =>
    !column.nullable && !ignoreCase && descending === orders[0]!.descending
  );
}

function after(order: ResolvedOrder, value: unknown): ResolvedCriteria {
  const isNull: ResolvedCriteria = { kind: "null", column: order.column };
  if (value === null) {
    return order.nullsFirst ? { kind: "not", operand: isNull } : { kind: "or", operands: [] };
  }
  const beyond = compare(order, order.descending ? "<" : ">", value);
  return order.nullsFirst || !order.column.nullable ? beyond : { kind: "or", operands: [beyond, isNull] };
}

function sameAs(order: ResolvedOrder, value: unknown): ResolvedCriteria {
  return value === null ? { kind: "null", column: order.column } : compare(order, "=", value);
}

function compare(
  { column, ignoreCase }: ResolvedOrder,
  operator: "=" | "<" | ">" | "<=" | ">=",
  value: unknown,
): ResolvedCriteria {
  return { kind: "comparison", column, operator, value, ignoreCase };
}
