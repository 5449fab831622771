import { assertEquals, assertMatch } from "@std/assert";
import {
  type Application,
  ContainerModule,
  controller,
  createApp,
  createContainer,
  describeType,
  graphql,
  MutationMapping,
  param,
  Resource,
  t,
} from "@espalier/espalier";
import { type Database, DataIntegrityError, EntityRepository, openDatabase, where } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { sendJson } from "./notes_app.ts";
import { hasPostgres, openPostgresSchema, stores } from "./stores.ts";

class Label {
  constructor(readonly id: string, readonly name: string) {}
}
describeType(Label, { id: t.id, name: t.string }, { id: "id" });

class Album {
  id!: string;
  isbn!: string | null;
  title!: string | null;
  year!: number | null;
  band!: string | null;
  disc!: number | null;
  email!: string | null;
  secret!: string | null;
  label!: Label | null;
}
describeType(Album, {
  id: t.id,
  isbn: t.nullable(t.string),
  title: t.nullable(t.string),
  year: t.nullable(t.int),
  band: t.nullable(t.string),
  disc: t.nullable(t.int),
  email: t.nullable(t.string),
  secret: t.nullable(t.string),
  label: t.nullable(t.object(() => Label)),
}, {
  id: "id",
  unique: [["isbn"], ["band", "disc"], ["secret"]],
  indexes: [{ on: [{ path: "email", ignoreCase: true }], unique: true, where: where("year").atLeast(2000) }],
  lengths: { title: 5 },
  checks: { plausible_year: where("year").atLeast(1900) },
});

const inputs = ["isbn", "title", "band", "email", "secret"] as const;

class AlbumController {
  constructor(readonly albums: EntityRepository<Album, string>) {}

  @MutationMapping({
    params: [
      param.argument("id", t.id),
      ...inputs.map((name) => param.argument(name, t.nullable(t.string))),
      param.argument("year", t.nullable(t.int)),
      param.argument("disc", t.nullable(t.int)),
      param.argument("label", t.nullable(t.id)),
    ] as never,
    returns: t.object(() => Album),
  })
  saveAlbum(id: string, ...values: unknown[]): Promise<Album> {
    const names = [...inputs, "year", "disc"];
    const given = Object.fromEntries(names.map((name, i) => [name, values[i] ?? null]));
    const label = values[names.length] as string | null ?? null;
    return this.albums.save(
      Object.assign(new Album(), { ...given, id, label: label === null ? null : new Label(label, "") }),
    );
  }
}

const fields = "isbn: String, title: String, band: String, email: String";
const schema = `type Query { none: Int }
  type Mutation {
    saveAlbum(id: ID!, ${fields}, secret: String, year: Int, disc: Int, label: ID): Album }
  type Album { id: ID! isbn: String title: String band: String email: String year: Int disc: Int label: Label }
  type Label { id: ID! }`;

async function albumApp(database: Database): Promise<Application> {
  class Albums extends EntityRepository<Album, string> {}
  class Labels extends EntityRepository<Label, string> {}
  const beans = new ContainerModule(({ bind }) => {
    bind(Albums).toConstantValue(new Albums(database, Album));
    bind(Labels).toConstantValue(new Labels(database, Label));
  });
  const container = createContainer(
    beans,
    graphql({ schema: [Resource.text("albums", schema)] }),
    controller(AlbumController, Albums),
    rest(),
    exportRepository(Albums, { writable: true, properties: { secret: { hidden: true } } }),
    exportRepository(Labels, { writable: true }),
  );
  return await createApp(container, { properties: { logging: { level: "OFF" } } });
}

/** A change, the rule that it breaks, and the properties that clients are told. */
type Case = readonly [values: Readonly<Record<string, unknown>>, rule: string, properties: readonly string[]];

const cases: readonly Case[] = [
  [{ isbn: "1" }, "unique", ["isbn"]],
  [{ band: "Can", disc: 1 }, "unique", ["band", "disc"]],
  [{ email: "ann@X.org", year: 2001 }, "unique", ["email"]],
  [{ title: "sixsix" }, "length", ["title"]],
  [{ title: "😀😀😀😀😀😀" }, "length", ["title"]],
  [{ year: 1899 }, "check", ["year"]],
  [{ label: "nobody" }, "reference", ["label"]],
];

/** What is no name of a property: tables, constraints, SQL and its driver. */
const internals = /albums_|constraint|duplicate|\bkey\b|plausible|_id|SQL|check \(|odd name/i;

const requirements: Readonly<Record<string, string>> = {
  unique: "must be unique",
  length: "must not be longer than what the store holds",
  check: "must be a value that the store accepts",
  reference: "must refer to what exists",
  "not-null": "must not be null",
};

async function verify(database: Database, all: readonly Case[]): Promise<void> {
  await database.repository(Label).save(new Label("can", "Spoon"), { isNew: true });
  const albums = database.repository<Album, string>(Album);
  const first = { id: "first", isbn: "1", title: "Tago", year: 2000, band: "Can", disc: 1, email: "Ann@x.org" };
  const make = (values: object) =>
    Object.assign(new Album(), { label: null, secret: null, title: null, isbn: null, email: null, band: null }, {
      year: null,
      disc: null,
      ...values,
    });
  await albums.save(make({ ...first, secret: "s", label: new Label("can", "Spoon") }), { isNew: true });
  await using app = await albumApp(database);
  for (const [values, rule, properties] of all) {
    const shown = JSON.stringify(values);
    const isOfValue = rule !== "unique" && rule !== "reference";
    const told = properties.length > 1 ? "must be unique together" : requirements[rule];
    const { label, ...others } = values;
    const own = { ...others, ...(label === undefined ? {} : { label: new Label(String(label), "") }) };
    const error = await albums.save(make({ id: "second", ...own }), { isNew: true }).catch((error) => error);
    assertEquals(
      [error instanceof DataIntegrityError, error.rule, error.entity, error.properties],
      [true, rule, Album, properties],
      shown,
    );
    // Without the store's rules REST checks links by itself.
    if (label === undefined) {
      const put = await sendJson(app, "PUT", "/albums/second", values);
      assertEquals(put.status, isOfValue ? 422 : 409, shown);
      assertEquals(
        put.body.errors,
        properties.map((property) => ({ entity: "Album", property, message: told })),
        shown,
      );
      assertEquals(internals.test(JSON.stringify(put.body)), false, JSON.stringify(put.body));
    }
    const query = `mutation { saveAlbum(id: "second", ${
      Object.entries(values).map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(", ")
    }) { id } }`;
    const { body } = await sendJson(app, "POST", "/graphql", { query });
    const [failure] = body.errors;
    assertEquals(failure.path, ["saveAlbum"]);
    assertEquals(failure.extensions, {
      classification: isOfValue ? "BAD_REQUEST" : "CONFLICT",
      rule,
      properties,
    }, shown);
    assertEquals(failure.message.endsWith(told), true, failure.message);
    assertEquals(internals.test(JSON.stringify(failure)), false, JSON.stringify(failure));
  }
  // What documents and types do not show is not named either.
  const hidden = await albums.save(make({ id: "second", isbn: "8", secret: "s" }), { isNew: true }).catch((error) =>
    error
  );
  assertEquals(hidden.properties, ["secret"]);
  const query = `mutation { saveAlbum(id: "second", isbn: "8", secret: "s") { id } }`;
  const { body } = await sendJson(app, "POST", "/graphql", { query });
  assertEquals(body.errors[0].extensions, { classification: "CONFLICT" });
  assertMatch(body.errors[0].message, /^The change contradicts what is stored/);
  assertEquals(await albums.count(), 1);
}

/** What several statements, and transactions, do to the rules. */
async function verifyChanges(database: Database): Promise<void> {
  const albums = database.repository<Album, string>(Album);
  const first = (await albums.findById("first"))!;
  const second = await albums.save(
    Object.assign(new Album(), first, { id: "second", isbn: "2", disc: 2, email: "b", secret: "t" }),
    { isNew: true },
  );
  const again = Object.assign(new Album(), { ...first, isbn: null, disc: null, email: null, secret: null });
  const rejected = async (work: () => Promise<unknown>) => {
    const error = await work().then(() => undefined, (error) => error);
    assertEquals(error instanceof DataIntegrityError, true, String(error));
    return [error.rule, error.properties];
  };
  assertEquals(await rejected(() => albums.updateBy(where("id").is("second"), { isbn: "1" })), ["unique", ["isbn"]]);
  assertEquals(await rejected(() => albums.updateBy(where("id").is("second"), { title: "sixsix" })), ["length", [
    "title",
  ]]);
  assertEquals(await rejected(() => albums.save(Object.assign(new Album(), second, { isbn: "1" }))), ["unique", [
    "isbn",
  ]]);
  assertEquals(await rejected(() => albums.save(again, { isNew: true })), ["unique", ["id"]]);
  // What is taken back is free again, and what it had replaced is taken again.
  await database.transactions.run(async () => {
    await albums.updateBy(where("id").is("first"), { isbn: "9" });
    await albums.save(Object.assign(new Album(), second, { isbn: "1" }));
    throw new Error("changed my mind");
  }).catch((error) => assertMatch(String(error), /changed my mind/));
  assertEquals(await rejected(() => albums.updateBy(where("id").is("second"), { isbn: "1" })), ["unique", ["isbn"]]);
  await albums.updateBy(where("id").is("second"), { isbn: "9" });
  await albums.delete(first);
  await albums.updateBy(where("id").is("second"), { isbn: "1", email: "ANN@x.org" });
  // Null differs from null, and the condition of an index leaves rows out.
  for (const id of ["third", "fourth"]) {
    await albums.save(Object.assign(new Album(), first, { id, isbn: null, disc: null, secret: null, year: 1999 }), {
      isNew: true,
    });
  }
}

for (const store of stores) {
  Deno.test({
    name: `21.4 a change that breaks a rule names the property, by REST and GraphQL [${store.name}]`,
    ignore: store.ignore,
    fn: async () => {
      await using database = await store.open();
      await database.createTables(Album);
      await verify(database, cases);
      await verifyChanges(database);
    },
  });
}

const byHand = (title: string, fold: string) => [
  `create table labels (id text primary key, name text not null)`,
  `create table albums (
    "secret" text constraint "odd name 1" unique, ${title}, disc integer, email text, isbn text not null default '',
    "year" integer check ("year" >= 1900 and 'title' <> 'email'),
    id text primary key, band text, label_id text references labels (id))`,
  `create unique index "odd name 2" on albums (isbn) where isbn <> ''`,
  `create unique index xyz on albums (disc, band)`,
  `create unique index lower_of_email on albums (${fold}) where "year" >= 2000`,
];

// Null is for the column to refuse: the description lets it be.
const casesByHand = [
  ...cases.filter(([, rule]) => rule !== "length" && rule !== "unique").map(([values, ...told]): Case => [
    { isbn: "7", ...values },
    ...told,
  ]),
  [{ isbn: "1" }, "unique", ["isbn"]],
  [{ isbn: "7", band: "Can", disc: 1 }, "unique", ["band", "disc"]],
  [{ isbn: "7", email: "ann@x.org", year: 2001 }, "unique", ["email"]],
  [{ year: 2002 }, "not-null", ["isbn"]],
] satisfies Case[];

Deno.test("21.4 of a table made by hand, with names of its own, errors name properties [sqlite]", async () => {
  await using database = await openDatabase("sqlite::memory:");
  const title = `title text constraint "odd name 3" check (length(title) <= 5)`;
  for (const statement of byHand(title, "lower(email)")) await database.execute(statement);
  await verify(database, [...casesByHand, [{ isbn: "7", title: "sixsix" }, "check", ["title"]]]);
});

Deno.test({
  name: "21.4 of a table made by hand, with names of its own, errors name properties [postgres]",
  ignore: !hasPostgres,
  fn: async () => {
    await using database = await openPostgresSchema({ maxConnections: 1 });
    for (const statement of byHand("title varchar(5)", "lower(email)")) await database.execute(statement);
    await verify(database, [...casesByHand, [{ isbn: "7", title: "sixsix" }, "length", ["title"]]]);
    // A constraint that is younger than what was read of the table.
    await database.execute(`create unique index younger on albums (title)`);
    const albums = database.repository<Album, string>(Album);
    const first = (await albums.findById("first"))!;
    const second = Object.assign(new Album(), first, { id: "second", isbn: "2", disc: 2, email: "b", secret: "t" });
    const younger = await albums.save(second, { isNew: true }).catch((error) => error);
    assertEquals([younger.rule, younger.properties], ["unique", ["title"]]);
    // A constraint that is looked at when the transaction ends.
    await database.execute(`drop index younger`);
    await database.execute(
      `alter table albums add constraint late unique (title) deferrable initially deferred`,
    );
    const late = await database.transactions.run(() => albums.save(second, { isNew: true })).catch((error) => error);
    assertEquals([late.rule, late.entity, late.properties], ["unique", Album, ["title"]]);
  },
});

Deno.test({
  name: "21.4 of a partition, and of the id of another entity's row, errors name properties [postgres]",
  ignore: !hasPostgres,
  fn: async () => {
    await using database = await openPostgresSchema();
    for (
      const statement of [
        `create table labels (id text primary key, name text not null)`,
        `create table albums (id text, isbn text, title text, year integer, band text, disc integer, email text,
           secret text, label_id text references labels, primary key (id)) partition by hash (id)`,
        `create table albums_all partition of albums for values with (modulus 1, remainder 0)`,
      ]
    ) await database.execute(statement);
    const albums = database.repository<Album, string>(Album);
    const labels = database.repository<Label, string>(Label);
    const one = Object.assign(new Album(), { id: "1", label: new Label("can", "Spoon") });
    for (const name of ["isbn", "title", "year", "band", "disc", "email", "secret"] as const) one[name] = null;
    await labels.save(one.label!, { isNew: true });
    await albums.save(one, { isNew: true });
    const error = await albums.save(one, { isNew: true }).catch((error) => error);
    assertEquals([error.rule, error.properties], ["unique", ["id"]]);
    const held = await labels.deleteBy(where("id").is("can")).catch((error) => error);
    assertEquals([held.rule, held.references], ["reference", [{ entity: Album, property: "label" }]]);
  },
});
