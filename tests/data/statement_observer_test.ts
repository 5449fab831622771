import { assertEquals, assertRejects } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import {
  type Database,
  type DatabaseOptions,
  openDatabase,
  type StatementExecution,
  type StatementObserver,
} from "@espalier/espalier/data";
import { Author } from "./bookshelf.ts";
import { hasPostgres, openPostgresSchema, postgresUrl, stores } from "./stores.ts";

const sqlStores = stores.filter(({ name }) => name !== "memory");

interface Seen {
  readonly execution: StatementExecution;
  readonly rows: number;
  readonly changes: number;
  readonly error: unknown;
  readonly errorCode: string | undefined;
  readonly durationMs: number;
}

function recorder(): { readonly seen: Seen[]; readonly observer: StatementObserver } {
  const seen: Seen[] = [];
  const observer: StatementObserver = {
    started: (execution) => ({ rows, changes, error, errorCode, durationMs }) =>
      void seen.push({ execution, rows, changes, error, errorCode, durationMs }),
  };
  return { seen, observer };
}

function onSqlStores(name: string, test: (open: (options: DatabaseOptions) => Promise<Database>) => Promise<void>) {
  for (const store of sqlStores) {
    Deno.test({ name: `${name} [${store.name}]`, ignore: store.ignore, fn: () => test((o) => store.open(o)) });
  }
}

onSqlStores("an observer sees text, parameters, rows and changes of each statement", async (open) => {
  const { seen, observer } = recorder();
  await using database = await open({ observers: [observer] });
  await database.createTables(Author);
  await database.learnTables(Author);
  const authors = database.repository<Author, string>(Author);
  seen.length = 0;
  await authors.saveAll([new Author("1", "Ann"), new Author("2", "Bob")]);
  await authors.findById("1");
  const statements = seen.filter(({ execution }) => execution.kind === "statement");
  assertEquals(
    statements.map(({ execution, rows }) => [execution.summary, execution.operation, execution.table, rows]),
    [["insert authors", "insert", "authors", 0], ["select authors", "select", "authors", 1]],
  );
  assertEquals(statements[0]!.changes, 2);
  assertEquals(statements[0]!.execution.parameters.includes("Bob"), true);
  assertEquals(statements.every(({ durationMs }) => durationMs >= 0), true);
});

onSqlStores("an observer sees the ends of transactions and of savepoints, and what ran in which", async (open) => {
  const { seen, observer } = recorder();
  await using database = await open({ observers: [observer] });
  const { transactions } = database;
  seen.length = 0;
  const one = () => database.execute("select 1 as one");
  await transactions.run(async () => {
    await one();
    await transactions.run(one, { nested: true });
    const failing = () => Promise.reject(new Error("Not today"));
    await transactions.run(failing, { nested: true }).catch(() => undefined);
  });
  await assertRejects(() => transactions.run(() => Promise.reject(new Error("Not today")), { readOnly: true }));
  await one();
  const first = seen[0]!.execution.transaction!.id;
  assertEquals(
    seen.map(({ execution: { text, kind, transaction } }) => [
      text,
      kind,
      transaction && transaction.id - first,
      transaction?.readOnly,
    ]),
    [
      ["begin", "transaction", 0, false],
      ["select 1 as one", "statement", 0, false],
      ["savepoint", "transaction", 0, false],
      ["select 1 as one", "statement", 0, false],
      ["release savepoint", "transaction", 0, false],
      ["savepoint", "transaction", 0, false],
      ["rollback to savepoint", "transaction", 0, false],
      ["commit", "transaction", 0, false],
      ["begin", "transaction", 1, true],
      ["rollback", "transaction", 1, true],
      ["select 1 as one", "statement", undefined, undefined],
    ],
  );
});

onSqlStores("an observer sees the error of a statement", async (open) => {
  const { seen, observer } = recorder();
  await using database = await open({ observers: [observer] });
  await assertRejects(() => database.execute("select * from nowhere"));
  const last = seen.at(-1)!;
  assertEquals([last.rows, last.error instanceof Error], [0, true]);
  const codes: Readonly<Record<string, string>> = { postgresql: "42P01", mariadb: "1146" };
  assertEquals(last.errorCode, codes[last.execution.target.system]);
});

Deno.test("statements of connections that are kept apart, and of Kysely, are observed", async () => {
  const { seen, observer } = recorder();
  await using database = await openDatabase("sqlite::memory:", { observers: [observer] });
  await database.createTables(Author);
  seen.length = 0;
  await using dedicated = database.dedicate();
  await dedicated.execute("select 2 as two");
  const kysely = await database.kysely<{ authors: { id: string } }>();
  await kysely.selectFrom("authors").select("id").execute();
  assertEquals(seen.map(({ execution }) => execution.safeText), ["select ? as two", 'select "id" from "authors"']);
});

Deno.test({
  name: "an observer knows server, database and schema, and the wait for a connection counts",
  ignore: !hasPostgres,
  fn: async () => {
    const { seen, observer } = recorder();
    const options = { observers: [observer], maxConnections: 1 };
    await using database = await openPostgresSchema(options);
    const { target } = seen[0]!.execution;
    assertEquals({ ...target, namespace: target.namespace?.replace(/_\w+$/, "") }, {
      name: "postgres://postgres@127.0.0.1:5432/test",
      system: "postgresql",
      namespace: "test|espalier",
      address: "127.0.0.1",
      isReplica: false,
    });
    await using apart = database.dedicate();
    await apart.execute("select 1");
    seen.length = 0;
    await Promise.all([database.execute("select pg_sleep(0.06)"), database.execute("select 1")]);
    const waited = seen.find(({ execution }) => execution.text === "select 1")!;
    assertEquals(waited.durationMs > 40, true);
    await using named = await openDatabase(postgresUrl.replace("127.0.0.1", "localhost"), { observers: [observer] });
    await named.execute("select 1");
    assertEquals(seen.at(-1)!.execution.target.address, "localhost");
  },
});

/** Text, its safe form, its summary, its only operation, its only table. */
type TextCase = readonly [
  text: string,
  safeText: string,
  summary: string,
  operation?: string | undefined,
  table?: string | undefined,
];

const texts: readonly TextCase[] = [
  [
    "select * from wuser_table where username = 'ann'",
    "select * from wuser_table where username = ?",
    "select wuser_table",
    "select",
    "wuser_table",
  ],
  [
    "SELECT * FROM songs, artists WHERE songs.id = 1.5e3",
    "SELECT * FROM songs, artists WHERE songs.id = ?",
    "SELECT songs artists",
    "SELECT",
  ],
  [
    "insert into shipping (order_id, address) select order_id, address from orders where id = ?1",
    "insert into shipping (order_id, address) select order_id, address from orders where id = ?1",
    "insert shipping select orders",
  ],
  [
    'select d from (select * from orders o join customers c on o.c = c.id) as x, "song list"',
    'select d from (select * from orders o join customers c on o.c = c.id) as x, "song list"',
    'select select orders customers "song list"',
  ],
  ["update t set a = 'it''s', b = x'00ff' where true", "update t set a = ?, b = ? where ?", "update t", "update", "t"],
  [
    "delete /* 'secret' */ from main.[my table] -- 'more'\n where a in (1,2)",
    "delete   from main.[my table]   where a in (?,?)",
    "delete main.[my table]",
    "delete",
    "main.[my table]",
  ],
  [
    "with x as (select 1) insert into y values (2) on conflict do update set a = 3",
    "with x as (select ?) insert into y values (?) on conflict do update set a = ?",
    "select insert y",
    undefined,
    "y",
  ],
  [
    "select extract(year from born), a is distinct from b from authors",
    "select extract(year from born), a is distinct from b from authors",
    "select authors",
    "select",
    "authors",
  ],
  [
    'select * from json_each(?) where "from" = `into`',
    'select * from json_each(?) where "from" = `into`',
    "select",
    "select",
  ],
  [
    "create table if not exists \"books\" (id text default 'x')",
    'create table if not exists "books" (id text default ?)',
    "create books",
    "create",
    "books",
  ],
  ["select 'unclosed and secret", "select ?", "select", "select"],
  [
    "select a from t0 where b = :name and c = @other and d = ?2",
    "select a from t0 where b = :name and c = @other and d = ?2",
    "select t0",
    "select",
    "t0",
  ],
  ["pragma user_version", "pragma user_version", "pragma", "pragma"],
  ["", "", ""],
];

Deno.test("texts are shown without literals and comments, and summarized", async () => {
  const { seen, observer } = recorder();
  await using database = await openDatabase("sqlite::memory:", { observers: [observer] });
  for (const [text] of texts) await database.execute(text).catch(() => undefined);
  const shown = seen.map((
    { execution: { text, safeText, summary, operation, table } },
  ) => [text, safeText, summary, operation, table]);
  assertEquals(shown, texts.map(([...parts]) => Array.from({ length: 5 }, (_, i) => parts[i])));
});

Deno.test({
  name: "texts of PostgreSQL are shown without dollar quotes, escapes and nested comments",
  ignore: !hasPostgres,
  fn: async () => {
    const { seen, observer } = recorder();
    await using database = await openDatabase(postgresUrl, { observers: [observer] });
    const run = async (text: string) => {
      await database.execute(text).catch(() => undefined);
      return seen.at(-1)!.execution.safeText;
    };
    assertEquals(await run("select $tag$ it's $x$ $tag$ as a, $$b$$ as b"), "select ? as a, ? as b");
    assertEquals(await run("select E'it\\'s secret' as a, U&'\\0041' as b"), "select ? as a, ? as b");
    assertEquals(
      await run("select 1::int4 /* a /* 'b' */ 'c' */ as d, '{}'::jsonb"),
      "select ?::int4   as d, ?::jsonb",
    );
    assertEquals(await run("select a from t where b = $1 and c = $12"), "select a from t where b = $1 and c = $12");
  },
});

Deno.test("a text of any length is read in bounded time, and what is cut off is not shown", async () => {
  const { seen, observer } = recorder();
  await using database = await openDatabase("sqlite::memory:", { observers: [observer] });
  const long = `select '${"x".repeat(300_000)}' as a, ${"1,".repeat(100_000)}2 from books`;
  await database.execute(long).catch(() => undefined);
  assertEquals(seen.at(-1)!.execution.safeText, "select ?…");
  const names = Array.from({ length: 100 }, (_, i) => `a_table_with_a_long_name_${i}`).join(", ");
  await database.execute(`select 1 from ${names}`).catch(() => undefined);
  const { summary } = seen.at(-1)!.execution;
  assertEquals([summary.length <= 255, summary.endsWith("_8")], [true, true]);
});

class Account {
  constructor(readonly id: string, readonly name: string, readonly passwordHash: string) {}
}
describeType(Account, { id: t.id, name: t.string, passwordHash: t.string }, { id: "id", secrets: ["passwordHash"] });

Deno.test("statements that name a table or a column with secrets are known, whoever writes them", async () => {
  const { seen, observer } = recorder();
  await using database = await openDatabase("sqlite::memory:", { observers: [observer] });
  await database.createTables(Account, Author);
  const isSecret = async (work: () => Promise<unknown>) => {
    await work().catch(() => undefined);
    return seen.at(-1)!.execution.isSecret;
  };
  const accounts = database.repository<Account, string>(Account);
  assertEquals(await isSecret(() => accounts.save(new Account("1", "Ann", "hash"))), true);
  assertEquals(await isSecret(() => accounts.findById("1")), true);
  assertEquals(
    await isSecret(() => database.execute("insert into Accounts values (?, ?, ?)", ["2", "Bob", "h"])),
    true,
  );
  assertEquals(await isSecret(() => database.execute("select 1 from a_view where PASSWORD_HASH = ?", ["h"])), true);
  assertEquals(await isSecret(() => database.execute(`select ${"1,".repeat(9_000)}?`, ["h"])), true);
  assertEquals(await isSecret(() => database.repository(Author).findById("1")), false);
});

Deno.test("a secret that is no property is refused", async () => {
  class User {
    constructor(readonly id: string) {}
  }
  describeType(User, { id: t.id }, { id: "id", secrets: ["passwort" as "id"] });
  await using database = await openDatabase("memory:");
  const open = () => Promise.resolve().then(() => database.repository(User));
  await assertRejects(
    open,
    TypeError,
    'option "secrets" of class "User" as each must be a described property: current value is "passwort"',
  );
});
