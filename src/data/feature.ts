import { type Container, ContainerModule, type ContainerModuleLoadOptions } from "../../deps.ts";
import {
  checkOptions,
  type Class,
  ConnectionSource,
  describeValue,
  EspalierProperties,
  HealthContributor,
  installOnce,
  Logger,
  requireClass,
  StartupTask,
  StorageLocation,
} from "../kernel/mod.ts";
import { Database } from "./database.ts";
import { DatabaseHealth } from "./database_health.ts";
import type { SchemaCheck } from "./schema_check.ts";
import { StatementListener } from "./statement_listener.ts";
import { StatementObserver } from "./statement_observer.ts";
import type { DatabaseOptions } from "./store/open_database.ts";
import { TablePreparation } from "./table_preparation.ts";
import { Transactions } from "./transactions.ts";

/** The beans that the database is made of. */
type DatabaseParts = [Logger, EspalierProperties, StatementListener[], StatementObserver[]];

/** Options of {@linkcode data}. */
export interface DataOptions extends Pick<DatabaseOptions, "schema" | "maxConnections" | "replicaUrls"> {
  /** The url of the database, see `databaseAt`; by default an SQLite database in memory. */
  readonly url?: string;
  /** Entity classes whose tables are made at start-up, where they are missing and no migrations make them. */
  readonly entities?: readonly Class[];
}

/** Start-up tasks that use the database come after it was opened. */
const openBeforeOthers = -1000;

/** Repositories that others inject are there by then, and tables that start-up tasks of the application make. */
const checkAfterOthers = 950;

/**
 * Installs the data area: binds {@linkcode Database} and {@linkcode Transactions}. The database is opened at start-up
 * and closed with the container; the actuator shows its health as `db`. Properties `data.logStatements`
 * and `data.slowStatementMs` log SQL statements under `espalier.data.sql`.
 * Tables that are not what entities need, and queries that no index serves, are told at start-up; properties
 * `data.schemaCheck` and `data.indexCheck` choose whether they fail it.
 *
 * @param options the url of the database, and the entities
 * @throws TypeError when an option does not exist
 *
 * @example
 * ```ts
 * import { createApp, createContainer, data, describeType, t } from "@espalier/espalier";
 * import { Database, EntityRepository } from "@espalier/espalier/data";
 *
 * class Author {
 *   constructor(readonly id: string, readonly name: string) {}
 * }
 * describeType(Author, { id: t.id, name: t.string }, { id: "id" });
 *
 * class Authors extends EntityRepository<Author, string> {
 *   constructor(database: Database) {
 *     super(database, Author);
 *   }
 * }
 *
 * const container = createContainer();
 * await container.load(data({ url: "sqlite::memory:", entities: [Author] }));
 * container.bind(Authors).toResolvedValue((database) => new Authors(database), [Database]);
 *
 * await using app = await createApp(container);
 * const authors = app.container.get(Authors);
 * await authors.save(new Author("1", "Virginia Woolf"));
 * console.log(await authors.count()); // 1
 * ```
 */
export function data(options: DataOptions = {}): ContainerModule {
  checkOptions("data()", options, { url: true, entities: true, schema: true, maxConnections: true, replicaUrls: true });
  const { url = "sqlite::memory:", entities = [], ...rest } = options;
  requireEntities(entities);
  return new ContainerModule((module) => {
    const { bind } = module;
    installOnce("data()", module);
    bind(Database)
      .toResolvedValue(
        async (...[logger, properties, listeners, observers]: DatabaseParts): Promise<Database> => {
          // The front door names this feature, too: services without a database load none.
          const { databaseAt } = await import("./store/open_database.ts");
          const log = await statementLog(logger, properties);
          return databaseAt(url, {
            ...rest,
            properties: properties.data,
            ...(listeners.length === 0 ? {} : { onStatement: all(listeners) }),
            observers: [...log, ...observers],
            onReplica: replicaLog(logger),
          });
        },
        [
          Logger,
          EspalierProperties,
          { serviceIdentifier: StatementListener, isMultiple: true },
          { serviceIdentifier: StatementObserver, isMultiple: true },
        ],
      )
      .inSingletonScope()
      .onDeactivation((database) => database.close());
    bind(Transactions).toResolvedValue((database) => database.transactions, [Database]).inSingletonScope();
    bindFacts(module);
    bindStartup(module, entities);
  });
}

/** The beans of the database for operators. */
function bindFacts({ bind }: ContainerModuleLoadOptions): void {
  bind(HealthContributor).toResolvedValue((database) => new DatabaseHealth(database), [Database]).inSingletonScope();
  bind(ConnectionSource).toResolvedValue((database) => ({
    kind: "database",
    name: database.name,
    counts: () => database.connectionCounts?.() ?? { active: 0 },
  }), [Database]).inSingletonScope();
  bind(StorageLocation).toResolvedValue(({ name, folder }) => ({ name, folder }), [Database]).inSingletonScope();
}

function bindStartup({ bind }: ContainerModuleLoadOptions, entities: readonly Class[]): void {
  let check: SchemaCheck | undefined;
  bind(StartupTask).toConstantValue({
    name: "data: open the database",
    order: openBeforeOthers,
    run: async (container: Container) => {
      const database = await container.getAsync(Database);
      const preparation = container.isBound(TablePreparation) ? container.get(TablePreparation) : undefined;
      check = await schemaCheck(container);
      await prepare(database, entities, { preparation, check });
      await database.learnTables(...entities);
      await check?.check(database, entities);
      tellOfOneConnection(database, container.get(Logger));
    },
  });
  bind(StartupTask).toConstantValue({
    name: "data: check the tables of repositories",
    order: checkAfterOthers,
    run: async (container: Container) => {
      const database = await container.getAsync(Database);
      await check?.checkKnown(database);
      await checkIndexes(container, database);
    },
  });
}

function requireEntities(entities: unknown): void {
  if (!Array.isArray(entities)) {
    throw new TypeError(
      `Cannot use option "entities" of data() as it must be a list of classes: current value is ${
        describeValue(entities)
      }`,
    );
  }
  for (const entity of entities) requireClass('Cannot use an element of option "entities" of data()', entity);
}

interface Preparation {
  readonly preparation: TablePreparation | undefined;
  readonly check: SchemaCheck | undefined;
}

async function prepare(
  database: Database,
  entities: readonly Class[],
  { preparation, check }: Preparation,
): Promise<void> {
  await database.open();
  if (preparation !== undefined) return await preparation.prepare(database);
  if (entities.length === 0) return;
  try {
    await database.createTables(...entities);
  } catch (error) {
    throw await check?.explain(database, entities, error) ?? error;
  }
}

async function schemaCheck(container: Container): Promise<SchemaCheck | undefined> {
  const mode = container.get(EspalierProperties).data.schemaCheck;
  if (mode === "off") return undefined;
  const { SchemaCheck } = await import("./schema_check.ts");
  return new SchemaCheck(mode, container.get(Logger));
}

async function checkIndexes(container: Container, database: Database): Promise<void> {
  const mode = container.get(EspalierProperties).data.indexCheck;
  if (mode === "off") return;
  const { IndexCheck } = await import("./index_check.ts");
  await new IndexCheck(mode, container.get(Logger)).check(database);
}

/** Warns that reads in memory wait for the running transaction, for example while a listener is slow. */
function tellOfOneConnection({ name, isInMemory }: Database, logger: Logger): void {
  if (!isInMemory) return;
  logger.forCategory("espalier.data").info(
    `Database "${name}" runs one transaction at a time, and reads wait for it: use a file or PostgreSQL where ` +
      "transactions take long",
  );
}

function all(listeners: readonly StatementListener[]): StatementListener {
  return (text) => {
    for (const listener of listeners) listener(text);
  };
}

function replicaLog(logger: Logger): NonNullable<DatabaseOptions["onReplica"]> {
  const log = logger.forCategory("espalier.data");
  return ({ name, isAvailable }) => {
    if (isAvailable) log.info(`Replica "${name}" is reached again: it serves reads`);
    else log.warn(`Cannot reach replica "${name}": the primary serves its reads until it is reached again`);
  };
}

/** Logs statements if logging is enabled; otherwise statements are not observed. */
async function statementLog(logger: Logger, { data, preset }: EspalierProperties): Promise<StatementObserver[]> {
  const { logStatements, slowStatementMs } = data;
  const log = logger.forCategory("espalier.data.sql");
  if (logStatements === "off" && slowStatementMs === 0 && !log.isEnabled("TRACE")) return [];
  if (logStatements === "parameters" && preset !== "development") {
    throw new TypeError(
      'Cannot use property "data.logStatements" as values of parameters are logged in the development preset only: ' +
        'current value is "parameters", "text" logs their types',
    );
  }
  const { StatementLog } = await import("./statements/statement_log.ts");
  return [new StatementLog(log, { level: logStatements === "off" ? "TRACE" : "INFO", logStatements, slowStatementMs })];
}
