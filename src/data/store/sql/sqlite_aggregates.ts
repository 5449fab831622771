import type { DatabaseSync } from "node:sqlite";
import { decimalKey } from "../../../kernel/mod.ts";
import { ExactSum } from "../../exact_sum.ts";

/** The method of the connection that Deno's types lack. */
interface AggregatingDatabase {
  aggregate<S>(
    name: string,
    functions: {
      start(): S;
      step(state: S, value: unknown): S;
      result(state: S): string | null;
      useBigIntArguments: true;
    },
  ): void;
}

/**
 * Defines the functions that sum up and compare exact numbers, which SQLite keeps as texts.
 *
 * @param database the connection
 * @param caught keeps an error until the statement has ended: a function must not throw
 */
export function defineAggregates(database: DatabaseSync, caught: (work: () => void) => void): void {
  const defining = database as unknown as AggregatingDatabase;
  defining.aggregate<ExactSum>("espalier_sum", {
    useBigIntArguments: true,
    start: () => new ExactSum(),
    step: (sum, value) => {
      caught(() => sum.add(value));
      return sum;
    },
    result: (sum) => sum.text,
  });
  for (const [name, sign] of [["espalier_min", -1], ["espalier_max", 1]] as const) {
    defining.aggregate<Extreme>(name, {
      useBigIntArguments: true,
      start: () => ({ text: null, key: "" }),
      step: (extreme, value) => value === null ? extreme : further(extreme, String(value), sign),
      result: ({ text }) => text,
    });
  }
}

/** The least or greatest number so far. */
interface Extreme {
  readonly text: string | null;
  readonly key: string;
}

function further(extreme: Extreme, text: string, sign: 1 | -1): Extreme {
  const key = decimalKey(text);
  const isFurther = extreme.text === null || (sign === 1 ? key > extreme.key : key < extreme.key);
  return isFurther ? { text, key } : extreme;
}
