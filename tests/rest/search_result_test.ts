import { assertEquals } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  t,
} from "@espalier/espalier";
import { Database, EntityRepository, Page, PageRequest, ScrollPosition } from "@espalier/espalier/data";
import { exportRepository, type RepositoryExportOptions, rest } from "@espalier/espalier/rest";
import { send } from "./library.ts";

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
  async byShelf() {
    return { first: await this.database.repository(Author).findAll() };
  }
}

const searches = { authors: {}, everything: {}, totals: {}, newest: {}, all: {}, byShelf: {} };

async function shelf(options: RepositoryExportOptions<Book> = {}): Promise<Application> {
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
  const app = await createApp(container, { properties: { logging: { level: "OFF" } } });
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
