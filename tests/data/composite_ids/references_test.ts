import { assertEquals, assertRejects } from "@std/assert";
import {
  ContainerModule,
  createApp,
  createContainer,
  entity,
  graphql,
  graphQlRepository,
  Resource,
  t,
} from "@espalier/espalier";
import {
  type Database,
  DataIntegrityError,
  Example,
  openDatabase,
  repository,
  ScrollPosition,
  Sort,
  where,
} from "@espalier/espalier/data";
import { writeDiff } from "@espalier/espalier/migrate";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { sendJson } from "../notes_app.ts";
import { onEveryStoreWith, stores } from "../stores.ts";
import { walkByAll } from "../walks.ts";

class Book extends entity({ id: t.int, title: t.string }, { id: "id" }) {}
class Section extends entity({
  book: t.ref(() => Book),
  number: t.string,
  title: t.mutable(t.string),
  parent: t.mutable(t.nullable(t.ref<Section>((): unknown => Section))),
  remarks: t.list(t.ref<Remark>((): unknown => Remark)),
}, { id: ["book", "number"], references: { remarks: { mappedBy: "section" } } }) {}
class Remark extends entity({
  id: t.int,
  section: t.mutable(t.nullable(t.ref<Section>((): unknown => Section))),
  text: t.string,
}, { id: "id", columns: { section: ["book_id", "section_no"] } }) {}
class Link extends entity({ id: t.int, from: t.ref(() => Section), to: t.nullable(t.ref(() => Section)) }, {
  id: "id",
  references: { from: { onDelete: "cascade", fetch: "reference" }, to: { onDelete: "set null" } },
}) {}

class Books extends repository(Book) {}
class Sections extends repository(Section) {}
class Remarks extends repository(Remark, { findBySectionTitle: "list", findBySection: "list" }) {}
class Links extends repository(Link) {}

const types = [Book, Section, Remark, Link];
const onEveryStore = onEveryStoreWith.bind(undefined, types);

async function filled(database: Database): Promise<Section[]> {
  const books = await new Books(database).saveAll([1, 2].map((id) => new Book({ id, title: `B${id}` })));
  const sections = new Sections(database);
  const [a, b] = await sections.saveAll(
    books.map((book) => new Section({ book, number: "1,x", title: `T${book.id}`, parent: null, remarks: [] })),
  ) as [Section, Section];
  const [c] = await sections.saveAll([new Section({ ...a, number: "2", title: "T3", parent: b })]) as [Section];
  await new Remarks(database).saveAll([
    new Remark({ id: 1, section: a, text: "first" }),
    new Remark({ id: 2, section: c, text: "second" }),
    new Remark({ id: 3, section: null, text: "third" }),
    new Remark({ id: 4, section: a, text: "fourth" }),
  ]);
  return [a, b, c];
}

onEveryStore("21.5 references to entities of several ids are read, joined and listed", async (database) => {
  const [a, b, c] = await filled(database) as [Section, Section, Section];
  const remarks = new Remarks(database);
  const found = await remarks.findById(2);
  assertEquals([found?.section?.title, found?.section?.book.title, found?.section?.parent?.title], ["T3", "B1", "T2"]);
  assertEquals((await remarks.findById(3))?.section, null);
  const ids = (list: readonly Remark[]) => list.map(({ id }) => id).toSorted();
  assertEquals(ids(await remarks.findBySectionTitle("T1")), [1, 4]);
  assertEquals(ids(await remarks.findBySection(a)), [1, 4]);
  assertEquals(ids(await remarks.findBy(where("section").is({ book: 1, number: "2" }))), [2]);
  assertEquals(ids(await remarks.findBy(where("section").in([b, c, a]))), [1, 2, 4]);
  assertEquals(ids(await remarks.findBy(where("section").in([c, null]))), [2, 3]);
  assertEquals(ids(await remarks.findBy(where("section").isNull())), [3]);
  assertEquals(ids(await remarks.findBy(where("section").isNot(c))).includes(1), true);
  assertEquals(ids(await remarks.findBy(where("section.book.title").is("B1"))), [1, 2, 4]);
  assertEquals(ids(await remarks.findBy(where("section.book").is(1))), [1, 2, 4]);
  assertEquals(ids(await remarks.findBy(where("section.parent.number").is("1,x"))), [2]);
  assertEquals(ids(await remarks.findBy(Example.of(Remark, { section: a, text: "fourth" }))), [4]);
  const sections = new Sections(database);
  const listed = await sections.findAll(Sort.by("title"));
  assertEquals(listed.map((section) => ids(section.remarks)), [[1, 4], [], [2]]);
  assertEquals((await sections.findBy(where("remarks.text").is("second"))).map(({ title }) => title), ["T3"]);
  assertEquals((await sections.findBy(where("remarks").isEmpty())).map(({ title }) => title), ["T2"]);
  const [part] = await remarks.findBy(where("id").is(1), { select: ["text", "section.title"] as string[] });
  assertEquals([part?.section?.title, part?.section?.parent, part?.section?.number], ["T1", undefined, "1,x"]);
  await walkByAll(remarks, ["id", "text", "section.title", "section.number", "section.book.id"], ({ id }) => id);
});

onEveryStore(
  "21.5 such references change by save and by criteria, and are loaded when they are needed",
  async (database) => {
    const [a, b] = await filled(database) as [Section, Section];
    const [remarks, links] = [new Remarks(database), new Links(database)];
    const remark = (await remarks.findById(1))!;
    remark.section = b;
    await remarks.save(remark);
    assertEquals((await remarks.findById(1))?.section?.title, "T2");
    remark.section = null;
    await remarks.save(remark);
    assertEquals((await remarks.findById(1))?.section, null);
    assertEquals(await remarks.updateBy(where("section").isNull(), { section: a }), 2);
    assertEquals((await remarks.findBy(where("section").is(a))).length, 3);
    assertEquals(await remarks.updateBy(where("id").is(1), { section: null }), 1);

    const unknown = new Section({ ...a, number: "none", remarks: [] });
    const error = await assertRejects(
      () => remarks.save(new Remark({ id: 9, section: unknown, text: "" })),
      DataIntegrityError,
    );
    assertEquals([error.rule, error.properties], ["reference", ["section"]]);
    await assertRejects(
      () => remarks.save(new Remark({ id: 9, section: 5 as unknown as Section, text: "" })),
      TypeError,
      'the id of Section as it must be an object with "book", "number"',
    );
    await links.save(new Link({ id: 1, from: b, to: a }));
    const link = (await links.findById(1))!;
    assertEquals([link.from.title, link.from.book.title, link.from.number], [undefined, undefined, "1,x"]);
    const [from, again] = await Promise.all([database.load(link.from), database.load(link.to)]);
    assertEquals([from?.title, again?.title], ["T2", "T1"]);
  },
);

onEveryStore(
  "21.5 deleting what such references lead to is refused, or does what the description says",
  async (database) => {
    const [a, b, c] = await filled(database) as [Section, Section, Section];
    const [sections, remarks, links] = [new Sections(database), new Remarks(database), new Links(database)];
    const refused = await assertRejects(() => sections.deleteById({ book: 1, number: "2" }), DataIntegrityError);
    assertEquals(refused.references.map(({ property }) => property), ["section"]);
    await links.saveAll([new Link({ id: 1, from: c, to: a }), new Link({ id: 2, from: a, to: c })]);
    await remarks.deleteById(2);
    await sections.deleteById({ book: 1, number: "2" });
    assertEquals((await links.findAll()).map(({ id, to }) => [id, to]), [[2, null]]);
    await assertRejects(() => sections.delete(a), DataIntegrityError, "Remark.section");
    await remarks.deleteAll();
    await sections.deleteAllById([{ book: 1, number: "1,x" }, { book: b.book.id, number: b.number }]);
    assertEquals([await sections.count(), await links.count()], [0, 0]);
  },
);

const schema = `type Query { remark(id: Int!): Remark sections(first: Int): [Section!]! }
  type Book { id: Int! title: String! }
  type Section { book: Book! number: String! title: String! remarks: [Remark!]! }
  type Remark { id: Int! text: String! section: Section }`;

onEveryStore("21.5 REST and GraphQL follow references to items of several ids", async (database) => {
  await filled(database);
  const beans = new ContainerModule(({ bind }) => {
    for (const Type of [Books, Sections, Remarks]) bind<object>(Type).toConstantValue(new Type(database));
  });
  await using app = await createApp(
    createContainer(
      beans,
      rest(),
      graphql({ schema: [Resource.text("books", schema)] }),
      graphQlRepository(Remarks),
      graphQlRepository(Sections),
      exportRepository(Books, { writable: true }),
      exportRepository(Sections, { writable: true, exposeId: true }),
      exportRepository(Remarks, { writable: true, exposeId: true, filters: { section: true, "section.title": true } }),
    ),
    { properties: { preset: "production", logging: { level: "OFF" } } },
  );
  const get = async (path: string) => (await sendJson(app, "GET", path)).body;
  assertEquals((await get("/remarks/1/section")).title, "T1");
  const ids = async (path: string) =>
    (await get(path))._embedded.remarks.map(({ id }: { id: number }) => id).toSorted();
  assertEquals(await ids("/sections/1,1%252Cx/remarks"), [1, 4]);
  assertEquals(await ids("/remarks?section=/sections/1,2"), [2]);
  const body = { id: 7, text: "new", section: "/sections/2,1%252Cx" };
  assertEquals((await sendJson(app, "POST", "/remarks", body)).status, 201);
  assertEquals(await ids("/sections/2,1%252Cx/remarks"), [7]);
  assertEquals((await sendJson(app, "PATCH", "/remarks/7", { section: "/sections/1,2" })).status, 204);
  assertEquals(await ids("/sections/1,2/remarks"), [2, 7]);
  assertEquals((await sendJson(app, "POST", "/remarks", { ...body, id: 8, section: "/sections/9,9" })).status, 400);
  const { data } = (await sendJson(app, "POST", "/graphql", {
    query: "{ remark(id: 2) { text section { number book { title } remarks { id } } } }",
  })).body;
  assertEquals(data.remark, {
    text: "second",
    section: { number: "2", book: { title: "B1" }, remarks: [{ id: 2 }, { id: 7 }] },
  });
});

for (const store of stores.filter(({ name }) => name !== "memory")) {
  Deno.test({
    name: `21.5 tables refer to several columns together, and diff finds nothing to change [${store.name}]`,
    ignore: store.ignore,
    fn: async () => {
      await using database = await store.open();
      await database.createTables(...types);
      const { foreignKeys } = (await database.catalogue("remarks")).get("remarks")!;
      assertEquals(foreignKeys.map(({ columns, table, referred }) => [columns, table, referred]), [
        [["book_id", "section_no"], "sections", ["book_id", "number"]],
      ]);
      const links = (await database.catalogue("links")).get("links")!;
      assertEquals(links.foreignKeys.map(({ columns, onDelete }) => [columns.join(), onDelete]).toSorted(), [
        ["from_book_id,from_number", "cascade"],
        ["to_book_id,to_number", "set null"],
      ]);
      const files = await writeDiff(database, [{ module: "", url: new URL("file:///nowhere/") }], {
        entities: types,
        name: "none",
      });
      assertEquals(files.filter(({ isEffective }) => isEffective).map(({ text }) => text), []);
    },
  });
}

Deno.test("21.5 what needs a single column says so of references to entities of several ids", async () => {
  class Note extends entity({ section: t.ref(() => Section), number: t.int }, { id: ["section", "number"] }) {}
  await using database = await openDatabase("memory:");
  await assertRejects(
    () => database.createTables(Note),
    TypeError,
    'Cannot use property "section" of class "Note" as id as it must be described as a single value',
  );
  const remarks = new Remarks(database);
  await assertRejects(
    () => remarks.scrollEach("section", [], { position: ScrollPosition.keyset() }),
    TypeError,
    'Cannot read items under each parent by "section" as what it refers to must have a single id: its id is ["book", ' +
      '"number"]',
  );
  await assertRejects(() => remarks.findAll(Sort.by("section")), TypeError, 'Cannot sort by "section"');
});

Deno.test("21.5 a reference to an entity of several ids names a column for each", async () => {
  class Note extends entity({ id: t.int, section: t.ref(() => Section) }, {
    id: "id",
    columns: { section: "section_id" },
  }) {}
  await using database = await openDatabase("memory:");
  await assertRejects(
    () => database.createTables(Note),
    TypeError,
    'Cannot store reference "Note.section" as option "columns" must name 2 columns, for book, number: current value is ' +
      '"section_id"',
  );
});
