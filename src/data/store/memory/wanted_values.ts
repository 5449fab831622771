import { decimalKey, isTemporal } from "../../../kernel/mod.ts";
import { canonicalJson } from "../../canonical_json.ts";
import type { ResolvedIn, ResolvedTuples } from "../../query/resolved_criteria.ts";

/** The tuples of values that a criterion accepts, prepared once for all rows. */
export class WantedTuples {
  readonly #keys: ReadonlySet<string>;
  readonly #columns: ResolvedTuples["columns"];

  /** @param criteria the criterion */
  constructor({ columns, values }: ResolvedTuples) {
    this.#columns = columns;
    this.#keys = new Set(values.map((row) => this.#keyOf(row)));
  }

  /** @param actual the values of a row, of which none is null */
  has(actual: readonly unknown[]): boolean {
    return this.#keys.has(this.#keyOf(actual));
  }

  #keyOf(values: readonly unknown[]): string {
    const keys = values.map((value, i) =>
      this.#columns[i]!.type === "decimal" ? decimalKey(String(value)) : keyOf(value, false)
    );
    return JSON.stringify(keys.map((key) => typeof key === "bigint" ? `\0bigint ${key}` : key));
  }
}

/** The values that a criterion accepts, prepared once for all rows. */
export class WantedValues {
  readonly #keys: ReadonlySet<unknown>;
  readonly #keyOf: (value: unknown) => unknown;

  /** @param criteria the criterion */
  constructor({ column: { type }, values, ignoreCase }: ResolvedIn) {
    this.#keyOf = type === "decimal" ? (value) => decimalKey(String(value)) : (value) => keyOf(value, ignoreCase);
    this.#keys = new Set(values.map(this.#keyOf));
  }

  /** @param actual the value of a row, which is not null */
  has(actual: unknown): boolean {
    return this.#keys.has(this.#keyOf(actual));
  }
}

/** Returns the same key for equal values of one column. No stored text begins with NUL. */
function keyOf(value: unknown, ignoreCase: boolean): unknown {
  switch (typeof value) {
    case "string":
      return ignoreCase ? value.toLowerCase() : value;
    case "bigint":
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    case "object":
      if (isTemporal(value)) return `\0moment ${value}`;
      if (value instanceof Date) return `\0date ${value.getTime()}`;
      if (value instanceof Uint8Array) return `\0bytes ${value.join()}`;
      return `\0json ${canonicalJson(value)}`;
    default:
      return value;
  }
}
