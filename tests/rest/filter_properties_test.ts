import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { times } from "../long.ts";
import { libraryApp, type LibraryOptions, send } from "./library.ts";

const options: LibraryOptions = {
  books: {
    paged: "keyset",
    filters: { title: true, published: true, kind: true, inPrint: true, tags: true, author: true, "author.name": true },
    properties: { secret: { hidden: true } },
  },
};

interface BookDocument {
  readonly title: string;
  readonly published: number | null;
  readonly kind: string;
  readonly inPrint: boolean;
  readonly tags: readonly string[];
}

/** A filter as a query, and the same by hand. */
interface Filtering {
  readonly query: string;
  readonly holds: (book: BookDocument) => boolean;
}

function filtering(parameter: string, value: unknown, holds: Filtering["holds"]): Filtering {
  return { query: `${parameter}=${encodeURIComponent(String(value))}`, holds };
}

const years = fc.integer({ min: 1798, max: 1813 });
const titles = fc.constantFrom<string[]>("Title A", "Title F", "title f", "Title L", "Title", "itle", "%", "Z", "");
const kinds = fc.constantFrom("NOVEL", "ESSAY");
const filterings: fc.Arbitrary<Filtering> = fc.oneof(
  years.map((year) => filtering("published.gte", year, ({ published: p }) => p !== null && p >= year)),
  years.map((year) => filtering("published.lt", year, ({ published: p }) => p !== null && p < year)),
  years.map((year) => filtering("published.ne", year, ({ published: p }) => p !== null && p !== year)),
  fc.boolean().map((flag) => filtering("published.null", flag, ({ published: p }) => (p === null) === flag)),
  fc.boolean().map((flag) => filtering("inPrint", flag, ({ inPrint }) => inPrint === flag)),
  kinds.map((other) => filtering("kind.ne", other, ({ kind }) => kind !== other)),
  fc.integer({ min: 0, max: 13 }).map((n) => filtering("tags", `tag ${n}`, ({ tags }) => tags.includes(`tag ${n}`))),
  titles.map((text) => filtering("title.startsWith", text, ({ title }) => title.startsWith(text))),
  titles.map((text) => filtering("title.contains", text, ({ title }) => title.includes(text))),
  titles.map((text) => filtering("title.gt", text, ({ title }) => title > text)),
  fc.uniqueArray(titles, { minLength: 1, maxLength: 3 }).map((texts): Filtering => ({
    query: texts.map((text) => `title.in=${encodeURIComponent(text)}`).join("&"),
    holds: ({ title }) => texts.includes(title),
  })),
);

/** Filters of different parameters: a repeated one is refused. */
const combinations = fc.uniqueArray(filterings, { maxLength: 3, selector: ({ query }) => query.split("=", 1)[0] });
const sorts = fc.constantFrom("title", "title,desc", "published", "published,desc", "kind&sort=title,desc", "inPrint");

Deno.test("20.11 a walk by keys over a filtered collection visits each match once, in the sequence of its sort", async () => {
  await using app = await libraryApp(options);
  const all: BookDocument[] = (await send(app, "/books?page=0&size=100")).body._embedded.books;
  await fc.assert(
    fc.asyncProperty(combinations, sorts, fc.integer({ min: 1, max: 5 }), async (combination, sort, size) => {
      const query = [...combination.map((one) => one.query), `sort=${sort}`].join("&");
      const seen: string[] = [];
      for (let href: string | undefined = `/books?${query}&size=${size}`; href !== undefined;) {
        const { status, body } = await send(app, href);
        assertEquals([href, status], [href, 200]);
        seen.push(...body._embedded.books.map(({ title }: BookDocument) => title));
        href = body._links.next?.href;
      }
      const expected = all.filter((book) => combination.every(({ holds }) => holds(book))).map(({ title }) => title);
      assertEquals(seen.toSorted(), expected.toSorted(), query);
      const numbered = await send(app, `/books?${query}&page=0&size=100`);
      assertEquals(seen, numbered.body._embedded.books.map(({ title }: BookDocument) => title), query);
    }),
    { numRuns: times(40, 2_000), seed: 20 },
  );
});

Deno.test("20.11 no filter and no cursor is a server error", async () => {
  await using app = await libraryApp({ ...options, size: 3 });
  const names = fc.oneof(
    fc.constantFrom(
      "title",
      "published.gte",
      "author",
      "author.name.in",
      "tags",
      "kind.null",
      "page[after]",
      "page[before]",
    ),
    fc.constantFrom("page", "size", "sort", "page[count]", "secret", "author.secret", "__proto__", "title.", ".title"),
    fc.string({ unit: "binary", maxLength: 12 }),
  );
  const cursors = fc.json({ maxDepth: 2 }).map((json) => btoa(encodeURIComponent(json)));
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.constantFrom("title,desc", "1800", "-1", "1e999", "null", "[]", "{}", "/authors/austen", "/authors/%00", "true"),
    cursors,
    fc.base64String({ maxLength: 40 }),
  );
  const queries = fc.array(fc.tuple(names, texts), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(queries, async (pairs) => {
      const query = pairs.map(([name, text]) => `${encode(name)}=${encode(text)}`).join("&");
      const { status } = await send(app, `/books?${query}`);
      assert(status === 200 || status === 400, `${status} ${query}`);
    }),
    { numRuns: times(120, 10_000), seed: 20 },
  );
});

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
