import { assertEquals } from "@std/assert";
import { type Database, openDatabase } from "@espalier/espalier/data";
import { mariadbUrl, openMariadbDatabase, openPostgresSchema, postgresUrl } from "../../data/stores.ts";
import type { TemporaryFolder } from "../../migrations/files.ts";

const script = new URL("../../migrations/migrating_process.ts", import.meta.url);

/** A database that several processes open. */
export interface SharedDatabase extends AsyncDisposable {
  readonly database: Database;
  readonly url: string;
  readonly schema: string;
}

/** Opens a database of the test's own; an SQLite file stands in the folder. */
export async function sharedDatabase(kind: string, folder: TemporaryFolder): Promise<SharedDatabase> {
  if (kind === "sqlite") {
    const url = `sqlite:${decodeURIComponent(folder.url.pathname)}migrated.db`;
    const database = await openDatabase(url);
    return { database, url, schema: "", [Symbol.asyncDispose]: () => database.close() };
  }
  const isPostgres = kind === "postgres";
  const database = isPostgres ? await openPostgresSchema() : await openMariadbDatabase();
  const [row] = await database.execute(`select ${isPostgres ? "current_schema()" : "database()"} as name`);
  return {
    database,
    url: isPostgres ? postgresUrl : mariadbUrl,
    schema: String(row!.name),
    [Symbol.asyncDispose]: () => database.close(),
  };
}

/** Runs the migrations of a folder in a process of its own, which kills itself at a statement. */
export async function start(
  { url, schema }: SharedDatabase,
  folder: TemporaryFolder,
  killAt = 0,
): Promise<{ readonly signal: Deno.Signal | null; readonly applied: string[]; readonly statements: number }> {
  const { signal, code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--no-check", "--quiet", "-A", script.href, url, schema],
      ...[new URL("migrations/", folder.url).href, String(killAt)],
    ],
    stdout: "piped",
    stderr: "piped",
    signal: AbortSignal.timeout(120_000),
  }).output();
  const [text, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  if (signal === null) assertEquals(code, 0, errors);
  return { signal, ...(signal === null ? JSON.parse(text!) : { applied: [], statements: 0 }) };
}
