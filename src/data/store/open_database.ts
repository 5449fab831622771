import { inRootContext } from "../../context/mod.ts";
import { type DataProperties, describeValue, resolveProperties } from "../../kernel/mod.ts";
import { readCatalogue } from "../catalogue/read_catalogue.ts";
import type { Database } from "../database.ts";
import { EntityModels } from "../entity/entity_models.ts";
import { MemoryRowStore } from "./memory/memory_row_store.ts";
import { LazyConnections } from "./sql/lazy_connections.ts";
import type { SqlDatabaseKind } from "./sql/load_sql_builders.ts";
import { rowObjects, type SqlConnections } from "./sql/sql_connections.ts";
import { SqlRowStore } from "./sql/sql_row_store.ts";
import type { StatementListener } from "../statement_listener.ts";
import type { StatementObserver } from "../statement_observer.ts";
import { observedBy } from "./sql/observed_by.ts";
import { postgresTarget, sqliteTarget } from "./sql/statement_targets.ts";
import { SqliteConnections } from "./sql/sqlite_connections.ts";
import { StoreDatabase } from "./store_database.ts";

/** How a database is opened. */
export interface DatabaseOptions {
  /** Told of each SQL statement before it runs, without its parameters. */
  readonly onStatement?: StatementListener;
  /** Told of each SQL statement before and after it runs. */
  readonly observers?: readonly StatementObserver[];
  /** PostgreSQL: the schema to work in. */
  readonly schema?: string;
  /** PostgreSQL: most connections at the same time; by default 10. */
  readonly maxConnections?: number;
  /** Waits and durability, as the properties `data.*` say them; each has the default of its property. */
  readonly properties?: Partial<DataProperties>;
}

/**
 * Opens a database.
 *
 * @param url see {@linkcode databaseAt}
 * @param options statement listener, schema, connections
 * @throws StoreUnavailableError when it can't be opened, naming it and what is needed
 *
 * @example
 * ```ts
 * import { describeType, t } from "@espalier/espalier";
 * import { openDatabase, Sort } from "@espalier/espalier/data";
 *
 * class Author {
 *   constructor(readonly id: string, readonly name: string) {}
 * }
 * describeType(Author, { id: t.id, name: t.string }, { id: "id" });
 *
 * await using database = await openDatabase("sqlite::memory:");
 * await database.createTables(Author);
 * const authors = database.repository<Author, string>(Author);
 * await authors.saveAll([new Author("2", "Virginia Woolf"), new Author("1", "Jane Austen")]);
 * console.log((await authors.findAll(Sort.by("name"))).map((author) => author.name)); // ["Jane Austen", "Virginia Woolf"]
 * ```
 */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const database = databaseAt(url, options);
  try {
    await database.open();
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/**
 * Names a database, which is opened by its first query.
 *
 * @param url `sqlite:bookstore.db` (a file), `sqlite::memory:`, `postgres://user:password@host:port/database` or
 * `memory:` (without SQL)
 * @param options statement listener, schema, connections
 * @throws TypeError when the url is none of these
 */
export function databaseAt(url: string, options: DatabaseOptions = {}): Database {
  if (typeof url !== "string") {
    throw new TypeError(`Cannot open a database as its url must be a text: current value is ${describeValue(url)}`);
  }
  if (url === "memory:") {
    const models = new EntityModels();
    return new StoreDatabase(new MemoryRowStore(models), models);
  }
  if (/^postgres(ql)?:\/\//.test(url)) return postgresDatabase(url, options);
  if (url.startsWith("sqlite:")) {
    return sqliteDatabase(filePath(url.slice("sqlite:".length)), options);
  }
  throw new TypeError(
    "Cannot open a database as its url must begin with sqlite:, postgres:// or memory: current value is " +
      `"${withoutSecrets(url)}"`,
  );
}

/** For messages about what is no URL, so that its parts are not known: up to the last "@" may be a password. */
function withoutSecrets(text: string): string {
  const start = text.indexOf("//");
  const end = text.lastIndexOf("@");
  const shown = start >= 0 && end > start + 1 ? `${text.slice(0, start)}//…${text.slice(end)}` : text;
  const query = shown.indexOf("?");
  return query < 0 ? shown : `${shown.slice(0, query)}?…`;
}

function filePath(text: string): string {
  return text.startsWith("//") ? decodeURIComponent(new URL(`file:${text}`).pathname) : text;
}

function sqliteDatabase(file: string, options: DatabaseOptions): Database {
  const { lockTimeoutMs, sqliteSynchronous, sqliteJournalMode } = propertiesOf(options);
  const synchronous = sqliteSynchronous;
  const connections = new SqliteConnections(file, { lockTimeoutMs, synchronous, journalMode: sqliteJournalMode });
  const models = new EntityModels();
  const target = sqliteTarget(connections.name, file);
  return sqlDatabase("sqlite", models, observedBy(options, { connections, target, models }));
}

function postgresDatabase(url: string, options: DatabaseOptions): Database {
  const models = new EntityModels();
  const connections = postgres(url, options);
  const { name } = connections;
  const target = postgresTarget(postgresUrl(url), { name, schema: options.schema, isReplica: false });
  return sqlDatabase("postgres", models, observedBy(options, { connections, target, models }));
}

function postgres(url: string, options: DatabaseOptions): SqlConnections {
  const { username, host, pathname } = postgresUrl(url);
  const name = `postgres://${username === "" ? "" : `${username}@`}${host}${pathname}`;
  const { schema, maxConnections = 10 } = options;
  const limits = propertiesOf(options);
  return new LazyConnections({ name, maxTransactions: maxConnections }, async () => {
    const { PostgresConnections } = await inRootContext(() => import("./sql/postgres_connections.ts"));
    return new PostgresConnections({
      ...limits,
      url,
      name,
      maxConnections,
      ...(schema === undefined ? {} : { schema }),
    });
  });
}

function propertiesOf({ properties = {} }: DatabaseOptions): DataProperties {
  return resolveProperties({ data: properties }).data;
}

function postgresUrl(text: string): URL {
  const url = URL.parse(text);
  if (url !== null) return url;
  throw new TypeError(
    "Cannot open a database as its url must be postgres://user:password@host:port/database, with user and password " +
      `encoded by encodeURIComponent: current value is "${withoutSecrets(text)}"`,
  );
}

function sqlDatabase(kind: SqlDatabaseKind, models: EntityModels, connections: SqlConnections): Database {
  const rows = new SqlRowStore({ models, kind, connections });
  return new StoreDatabase(rows, models, {
    kind,
    schema: async () => (await rows.builders()).schema,
    transactions: rows.transactions,
    execute: async (text, parameters, signal) => rowObjects(await rows.runText(text, parameters, signal)),
    dedicate: () => rows.dedicate(),
    kysely: async () => (await rows.builders()).tools.kysely,
    catalogue: (tables) => readCatalogue(kind, rows.runText, tables),
    wantedTables: (wanted, links) => rows.wantedTables(wanted, links),
  });
}
