import { assert, assertEquals } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  t,
} from "@espalier/espalier";
import { Database, repository } from "@espalier/espalier/data";
import { SecurityScheme } from "@espalier/espalier/http";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { z } from "zod";
import { features } from "../../examples/bookstore/features.ts";
import { features as lending } from "../../examples/lending/features.ts";
import { faults, Validators } from "./json_schemas.ts";
import { type Answer, hrefs, libraryApp, type LibraryOptions, send, writable } from "./library.ts";

const schemaType = { headers: { accept: "application/schema+json" } };

async function profile(app: Application, path: string): Promise<Validators> {
  return new Validators((await send(app, `/profile/${path}`, schemaType)).body);
}

/** The OpenAPI document, and the schemas of what it says that paths send. */
async function openApi(app: Application) {
  const document = (await send(app, "/openapi.json")).body;
  const validators = new Validators(document);
  const responseOf = (path: string) =>
    validators.at("paths", path, "get", "responses", "200", "content", "application/hal+json", "schema");
  return { document, responseOf };
}

const views: LibraryOptions["books"] = {
  writable: true,
  exposeId: true,
  properties: { secret: { hidden: true }, addedAt: { readOnly: true }, publisher: { description: "Who printed it" } },
  projections: { short: ["title", "author.name"], loud: ({ title }) => ({ title: title.toUpperCase(), length: 3 }) },
};

const variants: Record<string, LibraryOptions> = {
  "writable": writable,
  "with projections": { books: views, authors: { projections: { named: ["name"] } } },
  "with excerpts": {
    books: { ...views, excerpt: "short" },
    authors: { projections: { named: ["name"] }, excerpt: "named" },
  },
  "read only, with canonical links": { rest: { links: "canonical" } },
};

for (const [name, options] of Object.entries(variants)) {
  Deno.test(`20.8 every document validates against its own schema: ${name}`, async () => {
    await using app = await libraryApp({ ...options, rest: { ...options.rest, openApi: true } });
    const { responseOf } = await openApi(app);
    const check = async (path: string, template: string) => {
      const { status, body } = await send(app, path);
      assertEquals([path, status, faults(responseOf(template), body)], [path, 200, []]);
      return body;
    };
    const item = (await profile(app, "books")).at();
    const page = await check("/books?size=5&page=1", "/books");
    const all = (await send(app, "/books")).body._embedded.books;
    assertEquals(all.flatMap((book: unknown) => faults(item, book)), []);
    for (const book of all.slice(0, 2).concat(all.at(-1))) {
      const own = await check(new URL(book._links.self.href).pathname, "/books/{id}");
      assertEquals(faults(item, own), []);
    }
    assert(page._links.next !== undefined);
    for (const projection of ["short", "loud"]) {
      assertEquals(faults(item, (await send(app, `/books/book-0?projection=${projection}`)).body), []);
      await check(`/books?projection=${projection}`, "/books");
    }
    await check("/books/search", "/books/search");
    await check("/books/search/by-title?title=Title", "/books/search/by-title");
    await check("/books/search/findByKindIn?kinds=NOVEL", "/books/search/findByKindIn");
    await check("/books/search/findByAuthor?author=/authors/austen", "/books/search/findByAuthor");
    await check("/books/search/findFirstByPublished?published=1804", "/books/search/findFirstByPublished");
    await check("/books/book-0/author", "/books/{id}/author");
    await check("/books/book-0/coAuthors", "/books/{id}/coAuthors");
    await check("/books/book-0/coAuthors/verne", "/books/{id}/coAuthors/{target}");
    assertEquals(faults((await profile(app, "authors")).at(), (await send(app, "/authors/anonymous")).body), []);
  });
}

Deno.test("20.8 every item of the bookstore validates against its profile and its OpenAPI schema", async () => {
  const root = new URL("../../examples/bookstore/main.ts", import.meta.url);
  await using app = await createApp(createContainer(...features()), {
    root,
    properties: { rest: { openApi: true }, logging: { level: "OFF" } },
  });
  const { responseOf } = await openApi(app);
  for (const name of ["books", "authors"]) {
    const item = (await profile(app, name)).at();
    const { body } = await send(app, `/${name}?size=1000`);
    assertEquals(faults(responseOf(`/${name}`), body), []);
    assertEquals(body._embedded[name].length, body.page.totalElements);
    assertEquals(body._embedded[name].flatMap((one: unknown) => faults(item, one)), []);
    const { pathname } = new URL(body._embedded[name][0]._links.self.href);
    assertEquals(faults(responseOf(`/${name}/{id}`), (await send(app, pathname)).body), []);
  }
  const search = "/books/search/findByTitleContainingIgnoreCase";
  assertEquals(faults(responseOf(search), (await send(app, `${search}?title=emma`)).body), []);
});

Deno.test("20.8 documents with actions, curies, forms and pages by keys validate, too", async () => {
  await using app = await createApp(createContainer(...lending()), {
    properties: { rest: { openApi: true }, logging: { level: "OFF" } },
  });
  const { responseOf } = await openApi(app);
  const schemas = await profile(app, "copies");
  for (const title of ["Emma", "Ivanhoe", "Lelia"]) {
    const json = { title, pages: 300, condition: "USED" };
    assertEquals([faults(schemas.at("$defs", "create"), json), (await send(app, "POST /copies", { json })).status], [
      [],
      201,
    ]);
  }
  for (const accept of ["application/hal+json", "application/prs.hal-forms+json"]) {
    for (let href: string | undefined = "/copies?size=2&sort=title"; href !== undefined;) {
      const { body }: Answer = await send(app, href, { headers: { accept } });
      assertEquals(faults(responseOf("/copies"), body), []);
      for (const copy of body._embedded.copies) {
        assertEquals(faults(schemas.at(), copy), []);
        const { pathname } = new URL(copy._links.self.href);
        assertEquals(faults(responseOf("/copies/{id}"), (await send(app, pathname, { headers: { accept } })).body), []);
      }
      href = body._links.next?.href;
    }
    assertEquals(faults(responseOf("/copies"), (await send(app, "/copies?page=0", { headers: { accept } })).body), []);
  }
});

Deno.test("20.8 what a client sends has schemas of its own, which agree with what the server takes", async () => {
  const books = { writable: true, properties: { secret: { hidden: true } } };
  await using app = await libraryApp({ books, rest: { openApi: true } });
  const schema = await profile(app, "books");
  const { document } = await openApi(app);
  const addedAt = "2026-01-31T12:00:00Z";
  const create = { title: "New", price: 1, inPrint: true, kind: "NOVEL", addedAt, author: "/authors/verne" };
  const bodies: [kind: string, method: string, body: Record<string, unknown>, fits: boolean][] = [
    ["create", "POST /books", create, true],
    ["create", "POST /books", { ...create, kind: "POEM" }, false],
    ["create", "POST /books", { ...create, author: undefined }, false],
    ["create", "POST /books", { ...create, origin: { city: "Bath" }, publisher: { id: "egerton", name: "E" } }, true],
    ["create", "POST /books", { ...create, origin: { country: "England" } }, false],
    ["replace", "PUT /books/book-1", { ...create, author: undefined }, true],
    ["replace", "PUT /books/book-1", { title: "Alone" }, false],
    ["patch", "PATCH /books/book-1", { title: "Alone" }, true],
    ["patch", "PATCH /books/book-1", { published: null, coAuthors: ["/authors/austen"] }, true],
    ["patch", "PATCH /books/book-1", { coAuthors: "/authors/austen" }, false],
    ["patch", "PATCH /books/book-1", { price: "cheap" }, false],
  ];
  for (const [kind, request, body, fits] of bodies) {
    const json = JSON.parse(JSON.stringify(body));
    const { status } = await send(app, request, { json });
    const message = `${request} ${JSON.stringify(json)} ${status}`;
    assertEquals([faults(schema.at("$defs", kind), json).length === 0, status < 300], [fits, fits], message);
  }
  const { paths, components } = document;
  const nameIn = (path: string, method: string, type = "application/json") =>
    paths[path][method].requestBody.content[type].schema.$ref.split("/").at(-1);
  assertEquals([
    nameIn("/books", "post"),
    nameIn("/books/{id}", "put"),
    nameIn("/books/{id}", "patch", "application/merge-patch+json"),
    nameIn("/books/{id}", "patch", "application/json-patch+json"),
  ], ["BookCreate", "BookReplace", "BookPatch", "JsonPatch"]);
  assertEquals(components.schemas.BookCreate.properties.secret, undefined);
});

Deno.test("20.8 what a validator demands stands in the schemas of bodies, not in those of documents", async () => {
  await using app = await libraryApp({
    authors: {
      writable: true,
      validation: z.object({
        name: z.string().min(2).max(40).regex(/^[A-Z]/).default("Nobody"),
        born: z.int().min(1).max(2026).nullable(),
      }),
    },
    rest: { openApi: true },
  });
  const { document } = await openApi(app);
  const { AuthorCreate, AuthorPatch, AuthorItem } = document.components.schemas;
  assertEquals(AuthorCreate, {
    type: "object",
    properties: {
      name: { type: "string", minLength: 2, maxLength: 40, pattern: "^[A-Z]", default: "Nobody" },
      born: { type: ["integer", "null"], minimum: 1, maximum: 2026 },
    },
    required: ["born"],
  });
  assertEquals([AuthorPatch.required, AuthorItem.properties.name], [undefined, { type: "string" }]);
  assertEquals((await send(app, "POST /authors", { json: { born: 1900 } })).status, 201);
  assertEquals((await send(app, "POST /authors", { json: { name: "Nn" } })).status, 422);
});

class Left {
  id!: string;
  place!: object;
}
class Right {
  id!: string;
  place!: object;
}

Deno.test("20.8 classes that are called alike, and a class that is exported twice, have schemas of their own", async () => {
  const places = [t.int, t.string].map((type) => {
    const Place = { Place: class {} }.Place;
    describeType(Place, { at: type });
    return Place;
  });
  describeType(Left, { id: t.id, place: t.object(() => places[0]!) }, { id: "id" });
  describeType(Right, { id: t.id, place: t.object(() => places[1]!) }, { id: "id" });
  class Lefts extends repository(Left, {}) {}
  class Rights extends repository(Right, {}) {}
  const beans = new ContainerModule(({ bind }) => {
    bind(Lefts).toResolvedValue((database) => new Lefts(database), [Database]);
    bind(Rights).toResolvedValue((database) => new Rights(database), [Database]);
  });
  await using app = await createApp(
    createContainer(
      data({ entities: [Left, Right] }),
      rest(),
      beans,
      exportRepository(Lefts),
      exportRepository(Rights, { writable: true }),
      exportRepository(Rights, { path: "others", rel: "others", exposeId: true }),
    ),
    { properties: { rest: { openApi: true } } },
  );
  const { document } = await openApi(app);
  const { schemas } = document.components;
  assertEquals([schemas.Place.properties, schemas.Place2.properties], [
    { at: { type: "integer", minimum: -2147483648, maximum: 2147483647 } },
    { at: { type: "string" } },
  ]);
  assertEquals([schemas.RightItem.required, schemas.RightItem2.required], [["place", "_links"], [
    "id",
    "place",
    "_links",
  ]]);
  const ids = Object.values<Record<string, { operationId?: string }>>(document.paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => operationId ?? [])
  );
  assertEquals(ids.length, new Set(ids).size);
});

Deno.test("20.8 every operation has a summary, and searches say what they send", async () => {
  class Book {
    id!: string;
    title!: string;
  }
  describeType(Book, { id: t.id, title: t.string }, { id: "id" });
  class Books extends repository(Book, {
    findByTitle: "page",
    findByTitleStartingWith: "slice",
    findByTitleContaining: "list",
    findFirstByTitle: "one",
    countByTitle: "number",
    existsByTitle: "boolean",
  }) {
    titles(): Promise<string[]> {
      return Promise.resolve(["Emma"]);
    }
    anything(): Promise<unknown> {
      return Promise.resolve(null);
    }
  }
  const beans = new ContainerModule(({ bind }) => {
    bind(Books).toResolvedValue((database) => new Books(database), [Database]);
  });
  const exported = exportRepository(Books, {
    writable: true,
    searches: { titles: { returns: t.list(t.string), title: "All titles" }, anything: {} },
  });
  await using app = await createApp(createContainer(data({ entities: [Book] }), rest(), beans, exported), {
    properties: { rest: { openApi: true } },
  });
  const { document: { paths } } = await openApi(app);
  const sent = Object.entries<{ get: { responses: { 200: { content: object } } } }>(paths)
    .filter(([path]) => path.includes("/search/"))
    .map(([path, { get }]) => [path.split("/").at(-1), get.responses[200].content]);
  const ref = (name: string) => ({ "application/hal+json": { schema: { $ref: `#/components/schemas/${name}` } } });
  assertEquals(Object.fromEntries(sent), {
    findByTitle: ref("BookPage"),
    findByTitleStartingWith: ref("BookSlice"),
    findByTitleContaining: ref("BookList"),
    findFirstByTitle: ref("BookItem"),
    countByTitle: { "application/json": { schema: { type: "integer", minimum: 0 } } },
    existsByTitle: { "application/json": { schema: { type: "boolean" } } },
    titles: { "application/json": { schema: { type: "array", items: { type: "string" } } } },
    anything: {
      "application/hal+json": {
        schema: { anyOf: [{ $ref: "#/components/schemas/BookItems" }, { $ref: "#/components/schemas/BookItem" }] },
      },
      "application/json": { schema: {} },
    },
  });
  const operations = Object.values<Record<string, { operationId?: string; summary?: string }>>(paths)
    .flatMap((item) => Object.values(item)).filter(({ operationId }) => operationId !== undefined);
  assertEquals(operations.filter(({ summary = "" }) => summary === ""), []);
});

Deno.test("20.8 security schemes are those that the application installs", async () => {
  const tokens = new ContainerModule(({ bind }) => {
    bind(SecurityScheme).toConstantValue({ name: "token", scheme: { type: "http", scheme: "bearer" } });
  });
  const keys = new ContainerModule(({ bind }) => {
    bind(SecurityScheme).toConstantValue({
      name: "key",
      scheme: { type: "apiKey", in: "header", name: "x-key" },
      scopes: ["read"],
      required: false,
      order: -1,
    });
  });
  await using open = await libraryApp({ rest: { openApi: true } });
  const { document } = await openApi(open);
  assertEquals([document.security, document.components.securitySchemes], [undefined, undefined]);
  await using app = await libraryApp({ rest: { openApi: true }, more: [tokens, keys] });
  const guarded = (await openApi(app)).document;
  assertEquals([guarded.security, guarded.components.securitySchemes], [[{ key: ["read"] }, { token: [] }, {}], {
    key: { type: "apiKey", in: "header", name: "x-key" },
    token: { type: "http", scheme: "bearer" },
  }]);
});

Deno.test("20.8 a collection that can't be listed keeps its link", async () => {
  await using app = await libraryApp({ books: { listable: false, writable: { create: true }, title: "All books" } });
  const { body } = await send(app, "/");
  assertEquals([hrefs(body).books, body._links.books.title], ["/books", "All books"]);
  assertEquals((await send(app, "/books")).status, 405);
  assertEquals((await send(app, "OPTIONS /books/nobody")).status, 404);
});
