import type { SqlDatabaseKind } from "../store/sql/database_kinds.ts";
import type { QueryKey } from "../store/sql/wanted_tables.ts";
import type { CatalogueIndex, CatalogueIndexKey, CatalogueTable } from "./catalogue.ts";

/** Compares a key of an index with a sort key. */
type IsKey = (own: CatalogueIndexKey, key: QueryKey) => boolean;

/** Determines how many sort keys the indexes of a table cover. */
export class IndexOrders {
  readonly #kind: SqlDatabaseKind;
  readonly #isKey: IsKey;

  /**
   * @param kind the kind of database
   * @param isKey compares keys
   */
  constructor(kind: SqlDatabaseKind, isKey: IsKey) {
    this.#kind = kind;
    this.#isKey = isKey;
  }

  /**
   * Returns the number of sort keys with which the best index begins; all of them if the index has the order of the sort.
   *
   * @param table the table of the keys
   * @param keys the sort keys, all in one direction
   */
  begun(table: CatalogueTable, keys: readonly QueryKey[]): number {
    const own = table.indexes.filter(({ method, isValid, where }) =>
      method === "btree" && isValid && where === undefined
    );
    const indexes = table.primaryKey.length === 0 ? own : [...own, primaryIndex(table)];
    return Math.max(0, ...indexes.map((index) => this.#begunBy(index, table, keys)));
  }

  #begunBy(index: CatalogueIndex, table: CatalogueTable, keys: readonly QueryKey[]): number {
    // An index can be read from both ends, so all its keys must have the same direction.
    const isNext = (own: CatalogueIndexKey | undefined, i: number) =>
      own !== undefined && own.descending === index.keys[0]!.descending && this.#isKey(own, keys[i]!);
    const end = keys.findIndex((_, i) => !isNext(index.keys[i], i));
    const count = end < 0 ? keys.length : end;
    if (count === 0 || count < index.keys.length) return count;
    return isOneRow(index, table) || this.#isImplied(keys.slice(count), index, table) ? keys.length : count;
  }

  /** Whether keys are the ascending primary key, which the database appends to each index. */
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

/** Whether the keys are unique, so that further sort keys have no effect. */
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
