import { assertEquals } from "@std/assert";
import { hrefs, libraryApp, send, writable } from "./library.ts";

Deno.test("the index links to every collection", async () => {
  await using app = await libraryApp({ books: { projections: { short: ["title"] } }, authors: { paged: false } });
  const { status, headers, body } = await send(app, "/");
  assertEquals([status, headers.get("content-type"), hrefs(body)], [200, "application/hal+json", {
    books: "/books{?page,size,sort*,projection}",
    authors: "/authors",
    profile: "/profile",
  }]);
  const json = await send(app, "/", { headers: { accept: "application/json" } });
  assertEquals([json.headers.get("content-type"), Object.keys(json.body)], ["application/json", ["_links"]]);
  assertEquals((await send(app, "HEAD /")).status, 204);
  const options = await send(app, "OPTIONS /");
  assertEquals([options.status, options.headers.get("allow")], [200, "GET, HEAD, OPTIONS"]);
  for (const method of ["GET", "HEAD", "OPTIONS", "PUT"]) {
    assertEquals((await send(app, `${method} /profile/nobody`)).status, 404, method);
  }
  assertEquals((await send(app, "/index.html")).status, 404);
  assertEquals((await send(app, "/", { headers: { accept: "text/html" } })).status, 406);
});

Deno.test("the index lies at the base path", async () => {
  await using app = await libraryApp({ rest: { basePath: "/api" } });
  assertEquals([(await send(app, "/")).status, hrefs((await send(app, "/api/")).body)], [404, {
    books: "/api/books{?page,size,sort*}",
    authors: "/api/authors{?page,size,sort*}",
    profile: "/api/profile",
  }]);
});

Deno.test("the profile of a collection is an ALPS document", async () => {
  await using app = await libraryApp({
    books: {
      writable: { create: true },
      description: "Books that were written",
      properties: { secret: { hidden: true }, title: { description: "Without subtitle" } },
    },
  });
  assertEquals(hrefs((await send(app, "/profile")).body), {
    self: "/profile",
    books: "/profile/books",
    authors: "/profile/authors",
  });
  const { status, headers, body } = await send(app, "/profile/books");
  const [representation, ...operations] = body.alps.descriptor;
  assertEquals([status, headers.get("content-type"), body.alps.version], [200, "application/alps+json", "1.0"]);
  assertEquals({ ...representation, descriptor: representation.descriptor.slice(0, 2) }, {
    id: "book-representation",
    href: "http://localhost/profile/books",
    doc: { format: "TEXT", value: "Books that were written" },
    descriptor: [
      { name: "title", type: "SEMANTIC", doc: { format: "TEXT", value: "Without subtitle" } },
      { name: "published", type: "SEMANTIC" },
    ],
  });
  assertEquals(representation.descriptor.find(({ name }: { name: string }) => name === "author"), {
    name: "author",
    type: "SAFE",
    rt: "http://localhost/profile/authors#author-representation",
  });
  assertEquals(
    representation.descriptor.some(({ name }: { name: string }) => ["secret", "id", "version"].includes(name)),
    false,
  );
  assertEquals(operations.map(({ id, name, type }: Record<string, string>) => `${id ?? name} ${type}`), [
    "get-books SAFE",
    "create-books UNSAFE",
    "get-book SAFE",
    "byTitle SAFE",
    "findByKindIn SAFE",
    "findByAuthor SAFE",
    "findFirstByPublished SAFE",
    "countByInPrint SAFE",
  ]);
  assertEquals((await send(app, "/profile/films")).status, 404);
  assertEquals((await send(app, "/profile/books", { headers: { accept: "text/html" } })).status, 406);
  assertEquals((await send(app, "/books", { headers: { accept: "application/schema+json" } })).status, 406);
});

Deno.test("20.10 ALPS says what searches return, and what page, size, sort and projection take", async () => {
  await using app = await libraryApp({
    rest: { maxPageSize: 50 },
    books: {
      projections: { short: ["title"] },
      searches: {
        findByTitleContaining: { returns: "page", description: "Books by a part of their title" },
        findByKindIn: { returns: "slice" },
        findFirstByPublished: { returns: "one" },
        countByInPrint: { returns: "number" },
      },
    },
  });
  const { body } = await send(app, "/profile/books");
  // deno-lint-ignore no-explicit-any -- documents are looked into by their members
  const named = (name: string) => body.alps.descriptor.find((one: any) => one.name === name);
  const told = (name: string) => [named(name).rt, named(name).doc?.value];
  const rt = "#book-representation";
  assertEquals(told("byTitle"), [
    rt,
    "Books by a part of their title. Returns a page of books, with the total number",
  ]);
  assertEquals(told("findByKindIn"), [rt, "Returns a page of books, without the total number"]);
  assertEquals(told("findFirstByPublished"), [rt, "Returns one book, or 404"]);
  assertEquals(told("countByInPrint"), [undefined, "Returns a number"]);
  const parameters = (name: string) =>
    Object.fromEntries(
      named(name).descriptor.map((one: { name: string; doc?: { value: string } }) => [one.name, one.doc?.value]),
    );
  const paging = {
    page: "The number of the page, an integer from 0 on; by default 0",
    size: "The number of items on a page, an integer from 1 to 50; by default 20",
    sort: "A property and a direction, such as name,desc; given several times, the next one decides between equals. " +
      "With ignorecase behind it, upper and lower case are alike",
    projection: "The view of items: short",
  };
  assertEquals(parameters("books"), paging);
  assertEquals(parameters("byTitle"), { title: undefined, ...paging });
});

Deno.test("the profile of a collection is a JSON Schema where asked for", async () => {
  await using app = await libraryApp(writable);
  const { headers, body } = await send(app, "/profile/books", { headers: { accept: "application/schema+json" } });
  assertEquals(headers.get("content-type"), "application/schema+json");
  const object = (properties: object, required: string[]) => ({ type: "object", properties, required });
  const link = object({
    href: { type: "string" },
    templated: { type: "boolean" },
    title: { type: "string" },
    type: { type: "string" },
    name: { type: "string" },
  }, ["href"]);
  const relations = ["self", "book", "author", "translator", "coAuthors"];
  const { $defs, properties: { _links, ...properties }, ...rest } = body;
  assertEquals(rest, {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "http://localhost/profile/books",
    title: "Book",
    type: "object",
    required: [...Object.keys(properties), "_links"],
  });
  assertEquals(properties, {
    title: { type: "string" },
    published: { type: ["integer", "null"], minimum: -2147483648, maximum: 2147483647 },
    price: { type: "number" },
    inPrint: { type: "boolean" },
    kind: { type: "string", enum: ["NOVEL", "ESSAY"] },
    tags: { type: "array", items: { type: "string" } },
    addedAt: { type: "string", format: "date-time", readOnly: true },
    publisher: { anyOf: [{ $ref: "#/$defs/Publisher" }, { type: "null" }] },
    origin: { anyOf: [{ $ref: "#/$defs/Place" }, { type: "null" }] },
  });
  assertEquals(_links, {
    ...object(Object.fromEntries(relations.map((rel) => [rel, link])), relations),
    additionalProperties: { anyOf: [link, { type: "array", items: link }] },
  });
  assertEquals(Object.keys($defs), ["Publisher", "Place", "create", "PublisherBody", "PlaceBody", "replace", "patch"]);
  assertEquals(
    $defs.Place,
    object({ city: { type: "string" }, country: { type: ["string", "null"] } }, ["city", "country"]),
  );
  const uri = { type: "string", format: "uri-reference" };
  assertEquals([$defs.create.properties.author, $defs.create.properties.coAuthors], [uri, {
    type: "array",
    items: uri,
  }]);
  assertEquals($defs.create.required, ["title", "price", "inPrint", "kind", "author"]);
  assertEquals($defs.replace.required, ["title", "price", "inPrint", "kind"]);
});

// deno-lint-ignore no-explicit-any -- documents are looked into by their members
function referencesIn(value: any): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, held]) => key === "$ref" ? [held as string] : referencesIn(held));
}

Deno.test("an OpenAPI document describes all collections", async () => {
  await using app = await libraryApp({ ...writable, rest: { basePath: "/api", openApi: true } });
  assertEquals((await send(app, "HEAD /api/openapi.json")).status, 204);
  const { status, body } = await send(app, "/api/openapi.json");
  assertEquals([status, body.openapi, body.servers], [200, "3.1.0", [{ url: "http://localhost/api" }]]);
  const operations = Object.entries<object>(body.paths).map(([path, item]) =>
    `${path} ${Object.keys(item).filter((key) => key !== "parameters")}`
  );
  assertEquals(operations, [
    "/books get,post",
    "/books/{id} get,put,patch,delete",
    "/books/search get",
    "/books/search/by-title get",
    "/books/search/findByKindIn get",
    "/books/search/findByAuthor get",
    "/books/search/findFirstByPublished get",
    "/books/search/countByInPrint get",
    "/books/{id}/author get,put",
    "/books/{id}/author/{target} get",
    "/books/{id}/translator get,put,delete",
    "/books/{id}/translator/{target} get,delete",
    "/books/{id}/coAuthors get,put,post,patch",
    "/books/{id}/coAuthors/{target} get,delete",
    "/authors get,post",
    "/authors/{id} get,put,patch,delete",
  ]);
  for (const reference of new Set(referencesIn(body))) {
    const target = reference.slice(2).split("/").reduce((held, key) => held?.[key], body);
    assertEquals([reference, typeof target], [reference, "object"]);
  }
  const ids = Object.values<Record<string, { operationId?: string }>>(body.paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => operationId ?? [])
  );
  assertEquals(ids.length, new Set(ids).size);
  assertEquals(body.paths["/books/search/by-title"].get.parameters[0], {
    name: "title",
    in: "query",
    schema: { type: "string" },
  });
});
