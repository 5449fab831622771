import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { type Application, ContainerModule } from "@espalier/espalier";
import { StatementListener } from "@espalier/espalier/data";
import { onEachStore } from "./each_store.ts";
import { hrefs, libraryApp, type LibraryOptions, send } from "./library.ts";

const byKeys: LibraryOptions = {
  books: { paged: "keyset", filters: { kind: true }, writable: true, properties: { secret: { hidden: true } } },
  rest: { openApi: true },
};

// deno-lint-ignore no-explicit-any -- documents are looked into by their members
function lettersOf(body: any): string {
  return body._embedded.books.map(({ title }: { title: string }) => title.at(-1)).join("");
}

/** Follows a relation from page to page. */
async function walk(app: Application, start: string, rel: "next" | "prev"): Promise<string[]> {
  const pages: string[] = [];
  for (let href: string | undefined = start; href !== undefined;) {
    const { status, body } = await send(app, href);
    assertEquals([href, status, body.detail], [href, 200, undefined]);
    pages.push(lettersOf(body));
    href = body._links[rel]?.href;
  }
  return pages;
}

onEachStore("20.11 pages by keys are walked forward and backward, in every sort", byKeys, async (app) => {
  const sorts: readonly (readonly [query: string, sequence: string])[] = [
    ["sort=title", "ABCDEFGHIJKL"],
    ["sort=title,desc", "LKJIHGFEDCBA"],
    ["sort=published,desc", ""],
    ["sort=published&sort=title", ""],
    ["sort=kind&sort=addedAt,desc", "LJHFDBKIGECA"],
    ["sort=kind,title,desc,ignorecase", "KIGECALJHFDB"],
    ["sort=publisher.name&sort=title,desc", ""],
    ["sort=title&kind=NOVEL", "ACEGIK"],
    ["", ""],
  ];
  for (const [query, sequence] of sorts) {
    const numbered = lettersOf((await send(app, `/books?page=0&size=1000&${query}`)).body);
    if (sequence !== "") assertEquals([query, numbered], [query, sequence]);
    const forward = await walk(app, `/books?size=5&${query}`, "next");
    assertEquals([query, forward.join("")], [query, numbered]);
    const { last } = (await send(app, `/books?size=5&${query}`)).body._links;
    const backward = await walk(app, last.href, "prev");
    assertEquals([query, backward.toReversed().join("")], [query, numbered]);
  }
});

Deno.test("20.11 a page by keys links to its neighbours by cursors, and counts on demand", async () => {
  await using app = await libraryApp(byKeys);
  const first = await send(app, "/books?size=5&sort=title&kind=NOVEL");
  const { next, last, first: start, ...others } = hrefs(first.body);
  assertEquals([first.body.page, start, last, Object.keys(others)], [
    { size: 5 },
    "/books?kind=NOVEL&size=5&sort=title",
    "/books?kind=NOVEL&page%5Bbefore%5D=&size=5&sort=title",
    ["self", "profile", "search"],
  ]);
  assertMatch(next!, /^\/books\?kind=NOVEL&page%5Bafter%5D=[\w-]+&size=5&sort=title$/);
  const second = await send(app, first.body._links.next.href);
  assertEquals([lettersOf(second.body), Object.keys(second.body._links)], [
    "K",
    ["self", "first", "prev", "last", "profile", "search"],
  ]);
  assertEquals(lettersOf((await send(app, second.body._links.prev.href)).body), "ACEGI");
  const counted = await send(app, "/books?size=5&page%5Bcount%5D=true&kind=NOVEL");
  assertEquals(counted.body.page, { size: 5, totalElements: 6 });
  assertEquals((await send(app, "/books?page[count]=true&page[after]=")).body.page, { size: 20, totalElements: 12 });
  const numbered = await send(app, "/books?page=1&size=5&sort=title");
  assertEquals([lettersOf(numbered.body), numbered.body.page, hrefs(numbered.body).next], [
    "FGHIJ",
    { size: 5, totalElements: 12, totalPages: 3, number: 1 },
    "/books?page=2&size=5&sort=title",
  ]);
});

Deno.test("20.11 a page by keys is one statement, without a count and without an offset, wherever it stands", async () => {
  const statements: string[] = [];
  const listening = new ContainerModule(({ bind }) => {
    bind(StatementListener).toConstantValue((text) => void statements.push(text));
  });
  await using app = await libraryApp({ ...byKeys, size: 100, more: [listening] });
  const shapes = new Set<string>();
  let href: string | undefined = "/books?size=10&sort=title";
  for (let pages = 0; href !== undefined; pages++) {
    statements.length = 0;
    const { body }: { body: { _links: Record<string, { href: string }> } } = await send(app, href);
    const reads = statements.filter((sql) => /from "books?"/i.test(sql));
    assertEquals([pages, reads.length], [pages, 1], statements.join("\n"));
    assert(!/count\(|offset/i.test(reads[0]!), reads[0]);
    if (pages > 0) shapes.add(reads[0]!);
    href = body._links.next?.href;
  }
  assertEquals(shapes.size, 1);
});

Deno.test("20.11 what is filtered, paged by keys and projected is read in one statement, with its columns alone", async () => {
  const statements: string[] = [];
  const listening = new ContainerModule(({ bind }) => {
    bind(StatementListener).toConstantValue((text) => void statements.push(text));
  });
  const books = { ...byKeys.books, projections: { short: ["title"] }, filters: { "author.name": true } } as const;
  await using app = await libraryApp({ books, more: [listening] });
  for (const path of ["/books?size=3&sort=title", "/books?page=0&size=3&sort=title"]) {
    statements.length = 0;
    const { body } = await send(app, `${path}&projection=short&author.name.startsWith=Jane`);
    assertEquals(lettersOf(body), "ACE");
    assertEquals(statements.length, path.includes("page=0") ? 2 : 1, statements.join("\n"));
    assert(!/"price"|"published"|"tags"/.test(statements.join()), statements.join("\n"));
  }
});

Deno.test("20.11 items that are added or deleted behind a cursor move no page", async () => {
  await using app = await libraryApp(byKeys);
  const first = await send(app, "/books?size=5&sort=title");
  assertEquals(lettersOf(first.body), "ABCDE");
  // The cursor's own row goes, and one before it.
  assertEquals((await send(app, "DELETE /books/book-4")).status, 204);
  assertEquals((await send(app, "DELETE /books/book-1")).status, 204);
  const second = await send(app, first.body._links.next.href);
  assertEquals(lettersOf(second.body), "FGHIJ");
  assertEquals(lettersOf((await send(app, second.body._links.prev.href)).body), "ACD");
});

Deno.test("20.11 a cursor that was tampered with, or is of another sort, is 400", async () => {
  await using app = await libraryApp(byKeys);
  const next = (await send(app, "/books?size=2&sort=title")).body._links.next.href as string;
  const cursor = new URL(next).searchParams.get("page[after]")!;
  const encode = (value: unknown) =>
    btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const cursors = [
    "x",
    "%00",
    "🦕",
    cursor.slice(1),
    cursor.slice(0, -3),
    encode([]),
    encode({}),
    encode({ title: "A" }),
    encode({ title: { $date: "x" }, id: "book-1" }),
    encode({ title: "A\0", id: "book-1" }),
    encode({ secret: "secret 1", id: "book-1" }),
    encode({ __proto__: null, constructor: "x" }),
    "A".repeat(7000),
  ];
  for (const tampered of cursors) {
    for (const direction of ["after", "before"]) {
      const { status, body } = await send(app, `/books?page[${direction}]=${encodeURIComponent(tampered)}&sort=title`);
      assertEquals([tampered.slice(0, 30), status], [tampered.slice(0, 30), 400]);
      assertMatch(body.detail, /^Cannot read/);
    }
  }
  const mixed = [
    `page[after]=${cursor}&sort=published`,
    `page[after]=${cursor}&page[before]=${cursor}&sort=title`,
    `page[after]=${cursor}&page=1&sort=title`,
    `page[after]=${cursor}&page[after]=${cursor}&sort=title`,
  ];
  for (const query of mixed) assertEquals([query, (await send(app, `/books?${query}`)).status], [query, 400]);
  // A position that no item has is read on from all the same.
  const between = encode({ title: "Title Ca", id: "zzz" });
  assertEquals(lettersOf((await send(app, `/books?page[after]=${between}&sort=title&size=2`)).body), "DE");
  const behind = await send(app, `/books?page[after]=${encode({ title: "Z", id: "z" })}&sort=title&size=2`);
  assertEquals([lettersOf(behind.body), lettersOf((await send(app, behind.body._links.prev.href)).body)], ["", "KL"]);
});

Deno.test("20.11 sort keys that fit no address are refused, with what helps", async () => {
  await using app = await libraryApp(byKeys);
  const title = "x".repeat(10_000);
  assertEquals((await send(app, "PATCH /books/book-0", { json: { title } })).status, 204);
  const { status, body } = await send(app, "/books?size=1&sort=title,desc");
  assertEquals(status, 400);
  assertMatch(body.detail, /sort by shorter properties, or ask for pages by their numbers/);
  assertEquals((await send(app, "/books?size=1&sort=title,desc&page=0")).status, 200);
  assertEquals((await send(app, "/books?size=1&sort=published,desc")).status, 200);
});

Deno.test("20.11 pages by keys are described, and need a repository that scrolls", async () => {
  await using app = await libraryApp(byKeys);
  const { paths } = (await send(app, "/openapi.json")).body;
  const names = paths["/books"].get.parameters.flatMap(({ name = "" }) => name === "" ? [] : [name]);
  assertEquals(names, ["page[after]", "page[before]", "page[count]", "kind", "kind.ne", "kind.in", "kind.null"]);
  const uris = await send(app, "/books?size=2&sort=title", { headers: { accept: "text/uri-list" } });
  assertEquals(uris.body, "http://localhost/books/book-0\r\nhttp://localhost/books/book-1\r\n");
  await using plain = await libraryApp();
  assertEquals((await send(plain, "/books?page[after]=&size=5")).body.page.number, 0);
  const { Books } = await import("./library.ts");
  const scroll = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Books.prototype), "scroll")!;
  Object.defineProperty(Books.prototype, "scroll", { value: undefined, configurable: true });
  try {
    const error = await assertRejects(() => libraryApp(byKeys), Error);
    assertMatch(error.message, /Cannot page "Book" by keys as its repository must have scroll and scrollBy/);
  } finally {
    delete (Books.prototype as { scroll?: unknown }).scroll;
    assert(scroll !== undefined);
  }
});
