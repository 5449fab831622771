import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Application } from "@espalier/espalier";
import type { FilterOptions } from "@espalier/espalier/rest";
import { assertRejects } from "@std/assert";
import { parseTemplate } from "url-template";
import { onEachStore } from "./each_store.ts";
import { hrefs, libraryApp, type LibraryOptions, send } from "./library.ts";

const filters: FilterOptions = {
  title: true,
  published: true,
  inPrint: true,
  kind: true,
  tags: true,
  addedAt: ["gte", "lt"],
  author: true,
  "author.name": ["eq", "startsWith", "containsIgnoreCase"],
  translator: ["null"],
  coAuthors: ["eq"],
  "coAuthors.name": ["eq"],
  publisher: ["eq", "null"],
  "publisher.name": ["eq", "ne"],
  "origin.city": ["eq"],
};

const filtered: LibraryOptions = {
  books: { filters, properties: { secret: { hidden: true } }, projections: { short: ["title"] } },
};

/** A target with a space would begin with its method. */
function encoded(query: string): string {
  return query.replaceAll(" ", "%20");
}

/** The letters of the books that a query finds. */
async function letters(app: Application, query: string): Promise<string> {
  const { status, body } = await send(app, `/books?${encoded(query)}`);
  assertEquals([query, status, body.detail], [query, 200, undefined]);
  return body._embedded.books.map(({ title }: { title: string }) => title.at(-1)).join("");
}

const cases: readonly (readonly [query: string, found: string])[] = [
  ["title=Title C", "C"],
  ["title.ne=Title C", "ABDEFGHIJKL"],
  ["title.in=Title C&title.in=Title D", "CD"],
  ["title.contains=itle A", "A"],
  ["title.contains=ITLE A", ""],
  ["title.containsIgnoreCase=ITLE A", "A"],
  ["title.eqIgnoreCase=title b", "B"],
  ["title.startsWith=Title", "ABCDEFGHIJKL"],
  ["title.startsWith=%25", ""],
  ["title.endsWith=L", "L"],
  ["title=", ""],
  ["title.gte=Title K", "KL"],
  ["published=1803", "D"],
  ["published.gte=1808", "IJK"],
  ["published.gte=1803&published.lt=1805", "DE"],
  ["published.null=true", "L"],
  ["published.null=false&published.lte=1800", "A"],
  ["inPrint=true", "ACEGIK"],
  ["kind=ESSAY&inPrint=false&published.gt=1808", "J"],
  ["kind.in=ESSAY&kind.in=NOVEL", "ABCDEFGHIJKL"],
  ["tags=tag 4", "E"],
  ["tags.empty=true", ""],
  ["addedAt.gte=2026-01-11T00:00:00Z", "KL"],
  ["addedAt.lt=2026-01-02", "A"],
  ["author=/authors/verne", "BDFHJL"],
  ["author=http://localhost/authors/verne&published.lt=1802", "B"],
  ["author.name=Jane Austen&published.lt=1803", "AC"],
  ["author.name.startsWith=Jules", "BDFHJL"],
  ["author.name.containsIgnoreCase=AUSTEN&kind=NOVEL&published.gte=1808", "IK"],
  ["author.null=true", ""],
  ["translator.null=false", "A"],
  ["coAuthors=/authors/anonymous", "A"],
  ["coAuthors.name=Jules Verne", "A"],
  ["publisher=egerton", "AC"],
  ["publisher.null=true", "EFGHIJKL"],
  ["publisher.name=Hetzel", "BD"],
  ["publisher.name.ne=Hetzel", "AC"],
  ["origin.city=Bath", "A"],
];

onEachStore("20.11 each filter finds what its name says", filtered, async (app) => {
  for (const [query, found] of cases) assertEquals([query, await letters(app, `${query}&sort=title`)], [query, found]);
});

const refused: readonly (readonly [query: string, detail: RegExp])[] = [
  ["secret=secret 1", /"secret" as it must be a parameter that the collection takes: current value/],
  ["nothing=secret 1", /"nothing" as it must be a parameter that the collection takes: current value/],
  ["secret.startsWith=s", /"secret.startsWith" as it must be a parameter that the collection takes/],
  ["titel=Emma", /"titel" .* \(did you mean "title"\?\)/],
  ["price=10", /"price" as it must be a parameter that the collection takes/],
  ["author.born=1775", /"author.born" as it must be a parameter/],
  ["author.name.gte=A", /"author.name.gte" as it must be a parameter/],
  ["version=0", /"version" as it must be a parameter/],
  ["published=abc", /"published" as it must be an integer of 32 bits: current value is "abc"/],
  ["published=", /"published" as it must be an integer/],
  ["published=1.5", /"published" as it must be an integer/],
  ["published=99999999999", /"published" as it must be an integer/],
  ["published.gte=null", /"published.gte" as it must be an integer/],
  ["published.null=maybe", /"published.null" as it must be true or false/],
  ["kind=POEM", /"kind" as it must be one of "NOVEL", "ESSAY"/],
  ["inPrint=1", /"inPrint" as it must be true or false/],
  ["addedAt.gte=yesterday", /"addedAt.gte" as it must be a date and time/],
  ["title=a&title=b", /"title" as it must be there once: "title.in" takes several values: current value is "b"/],
  ["published.gte=1&published.gte=2", /"published.gte" as it must be there once: "published.in" takes/],
  ["author=verne", /"author" as it must be the URI of an item of "authors"/],
  ["author=/books/book-1", /"author" as it must be the URI of an item of "authors"/],
  ["title[]=a", /"title\[\]" as it must be a parameter/],
  ["__proto__=a", /"__proto__" as it must be a parameter/],
  ["page[after]=", /"page\[after\]" as it must be a parameter/],
  [`title.in=${Array(101).fill("a").join("&title.in=")}`, /"title.in" as it must have 100 values at most/],
  ["published.gte=1800&titel=a&price=1", /"titel"/],
];

Deno.test("20.11 a filter that is not allowed, or can't be read, is 400 and says what is wrong", async () => {
  await using app = await libraryApp(filtered);
  for (const [query, detail] of refused) {
    const { status, headers, body } = await send(app, `/books?${encoded(query)}`);
    assertEquals([query, status, headers.get("content-type")], [query, 400, "application/problem+json"]);
    assertMatch(body.detail, detail);
  }
  const { errors } = (await send(app, "/books?published.gte=1800&titel=a&price=1")).body;
  assertEquals(errors.map(({ parameter }: { parameter: string }) => parameter), ["titel", "price"]);
  const many = Array.from({ length: 5000 }, (_, i) => `unknown${i}=1`).join("&");
  assertEquals((await send(app, `/books?${many}`)).body.errors.length, 100);
  const long = "x".repeat(5000);
  assertEquals((await send(app, `/books?title=${long}`)).body.page.totalElements, 0);
  assertEquals((await send(app, `/books?${long}=1`)).body.detail.length < 600, true);
});

Deno.test("20.11 filters combine with sort, pages and projections, and survive paging", async () => {
  await using app = await libraryApp(filtered);
  const first = await send(app, "/books?kind=NOVEL&sort=title,desc&size=4&projection=short");
  assertEquals(first.body.page, { size: 4, totalElements: 6, totalPages: 2, number: 0 });
  assertEquals(hrefs(first.body).next, "/books?kind=NOVEL&projection=short&page=1&size=4&sort=title,desc");
  const next = await send(app, first.body._links.next.href);
  assertEquals(next.body._embedded.books.map(({ title }: { title: string }) => title), ["Title C", "Title A"]);
  const uris = await send(app, "/books?kind=NOVEL&published.lt=1803", { headers: { accept: "text/uri-list" } });
  assertEquals(uris.body, "http://localhost/books/book-0\r\nhttp://localhost/books/book-2\r\n");
});

Deno.test("20.11 a client fills filters into the template of the index, and OpenAPI describes them", async () => {
  await using app = await libraryApp({ ...filtered, rest: { openApi: true } });
  const { href } = (await send(app, "/")).body._links.books;
  assertMatch(href, /^http:\/\/localhost\/books\{\?page,size,sort\*,projection,title,title\.ne,title\.in\*,/);
  const expanded = parseTemplate(href).expand({ "title.in": ["Title A", "Title B"], "published.gte": 1801, sort: [] });
  assertEquals((await send(app, expanded)).body._embedded.books.length, 1);
  const { self } = (await send(app, "/books?kind=NOVEL")).body._links;
  assert(self.href.startsWith("http://localhost/books?kind=NOVEL{&page,size,sort*,projection,title,"));
  const { parameters } = (await send(app, "/openapi.json")).body.paths["/books"].get;
  const schemas = new Map(
    parameters.map(({ name, schema }: { name: string; schema: object }) => [name, schema]),
  );
  const integer = { type: "integer", minimum: -2147483648, maximum: 2147483647 };
  assertEquals([schemas.get("published.gte"), schemas.get("published.in"), schemas.get("published.null")], [
    integer,
    { type: "array", items: integer },
    { type: "boolean" },
  ]);
  assertEquals(schemas.get("author"), { type: "string", format: "uri-reference" });
  assertEquals([...schemas.keys()].filter((name) => String(name).includes("secret")), []);
});

Deno.test("20.11 a filter stands at its collection alone", async () => {
  await using app = await libraryApp(filtered);
  const search = await send(app, "/books/search/by-title?title=Title&published.gte=1808");
  assertEquals(search.status, 400);
  assertMatch(search.body.detail, /"published.gte" as it filters the collection "books" alone/);
  assertEquals((await send(app, "/books/search/by-title?title=Title%20B")).body.page.totalElements, 1);
  // A collection without filters takes any parameter, as it did.
  assertEquals((await send(app, "/authors?campaign=spring")).status, 200);
});

Deno.test("20.11 a filter that would lead nowhere, or to what is hidden, fails the start", async () => {
  const start = (options: FilterOptions, books: LibraryOptions["books"] = {}) =>
    assertRejects(() => libraryApp({ books: { ...filtered.books, ...books, filters: options } }), Error);
  const messages: readonly (readonly [FilterOptions, RegExp])[] = [
    [
      { titel: true },
      /Cannot filter "Book" by "titel" as it must name a property that documents show: did you mean "title"/,
    ],
    [{ secret: true }, /by "secret" as it must name a property that documents show/],
    [{ version: true }, /by "version" as it must not name the version/],
    [{ origin: true }, /by "origin" as it must name a single value/],
    [{ "title.length": true }, /by "title.length" as it must not lead through "title"/],
    [{ "author.nme": true }, /did you mean "author.name"/],
    [{ inPrint: ["contains"] }, /must be compared by one of "eq", "ne", "null": current value is "contains"/],
  ];
  for (const [options, message] of messages) assertMatch((await start(options)).message, message);
  const hidden = await assertRejects(
    () =>
      libraryApp({ books: { filters: { "author.name": true } }, authors: { properties: { name: { hidden: true } } } }),
    Error,
  );
  assertMatch(hidden.message, /must name a property that documents show/);
});
