import { decimalKey } from "../../../kernel/mod.ts";
import { canonicalJson } from "../../canonical_json.ts";
import { idKey } from "../../entity/id_key.ts";
import type { ColumnRef } from "../../query/resolved_criteria.ts";
import type { Row } from "../../query/row_query.ts";

/** A column whose values are unique, alone or with others. */
export interface UniqueColumn {
  readonly column: ColumnRef;
  readonly ignoreCase: boolean;
}

/** Which rows have which values of columns that are unique together. */
export class UniqueKeys {
  readonly #columns: readonly UniqueColumn[];
  readonly #isTotal: boolean;
  readonly #covers: (row: Row) => boolean;
  readonly #owners = new Map<string, unknown>();

  /**
   * @param columns the columns
   * @param covers whether the rule is about a row; of all rows when left out
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

  /** Whether these are all columns, compared as they are, of all rows. */
  isOf(columns: readonly string[]): boolean {
    return this.#isTotal && columns.length === this.#columns.length &&
      this.#columns.every(({ column, ignoreCase }) => !ignoreCase && columns.includes(column.column));
  }

  /** The row that has the values; `undefined` where there is none. */
  ownerOf(row: Row): unknown {
    const key = this.#keyOf(row);
    return key === undefined ? undefined : this.#owners.get(key);
  }

  /** Whether a row other than that with the id has the values. */
  isTaken(row: Row, id: unknown): boolean {
    const key = this.#keyOf(row);
    return key !== undefined && this.#owners.has(key) && this.#owners.get(key) !== id;
  }

  /** Remembers that a row is there instead of another. */
  replace(id: unknown, before: Row | undefined, row: Row | undefined): void {
    const left = before && this.#keyOf(before);
    if (left !== undefined) this.#owners.delete(left);
    const entered = row && this.#keyOf(row);
    if (entered !== undefined) this.#owners.set(entered, id);
  }

  /** What equal values have in common; `undefined` where one is null, which differs from null. */
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
