import type { StatementListener } from "../../statement_listener.ts";
import type { EntityModel } from "../../entity/entity_model.ts";
import type { EntityModels } from "../../entity/entity_models.ts";
import type { ResolvedCriteria } from "../../query/resolved_criteria.ts";
import type { Row, RowQuery } from "../../query/row_query.ts";
import type { LinkTable, RowStore } from "../row_store.ts";
import { TransactionManager } from "../transaction_manager.ts";
import { ChangeWriter } from "./change_writer.ts";
import { createLinkTable, replaceLinks, selectLinks } from "./link_tables.ts";
import { createTables } from "./schema.ts";
import { SelectWriter } from "./select_writer.ts";
import type { SqlConnections, SqlResult, SqlSession } from "./sql_connections.ts";
import type { SqlDialect } from "./sql_dialect.ts";
import type { SqlStatement } from "./sql_writer.ts";

/** What an SQL store is made of. */
export interface SqlRowStoreParts {
  readonly models: EntityModels;
  readonly dialect: SqlDialect;
  readonly connections: SqlConnections;
  readonly onStatement?: StatementListener;
}

/** Keeps rows in an SQL database. */
export class SqlRowStore implements RowStore {
  readonly transactions: TransactionManager<SqlSession>;
  readonly #parts: SqlRowStoreParts;
  readonly #selects: SelectWriter;
  readonly #changes: ChangeWriter;

  /** @param parts models, dialect and connections */
  constructor(parts: SqlRowStoreParts) {
    this.#parts = parts;
    this.#selects = new SelectWriter(parts.dialect, parts.models);
    this.#changes = new ChangeWriter(parts.dialect, parts.models);
    this.transactions = new TransactionManager((signal) => parts.connections.begin(signal));
  }

  get name(): string {
    return this.#parts.connections.name;
  }

  open(): Promise<void> {
    return this.#parts.connections.open();
  }

  close(): Promise<void> {
    return this.#parts.connections.close();
  }

  async createTables(models: readonly EntityModel[], links: readonly LinkTable[]): Promise<void> {
    const { dialect, models: all } = this.#parts;
    const texts = dialect.lockSchema === undefined ? [] : [dialect.lockSchema];
    texts.push(...createTables(dialect, all, models));
    texts.push(...links.map((link) => createLinkTable(dialect, link)));
    await this.transactions.run(async () => {
      for (const text of texts) await this.run({ text, parameters: [], writes: true, bigints: false });
    });
  }

  async select(query: RowQuery, signal?: AbortSignal): Promise<unknown[][]> {
    const { rows } = await this.run(this.#selects.select(query), signal);
    const { dialect } = this.#parts;
    const types = query.columns.map(({ type }) => type);
    for (const row of rows) {
      for (let i = 0; i < types.length; i++) if (row[i] !== null) row[i] = dialect.decode(types[i]!, row[i]);
    }
    return rows;
  }

  async count(model: EntityModel, criteria: ResolvedCriteria, signal?: AbortSignal): Promise<number> {
    const { rows } = await this.run(this.#selects.count(model, criteria), signal);
    return Number(rows[0]![0]);
  }

  async insert(model: EntityModel, rows: readonly Row[]): Promise<unknown[]> {
    const ids: unknown[] = [];
    for (const statement of this.#changes.insert(model, rows)) {
      const result = await this.run(statement);
      ids.push(...result.rows.map(([id]) => this.#parts.dialect.decode(model.id.type, id)));
    }
    return ids.length > 0 ? ids : rows.map((row) => row[model.id.column]);
  }

  async upsert(model: EntityModel, rows: readonly Row[]): Promise<void> {
    for (const statement of this.#changes.upsert(model, rows)) await this.run(statement);
  }

  async update(model: EntityModel, row: Row, version?: unknown): Promise<number> {
    return (await this.run(this.#changes.update(model, row, version))).changes;
  }

  async delete(model: EntityModel, criteria: ResolvedCriteria): Promise<number> {
    return (await this.run(this.#selects.delete(model, criteria))).changes;
  }

  async selectLinks(link: LinkTable, owners: readonly unknown[], signal?: AbortSignal): Promise<[unknown, unknown][]> {
    const { dialect } = this.#parts;
    const { rows } = await this.run(selectLinks(dialect, link, owners), signal);
    return rows.map(([owner, target]) => [
      dialect.decode(link.owner.id.type, owner),
      dialect.decode(link.target.id.type, target),
    ]);
  }

  async replaceLinks(link: LinkTable, owner: unknown, targets: readonly unknown[]): Promise<void> {
    for (const statement of replaceLinks(this.#parts.dialect, link, { owner, targets })) await this.run(statement);
  }

  /** Runs a statement, in the current transaction where there is one. */
  async run(statement: SqlStatement, signal?: AbortSignal): Promise<SqlResult> {
    signal?.throwIfAborted();
    this.#parts.onStatement?.(statement.text);
    const runner = this.transactions.session ?? this.#parts.connections;
    return await runner.query(statement, signal);
  }
}
