import { assertEquals } from "@std/assert";
import { type Database, openDatabase } from "@espalier/espalier/data";
import { Migrations } from "@espalier/espalier/migrate";
import { openPostgresSchema, postgresUrl, stores } from "../../data/stores.ts";
import { TemporaryFolder } from "../../migrations/files.ts";
import { times } from "../../long.ts";

const script = new URL("../../migrations/migrating_process.ts", import.meta.url);

/** A database that several processes open. */
interface SharedDatabase extends AsyncDisposable {
  readonly database: Database;
  readonly url: string;
  readonly schema: string;
}

async function sharedDatabase(kind: string, folder: TemporaryFolder): Promise<SharedDatabase> {
  if (kind === "sqlite") {
    const url = `sqlite:${decodeURIComponent(folder.url.pathname)}migrated.db`;
    const database = await openDatabase(url);
    return { database, url, schema: "", [Symbol.asyncDispose]: () => database.close() };
  }
  const database = await openPostgresSchema();
  const [row] = await database.execute("select current_schema() as schema");
  return {
    database,
    url: postgresUrl,
    schema: String(row!.schema),
    [Symbol.asyncDispose]: () => database.close(),
  };
}

async function start(
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

/** Each migration adds a table and rows, in several statements. */
function numbered(count: number, rows: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => {
    const inserts = Array.from({ length: rows }, (_, row) => `insert into table_${i} values (${row});`);
    return [`migrations/${i}_step.sql`, `create table table_${i} (id integer primary key);\n${inserts.join("\n")}`];
  }));
}

/** Requires that each migration is there as a whole or not at all, as the record says. @returns how many are there */
async function requireBeforeOrAfter(database: Database, migrations: Migrations, rows: number): Promise<number> {
  const status = await migrations.status();
  for (const [i, { state }] of status.entries()) {
    const found = await database.execute(`select count(*) as n from table_${i}`).then(
      ([row]) => Number(row!.n),
      () => "none",
    );
    assertEquals([state, found], state === "applied" ? ["applied", rows] : ["pending", "none"]);
  }
  return status.filter(({ state }) => state === "applied").length;
}

for (const { name: kind, ignore } of stores.filter(({ name }) => name !== "memory")) {
  Deno.test({
    name: `21.3 three processes that start at once migrate once [${kind}]`,
    ignore,
    fn: async () => {
      using folder = new TemporaryFolder(numbered(12, 200));
      if (kind === "postgres") {
        // Building an index concurrently waits for every transaction: others must not wait for the lock in one.
        folder.write({
          "migrations/12_index.sql": "-- migrate: no-transaction\ncreate index concurrently one on table_1 (id);\n" +
            "create index concurrently two on table_2 (id);",
        });
      }
      await using shared = await sharedDatabase(kind, folder);
      const migrations = new Migrations(shared.database, folder.folders());
      const names = (await migrations.status()).map(({ name }) => name);
      const processes = await Promise.all(Array.from({ length: 3 }, () => start(shared, folder)));
      assertEquals(processes.flatMap(({ applied }) => applied).toSorted(), names.toSorted());
      assertEquals((await migrations.status()).filter(({ state }) => state !== "applied"), []);
    },
  });

  Deno.test({
    name: `21.3 a process killed at any statement leaves the database before or after a migration [${kind}]`,
    ignore,
    fn: async () => {
      const files = numbered(3, 3);
      const statements = await (async () => {
        using folder = new TemporaryFolder(files);
        await using shared = await sharedDatabase(kind, folder);
        return (await start(shared, folder)).statements;
      })();
      const counts = new Set<number>();
      const step = times(Math.ceil(statements / 8), 1);
      for (let killAt = 1; killAt <= statements; killAt += step) {
        using folder = new TemporaryFolder(files);
        await using shared = await sharedDatabase(kind, folder);
        const migrations = new Migrations(shared.database, folder.folders());
        // Half of those with a server are killed while the statement is on its way.
        const isOnItsWay = kind === "postgres" && counts.size % 2 === 1;
        const { signal } = await start(shared, folder, isOnItsWay ? -killAt : killAt);
        assertEquals(signal, "SIGKILL");
        counts.add(await requireBeforeOrAfter(shared.database, migrations, 3));
        // The lock of the process that was killed ended with it, and what is left is applied.
        await migrations.run();
        assertEquals(await requireBeforeOrAfter(shared.database, migrations, 3), 3);
      }
      // The last statement may have been kept before the signal came.
      assertEquals([...counts].filter((count) => count < 3).toSorted(), [0, 1, 2]);
    },
  });
}
