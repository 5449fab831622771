import { assertEquals } from "@std/assert";
import type { Database } from "@espalier/espalier/data";
import { Migrations } from "@espalier/espalier/migrate";
import { stores } from "../../data/stores.ts";
import { TemporaryFolder } from "../../migrations/files.ts";
import { times } from "../../long.ts";
import { sharedDatabase, start } from "./shared_database.ts";

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

  // MariaDB rolls no tables back.
  if (kind === "mariadb") continue;
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

Deno.test({
  name: "21.3 a process killed at any statement on MariaDB is recorded with the statement that may have run",
  ignore: stores.find(({ name }) => name === "mariadb")!.ignore,
  fn: async () => {
    const text = ["create table one (id int primary key)", "insert into one values (1)", "alter table one add x int"];
    const files = { "migrations/1_one.sql": `${text.join(";\n")};` };
    const statements = await (async () => {
      using folder = new TemporaryFolder(files);
      await using shared = await sharedDatabase("mariadb", folder);
      return (await start(shared, folder)).statements;
    })();
    const states = new Set<string>();
    for (let killAt = 1; killAt <= statements; killAt++) {
      using folder = new TemporaryFolder(files);
      await using shared = await sharedDatabase("mariadb", folder);
      const { database } = shared;
      const migrations = new Migrations(database, folder.folders());
      // Half of them are killed while the statement is on its way.
      const { signal } = await start(shared, folder, killAt % 2 === 0 ? killAt : -killAt);
      assertEquals(signal, "SIGKILL");
      // The server may still run what the process sent last.
      while (await otherConnections(database) > 0);
      const [first] = await migrations.status();
      states.add(first!.state);
      if (first!.state === "interrupted") {
        // What came before the statement was done, and nothing that comes behind it.
        const at = text.indexOf(first!.statement!);
        const done = await stepsDone(database);
        assertEquals(at === done || at + 1 === done, true, `${first!.statement}: ${done} steps are done`);
        for (const statement of text.slice(done)) await database.execute(statement);
        assertEquals(await migrations.baseline("1_one"), ["1_one"]);
      }
      await migrations.run();
      assertEquals((await migrations.status()).map(({ state }) => state), ["applied"]);
      assertEquals(await stepsDone(database), 3);
    }
    assertEquals([...states].toSorted(), ["applied", "interrupted", "pending"]);
  },
});

/** How many connections of other processes use a database of MariaDB; the caller has one. */
async function otherConnections(database: Database): Promise<number> {
  const [found] = await database.execute(
    "select count(*) - 1 as others from information_schema.processlist where db = database()",
  );
  return Number(found!.others);
}

/** How many of the three statements were kept. */
async function stepsDone(database: Database): Promise<number> {
  const table = (await database.catalogue("one")).get("one");
  if (table === undefined) return 0;
  if (table.columns.has("x")) return 3;
  return 1 + (await database.execute("select * from one")).length;
}
