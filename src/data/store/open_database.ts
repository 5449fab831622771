import { inRootContext } from "../../context/mod.ts";
import { type DataProperties, describeValue, resolveProperties } from "../../kernel/mod.ts";
import { readCatalogue } from "../catalogue/read_catalogue.ts";
import type { Database } from "../database.ts";
import { EntityModels } from "../entity/entity_models.ts";
import { MemoryRowStore } from "./memory/memory_row_store.ts";
import { LazyConnections } from "./sql/lazy_connections.ts";
import type { SqlDatabaseKind } from "./sql/database_kinds.ts";
import { rowObjects, type SqlConnections } from "./sql/sql_connections.ts";
import { SqlRowStore } from "./sql/sql_row_store.ts";
import type { StatementListener } from "../statement_listener.ts";
import type { StatementObserver } from "../statement_observer.ts";
import { observedBy } from "./sql/observed_by.ts";
import { TransactionCounter } from "./sql/observed_connections.ts";
import { Replica, type ReplicaListener } from "./sql/replica.ts";
import { ReplicatedConnections } from "./sql/replicated_connections.ts";
import { mariadbTarget, postgresTarget, sqliteTarget } from "./sql/statement_targets.ts";
import { SqliteConnections } from "./sql/sqlite_connections.ts";
import { StoreDatabase } from "./store_database.ts";

/** Options of {@linkcode openDatabase} and {@linkcode databaseAt}. */
export interface DatabaseOptions {
  /** Called with each SQL statement before it runs, without its parameters. */
  readonly onStatement?: StatementListener;
  /** Notified of each SQL statement before and after it runs. */
  readonly observers?: readonly StatementObserver[];
  /** PostgreSQL: the schema to work in; MariaDB: the database, if the URL names another one or none. */
  readonly schema?: string;
  /** PostgreSQL and MariaDB: the maximum number of connections; by default 10. */
  readonly maxConnections?: number;
  /** PostgreSQL: urls of read replicas; see the properties `data.replicaReads` and others. */
  readonly replicaUrls?: readonly string[];
  /** Notified when a replica becomes unreachable, and when it is reachable again. */
  readonly onReplica?: ReplicaListener;
  /** Timeouts and durability, see the properties `data.*`; each has the default of its property. */
  readonly properties?: Partial<DataProperties>;
}

/**
 * Opens a database.
 *
 * @param url see {@linkcode databaseAt}
 * @param options statement listener, schema, connections
 * @throws StoreUnavailableError when it can't be opened; the message names the database and the remedy
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
 * Creates a database that is opened by its first query.
 *
 * @param url `sqlite:bookstore.db` (a file), `sqlite::memory:`, `postgres://user:password@host:port/database`,
 * `mysql://user:password@host:port/database` (MariaDB) or `memory:` (without SQL)
 * @param options statement listener, schema, connections
 * @throws TypeError when the url is none of these
 *
 * @example
 * ```ts
 * import { databaseAt } from "@espalier/espalier/data";
 *
 * await using database = databaseAt("sqlite::memory:"); // opened by its first query
 * console.log(await database.transactions.run(() => Promise.resolve("committed"))); // "committed"
 * ```
 */
export function databaseAt(url: string, options: DatabaseOptions = {}): Database {
  if (typeof url !== "string") {
    throw new TypeError(`Cannot open a database as its url must be a text: current value is ${describeValue(url)}`);
  }
  checkReplicas(url, options);
  if (url === "memory:") {
    const models = new EntityModels();
    return new StoreDatabase(new MemoryRowStore(models), models);
  }
  if (isPostgres(url)) return postgresDatabase(url, options);
  if (/^(mysql|mariadb):\/\//.test(url)) return mariadbDatabase(url, options);
  if (url.startsWith("sqlite:")) {
    return sqliteDatabase(filePath(url.slice("sqlite:".length)), options);
  }
  throw new TypeError(
    "Cannot open a database as its url must begin with sqlite:, postgres://, mysql:// or memory: current value is " +
      `"${withoutSecrets(url)}"`,
  );
}

/** Masks a text that is not a valid URL for messages: everything up to the last "@" may be a password. */
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
  const counter = new TransactionCounter();
  const { schema, replicaUrls = [], onReplica } = options;
  const server = (url: string, isReplica: boolean) => {
    const connections = postgres(url, options);
    const target = postgresTarget(postgresUrl(url), { name: connections.name, schema, isReplica });
    return observedBy(options, { connections, target, models, counter });
  };
  const primary = server(url, false);
  if (replicaUrls.length === 0) return sqlDatabase("postgres", models, primary);
  const { replicaReads: reads, replicaConsistency: consistency } = propertiesOf(options);
  const replicas = replicaUrls.map((replicaUrl) => new Replica(server(replicaUrl, true), onReplica));
  return sqlDatabase("postgres", models, new ReplicatedConnections(primary, replicas, { reads, consistency }));
}

/** Checks that only PostgreSQL has replicas, and that they are a list of urls. */
function checkReplicas(url: string, { replicaUrls = [] }: DatabaseOptions): void {
  if (!Array.isArray(replicaUrls) || !replicaUrls.every((each) => typeof each === "string" && isPostgres(each))) {
    throw new TypeError(
      'Cannot read from replicas as option "replicaUrls" must be a list of urls that begin with postgres://',
    );
  }
  if (replicaUrls.length === 0 || isPostgres(url)) return;
  throw new TypeError(
    'Cannot read from replicas as option "replicaUrls" needs PostgreSQL: leave it out for other databases',
  );
}

function isPostgres(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url);
}

function postgres(url: string, options: DatabaseOptions): SqlConnections {
  const { username, host, pathname } = postgresUrl(url);
  const name = `postgres://${username === "" ? "" : `${username}@`}${host}${pathname}`;
  const { schema, maxConnections = 10 } = options;
  const limits = propertiesOf(options);
  return new LazyConnections({ name, maxTransactions: maxConnections, canListen: true }, async () => {
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

function mariadbDatabase(text: string, options: DatabaseOptions): Database {
  const { schema, maxConnections = 10 } = options;
  const url = mariadbUrl(text, schema);
  const { username, host, pathname } = url;
  const namespace = schema ?? decodeURIComponent(pathname.slice(1));
  const name = `mysql://${username === "" ? "" : `${username}@`}${host}/${namespace}`;
  const limits = propertiesOf(options);
  const connections = new LazyConnections({ name, maxTransactions: maxConnections, canListen: false }, async () => {
    const { MariadbConnections } = await inRootContext(() => import("./sql/mariadb_connections.ts"));
    return new MariadbConnections({ ...limits, url, name, maxConnections, database: namespace });
  });
  const models = new EntityModels();
  const target = mariadbTarget(url, { name, namespace });
  return sqlDatabase("mariadb", models, observedBy(options, { connections, target, models }));
}

function mariadbUrl(text: string, schema: string | undefined): URL {
  const url = URL.parse(text);
  const [other] = [...url?.searchParams.keys() ?? []].filter((name) => name !== "ssl");
  if (other !== undefined) {
    throw new TypeError(
      `Cannot open a database as its url must have no parameter but "ssl" (true or no-verify): current value is "${other}"`,
    );
  }
  if (url !== null && (schema !== undefined || /^\/[^/]+$/.test(url.pathname))) return url;
  throw new TypeError(
    "Cannot open a database as its url must be mysql://user:password@host:port/database, with user and password " +
      `encoded by encodeURIComponent: current value is "${withoutSecrets(text)}"`,
  );
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
    connectionCounts: () => connections.counts?.() ?? { active: 1, max: 1 },
    kysely: async () => (await rows.builders()).tools.kysely,
    catalogue: (tables) => readCatalogue(kind, rows.runText, tables),
    wantedTables: (wanted, links) => rows.wantedTables(wanted, links),
  });
}
