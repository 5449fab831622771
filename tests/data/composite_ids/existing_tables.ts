import { type Database, type DatabaseOptions, openDatabase } from "@espalier/espalier/data";
import { hasMariadb, hasPostgres, mariadbUrl, postgresUrl } from "../stores.ts";

/** A place with tables that were made by hand. */
export interface ExistingTables extends AsyncDisposable {
  readonly url: string;
  readonly schema?: string;
  open(options?: DatabaseOptions): Promise<Database>;
}

/** A kind of database whose tables are made by hand. */
export interface TablePlace {
  readonly name: "sqlite" | "postgres" | "mariadb";
  readonly ignore: boolean;
  prepare(statements: readonly string[]): Promise<ExistingTables>;
}

async function run(url: string, schema: string | undefined, statements: readonly string[]): Promise<void> {
  await using database = await openDatabase(url, { maxConnections: 1, ...(schema === undefined ? {} : { schema }) });
  for (const statement of statements) await database.execute(statement);
}

function onServer(url: string, kind: "schema" | "database"): TablePlace["prepare"] {
  return async (statements) => {
    const schema = `espalier_ids_${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
    await run(url, undefined, [`create ${kind} ${schema}`]);
    await run(url, schema, statements);
    return {
      url,
      schema,
      open: (options) => openDatabase(url, { maxConnections: 2, ...options, schema }),
      [Symbol.asyncDispose]: () =>
        run(url, undefined, [`drop ${kind} ${schema}${kind === "schema" ? " cascade" : ""}`]),
    };
  };
}

export const tablePlaces: readonly TablePlace[] = [
  {
    name: "sqlite",
    ignore: false,
    prepare: async (statements) => {
      const folder = await Deno.makeTempDir();
      const url = `sqlite:${folder}/tables.db`;
      await run(url, undefined, statements);
      return {
        url,
        open: (options) => openDatabase(url, options),
        [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
      };
    },
  },
  { name: "postgres", ignore: !hasPostgres, prepare: onServer(postgresUrl, "schema") },
  { name: "mariadb", ignore: !hasMariadb, prepare: onServer(mariadbUrl, "database") },
];
