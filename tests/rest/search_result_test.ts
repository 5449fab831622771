import { assertEquals } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  type EspalierPropertiesInput,
  t,
} from "@espalier/espalier";
import {
  and,
  Database,
  EntityRepository,
  Page,
  type Pageable,
  PageRequest,
  ScrollPosition,
} from "@espalier/espalier/data";
import { exportRepository, type RepositoryExportOptions, rest } from "@espalier/espalier/rest";
import { hrefs, send } from "./library.ts";

class Author {
  id!: string;
  name!: string;
  password!: string;
}
describeType(Author, { id: t.id, name: t.string, password: t.string }, { id: "id" });

class Book {
  id!: string;
  title!: string;
  copies!: bigint;
  cost!: number;
}
describeType(Book, { id: t.id, title: t.string, copies: t.bigint, cost: t.int }, { id: "id" });

class Authors extends EntityRepository<Author, string> {
  constructor(database: Database) {
    super(database, Author);
  }
}

class Books extends EntityRepository<Book, string> {
  constructor(database: Database) {
    super(database, Book);
  }
  authors() {
    return this.database.repository(Author).findAll(PageRequest.of(0, 1));
  }
  async everything() {
    return [...await this.findAll(), ...await this.database.repository(Author).findAll()];
  }
  totals() {
    return Promise.resolve(new Page([{ year: 2026, copies: 3n }], PageRequest.of(0, 1), 2));
  }
  newest() {
    return this.scroll(ScrollPosition.keyset());
  }
  async *all() {
    yield* await this.findAll();
  }
  list(pageable: Pageable) {
    return this.findAll(pageable).then(({ content }) => content);
  }
  slice(pageable: Pageable) {
    return this.sliceBy(and(), pageable);
  }
  when() {
    return Promise.resolve(new Date(0));
  }
  async byShelf() {
    return { first: await this.database.repository(Author).findAll() };
  }
}

const searches = {
  authors: {},
  everything: {},
  totals: {},
  newest: {},
  all: {},
  byShelf: {},
  list: { takes: "pageable" },
  slice: { takes: "pageable" },
  when: {},
} as const;

async function shelf(
  options: RepositoryExportOptions<Book> = {},
  properties: EspalierPropertiesInput["rest"] = {},
): Promise<Application> {
  const beans = new ContainerModule(({ bind }) => {
    bind(Authors).toResolvedValue((database) => new Authors(database), [Database]);
    bind(Books).toResolvedValue((database) => new Books(database), [Database]);
  });
  const container = createContainer(
    data({ entities: [Author, Book] }),
    rest(),
    beans,
    exportRepository(Authors, { properties: { password: { hidden: true } } }),
    exportRepository(Books, { properties: { cost: { hidden: true } }, searches, writable: true, ...options }),
  );
  const app = await createApp(container, { properties: { logging: { level: "OFF" }, rest: properties } });
  await container.get(Authors).save({ id: "austen", name: "Jane Austen", password: "secret" });
  await container.get(Books).save({ id: "emma", title: "Emma", copies: 3n, cost: 4 });
  return app;
}

const item = (path: string, rel: string) => {
  const link = { href: `http://localhost${path}` };
  return { _links: { self: link, [rel]: link } };
};
const emma = { title: "Emma", copies: 3, ...item("/books/emma", "book") };
const austen = { name: "Jane Austen", ...item("/authors/austen", "author") };

Deno.test("C4.1 what a search finds is shown as its own collection shows it", async () => {
  await using app = await shelf();
  const found = async (search: string) => (await send(app, `/books/search/${search}`)).body;
  assertEquals((await found("authors"))._embedded, { authors: [austen] });
  assertEquals((await found("everything"))._embedded, { books: [emma, austen] });
  assertEquals(await found("byShelf"), { first: [{ id: "austen", name: "Jane Austen" }] });
});

Deno.test("C4.2 a page of what is no entity has its links", async () => {
  await using app = await shelf();
  assertEquals((await send(app, "/books/search/totals")).body, {
    _embedded: { books: [{ year: 2026, copies: 3 }] },
    _links: {
      self: { href: "http://localhost/books/search/totals{?page,size,sort*}", templated: true },
      next: { href: "http://localhost/books/search/totals?page=1&size=1{&sort*}", templated: true },
    },
    page: { size: 1, totalElements: 2, totalPages: 2, number: 0 },
  });
});

Deno.test("C4.1 windows and streams are lists, without what is hidden", async () => {
  await using app = await shelf();
  for (const search of ["newest", "all"]) {
    assertEquals((await send(app, `/books/search/${search}`)).body, {
      _embedded: { books: [emma] },
      _links: { self: { href: `http://localhost/books/search/${search}` } },
    });
  }
});

Deno.test("C4.2 a list that takes a pageable has self alone; a value of another type is bare JSON", async () => {
  await using app = await shelf();
  await app.container.get(Books).save({ id: "persuasion", title: "Persuasion", copies: 1n, cost: 1 });
  const { body } = await send(app, "/books/search/list?size=1");
  assertEquals(body, {
    _embedded: { books: [emma] },
    _links: { self: { href: "http://localhost/books/search/list?size=1" } },
  });
  assertEquals((await send(app, "/books/search/list?page=9")).body._embedded, { books: [] });
  const when = await send(app, "/books/search/when");
  assertEquals([when.status, when.body, when.headers.get("etag"), when.headers.get("last-modified")], [
    200,
    "1970-01-01T00:00:00.000Z",
    null,
    null,
  ]);
});

Deno.test("C1.5 C4.2 canonical links of a slice, of a page that is empty and of one at a configured address", async () => {
  await using app = await shelf({}, { links: "canonical", baseUrl: "https://foo:9090" });
  const links = async (path: string) =>
    Object.entries(hrefs((await send(app, path)).body)).filter(([rel]) => !["profile", "search"].includes(rel));
  const books = app.container.get(Books);
  await books.saveAll(["a", "b"].map((id) => ({ id, title: id, copies: 1n, cost: 1 })));
  const uri = "https://foo:9090/books/search/slice";
  assertEquals(await links("/books/search/slice?size=1&page=1"), [
    ["first", `${uri}?page=0&size=1`],
    ["self", `${uri}?page=1&size=1`],
    ["prev", `${uri}?page=0&size=1`],
    ["next", `${uri}?page=2&size=1`],
  ]);
  assertEquals((await links("/books/search/slice?size=1&page=2")).map(([rel]) => rel), ["first", "self", "prev"]);
  assertEquals(await links("/books?size=1&page=1&projection=none&x=1&x=2"), [
    ["first", "https://foo:9090/books?projection=none&x=1&x=2&page=0&size=1"],
    ["prev", "https://foo:9090/books?projection=none&x=1&x=2&page=0&size=1"],
    ["self", "https://foo:9090/books?projection=none&x=1&x=2&page=1&size=1"],
    ["next", "https://foo:9090/books?projection=none&x=1&x=2&page=2&size=1"],
    ["last", "https://foo:9090/books?projection=none&x=1&x=2&page=2&size=1"],
  ]);
  await books.deleteAll();
  assertEquals(await links("/books"), [["self", "https://foo:9090/books?page=0&size=20"]]);
});

Deno.test("what a schema refuses is told in the client's own words, and nothing that it must not see", async () => {
  const issues = [{ message: "does not add up" }, { message: "is too low", path: ["cost"] }, {
    message: "is too many",
    path: ["copies"],
  }];
  await using app = await shelf({
    validation: { "~standard": { version: 1, vendor: "test", validate: () => ({ issues }) } },
  });
  const { status, body } = await send(app, "PATCH /books/emma", { json: { copies: "99" } });
  assertEquals([status, body.errors], [422, [
    { entity: "Book", property: "", invalidValue: null, message: "does not add up" },
    { entity: "Book", property: "cost", invalidValue: null, message: "is too low" },
    { entity: "Book", property: "copies", invalidValue: "99", message: "is too many" },
  ]]);
});
