import type { SqlDatabaseKind } from "../store/sql/database_kinds.ts";
import type { QueryKey } from "../store/sql/wanted_tables.ts";
import type { CatalogueIndex, CatalogueIndexKey, CatalogueTable } from "./catalogue.ts";

/** Tells whether a key of an index is what rows are sorted by. */
type IsKey = (own: CatalogueIndexKey, key: QueryKey) => boolean;

/** Finds out how far the indexes of a table are in an order. */
export class IndexOrders {
  readonly #kind: SqlDatabaseKind;
  readonly #isKey: IsKey;

  /**
   * @param kind which database it is
   * @param isKey compares keys
   */
  constructor(kind: SqlDatabaseKind, isKey: IsKey) {
    this.#kind = kind;
    this.#isKey = isKey;
  }

  /**
   * Returns how many of the keys the best index begins with; all of them where it leads to rows in their order.
   *
   * @param table the table of all keys
   * @param keys what rows are sorted by, all in one direction
   */
  begun(table: CatalogueTable, keys: readonly QueryKey[]): number {
    const own = table.indexes.filter(({ method, isValid, where }) =>
      method === "btree" && isValid && where === undefined
    );
    const indexes = table.primaryKey.length === 0 ? own : [...own, primaryIndex(table)];
    return Math.max(0, ...indexes.map((index) => this.#begunBy(index, table, keys)));
  }

  #begunBy(index: CatalogueIndex, table: CatalogueTable, keys: readonly QueryKey[]): number {
    // An index is read from both ends, so all its keys have to sort in one direction.
    const isNext = (own: CatalogueIndexKey | undefined, i: number) =>
      own !== undefined && own.descending === index.keys[0]!.descending && this.#isKey(own, keys[i]!);
    const end = keys.findIndex((_, i) => !isNext(index.keys[i], i));
    const count = end < 0 ? keys.length : end;
    if (count === 0 || count < index.keys.length) return count;
    return isOneRow(index, table) || this.#isImplied(keys.slice(count), index, table) ? keys.length : count;
  }

  /** Whether keys are what the database adds to an index by itself, upwards: that which rows are stored by. */
  #isImplied(
    keys: readonly QueryKey[],
    { keys: [first] }: CatalogueIndex,
    { primaryKey, columns }: CatalogueTable,
  ): boolean {
    const isStoredById = this.#kind === "mariadb" ||
      (this.#kind === "sqlite" && columns.get(primaryKey[0] ?? "")?.generated === "identity by default");
    return isStoredById && !first!.descending && keys.length <= primaryKey.length &&
      keys.every((key, i) => this.#isKey({ column: primaryKey[i]!, text: primaryKey[i]!, descending: false }, key));
  }
}

/** Whether there is one row for each entry of an index, so that what follows sorts nothing. */
function isOneRow({ isUnique, keys }: CatalogueIndex, { columns }: CatalogueTable): boolean {
  return isUnique && keys.every(({ column }) => column !== undefined && columns.get(column)?.nullable === false);
}

function primaryIndex({ primaryKey, name }: CatalogueTable): CatalogueIndex {
  return {
    name: `${name}_pkey`,
    isUnique: true,
    isPrimary: true,
    isConstraint: true,
    isValid: true,
    method: "btree",
    keys: primaryKey.map((column) => ({ column, text: column, descending: false })),
  };
}
