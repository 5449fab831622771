import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import {
  type Container,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  StartupTask,
  t,
} from "@espalier/espalier";
import { Database, openDatabase } from "@espalier/espalier/data";
import { migrateCommand, migrationFolders, Migrations, migrations, writeDiff } from "@espalier/espalier/migrate";
import { applicationModule, ApplicationModules, modulith } from "@espalier/espalier/modulith";
import { structureOf } from "../../src/modulith/structure/structure_of.ts";
import { entities } from "../../examples/bookstore/seed/seed_database.ts";
import { onEachDatabase, TemporaryFolder } from "./files.ts";

class Book {
  constructor(readonly id: string) {}
}
describeType(Book, { id: t.id }, { id: "id" });

const quiet = { logging: { level: "ERROR" } } as const;

const createBooks = "create table books (id text primary key); insert into books values ('1');";

Deno.test("21.3 migrations run at start-up, before anything reads the database and instead of createTables", async () => {
  using folder = new TemporaryFolder({ "migrations/1_books.sql": createBooks });
  let found: unknown;
  const reader = new ContainerModule(({ bind }) => {
    bind(StartupTask).toConstantValue({
      name: "read the books",
      order: -999,
      run: async (container: Container) => {
        found = await container.get(Database).execute("select * from books");
      },
    });
  });
  await using _app = await createApp(createContainer(data({ entities: [Book] }), migrations(), reader), {
    root: folder.url,
    properties: quiet,
  });
  assertEquals(found, [{ id: "1" }]);
});

Deno.test('21.3 data.migrations: "check" fails the start while one is pending, "off" leaves the database alone', async () => {
  using folder = new TemporaryFolder({ "migrations/1_books.sql": createBooks });
  const url = `sqlite:${decodeURIComponent(folder.url.pathname)}books.db`;
  const start = (value: "run" | "check" | "off") =>
    createApp(createContainer(data({ url, entities: [Book] }), migrations()), {
      root: folder.url,
      properties: { ...quiet, data: { migrations: value } },
    });
  const error = await assertRejects(() => start("check"), Error);
  assertStringIncludes(error.message, 'every migration must be applied: "1_books" must be applied first');
  {
    await using app = await start("off");
    await assertRejects(() => app.container.get(Database).execute("select * from books"), Error, "must exist");
  }
  await (await start("run"))[Symbol.asyncDispose]();
  await using app = await start("check");
  assertEquals(await app.container.get(Database).execute("select * from books"), [{ id: "1" }]);
});

Deno.test("21.3 modules run in the order of their dependencies, which modulith() tells", async () => {
  using folder = new TemporaryFolder({
    "alpha/module.ts":
      'export const alpha = applicationModule(import.meta.url, { allowedDependencies: ["zeta"] }, () => {});',
    "alpha/migrations/1_alpha.sql": "create table alpha (id text references zeta);",
    "zeta/mod.ts": "export class Zeta {}",
    "zeta/migrations/1_zeta.sql": "create table zeta (id text primary key);",
    "beta/mod.ts": 'import { Zeta } from "../zeta/mod.ts"; export const beta = Zeta;',
    "beta/migrations/7_beta.sql": "create table beta (id text references zeta);",
    "migrations/1_root.sql": "create table root (id text);",
  });
  await using app = await createApp(createContainer(data(), modulith(), migrations()), {
    root: folder.url,
    properties: quiet,
  });
  const rows = await app.container.get(Database).execute("select name from espalier_migration order by timestamp");
  assertEquals(rows.map(({ name }) => name), ["1_root", "zeta/1_zeta", "alpha/1_alpha", "beta/7_beta"]);
  const module = applicationModule(new URL("zeta/module.ts", folder.url).href, {}, () => undefined);
  const error = await assertRejects(
    () => createApp(createContainer(data(), module, migrations()), { root: folder.url }),
    Error,
  );
  assertStringIncludes(error.message, "their dependencies must be known: install modulith()");
});

Deno.test("21.3 without --allow-read the start says what is needed", async () => {
  const source = `
    import { createApp, createContainer, data } from "@espalier/espalier";
    import { migrations } from "@espalier/espalier/migrate";
    await createApp(createContainer(data(), migrations()), { root: new URL("file:///srv/shop/") });`;
  using folder = new TemporaryFolder();
  const script = new URL("start.ts", folder.url);
  const base = new URL("../..", import.meta.url);
  const absolute = source.replaceAll("@espalier/espalier/migrate", `${base}src/migrations/mod.ts`)
    .replaceAll('"@espalier/espalier"', `"${base}mod.ts"`);
  Deno.writeTextFileSync(script, absolute);
  const output = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-prompt", "--config", new URL("deno.json", base).pathname, script.href],
    stdout: "null",
    stderr: "piped",
  }).output();
  const [success, stderr] = [output.success, new TextDecoder().decode(output.stderr)];
  assertEquals(success, false);
  assertStringIncludes(stderr, '--allow-read is needed for "/srv/shop/migrations/"');
});

onEachDatabase("21.3 the bookstore's migrations make the tables that its entities describe", async ({ database }) => {
  const root = new URL("../../examples/bookstore/", import.meta.url);
  const structure = structureOf(await ApplicationModules.scan(root, { detection: "explicitly-declared" }));
  const folders = migrationFolders(root, structure);
  const applied = await new Migrations(database, folders).run();
  assertEquals(applied.filter((name) => name.endsWith("/0001_create_tables")), [
    "catalog/0001_create_tables",
    "inventory/0001_create_tables",
    "orders/0001_create_tables",
    "shipping/0001_create_tables",
  ]);
  // An entity that was changed needs a migration: deno task migrate diff NAME --suffix, on each database.
  assertEquals(await writeDiff(database, folders, { entities, name: "more", structure }), []);
}, ["sqlite", "postgres", "mariadb"]);

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(...args: string[]): Promise<Outcome> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await migrateCommand(args, { log: (text) => out.push(text), error: (text) => err.push(text) });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

Deno.test("21.3 the command: status, run, diff, baseline, repair", async () => {
  using folder = new TemporaryFolder({
    "catalog/mod.ts": "export class Book {}",
    "catalog/migrations/1_books.sql": "create table books (id text not null primary key);",
    "entities.ts": `
      import { describeType, t } from "${new URL("../../mod.ts", import.meta.url)}";
      export class Book {}
      describeType(Book, { id: t.id, title: t.nullable(t.string) }, { id: "id" });`,
  });
  const root = decodeURIComponent(folder.url.pathname);
  const options = ["--root", root, "--database", `sqlite:${root}books.db`];
  const diff = ["--entities", `${root}entities.ts`, "--fill", "books.id=''"];
  assertEquals(await run("status", ...options), { code: 1, out: "pending  catalog/1_books", err: "" });
  const early = await run("diff", "titles", ...options, ...diff);
  assertEquals([early.code, early.err.includes('"catalog/1_books" must be applied first')], [1, true]);
  assertEquals(
    (await run("run", "--dry-run", ...options)).out,
    [
      "-- catalog/1_books",
      "create table books (id text not null primary key);",
    ].join("\n"),
  );
  assertEquals((await run(...options)).out.replace(/\d+ ms/, "… ms"), 'Applied migration "catalog/1_books" in … ms');
  assertEquals((await run("--json", ...options)).out, '{\n  "applied": []\n}');
  const shown = await run("diff", "--dry-run", ...options, ...diff);
  assertEquals([shown.code, shown.out], [
    1,
    `-- ${root}catalog/migrations/2_changes.sql\nalter table "books" add column "title" text;\n`,
  ]);
  assertEquals(await run("diff", "titles", ...options, ...diff), {
    code: 0,
    out: `Wrote ${root}catalog/migrations/2_titles.sql`,
    err: "",
  });
  assertEquals(await run("baseline", ...options), {
    code: 0,
    out: 'Recorded migration "catalog/2_titles" as applied',
    err: "",
  });
  folder.write({ "catalog/migrations/2_titles.sql": "select 1;" });
  assertEquals((await run("status", ...options)).out.split("\n")[1]?.slice(0, 24), "edited   catalog/2_title");
  assertEquals((await run("repair", ...options)).out, 'Accepted migration "catalog/2_titles" as it is');
  assertEquals((await run("run", ...options)).out, "Nothing is pending");
  const wrong: readonly (readonly [string[], string])[] = [
    [["migrate"], "it must be one of run, status, diff, baseline, repair"],
    [["diff", "x", ...options], "option --entities as it must be given"],
    [["status", "--allow-drops", ...options], "--allow-drops as it must be left out, as diff alone takes it"],
    [
      ["diff", "x", "--fill", "title=1", ...options, ...diff],
      'it must be TABLE.COLUMN=VALUE: current value is "title=1"',
    ],
    [["--nonsense"], "--nonsense"],
  ];
  for (const [args, message] of wrong) {
    const { code, err } = await run(...args);
    assertEquals(code, 2);
    assertStringIncludes(err, message);
  }
});

Deno.test("21.3 folders can be named without modules", async () => {
  using folder = new TemporaryFolder({ "migrations/1_books.sql": createBooks });
  await using database = await openDatabase("sqlite::memory:");
  assertEquals(await new Migrations(database, migrationFolders(folder.url)).run(), ["1_books"]);
});
