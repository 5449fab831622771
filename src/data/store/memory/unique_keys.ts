import { decimalKey } from "../../../kernel/mod.ts";
import { canonicalJson } from "../../canonical_json.ts";
import { idKey } from "../../entity/id_key.ts";
import type { ColumnRef } from "../../query/resolved_criteria.ts";
import type { Row } from "../../query/row_query.ts";

/** A column of a unique key. */
export interface UniqueColumn {
  readonly column: ColumnRef;
  readonly ignoreCase: boolean;
}

/** An index of one unique key. */
export class UniqueKeys {
  readonly #columns: readonly UniqueColumn[];
  readonly #isTotal: boolean;
  readonly #covers: (row: Row) => boolean;
  readonly #owners = new Map<string, unknown>();

  /**
   * @param columns the columns
   * @param covers the condition of a partial index; all rows when left out
   */
  constructor(columns: readonly UniqueColumn[], covers?: (row: Row) => boolean) {
    this.#columns = columns;
    this.#isTotal = covers === undefined;
    this.#covers = covers ?? (() => true);
  }

  /** The paths of the properties. */
  get paths(): string[] {
    return this.#columns.map(({ column }) => column.path);
  }

  /** Whether the key has exactly these columns, is case-sensitive, and covers all rows. */
  isOf(columns: readonly string[]): boolean {
    return this.#isTotal && columns.length === this.#columns.length &&
      this.#columns.every(({ column, ignoreCase }) => !ignoreCase && columns.includes(column.column));
  }

  /** Returns the id of the row that has the values; `undefined` if there is none. */
  ownerOf(row: Row): unknown {
    const key = this.#keyOf(row);
    return key === undefined ? undefined : this.#owners.get(key);
  }

  /** Whether a row with another id has the values. */
  isTaken(row: Row, id: unknown): boolean {
    const key = this.#keyOf(row);
    return key !== undefined && this.#owners.has(key) && this.#owners.get(key) !== id;
  }

  /** Updates the index after a row was added, replaced or removed. */
  replace(id: unknown, before: Row | undefined, row: Row | undefined): void {
    const left = before && this.#keyOf(before);
    if (left !== undefined) this.#owners.delete(left);
    const entered = row && this.#keyOf(row);
    if (entered !== undefined) this.#owners.set(entered, id);
  }

  /** Returns the same key for equal values; `undefined` if one is null, as nulls are distinct. */
  #keyOf(row: Row): string | undefined {
    const values = this.#columns.map(({ column, ignoreCase }) =>
      comparable(row[column.column] ?? null, column, ignoreCase)
    );
    return values.includes(null) || !this.#covers(row) ? undefined : JSON.stringify(values);
  }
}

function comparable(value: unknown, { type }: ColumnRef, ignoreCase: boolean): string | null {
  if (value === null) return null;
  if (type === "decimal") return decimalKey(String(value));
  if (type === "json") return canonicalJson(value);
  return ignoreCase && typeof value === "string" ? value.toLowerCase() : String(idKey(value));
}
