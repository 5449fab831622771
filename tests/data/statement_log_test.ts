import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import {
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  type EspalierPropertiesInput,
  type LogRecord,
  LogSink,
  StartupError,
  t,
} from "@espalier/espalier";
import { Database, StatementListener, StatementObserver } from "@espalier/espalier/data";

class Account {
  constructor(readonly id: string, readonly name: string, readonly passwordHash: string) {}
}
describeType(Account, { id: t.id, name: t.string, passwordHash: t.string }, { id: "id", secrets: ["passwordHash"] });

class Note {
  constructor(readonly id: string, readonly text: string | null) {}
}
describeType(Note, { id: t.id, text: t.nullable(t.string) }, { id: "id" });

/** An application that logs, and what it logged about statements since it was started. */
async function logging(properties: EspalierPropertiesInput, ...more: ContainerModule[]) {
  const records: LogRecord[] = [];
  const sink = new ContainerModule(({ bind }) => void bind(LogSink).toConstantValue((record) => records.push(record)));
  const app = await createApp(createContainer(data({ entities: [Account, Note] }), sink, ...more), {
    properties: { ...properties, logging: { format: "json", ...properties.logging } },
  });
  records.length = 0;
  return {
    app,
    database: app.container.get(Database),
    lines: () => records.filter(({ category }) => category === "espalier.data.sql"),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** Lines without what differs from run to run. */
function shown(records: readonly LogRecord[]) {
  return records.map(({ level, message, fields: { ms: _, ...fields } }) => [level, message, fields]);
}

const note = "insert into notes (id, text) values (?, ?)";

Deno.test("statements are not logged unless asked for", async () => {
  await using app = await logging({});
  await app.database.execute(note, ["1", "hidden"]);
  assertEquals(app.lines(), []);
});

Deno.test("data.logStatements = text logs times, rows and the types of parameters, and no value", async () => {
  await using app = await logging({ data: { logStatements: "text" } });
  await app.database.transactions.run(() => app.database.execute(note, ["1", null]));
  await app.database.execute("select id from notes where text is null or text = 'hidden'");
  const [{ fields: { transaction } }] = app.lines() as [LogRecord];
  assertEquals(shown(app.lines()), [
    ["INFO", "begin", { transaction }],
    ["INFO", note, { changes: 1, parameters: "string, null", transaction }],
    ["INFO", "commit", { transaction }],
    ["INFO", "select id from notes where text is null or text = ?", { rows: 1 }],
  ]);
  assertEquals(app.lines().every(({ fields }) => typeof fields.ms === "number"), true);
});

Deno.test("a statement that fails is logged by the code or the class of its error, not by its message", async () => {
  await using app = await logging({ data: { logStatements: "text" } });
  await app.database.execute(note, ["1", "a"]);
  await assertRejects(() => app.database.execute(note, ["1", "b"]));
  assertEquals(shown(app.lines()).at(-1), [
    "INFO",
    note,
    { parameters: "string, string", failure: "DataIntegrityError" },
  ]);
});

Deno.test("in development parameters are logged in clear when asked for, those of secrets never", async () => {
  await using app = await logging({ preset: "development", data: { logStatements: "parameters" } });
  await app.database.execute(note, ["1", "long ".repeat(40)]);
  await app.database.repository(Account).save(new Account("1", "Ann", "S3CRET"));
  await app.database.execute("select id from accounts where password_hash = ?", ["S3CRET"]);
  const [first, ...secret] = app.lines().filter(({ fields }) => fields.parameters !== undefined);
  assertEquals(first?.fields.parameters, `"1", "${"long ".repeat(40).slice(0, 79)}…`);
  assertEquals(secret.at(-1)?.fields.parameters, "1 secret");
  assertEquals(JSON.stringify(app.lines()).includes("S3CRET"), false);
  assertEquals(secret.some(({ message }) => message.startsWith('insert into "accounts"')), true);
});

Deno.test("parameters are not logged in clear in production: the start fails and says what to do", async () => {
  await assertRejects(
    () => logging({ data: { logStatements: "parameters" }, logging: { level: "OFF" } }),
    StartupError,
    'values of parameters are logged in the development preset only: current value is "parameters", "text" logs',
  );
});

Deno.test("data.slowStatementMs logs statements that take that long, at WARN, and no others", async () => {
  await using app = await logging({ data: { slowStatementMs: 30 } });
  await app.database.execute("select 1");
  const slow = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000) select max(i) from n";
  await app.database.execute(slow);
  const [line, ...others] = app.lines();
  assertEquals(others, []);
  assertEquals(line?.level, "WARN");
  assertMatch(line!.message, /^Slow statement: with recursive n\(i\) as \(select \? union all/);
  assertEquals(Number(line?.fields.ms) >= 30, true);
});

Deno.test("at TRACE statements are logged without any property", async () => {
  await using app = await logging({ logging: { levels: { "espalier.data.sql": "TRACE" } } });
  await app.database.execute("select 'hidden' as one");
  assertEquals(shown(app.lines()), [["TRACE", "select ? as one", { rows: 1 }]]);
});

Deno.test("listeners are told before a statement runs, observers before and after", async () => {
  const told: string[] = [];
  const listening = new ContainerModule(({ bind }) => {
    bind(StatementListener).toConstantValue((text) => void told.push(`listener: ${text}`));
    bind(StatementObserver).toConstantValue({
      started: ({ text }) => {
        told.push(`started: ${text}`);
        return ({ rows }) => void told.push(`ended with ${rows}`);
      },
    });
  });
  await using app = await logging({}, listening);
  told.length = 0;
  await app.database.transactions.run(() => app.database.execute("select 1 as one"));
  assertEquals(told, [
    "started: begin",
    "ended with 0",
    "listener: select 1 as one",
    "started: select 1 as one",
    "ended with 1",
    "started: commit",
    "ended with 0",
  ]);
});
