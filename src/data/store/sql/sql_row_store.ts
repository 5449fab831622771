import { inRootContext } from "../../../context/mod.ts";
import { DataIntegrityError } from "../../data_integrity_error.ts";
import type { WantedTable } from "../../catalogue/wanted_table.ts";
import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import type { AggregateQuery } from "../../query/aggregate_query.ts";
import type { ColumnRef, ResolvedCriteria } from "../../query/resolved_criteria.ts";
import { rowIdsAreIn } from "../../query/matching_ids.ts";
import type { EachQuery, Row, RowOfParent, RowQuery } from "../../query/row_query.ts";
import type {
  ChangeOptions,
  ClearedRows,
  IndexedTuples,
  LinkedTargets,
  LinkEnds,
  LinkTable,
  RowStore,
  UniqueUpsert,
  UpdateOptions,
  UpsertOptions,
} from "../row_store.ts";
import { requireTransaction, TransactionManager } from "../transaction_manager.ts";
import { endOf, removeLinks, replaceLinks, selectLinks } from "./link_tables.ts";
import { kindTraits, type SqlDatabaseKind } from "./database_kinds.ts";
import type { SqlBuilders } from "./load_sql_builders.ts";
import type { DedicatedConnection } from "../../dedicated_connection.ts";
import { rowObjects, type SqlConnections, type SqlResult, type SqlSession } from "./sql_connections.ts";
import type { SqlDialect } from "./sql_dialect.ts";
import type { SqlStatement } from "./sql_statement.ts";
import type { RunSql } from "./store_driver.ts";
import { readCatalogue } from "../../catalogue/read_catalogue.ts";
import { IntegrityErrors, type RefusedChange } from "./integrity_errors.ts";
import { KnownTables } from "./known_tables.ts";

/** Parts of an SQL store. */
export interface SqlRowStoreParts {
  readonly models: EntityModels;
  readonly kind: SqlDatabaseKind;
  readonly connections: SqlConnections;
}

/** A store of rows in an SQL database. */
export class SqlRowStore implements RowStore {
  readonly transactions: TransactionManager<SqlSession>;
  readonly #parts: SqlRowStoreParts;
  readonly #tables: KnownTables;
  readonly #integrity: IntegrityErrors;
  #builders: Promise<SqlBuilders> | undefined;
  #loaded: SqlBuilders | undefined;

  /** @param parts models, kind of database and connections */
  constructor(parts: SqlRowStoreParts) {
    this.#parts = parts;
    this.#tables = new KnownTables(parts.models, (tables) => readCatalogue(parts.kind, this.runText, tables));
    this.#integrity = new IntegrityErrors(parts.models, this.#tables, (model, values) => {
      return this.count(model, rowIdsAreIn(parts.models, model, values));
    });
    this.transactions = new TransactionManager((options) => parts.connections.begin(options), {
      isolation: kindTraits[parts.kind].isolation,
      commitError: (error) => this.#integrity.named(error),
    });
  }

  get name(): string {
    return this.#parts.connections.name;
  }

  get isInMemory(): boolean {
    return this.#parts.connections.isInMemory;
  }

  get folder(): string | undefined {
    return this.#parts.connections.folder;
  }

  get maxTransactions(): number {
    return this.#parts.connections.maxTransactions;
  }

  get indexedTuples(): IndexedTuples {
    return kindTraits[this.#parts.kind].indexedTuples;
  }

  async open(): Promise<void> {
    await Promise.all([this.#parts.connections.open(), this.builders()]);
  }

  close(): Promise<void> {
    return this.#parts.connections.close();
  }

  async createTables(models: readonly EntityModel[], links: readonly LinkTable[]): Promise<void> {
    const { schema } = await this.builders();
    const statements = [...schema.prepare(), ...schema.createTables(models, links), ...schema.finish()];
    const { creation, commitsDefinitions } = kindTraits[this.#parts.kind];
    if (commitsDefinitions !== undefined && this.transactions.current !== undefined) {
      throw new TypeError(
        `Cannot create tables within a transaction as ${commitsDefinitions} would commit it: create them outside of one`,
      );
    }
    await this.transactions.run(async () => {
      for (const statement of statements) await this.run(statement);
    }, creation);
    this.#tables.forget();
  }

  /** Returns the tables that entities and lists need. */
  async wantedTables(models: readonly EntityModel[], links: readonly LinkTable[]): Promise<WantedTable[]> {
    const { schema: { wanted } } = await this.builders();
    return [...models.map((model) => wanted.of(model)), ...links.map((link) => wanted.ofLink(link))];
  }

  async learn(models: readonly EntityModel[]): Promise<void> {
    const unknown = models.filter((model) => !this.#tables.has(model));
    if (unknown.length === 0) return;
    await this.#tables.learn(unknown);
    const { changes, reads } = await this.builders();
    changes.forget();
    reads.forget();
  }

  async select(query: RowQuery, signal?: AbortSignal): Promise<unknown[][]> {
    if (query.lock !== undefined) requireTransaction(this.transactions);
    const { reads, tools: { dialect } } = this.#knownBuilders(query.model) ?? await this.#buildersFor(query.model);
    const { rows } = await this.run(reads.select(query), signal);
    return decoded(dialect, query.columns, rows);
  }

  async selectEach(query: EachQuery, signal?: AbortSignal): Promise<RowOfParent[]> {
    const { selects, tools: { dialect } } = await this.#buildersFor(query.model);
    const { rows } = await this.run(selects.selectEach(query), signal);
    const parents = rows.map((row) => Number(row.pop()));
    return decoded(dialect, query.columns, rows).map((values, i) => ({ parent: parents[i]!, values }));
  }

  async countEach(
    query: Pick<EachQuery, "model" | "criteria" | "parents">,
    signal?: AbortSignal,
  ): Promise<number[]> {
    const { selects } = await this.#buildersFor(query.model);
    const { rows } = await this.run(selects.countEach(query), signal);
    return rows.map(([count]) => Number(count));
  }

  async aggregate(query: AggregateQuery, signal?: AbortSignal): Promise<unknown[][]> {
    const { aggregates, tools: { dialect } } = await this.#buildersFor(query.model);
    const { rows } = await this.run(aggregates.aggregate(query), signal).catch((error) => {
      throw isOverflow(error) ? tooLargeSum(error) : error;
    });
    const columns = [...query.groups, ...query.measures.map(({ result }) => result)];
    return rows.map((row) => columns.map((column, i) => row[i] === null ? null : dialect.decode(column, row[i])));
  }

  async count(model: EntityModel, criteria: ResolvedCriteria, signal?: AbortSignal): Promise<number> {
    const { reads } = this.#knownBuilders(model) ?? await this.#buildersFor(model);
    const { rows } = await this.run(reads.count(model, criteria), signal);
    return Number(rows[0]![0]);
  }

  async insert(model: EntityModel, rows: readonly Row[], signal?: AbortSignal): Promise<Row[]> {
    const { changes, tools: { dialect } } = await this.#buildersFor(model);
    const made = rows.map((row): Row => Object.fromEntries(model.id.columns.map((column) => [column, row[column]])));
    for (const { statement, indexes, returned } of changes.insert(model, rows)) {
      const result = await this.#change(statement, { model, rows }, signal);
      if (returned.length === 0) continue;
      for (const [i, values] of result.rows.entries()) {
        const target = made[indexes[i]!]!;
        for (const [j, column] of returned.entries()) {
          target[column.column] = values[j] === null ? null : dialect.decode(column, values[j]);
        }
      }
    }
    return made;
  }

  async upsert(model: EntityModel, rows: readonly Row[], options: UpsertOptions): Promise<void> {
    const { changes, tools } = await this.#buildersFor(model);
    for (const { statement, rows: some } of changes.upsert(model, rows, options.columns)) {
      try {
        await this.#change(statement, { model, rows: some }, options.signal);
      } catch (error) {
        if (!tools.dialect.isOtherRowError?.(error)) throw error;
        await this.#upsertOneByOne(model, some, options);
      }
    }
  }

  /** Updates or inserts each row by itself, so that the database reports the violated constraint. */
  async #upsertOneByOne(model: EntityModel, rows: readonly Row[], options: UpsertOptions): Promise<void> {
    for (const row of rows) {
      const changed = options.columns?.length === 0 ? 0 : await this.update(model, row, options);
      if (changed === 0) await this.insert(model, [row], options.signal);
    }
  }

  async upsertBy(model: EntityModel, row: Row, { signal, ...options }: UniqueUpsert): Promise<Row> {
    const { changes, tools: { dialect } } = await this.#buildersFor(model);
    const { statement, returned } = changes.upsertBy(model, row, { ...options });
    const { rows: [values] } = await this.#change(statement, { model, rows: [row] }, signal).catch(async (error) => {
      // A plain insertion reports the name of the violated constraint.
      if (dialect.isOtherRowError?.(error)) await this.insert(model, [row], signal);
      throw error;
    });
    const [decodedValues] = decoded(dialect, returned, [values!]);
    return Object.fromEntries(returned.map(({ column }, i) => [column, decodedValues![i]]));
  }

  async update(model: EntityModel, row: Row, { signal, ...options }: UpdateOptions): Promise<number> {
    const { changes } = await this.#buildersFor(model);
    return (await this.#change(changes.update(model, row, options), { model, rows: [row] }, signal)).changes;
  }

  async clear(model: EntityModel, change: ClearedRows, signal?: AbortSignal): Promise<void> {
    const { selects } = await this.#buildersFor(model);
    const statement = selects.clear(model, change);
    if (statement !== undefined) await this.#change(statement, { model }, signal);
  }

  async change(model: EntityModel, criteria: ResolvedCriteria, { changes, signal }: ChangeOptions): Promise<number> {
    const { selects } = await this.#buildersFor(model);
    const values = changes.flatMap(({ column: { column }, value, isAdded }) =>
      isAdded ? [] : [[column, value] as const]
    );
    const rows = [Object.fromEntries(values)];
    return (await this.#change(selects.change(model, criteria, changes), { model, rows }, signal)).changes;
  }

  async delete(model: EntityModel, criteria: ResolvedCriteria, signal?: AbortSignal): Promise<number> {
    const { selects } = await this.#buildersFor(model);
    let changes = 0;
    for (const statement of selects.delete(model, criteria)) {
      ({ changes } = await this.#change(statement, { model, isRemoval: true }, signal));
    }
    return changes;
  }

  async selectLinks(link: LinkTable, owners: readonly unknown[], signal?: AbortSignal): Promise<[unknown, unknown][]> {
    const { tools } = await this.builders();
    const { dialect } = tools;
    const { rows } = await this.run(selectLinks(tools, link, owners), signal);
    return rows.map(([owner, target]) => [
      dialect.decode(endOf(link, "owner"), owner),
      dialect.decode(endOf(link, "target"), target),
    ]);
  }

  async removeLinks(link: LinkTable, ends: LinkEnds, signal?: AbortSignal): Promise<void> {
    const { tools } = await this.builders();
    await this.run(removeLinks(tools, link, ends), signal);
  }

  async replaceLinks(
    link: LinkTable,
    { owner, targets }: LinkedTargets,
    signal?: AbortSignal,
  ): Promise<void> {
    const { tools } = await this.builders();
    try {
      for (const statement of replaceLinks(tools, link, { owner, targets })) await this.run(statement, signal);
    } catch (error) {
      throw ofLink(error, link);
    }
  }

  /** Returns the statement builders synchronously, if the columns of the entity are known. */
  #knownBuilders(model: EntityModel): SqlBuilders | undefined {
    return this.#tables.has(model) ? this.#loaded : undefined;
  }

  /** Returns the statement builders after the columns of the entity were read. */
  async #buildersFor(model: EntityModel): Promise<SqlBuilders> {
    if (!this.#tables.has(model)) await this.learn([model]);
    return await this.builders();
  }

  /** Returns the statement builders, loaded by the first call. */
  builders(): Promise<SqlBuilders> {
    this.#builders ??= inRootContext(() => this.#load());
    return this.#builders;
  }

  /** Runs SQL of the application, in the current transaction if there is one. */
  readonly runText: RunSql = (text, parameters, signal) => {
    return this.run(textStatement(text, parameters), signal);
  };

  /** Opens a dedicated connection. */
  dedicate(): DedicatedConnection {
    const { connections } = this.#parts;
    const apart = connections.dedicate?.();
    return {
      canListen: apart?.canListen ?? false,
      execute: async (text, parameters = []) =>
        await apart?.execute(text, parameters) ?? rowObjects(await connections.query(textStatement(text, parameters))),
      listen: (channel, listener) => apart?.listen(channel, listener),
      unlisten: (channel) => apart?.unlisten(channel),
      [Symbol.asyncDispose]: async () => await apart?.[Symbol.asyncDispose](),
    };
  }

  /** Runs a statement, in the current transaction if there is one. */
  async run(statement: SqlStatement, signal?: AbortSignal): Promise<SqlResult> {
    signal?.throwIfAborted();
    const runner = this.transactions.session ?? this.#parts.connections;
    try {
      return await runner.query(statement, signal);
    } catch (error) {
      // A table was changed: read the catalogue again before the next statement.
      if (isStale(error)) this.#tables.forget();
      throw error;
    }
  }

  /** Runs a statement that changes rows of an entity, and adds the properties to errors of constraints. */
  async #change(statement: SqlStatement, change: RefusedChange, signal?: AbortSignal): Promise<SqlResult> {
    try {
      return await this.run(statement, signal);
    } catch (error) {
      throw await this.#integrity.named(error, change);
    }
  }

  async #load(): Promise<SqlBuilders> {
    const { loadSqlBuilders } = await import("./load_sql_builders.ts");
    return this.#loaded = await loadSqlBuilders(this.#parts.kind, this.#parts.models, this.runText);
  }
}

/** Maps errors of a link table to the property of the list. */
function ofLink(error: unknown, { owner, property }: LinkTable): unknown {
  if (!(error instanceof DataIntegrityError)) return error;
  const { rule, message, cause } = error;
  return new DataIntegrityError(rule, message, { cause, entity: owner.type, properties: [property.name] });
}

/** Classifies SQL of the application. Reads that begin with `with` or `table` count as changes, which is harmless. */
function textStatement(text: string, parameters: readonly unknown[]): SqlStatement {
  return { text, parameters, writes: !/^\s*(select|values|explain)\b/i.test(text), bigints: false };
}

/** Decodes rows in place. */
function decoded(dialect: SqlDialect, columns: readonly ColumnRef[], rows: unknown[][]): unknown[][] {
  for (const [i, column] of columns.entries()) {
    const own = column.isKey ? undefined : ownTypes[column.type];
    for (const row of rows) {
      const raw = row[i];
      if (raw === null || typeof raw === own) continue;
      row[i] = column.isKey ? dialect.decodeKey(column, raw) : dialect.decode(column, raw);
    }
  }
  return rows;
}

/** The types that no dialect converts. */
const ownTypes: Partial<Record<ColumnRef["type"], "string" | "number">> = {
  text: "string",
  integer: "number",
  float: "number",
};

/** Whether a sum of SQLite exceeds 64 bits. */
function isOverflow(error: unknown): boolean {
  return error instanceof Error && /\binteger overflow\b/.test(error.message);
}

function tooLargeSum(cause: unknown): RangeError {
  return new RangeError(
    "Cannot sum up values of a t.int as SQLite must be able to hold the sum in 64 bits: describe the property as t.bigint",
    { cause },
  );
}

/** Whether a statement failed because a table, a column or a type has changed. */
function isStale(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { cause } = error;
  const { code } = (cause instanceof Error ? cause : error) as { readonly code?: string };
  return (typeof code === "string" && /^(42|ER_BAD_FIELD_ERROR$|ER_NO_SUCH_TABLE$)/.test(code)) ||
    /\bno such (table|column)\b/.test(error.message);
}
