import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { type Database, openDatabase } from "@espalier/espalier/data";
import { migrateCommand, MigrationError, Migrations } from "@espalier/espalier/migrate";
import { TemporaryFolder } from "../../migrations/files.ts";
import { hasPrograms, PostgresServer } from "./postgres_server.ts";

const isRoot = Deno.uid() === 0 && await Deno.stat("/bin/mount").then(() => true, () => false);

/** A folder of a few megabytes. */
class SmallDisk implements AsyncDisposable {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async create(kilobytes: number): Promise<SmallDisk> {
    const disk = new SmallDisk(await Deno.makeTempDir());
    await run("mount", "-t", "tmpfs", "-o", `size=${kilobytes}k,mode=777`, "tmpfs", disk.path);
    return disk;
  }

  /** Gives it more room, as an administrator does. */
  async grow(kilobytes: number): Promise<void> {
    await run("mount", "-o", `remount,size=${kilobytes}k`, this.path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await run("umount", "-l", this.path);
    await Deno.remove(this.path);
  }
}

async function run(program: string, ...args: readonly string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args: [...args], stderr: "piped" }).output();
  if (!success) throw new Error(`${program} ${args.join(" ")} fails: ${new TextDecoder().decode(stderr)}`);
}

/** Three migrations, of which the second needs 4 megabytes more than there are. */
function files(tablespace: string, fill: string): Record<string, string> {
  return {
    "migrations/1_books.sql": `create table books (id integer primary key, text text)${tablespace};`,
    "migrations/2_texts.sql": `alter table books add column note text;
      create table notes (id integer primary key)${tablespace};
      insert into books (id, text) ${fill};
      insert into notes values (1);`,
    "migrations/3_more.sql": "insert into notes values (2);",
  };
}

/** Runs out of room in the second migration, and again; is before it, and after it once there is room. */
async function requireBeforeOrAfter(
  database: Database,
  { folder, disk, full, place, kept }: {
    readonly folder: TemporaryFolder;
    readonly disk: SmallDisk;
    /** What the database says. */
    readonly full: string;
    /** Where the migration fails, behind its file. */
    readonly place: string;
    readonly kept: () => Promise<readonly string[]>;
  },
): Promise<void> {
  const migrations = new Migrations(database, folder.folders());
  for (const _ of ["the first time", "with the record of the first time"]) {
    const error = await assertRejects(() => migrations.run(), MigrationError);
    assertEquals(error.migration, "2_texts");
    assertStringIncludes(error.message, 'Cannot apply migration "2_texts" (');
    assertStringIncludes(error.message, `2_texts.sql${place}`);
    assertStringIncludes(error.message, full);
    assertStringIncludes(error.message, "Nothing of it was kept");
    assertEquals((await migrations.status()).map(({ state }) => state), ["applied", "pending", "pending"]);
    assertEquals(await kept(), ["id", "text"]);
    assertEquals((await database.catalogue("notes")).size, 0);
    assertEquals(Number((await database.execute("select count(*) as n from books"))[0]!.n), 0);
  }
  await disk.grow(200_000);
  assertEquals(await migrations.run(), ["2_texts", "3_more"]);
  assertEquals(await kept(), ["id", "text", "note"]);
  assertEquals(Number((await database.execute("select count(*) as n from notes"))[0]!.n), 2);
}

// What fits the cache is written by the commit.
for (const [rows, place] of [[40, ") as it must be committed:"], [600, ", line 3):"]] as const) {
  Deno.test({
    name:
      `21.3 a disk that is full during a migration of ${rows} rows leaves SQLite before it, and the next run goes on`,
    ignore: !isRoot,
    fn: async () => {
      await using disk = await SmallDisk.create(2_000);
      const fill = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${rows}) ` +
        "select i, hex(randomblob(50000)) from n";
      using folder = new TemporaryFolder(files("", fill));
      const url = `sqlite:${disk.path}/books.db`;
      const lines: string[] = [];
      const output = { log: (text: string) => void lines.push(text), error: (text: string) => void lines.push(text) };
      await using database = await openDatabase(url);
      const kept = async () => [...(await database.catalogue("books")).get("books")!.columns.keys()];
      const command = ["run", "--root", decodeURIComponent(folder.url.pathname), "--database", url];
      assertEquals(await migrateCommand(command, output), 1);
      assertStringIncludes(lines.join("\n"), "Nothing of it was kept");
      const full = "must have room (database or disk is full)";
      await requireBeforeOrAfter(database, { folder, disk, full, place, kept });
      assertEquals((await database.execute("pragma integrity_check"))[0]!.integrity_check, "ok");
    },
  });
}

Deno.test({
  name: "21.3 a disk that is full during a migration leaves PostgreSQL before it, and the next run goes on",
  ignore: !isRoot || !hasPrograms,
  fn: async () => {
    await using disk = await SmallDisk.create(2_000);
    await using server = await PostgresServer.create();
    await using database = await openDatabase(server.url);
    await run("chown", "postgres", disk.path);
    await database.execute(`create tablespace small location '${disk.path}'`);
    const fill = "select i, string_agg(gen_random_uuid()::text, '') from generate_series(1, 40) as i, " +
      "generate_series(1, 3000) as n group by i";
    using folder = new TemporaryFolder(files(" tablespace small", fill));
    const kept = async () => [...(await database.catalogue("books")).get("books")!.columns.keys()];
    await requireBeforeOrAfter(database, { folder, disk, full: "No space left on device", place: ", line 3):", kept });
  },
});
