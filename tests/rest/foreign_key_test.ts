import { assertEquals } from "@std/assert";
import {
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  LeveledLogger,
  Logger,
  t,
} from "@espalier/espalier";
import { Database, repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { Author, send } from "./library.ts";

class Letter {
  id!: string;
  writerId!: string;
  readerIds!: readonly string[];
}
describeType(Letter, { id: t.id, writerId: t.id, readerIds: t.list(t.id) }, { id: "id" });

class Letters extends repository(Letter, {}) {}
class People extends repository(Author, {}) {}

const repositories = new ContainerModule(({ bind }) => {
  bind(Letters).toResolvedValue((database) => new Letters(database), [Database]);
  bind(People).toResolvedValue((database) => new People(database), [Database]);
});

const associations = {
  writer: { target: () => Author, by: "writerId" },
  readers: { target: () => Author, by: "readerIds" },
} as const;

Deno.test("an item is created with lists that clients can't write", async () => {
  await using app = await createApp(createContainer(
    data({ entities: [Letter, Author] }),
    rest(),
    repositories,
    exportRepository(Letters, {
      writable: true,
      associations: { ...associations, readers: { ...associations.readers, readOnly: true } },
    }),
    exportRepository(People, { path: "people", rel: "people", writable: true }),
  ));
  await send(app, "PUT /people/ann", { json: { name: "Ann" } });
  const json = { writer: "/people/ann", readers: ["/people/ann"] };
  assertEquals((await send(app, "PUT /letters/one", { json })).status, 201);
  assertEquals((await send(app, "PATCH /letters/one", { json: { readers: ["/people/ann"] } })).status, 204);
  assertEquals((await send(app, "/letters/one/readers")).body._embedded.people, []);
  assertEquals((await send(app, "/letters/one/writer")).body.name, "Ann");
});

Deno.test("what a page shows of related items is read with one statement for each association", async () => {
  const statements: string[] = [];
  const logger = new LeveledLogger({ "": "OFF", "espalier.data.sql": "TRACE" }, ({ message }) => {
    statements.push(message);
  });
  const logging = new ContainerModule(({ bind }) => void bind(Logger).toConstantValue(logger));
  await using app = await createApp(createContainer(
    data({ entities: [Letter, Author] }),
    rest(),
    repositories,
    logging,
    exportRepository(Letters, { associations, projections: { names: ["writer.name", "readers.name"] } }),
    exportRepository(People, { path: "people", rel: "people", projections: { named: ["name"] }, excerpt: "named" }),
  ));
  const people = ["Ann", "Bob", "Cid"].map((name) => Object.assign(new Author(), { id: name, name, born: null }));
  await app.container.get(People).saveAll(people);
  const letters = Array.from(
    { length: 15 },
    (_, i) => ({ id: `l${i}`, writerId: people[i % 3]!.id, readerIds: ["Ann", "Bob"] }),
  );
  await app.container.get(Letters).saveAll(letters.map((letter) => Object.assign(new Letter(), letter)));

  for (const query of ["", "?projection=names"]) {
    statements.length = 0;
    const { body } = await send(app, `/letters${query}`);
    assertEquals([body._embedded.letters.length, statements.length], [15, 3]);
  }
  const [first] = (await send(app, "/letters?sort=id&size=1")).body._embedded.letters;
  assertEquals([first._embedded.writer.name, first._embedded.readers.map(({ name }: Author) => name)], ["Ann", [
    "Ann",
    "Bob",
  ]]);
  const [shown] = (await send(app, "/letters?sort=id&size=1&projection=names")).body._embedded.letters;
  const person = (name: string) => {
    const href = `http://localhost/people/${name}`;
    return { name, _links: { self: { href }, author: { href: `${href}{?projection}`, templated: true } } };
  };
  assertEquals([shown.writer, shown.readers], [person("Ann"), [person("Ann"), person("Bob")]]);
});

Deno.test("foreign keys are written as URIs, in documents and as associations", async () => {
  await using app = await createApp(createContainer(
    data({ entities: [Letter, Author] }),
    rest(),
    repositories,
    exportRepository(Letters, { associations, writable: true }),
    exportRepository(People, { path: "people", rel: "people" }),
  ));
  const people = ["Ann", "Bob"].map((name) => Object.assign(new Author(), { id: name, name, born: null }));
  await app.container.get(People).saveAll(people);
  const stored = async () => {
    const { writerId, readerIds } = (await app.container.get(Letters).findById("l1"))!;
    return [writerId, readerIds];
  };
  const created = await send(app, "PUT /letters/l1", { json: { writer: "/people/Ann", readers: ["/people/Bob"] } });
  assertEquals([created.status, await stored()], [201, ["Ann", ["Bob"]]]);
  assertEquals((await send(app, "PATCH /letters/l1", { json: { writer: "/people/Bob" } })).status, 204);
  const uris = { headers: { "content-type": "text/uri-list" }, body: "/people/Ann" };
  assertEquals((await send(app, "POST /letters/l1/readers", uris)).status, 204);
  assertEquals(await stored(), ["Bob", ["Bob", "Ann"]]);
  assertEquals((await send(app, "PATCH /letters/l1", { json: { writer: "/people/Nobody" } })).status, 400);
  assertEquals((await send(app, "PATCH /letters/l1", { json: { writerId: "Nobody" } })).status, 204);
  assertEquals(await stored(), ["Bob", ["Bob", "Ann"]]);
});
