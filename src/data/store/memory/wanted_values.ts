import { canonicalJson } from "../../canonical_json.ts";
import type { ResolvedIn } from "../../query/resolved_criteria.ts";

/** The values that a column may have, prepared once for all rows. */
export class WantedValues {
  readonly #keys: ReadonlySet<unknown>;
  readonly #ignoreCase: boolean;

  /** @param criteria the criterion */
  constructor({ values, ignoreCase }: ResolvedIn) {
    this.#ignoreCase = ignoreCase;
    this.#keys = new Set(values.map((value) => keyOf(value, ignoreCase)));
  }

  /** @param actual the value of a row, which is not null */
  has(actual: unknown): boolean {
    return this.#keys.has(keyOf(actual, this.#ignoreCase));
  }
}

/** Equal for values of one column that are equal. No text that is stored begins with NUL. */
function keyOf(value: unknown, ignoreCase: boolean): unknown {
  switch (typeof value) {
    case "string":
      return ignoreCase ? value.toLowerCase() : value;
    case "bigint":
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    case "object":
      if (value instanceof Date) return `\0date ${value.getTime()}`;
      if (value instanceof Uint8Array) return `\0bytes ${value.join()}`;
      return `\0json ${canonicalJson(value)}`;
    default:
      return value;
  }
}
