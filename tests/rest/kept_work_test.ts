import type { Application } from "@espalier/espalier";
import { Order, Sort } from "@espalier/espalier/data";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { HalDocument } from "../../src/rest/hal/item_writer.ts";
import { propertyWriter, type WrittenProperty } from "../../src/rest/hal/property_writer.ts";
import { times } from "../long.ts";
import { onEachStore } from "./each_store.ts";
import { Book, Books, libraryApp, type LibraryOptions, send } from "./library.ts";

const options: LibraryOptions = {
  books: {
    projections: { short: ["title", "author.name"], priced: (book) => ({ price: (book as { price: number }).price }) },
    filters: { kind: true, title: true },
    properties: {
      secret: { hidden: true },
      published: { name: "year" },
    },
  },
  authors: { projections: { name: ["name"] }, excerpt: "name" },
};

const properties = ["title", "year", "price", "inPrint", "kind", "author.name", "publisher.name", "secret", "nothing"];
const orders = fc.record({
  names: fc.array(fc.constantFrom(...properties), { minLength: 1, maxLength: 2 }),
  end: fc.constantFrom("", ",asc", ",desc", ",desc,ignorecase", ",ASC"),
}).map(({ names, end }) => `sort=${names}${end}`);
const paging = fc.record({
  page: fc.constantFrom("", "page=0", "page=1", "page=2", "page=99", "page=x", "page=-1"),
  size: fc.constantFrom("", "size=1", "size=3", "size=5", "size=1000000", "size=0"),
  sorts: fc.array(orders, { maxLength: 2 }),
  more: fc.constantFrom(
    "",
    "",
    "projection=short",
    "projection=priced",
    "projection=none",
    "kind=NOVEL",
    "a=%7B'",
    "b=%",
  ),
}).map(({ page, size, sorts, more }) => [page, ...sorts, more, size].filter((part) => part !== "").join("&"));
const requests = fc.record({
  path: fc.constantFrom("/books", "/books", "/books", "/authors", "/books/book-0", "/authors/verne/"),
  query: paging,
  accept: fc.constantFrom(
    undefined,
    "*/*",
    "application/json",
    "application/prs.hal-forms+json;q=0.9, application/json;q=0.1",
    "text/uri-list",
    'application/hal+json; profile="a;b,c"',
    "image/png",
  ),
});
type AskedFor = Parameters<Parameters<typeof requests.map>[0]>[0];

async function ask(app: Application, { path, query, accept }: AskedFor) {
  const headers = accept === undefined ? {} : { headers: { accept } };
  const answer = await send(app, `${path}${query === "" ? "" : `?${query}`}`, headers);
  return { ...answer, headers: [...answer.headers], body: JSON.stringify(answer.body) };
}

onEachStore("27.1 what is kept between requests answers as what is worked out anew", options, async (app) => {
  const asked = fc.sample(requests, { seed: 271, numRuns: times(50, 1_000) });
  // Nothing is compiled for the store in memory, and this one meets each request once.
  await using other = await libraryApp({ ...options, url: "memory:" });
  const first = new Map<string, unknown>();
  for (const request of asked) {
    const key = JSON.stringify(request);
    if (first.has(key)) continue;
    const answer = await ask(app, request);
    assertEquals([key, answer], [key, await ask(other, request)]);
    first.set(key, answer);
  }
  for (const request of asked.toReversed()) {
    const key = JSON.stringify(request);
    assertEquals([key, await ask(app, request)], [key, first.get(key)]);
  }
});

onEachStore("27.1 what is kept holds no rows: each answer has what was written before it", {
  books: { writable: true },
}, async (app) => {
  const titles = async () => {
    const { body } = await send(app, "/books?sort=title,desc&size=2");
    return [body.page.totalElements, ...body._embedded.books.map(({ title }: { title: string }) => title)];
  };
  assertEquals(await titles(), [12, "Title L", "Title K"]);
  const books = app.container.get(Books);
  const [last] = await books.findAll(Sort.by(Order.desc("title")));
  await books.save(Object.assign(new Book(), { ...last, id: "new", title: "Title Z", version: undefined }));
  assertEquals(await titles(), [13, "Title Z", "Title L"]);
  assertEquals((await send(app, "DELETE /books/book-11")).status, 204);
  assertEquals(await titles(), [12, "Title Z", "Title K"]);
});

/** What generated code has to agree with. */
function written(members: readonly WrittenProperty[], entity: Record<string, unknown>, links: unknown): HalDocument {
  const document: HalDocument = {};
  for (const { name, property, write } of members) {
    const value = property === undefined ? undefined : entity[property];
    document[name] = value === null || value === undefined ? null : write === undefined ? value : write(value, "/base");
  }
  document._links = links;
  return document;
}

Deno.test("27.1 generated writers agree with members that are added one by one, whatever their names", () => {
  const strange = [
    "__proto__",
    "_links",
    "constructor",
    "1",
    "0",
    "",
    '"',
    "\\",
    "a-b",
    "\u2028",
    "\n",
    "`${x}`",
    "links",
  ];
  const name = fc.oneof(fc.constantFrom(...strange), fc.string({ unit: "binary", maxLength: 4 }));
  const writers = [undefined, (value: unknown, base: string) => [value, base], () => undefined];
  const member = fc.record({
    name,
    property: fc.option(name, { nil: undefined }),
    write: fc.constantFrom(...writers),
  });
  const value = fc.constantFrom(null, undefined, 0, "", false, "text", 1.5, [1], { a: 1 });
  const values = fc.array(fc.tuple(name, value), { maxLength: 12 }).map((entries) => Object.fromEntries(entries));
  fc.assert(
    fc.property(fc.array(member, { maxLength: 8 }), values, (members, entity) => {
      const document = propertyWriter(members, true)(entity, "/base", { self: 1 });
      assertEquals(JSON.stringify(document), JSON.stringify(written(members, entity, { self: 1 })));
      assertEquals(Object.keys(document), Object.keys(written(members, entity, { self: 1 })));
    }),
    { seed: 271, numRuns: times(500, 20_000) },
  );
});
