import { assertEquals } from "@std/assert";
import type { Application } from "@espalier/espalier";
import fc from "fast-check";
import { parseTemplate } from "url-template";
import { times } from "../long.ts";
import { libraryApp, type LibraryOptions, send } from "./library.ts";

const values = {
  page: 0,
  size: 2,
  sort: ["title,desc", "published"],
  projection: "short",
  title: "Title",
  kinds: ["NOVEL", "ESSAY"],
  author: "/authors/austen",
  published: 1803,
  inPrint: true,
};

// deno-lint-ignore no-explicit-any -- documents are looked into by their members
function linksIn(document: any): string[] {
  if (typeof document !== "object" || document === null) return [];
  const own = Object.values(document._links ?? {}).flat().map((link) => (link as { href: string }).href);
  return [...own, ...Object.values(document).flatMap(linksIn)];
}

/** Follows every link from a start until no new one is found. */
async function walk(app: Application, start: string): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  const open = [start];
  for (let uri = open.pop(); uri !== undefined; uri = open.pop()) {
    if (seen.has(uri)) continue;
    const { status, body } = await send(app, uri);
    seen.set(uri, status);
    // Each template, with everything and with only what it can't do without.
    for (const href of linksIn(body)) {
      const { title, kinds, author, published, inPrint } = values;
      const template = parseTemplate(href);
      open.push(template.expand(values), template.expand({ title, kinds, author, published, inPrint }));
    }
  }
  return seen;
}

for (const links of ["templated", "canonical"] as const) {
  Deno.test(`C1.2 C1.3 every ${links} link leads to an answer`, async () => {
    const options: LibraryOptions = {
      books: { projections: { short: ["title", "author.name"] }, excerpt: "short" },
      authors: { projections: { short: ["name"] } },
      rest: { links, defaultPageSize: 5 },
    };
    await using app = await libraryApp(options);
    const seen = await walk(app, "http://localhost/");
    assertEquals([...seen].filter(([, status]) => status !== 200), []);
    assertEquals(seen.size > 50, true);
  });
}

async function idsByNext(app: Application, first: string): Promise<string[]> {
  const ids: string[] = [];
  for (let uri: string | undefined = first; uri !== undefined;) {
    const { body } = await send(app, uri);
    ids.push(...body._embedded.books.map((book: { _links: { self: { href: string } } }) => book._links.self.href));
    const next = body._links.next;
    uri = next === undefined ? undefined : parseTemplate(next.href).expand({});
  }
  return ids;
}

const sortText = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.array(
    fc.constantFrom(
      "title",
      "price",
      "kind",
      "publisher.name",
      "origin_city",
      "Published",
      "inPrint",
      "x",
      "asc",
      "desc",
      "ignorecase",
      "",
      ".",
    ),
    { maxLength: 5 },
  )
    .map((pieces) => pieces.join(",")),
);

Deno.test("C2.3 C3.3 whatever the query, walking next visits each item once and nothing fails", async () => {
  await using app = await libraryApp();
  const all = (await idsByNext(app, "/books")).toSorted();
  const sizes = fc.oneof(fc.integer({ min: -2, max: 15 }).map(String), fc.string());
  await fc.assert(
    fc.asyncProperty(fc.array(sortText, { maxLength: 3 }), sizes, async (sorts, size) => {
      const query = [
        `size=${encodeURIComponent(size.toWellFormed())}`,
        ...sorts.map((sort) => `sort=${encodeURIComponent(sort.toWellFormed())}`),
      ];
      assertEquals((await idsByNext(app, `/books?${query.join("&")}`)).toSorted(), all);
    }),
    { numRuns: times(60, 1_000), seed: 6 },
  );
});

Deno.test("C2.3 no query string is a server error", async () => {
  await using app = await libraryApp();
  const paths = [
    "/books",
    "/books/book-1",
    "/books/search/by-title",
    "/books/search/findByKindIn",
    "/books/search/findByAuthor",
    "/books/book-0/coAuthors",
  ];
  const name = fc.constantFrom("page", "size", "sort", "projection", "title", "kinds", "author");
  const value = fc.oneof(
    fc.string({ unit: "binary" }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.stringMatching(/^[%a-fA-F0-9&=+,.{}'"<>|\\^`~;:@-]{0,12}$/),
    sortText.map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom(
      "-1",
      "0",
      "2147483647",
      "2147483648",
      "99999999999999999999",
      "1e9",
      "NaN",
      "__proto__",
      "constructor",
      "%00",
      "%ff",
    ),
  );
  const query = fc.array(fc.tuple(name, value), { maxLength: 6 }).map((pairs) =>
    pairs.map((pair) => pair.join("=")).join("&")
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), query, async (path, search) => {
      const { status } = await send(app, `${path}?${search}`);
      if (status !== 200 && status !== 404 && status !== 400) throw new Error(`${path}?${search} gives ${status}`);
      // No store can hold a NUL character or half of a surrogate pair.
      if (status === 400 && !path.includes("search") && !/%00|%ed%[ab]/i.test(search)) {
        throw new Error(`${path}?${search} is refused`);
      }
    }),
    { numRuns: times(300, 10_000), seed: 6 },
  );
});
