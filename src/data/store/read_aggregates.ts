import type { Aggregate, Aggregates } from "../aggregate.ts";
import { exactAverage } from "../exact_sum.ts";
import type { ResolvedAggregates } from "../query/resolve_aggregates.ts";

/**
 * Converts the computed values of one group to the aggregates of the result.
 *
 * @param aggregates the requested aggregates
 * @param resolved the indexes of the values in the row
 * @param row the values of the group
 * @throws RangeError when a sum exceeds the range of safe integers
 */
export function aggregateRow(
  aggregates: Aggregates,
  { query: { groups, named }, indexes }: ResolvedAggregates,
  row: readonly unknown[],
): Record<string, unknown> {
  const common = groups.map(({ path }, i) => [path, row[i]]);
  const values = Object.entries(aggregates).map(([name, aggregate]) => {
    const index = indexes.get(name)!;
    const type = named.get(name)!.column?.type;
    return [name, valueOf(aggregate, { name, type, value: row[index], count: row[index + 1] })];
  });
  return Object.fromEntries([...common, ...values]);
}

interface Computed {
  readonly name: string;
  /** The type of the property. */
  readonly type: string | undefined;
  readonly value: unknown;
  /** The number of values of an average. */
  readonly count: unknown;
}

function valueOf({ kind }: Aggregate, { name, type, value, count }: Computed): unknown {
  if (value === null || value === undefined) return null;
  switch (kind) {
    case "sum":
      return type === "integer" ? numberOf(name, String(value)) : type === "bigint" ? BigInt(String(value)) : value;
    case "bigintSum":
      return BigInt(String(value));
    case "avg": {
      if (type === "float") return Number(value) / Number(count);
      const average = exactAverage(String(value), Number(count));
      return type === "decimal" ? average : Number(average);
    }
    default:
      return value;
  }
}

function numberOf(name: string, sum: string): number {
  const number = Number(sum);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(
    `Cannot return "${name}" as a number as it must be between -2^53 and 2^53: the sum is ${sum}. Ask for ` +
      `sum("…", "bigint")`,
  );
}
