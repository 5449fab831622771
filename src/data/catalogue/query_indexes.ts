import type { EntityModel } from "../entity/entity_model.ts";
import type { ExpectedCondition, ExpectedQuery } from "../expected_query.ts";
import type { SqlDatabaseKind } from "../store/sql/database_kinds.ts";
import type { SchemaWriter } from "../store/sql/schema.ts";
import { localName, type QueryKey } from "../store/sql/wanted_tables.ts";
import { IndexOrders } from "./index_orders.ts";
import type { Catalogue, CatalogueColumn, CatalogueIndex, CatalogueIndexKey, CatalogueTable } from "./catalogue.ts";

/** A query that scans a table, as an index is missing. */
export interface UnservedQuery {
  readonly model: EntityModel;
  /** The properties of the missing index. */
  readonly paths: readonly string[];
  readonly keys: readonly QueryKey[];
  /** The source of the query. */
  readonly origins: readonly string[];
  /** Number of keys that an existing index covers; absent for none. */
  readonly begun?: number;
}

/** A condition, and the key of the index that would support it. */
interface Use {
  readonly condition: ExpectedCondition;
  readonly key: QueryKey;
}

/** Finds the queries without an index. */
export class QueryIndexes {
  readonly #kind: SqlDatabaseKind;
  readonly #schema: SchemaWriter;
  readonly #orders: IndexOrders;

  /**
   * @param kind the kind of database
   * @param schema writes SQL
   */
  constructor(kind: SqlDatabaseKind, schema: SchemaWriter) {
    this.#kind = kind;
    this.#schema = schema;
    this.#orders = new IndexOrders(kind, (own, key) => this.#isKey(own, key));
  }

  /** Returns the entities whose tables a query searches. */
  modelsOf(model: EntityModel, query: ExpectedQuery): EntityModel[] {
    const found = this.#paths(query).flatMap((path) => this.#schema.wanted.queryKey(model, { path })?.model ?? []);
    return [...new Set([model, ...found])];
  }

  /**
   * Compares a query with the indexes of its tables. No index is missing for a query that no index could support, such as
   * a search within texts.
   */
  unserved(model: EntityModel, query: ExpectedQuery, catalogue: Catalogue): UnservedQuery[] {
    if (query.alternatives.length === 0) return this.#unservedSort(model, query, catalogue);
    const alternatives = query.alternatives.map((conditions) => this.#usesOf(model, conditions, catalogue));
    // One alternative without an index scans all rows anyway.
    if (alternatives.some((uses) => uses.length === 0)) return [];
    return alternatives
      .filter((uses) => !uses.some((use) => this.#isServed(use, catalogue)))
      .flatMap((uses) => this.#missing(uses, query) ?? []);
  }

  #paths({ alternatives, sort }: ExpectedQuery): string[] {
    return [...alternatives.flat().map(({ path }) => path), ...sort?.orders.map(({ property }) => property) ?? []];
  }

  #usesOf(model: EntityModel, conditions: readonly ExpectedCondition[], catalogue: Catalogue): Use[] {
    return conditions.flatMap((condition): Use[] => {
      if (condition.kind === "other") return [];
      const { path, ignoreCase = false } = condition;
      const key = this.#schema.wanted.queryKey(model, { path, ignoreCase });
      return key === undefined || !this.#isIndexable({ condition, key }, catalogue) ? [] : [{ condition, key }];
    });
  }

  #isIndexable({ condition, key }: Use, catalogue: Catalogue): boolean {
    const table = catalogue.get(key.model.table);
    const column = table === undefined ? undefined : this.#columnOf(table, key);
    // Missing tables are reported elsewhere, and views have no indexes.
    if (column === undefined || table!.isView) return false;
    if (!key.isPlain) return this.#kind !== "mariadb";
    return condition.kind !== "start" || isExact(column, this.#kind);
  }

  /** Whether the index exists. */
  #isServed({ condition, key }: Use, catalogue: Catalogue): boolean {
    const table = catalogue.get(key.model.table)!;
    if (key.isPlain && this.#isSame(table.primaryKey[0], key.column)) return true;
    return table.indexes.some((index) => {
      const isMethod = index.method === "btree" || (index.method === "hash" && condition.kind === "equal");
      return isMethod && index.isValid && this.#beginsWith(index, key) &&
        (index.where === undefined || holdsAll(index.where, key));
    });
  }

  #beginsWith({ keys: [first] }: CatalogueIndex, key: QueryKey): boolean {
    return first !== undefined && this.#isKey(first, key);
  }

  #isKey({ column, text }: CatalogueIndexKey, key: QueryKey): boolean {
    return key.isPlain
      ? this.#isSame(column, key.column)
      : column === undefined && plainText(text) === plainText(key.text);
  }

  #missing(uses: readonly Use[], query: ExpectedQuery): UnservedQuery | undefined {
    const own = uses.filter(({ key }) => key.model === uses[0]!.key.model);
    // Equality conditions come first, as the keys behind a range are not sorted.
    const equal = own.filter(({ condition }) => condition.kind === "equal");
    const [range] = own.filter(({ condition }) => condition.kind !== "equal");
    const chosen = [...equal, ...(range === undefined ? [] : [range])];
    return {
      model: chosen[0]!.key.model,
      keys: chosen.map(({ key }) => key),
      paths: chosen.map(({ condition }) => condition.path),
      origins: [query.origin],
    };
  }

  /** A part of all rows, in an order, which ends in the id. */
  #unservedSort(model: EntityModel, query: ExpectedQuery, catalogue: Catalogue): UnservedQuery[] {
    const { sort, isLimited, isChosen = false, origin } = query;
    if (!isLimited || sort === undefined || sort.isUnsorted) return [];
    const uses = sort.orders.map(({ property: path, ignoreCase, isDescending }) => ({
      path,
      isDescending,
      condition: { path, kind: "range", ignoreCase } as const,
      key: this.#schema.wanted.queryKey(model, { path, ignoreCase }),
    }));
    const [first] = uses;
    const { key } = first!;
    if (key === undefined || key.model !== model || !this.#isIndexable({ ...first!, key }, catalogue)) return [];
    // The prefix of a long text does not determine its order.
    if (this.#prefixOf(catalogue, key) !== "") return [];
    const end = uses.findIndex((use) => use.key?.model !== model || use.isDescending !== first!.isDescending);
    const chosen = uses.slice(0, end < 0 ? undefined : end).map(({ path, key }) => ({ path, key: key! }));
    const wanted = end < 0 ? [...chosen, ...this.#missingIds(model, chosen.map(({ path }) => path))] : chosen;
    const keys = wanted.map(({ key }) => key);
    const begun = this.#orders.begun(catalogue.get(model.table)!, keys);
    if (begun === keys.length || (begun === 0 && isChosen)) return [];
    const paths = wanted.map(({ path }) => path);
    return [{ model, keys, paths, origins: [origin], ...(begun === 0 ? {} : { begun }) }];
  }

  /** The last keys of a sort: the id, if an index can hold it. */
  #missingIds(model: EntityModel, sorted: readonly string[]): { readonly path: string; readonly key: QueryKey }[] {
    const missing = model.id.names.filter((name) => !sorted.includes(name))
      .map((path) => ({ path, key: this.#schema.wanted.queryKey(model, { path }) }));
    return missing.every(({ key }) => key?.model === model)
      ? missing.map(({ path, key }) => ({ path, key: key! }))
      : [];
  }

  /** Writes the statement that creates the index. */
  indexText({ model, keys, paths }: UnservedQuery, catalogue: Catalogue): string {
    const names = keys.map(({ column, isPlain }) => isPlain ? column : `${column}_ignoring_case`);
    return this.#schema.indexText(model.table, {
      name: `${localName(model.table)}_${names.join("_")}_index`,
      isUnique: false,
      keys: keys.map((key) => ({ text: `${key.text}${this.#prefixOf(catalogue, key)}` })),
      paths,
    });
  }

  /** Whether MariaDB indexes only a prefix of the texts. */
  #prefixOf(catalogue: Catalogue, key: QueryKey): string {
    if (this.#kind !== "mariadb") return "";
    const column = this.#columnOf(catalogue.get(key.model.table)!, key);
    return /^(tiny|medium|long)?(text|blob)$/.test(column?.type ?? "") ? "(255)" : "";
  }

  #columnOf({ columns }: CatalogueTable, { column }: QueryKey): CatalogueColumn | undefined {
    return columns.get(column) ?? [...columns.values()].find(({ name }) => this.#isSame(name, column));
  }

  /** Normalizes a name: only PostgreSQL is case-sensitive. */
  #isSame(name: string | undefined, other: string): boolean {
    return this.#kind === "postgres" ? name === other : name?.toLowerCase() === other.toLowerCase();
  }
}

/** Whether a partial index contains all rows that a comparison can find: those that are not null. */
function holdsAll(where: string, { column }: QueryKey): boolean {
  return plainText(where) === plainText(`${column} is not null`);
}

/** Whether how texts start is a range of an index. */
function isExact({ collation }: CatalogueColumn, kind: SqlDatabaseKind): boolean {
  if (kind === "postgres") return collation === "C";
  return kind === "sqlite" ? (collation ?? "binary").toLowerCase() === "binary" : collation?.endsWith("_bin") ?? false;
}

/** Normalizes the differences between written SQL and the database's notation of it. */
function plainText(sql: string): string {
  return sql.toLowerCase().replace(/::(character varying|\w+)(\(\d+\))?|[\s()"`]/g, "");
}
