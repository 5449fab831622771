import { assertEquals } from "@std/assert";
import halfred from "halfred";
import { Client, type State } from "ketting";
import traverson from "traverson";
import TraversonHalAdapter from "traverson-hal";
import { type Application, createApp, createContainer } from "@espalier/espalier";
import { features } from "../../examples/bookstore/features.ts";
import { libraryApp } from "./library.ts";

/** Serves an application for as long as a test needs it. */
function serve(app: Application): { url: string } & AsyncDisposable {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  return { url: `http://127.0.0.1:${server.addr.port}/`, [Symbol.asyncDispose]: () => server.shutdown() };
}

interface BookState {
  readonly title: string;
}

Deno.test("ketting walks from the index through pages, searches and items", async () => {
  await using app = await libraryApp();
  await using server = serve(app);
  const client = new Client(server.url);
  let page: State = await (await client.follow("books", { size: "5", sort: ["title,desc"] })).get();
  const titles: string[] = [];
  for (;;) {
    for (const item of page.followAll<BookState>("books")) titles.push((await item.get()).data.title);
    if (!page.links.has("next")) break;
    page = await (await page.follow("next")).get();
  }
  assertEquals(titles.map((title) => title.at(-1)).join(""), "LKJIHGFEDCBA");
  const search = await client.follow("books").follow("search").follow("byTitle", { title: "Title C" });
  const [third] = (await search.get()).followAll<BookState>("books");
  assertEquals((await third!.get()).data.title, "Title C");
  const author = await (await third!.follow<{ name: string }>("author")).get();
  assertEquals(author.data.name, "Jane Austen");
});

interface TraversonBuilder {
  from(url: string): TraversonBuilder;
  follow(...steps: string[]): TraversonBuilder;
  withTemplateParameters(parameters: unknown): TraversonBuilder;
  getResource(callback: (error: Error | null, document: Record<string, unknown>) => void): unknown;
}

const { registerMediaType, newRequest } = traverson as unknown as {
  registerMediaType(type: string, adapter: unknown): void;
  newRequest(): TraversonBuilder & { jsonHal(): TraversonBuilder };
};

function traverse(from: string, steps: string[], parameters: unknown[] = []): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    newRequest().jsonHal().from(from).follow(...steps).withTemplateParameters(parameters)
      .getResource((error, document) => error === null ? resolve(document) : reject(error));
  });
}

Deno.test("traverson walks from the index to an item's association", async () => {
  registerMediaType((TraversonHalAdapter as { mediaType: string }).mediaType, TraversonHalAdapter);
  await using app = await libraryApp();
  await using server = serve(app);
  const parameters = [null, { page: 0, size: 3, sort: "title,desc" }];
  const author = await traverse(server.url, ["books", "next", "books[1]", "author"], parameters);
  assertEquals(author.name, "Jules Verne");
  const searched = await traverse(server.url, ["books", "search", "findFirstByPublished"], [null, {}, null, {
    published: 1804,
  }]);
  assertEquals(searched.title, "Title E");
});

Deno.test("halfred reads every part of a page", async () => {
  await using app = await libraryApp();
  const response = await app.fetch(new Request("http://localhost/books?page=1&size=2&sort=title"));
  const parser = halfred as unknown as { enableValidation(): void; parse(document: unknown): HalfredResource };
  parser.enableValidation();
  const page = parser.parse(await response.json());
  const { self, next, prev } = page.allLinks();
  assertEquals([page.validationIssues(), self?.[0]?.templated, next?.[0]?.href, prev?.[0]?.href], [
    [],
    true,
    "http://localhost/books?page=2&size=2&sort=title",
    "http://localhost/books?page=0&size=2&sort=title",
  ]);
  assertEquals(page.embeddedArray("books").map((book) => book.title), ["Title C", "Title D"]);
});

interface HalfredResource extends Record<string, unknown> {
  allLinks(): Record<string, { href: string; templated: boolean }[]>;
  embeddedArray(relation: string): HalfredResource[];
  validationIssues(): unknown[];
}

Deno.test("ketting walks the bookstore from its index through pages, searches, items and back", async () => {
  const root = new URL("../../examples/bookstore/main.ts", import.meta.url);
  await using app = await createApp(createContainer(...features()), {
    root,
    properties: { logging: { level: "OFF" } },
  });
  await using server = serve(app);
  const client = new Client(server.url);
  let page = await (await client.follow("books", { size: "50", sort: ["published,desc", "title"] })).get();
  const seen = new Set<string>();
  for (;;) {
    for (const item of page.followAll<BookState>("books")) seen.add(item.uri);
    if (!page.links.has("next")) break;
    page = await (await page.follow("next")).get();
  }
  assertEquals(seen.size, page.data.page.totalElements);
  const emma = await client.follow<BookState>("books").follow("search").follow("findByTitleContainingIgnoreCase", {
    title: "EMMA",
  });
  const [found] = (await emma.get()).followAll<BookState>("books");
  const author = await (await found!.follow<{ name: string }>("author")).get();
  const books = await (await author.follow("books", { size: "1", sort: ["published"] })).get();
  const [first] = books.followAll<BookState>("books");
  assertEquals([author.data.name, (await first!.get()).data.title], ["Jane Austen", "Sense and Sensibility"]);
});
