import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import {
  type Class,
  createApp,
  createContainer,
  data,
  describeType,
  LogSink,
  StartupError,
  StartupTask,
  t,
} from "@espalier/espalier";
import { Database, openDatabase, type SchemaDrift, SchemaDriftError, where } from "@espalier/espalier/data";
import { ContainerModule } from "inversify";
import { Author, Book, Shelf } from "./bookshelf.ts";
import { hasMariadb, hasPostgres, mariadbUrl, postgresUrl } from "./stores.ts";

class Director {
  constructor(readonly id: string, readonly name: string) {}
}
describeType(Director, { id: t.id, name: t.string }, { id: "id", unique: [["name"]] });

class Film {
  constructor(
    readonly id: number,
    readonly title: string,
    readonly length: number | null,
    readonly director: Director,
    readonly made: Date,
  ) {}
}
describeType(Film, {
  id: t.int,
  title: t.string,
  length: t.nullable(t.int),
  director: t.object(() => Director),
  made: t.date,
}, { id: "id", indexes: [["title", "id"]] });

class Invoice {
  constructor(readonly id: number, readonly amount: number, readonly total: number | undefined) {}
}
describeType(Invoice, { id: t.int, amount: t.int, total: t.optional(t.int) }, {
  id: "id",
  generatedId: "database",
  defaults: { amount: 1 },
  generated: { total: { sql: "amount * 2" } },
});

/** A property of every kind, with every option that makes something of the database. */
class Sample {
  id!: bigint;
  uuid!: string;
  code!: string;
  short!: string;
  mood!: "sad" | "happy" | null;
  amount!: string;
  ratio!: number;
  count!: number;
  isOpen!: boolean;
  day!: Temporal.PlainDate;
  time!: Temporal.PlainTime;
  local!: Temporal.PlainDateTime;
  moment!: Temporal.Instant;
  made!: Date | null;
  data!: Uint8Array;
  doc!: unknown;
  tags!: readonly string[];
  twice!: number | undefined;
  director!: Director | null;
}
describeType(Sample, {
  id: t.bigint,
  uuid: t.uuid,
  code: t.string,
  short: t.string,
  mood: t.nullable(t.enum("sad", "happy")),
  amount: t.decimal,
  ratio: t.float,
  count: t.int,
  isOpen: t.boolean,
  day: t.localDate,
  time: t.localTime,
  local: t.localDateTime,
  moment: t.instant,
  made: t.nullable(t.date),
  data: t.bytes,
  doc: t.json,
  tags: t.list(t.string),
  twice: t.optional(t.int),
  director: t.nullable(t.object(() => Director)),
}, {
  id: "id",
  generatedId: "database",
  lengths: { short: 10 },
  unique: [["code", "count"], { on: ["amount", "doc"] }],
  indexes: [
    { on: [{ path: "code", ignoreCase: true }], unique: true, where: where("isOpen").is(true) },
    { on: [{ sql: "count * 2" }, "count"] },
    ["made", "id"],
  ],
  checks: { some: where("count").greaterThan(0) },
  defaults: { count: 1, code: "it's" },
  generated: { twice: { sql: "count * 2" } },
});

type Mode = "warn" | "fail" | "off";

interface Place {
  readonly name: string;
  readonly ignore: boolean;
  /** Makes tables by hand in a place of its own. */
  prepare(statements: readonly string[]): Promise<{ readonly url: string; readonly schema?: string } & AsyncDisposable>;
}

async function run(url: string, schema: string | undefined, statements: readonly string[]): Promise<void> {
  await using database = await openDatabase(url, schema === undefined ? {} : { schema });
  for (const statement of statements) await database.execute(statement);
}

const places: readonly Place[] = [
  {
    name: "sqlite",
    ignore: false,
    prepare: async (statements) => {
      const folder = await Deno.makeTempDir();
      const url = `sqlite:${folder}/films.db`;
      await run(url, undefined, statements);
      return { url, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
    },
  },
  {
    name: "postgres",
    ignore: !hasPostgres,
    prepare: async (statements) => {
      const schema = `espalier_drift_${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
      await run(postgresUrl, schema, [`create schema ${schema}`, ...statements]);
      return {
        url: postgresUrl,
        schema,
        [Symbol.asyncDispose]: () => run(postgresUrl, undefined, [`drop schema ${schema} cascade`]),
      };
    },
  },
  {
    name: "mariadb",
    ignore: !hasMariadb,
    prepare: async (statements) => {
      const schema = `espalier_drift_${crypto.randomUUID().replaceAll("-", "").slice(0, 12)}`;
      await run(mariadbUrl, undefined, [`create database ${schema}`]);
      await run(mariadbUrl, schema, statements.map(mariadbText));
      return {
        url: mariadbUrl,
        schema,
        [Symbol.asyncDispose]: () => run(mariadbUrl, undefined, [`drop database ${schema}`]),
      };
    },
  },
];

/** MariaDB quotes by backticks, has keys of limited length, and "timestamp" has a default where nothing is said. */
function mariadbText(statement: string): string {
  return statement.replaceAll('"', "`").replace(/\b(id|name|director_id|title) text\b/g, "$1 varchar(80)")
    .replace("references directors", "references directors (id)").replace("made timestamp", "made datetime");
}

interface Start {
  readonly types?: readonly Class[];
  readonly mode?: Mode;
  /** Whether the classes are named to `data()`, which makes what is missing. */
  readonly named?: boolean;
  readonly statements?: readonly string[];
}

/** Starts an application, and returns what it told of its tables. */
async function start(place: Place, options: Start): Promise<SchemaDrift[]> {
  const { types = [Film], mode, named = false, statements = [] } = options;
  await using prepared = await place.prepare(statements);
  const { url, schema } = prepared;
  const told: SchemaDrift[] = [];
  const others = new ContainerModule(({ bind }) => {
    bind(LogSink).toConstantValue(({ category, level, message, fields }) => {
      if (category === "espalier.data.schema") told.push({ ...fields, message: `${level} ${message}` } as never);
    });
    // Beans that inject repositories make them while the application starts.
    bind(StartupTask).toConstantValue({
      name: "films: make repositories",
      run: async (container) => {
        const database = await container.getAsync(Database);
        for (const type of named ? [] : types) database.repository(type);
      },
    });
  });
  const feature = data({ url, ...(schema === undefined ? {} : { schema }), ...(named ? { entities: types } : {}) });
  const properties = { ...(mode === undefined ? {} : { data: { schemaCheck: mode } }) };
  await using _app = await createApp(createContainer(feature, others), { properties });
  return told;
}

/** Starts an application that must refuse to, and returns what differs. */
async function refused(place: Place, options: Start): Promise<SchemaDriftError> {
  const { reason } = await assertRejects(() => start(place, { mode: "fail", ...options }), StartupError);
  if (reason instanceof SchemaDriftError) return reason;
  throw reason;
}

/** The message and the place of what differs. */
function placesOf(drift: readonly SchemaDrift[]): (string | undefined)[][] {
  return drift.map(({ entity, property, table, column }) => [entity, property, table, column]);
}

const directors = "create table directors (id text primary key, name text not null unique)";
const films = (changes: Readonly<Record<string, string>> = {}) => {
  const columns: Record<string, string> = {
    id: "id integer primary key",
    title: "title varchar(80) not null",
    length: "length smallint",
    director: "director_id text not null references directors",
    made: "made timestamp not null",
    ...changes,
  };
  return `create table films (${Object.values(columns).filter((text) => text !== "").join(", ")})`;
};
const indexes = ["create index by_title on films (title, id)", "create index by_director on films (director_id)"];
const whole = [directors, films(), ...indexes];

for (const place of places) {
  const test = (name: string, fn: () => Promise<void>) =>
    Deno.test({ name: `${name} [${place.name}]`, ignore: place.ignore, fn });

  test("21.2 tables made by hand that hold what entities need are met in silence", async () => {
    assertEquals(await start(place, { mode: "fail", statements: whole }), []);
    assertEquals(await start(place, { statements: whole }), []);
  });

  test("21.2 tables that createTables makes don't differ", async () => {
    // MariaDB has no unique keys of JSON.
    const types = [Film, ...(place.name === "mariadb" ? [] : [Sample]), Author, Book, Shelf];
    assertEquals(await start(place, { mode: "fail", types, named: true }), []);
  });

  test("21.2 a missing table is told with its entity, or fails the start", async () => {
    const statements = [directors];
    const told = await start(place, { statements });
    assertEquals(placesOf(told), [["Film", undefined, "films", undefined]]);
    assertMatch(told[0]!.message, /^WARN Cannot keep entity "Film" as table "films" must exist: create it by a migra/);
    assertEquals(placesOf((await refused(place, { statements })).drift), placesOf(told));
    assertEquals(await start(place, { mode: "off", statements }), []);
  });

  test("21.2 a missing column is told with its property and what to add", async () => {
    const statements = [directors, films({ title: '"Title" text', made: "" }), indexes[1]!];
    const told = await start(place, { statements });
    // SQLite minds no case of names.
    const isExact = place.name === "postgres";
    assertEquals(placesOf(told).filter(([, property]) => property === "made"), [["Film", "made", "films", "made"]]);
    const messages = told.map(({ message }) => message).join("\n");
    assertMatch(messages, /"Film.made" as column "made" of table "films" must exist: add it as ["`]made["`] \w+/);
    assertEquals(messages.includes('must exist: there is "Title"; add it as "title" text'), isExact);
    assertEquals((await refused(place, { statements })).drift.length, told.length);
  });

  test("21.2 a column whose type can't hold the values is told with both types", async () => {
    const statements = [directors, films({ title: "title integer not null", length: "length text" }), ...indexes];
    const { drift, message } = await refused(place, { statements });
    assertEquals(placesOf(drift), [["Film", "title", "films", "title"], ["Film", "length", "films", "length"]]);
    assertMatch(
      message,
      /"Film.title" .* must be able to hold values of type (text|varchar).*: current type is "int(eger)?"/i,
    );
    assertMatch(message, /differ.*\n- Cannot keep.*\n- Cannot keep property "Film.length" as column "length"/);
    assertEquals(placesOf(await start(place, { statements })), placesOf(drift));
  });

  test("21.2 nullness that does not fit is told in either direction", async () => {
    const statements = [directors, films({ title: "title text", length: "length integer not null" }), ...indexes];
    const told = await start(place, { statements });
    assertEquals(told.map(({ property, message }) => [property, message.match(/must (take|refuse) null/)?.[1]]), [
      ["title", "refuse"],
      ["length", "take"],
    ]);
    assertEquals((await refused(place, { statements })).drift.length, 2);
    const made = [directors, films({ length: "length integer not null default 0" }), ...indexes];
    assertEquals(await start(place, { mode: "fail", statements: made }), []);
  });

  test("21.2 missing indexes are told with the statement that makes them", async () => {
    const bare = [directors.replace(" unique", ""), films({ id: "id integer not null" })];
    const { drift, message } = await refused(place, { statements: bare });
    // MariaDB makes an index for each foreign key.
    const ofReference = place.name === "mariadb" ? [] : [["Film", "director", "films", "director_id"]];
    assertEquals(placesOf(drift).toSorted(), [
      ["Director", "name", "directors", "name"],
      ...ofReference,
      ["Film", "id", "films", "id"],
      ["Film", "title, id", "films", "title"],
    ]);
    assertMatch(
      message,
      /Cannot keep "Director.name" unique .*: create unique index .* on ["`]directors["`] \(["`]name["`]\)/,
    );
    assertMatch(message, /Cannot search by "Film.title", "Film.id" .*: create index .* on .films. \(.title., .id.\)/);
    // The statements that are told end the difference.
    const mend = drift.map(({ message }) => message.match(/: (create .*)$/)?.[1]).filter((text) => text !== undefined);
    const mended = [...bare, ...mend, "create unique index film_ids on films (id)"];
    assertEquals(await start(place, { mode: "fail", statements: mended }), []);
    if (place.name !== "mariadb") {
      // MariaDB has no partial indexes, which serve no query of all rows.
      const partial = [...whole.slice(0, 3), "create index partly on films (director_id) where length > 1"];
      assertEquals(placesOf((await refused(place, { statements: partial })).drift), [
        ["Film", "director", "films", "director_id"],
      ]);
    }
    // A longer index serves.
    const longer = [...whole.slice(0, 3), "create index more on films (director_id, made)"];
    assertEquals(await start(place, { mode: "fail", statements: longer }), []);
  });

  test("21.2 columns and tables of others are no difference, and views serve as tables", async () => {
    const others = [
      directors,
      films({ extra: "extra text", more: "more integer not null default 1" }),
      ...indexes,
      "create table others (id integer)",
    ];
    assertEquals(await start(place, { mode: "fail", statements: others }), []);
    const view = "create view films as select id, title, length, director_id, made from all_films";
    const statements = [directors, films().replace("table films", "table all_films"), view];
    assertEquals(await start(place, { mode: "fail", statements }), []);
    const short = [directors, films().replace("table films", "table all_films"), view.replace("title, ", "")];
    assertEquals(placesOf((await refused(place, { statements: short })).drift), [["Film", "title", "films", "title"]]);
  });

  test("21.2 what the database must make by itself is told where it does not", async () => {
    const invoices = (id: string, amount: string, total: string) => [
      `create table invoices (id ${id} not null primary key, amount integer not null ${amount}, total integer ${total})`,
    ];
    // SQLite numbers rows where the type is this very word.
    const statements = invoices("bigint", "", "");
    const { drift } = await refused(place, { types: [Invoice], statements });
    assertEquals(drift.map(({ column, message }) => [column, message.match(/must .*?:/)?.[0]]), [
      ["id", "must be made by the database:"],
      ["amount", "must have a default:"],
      ["total", "must be generated:"],
    ]);
    const counted = {
      sqlite: "integer",
      postgres: "bigint generated by default as identity",
      mariadb: "bigint auto_increment",
    }[place.name]!;
    const made = invoices(counted, "default 1", "generated always as (amount * 2) stored");
    assertEquals(await start(place, { mode: "fail", types: [Invoice], statements: made }), []);
  });

  test("21.2 what keeps tables from being made is explained, whatever the switch says but off", async () => {
    const statements = [directors, films({ director: "" })];
    const { reason } = await assertRejects(() => start(place, { named: true, statements }), StartupError);
    if (!(reason instanceof SchemaDriftError)) throw reason;
    assertEquals(placesOf(reason.drift).slice(0, 1), [["Film", "director", "films", "director_id"]]);
    assertEquals(reason.cause instanceof Error, true);
    const other = await assertRejects(() => start(place, { named: true, statements, mode: "off" }), StartupError);
    assertEquals(other.reason instanceof SchemaDriftError, false);
  });
}

Deno.test("21.2 a database without tables has nothing to check", async () => {
  const container = createContainer(data({ url: "memory:", entities: [Film] }));
  await using app = await createApp(container, {
    properties: { data: { schemaCheck: "fail" }, logging: { level: "OFF" } },
  });
  assertEquals(await app.container.get(Database).repository(Film).count(), 0);
});
