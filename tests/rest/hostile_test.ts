import { assertEquals } from "@std/assert";
import { ContainerModule, t } from "@espalier/espalier";
import { openDatabase, StatementListener } from "@espalier/espalier/data";
import fc from "fast-check";
import { hasPostgres, postgresUrl } from "../data/stores.ts";
import { times } from "../long.ts";
import { libraryApp, type LibraryOptions, send, writable } from "./library.ts";

const names = ["name", "born", "title", "published", "price", "inPrint", "kind", "tags", "author", "translator"];
const further = ["coAuthors", "publisher", "origin", "id", "version", "__proto__", "constructor"];
const plausible = fc.constantFrom<unknown>(
  "/authors/austen",
  null,
  [],
  1,
  true,
  "NOVEL",
  { city: "Bath" },
  { id: "hetzel", name: "Hetzel" },
  { id: "nobody", name: "Nobody" },
  "\u0000",
  "\ud800",
  1e30,
);
const body = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(fc.constantFrom(...names, ...further), fc.oneof(fc.jsonValue(), plausible)),
);
const target = fc.constantFrom(
  "POST /authors",
  "PUT /authors/somebody",
  "PATCH /authors/verne",
  "POST /books",
  "PUT /books/book-2",
  "PATCH /books/book-1",
  "PUT /books/book-1/author",
  "PATCH /books/book-1/coAuthors",
);
const type = fc.constantFrom("application/json", "application/json-patch+json", "application/merge-patch+json");
const id = fc.string({ unit: "binary" }).map((text) => encodeURIComponent(text.toWellFormed()));

/** Sends random bodies and ids; none may give a server error. */
async function assertUnharmed(options: LibraryOptions, runs: number): Promise<void> {
  await using app = await libraryApp({ ...writable, ...options });
  await fc.assert(
    fc.asyncProperty(target, body, type, async (to, json, contentType) => {
      const { status } = await send(app, to, { json, headers: { "content-type": contentType } });
      assertEquals(status < 500, true);
    }),
    { numRuns: runs, seed: 6 },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("GET", "DELETE", "HEAD", "OPTIONS"), id, async (method, text) => {
      const { status } = await send(app, `${method} /books/${text}`);
      assertEquals(status < 500, true);
    }),
    { numRuns: runs, seed: 6 },
  );
  assertEquals((await send(app, "/books/book-3")).status, 200);
}

Deno.test("C2.3 no body and no id is a server error", async () => {
  await assertUnharmed({}, times(300, 10_000));
});

Deno.test("C2.3 a URI that fills a body is read in one go", async () => {
  await using app = await libraryApp(writable);
  for (const filling of ["/", "{", "{}", "/{"]) {
    const text = `/authors/austen${filling.repeat(400_000)}x`;
    const { status } = await send(app, "PUT /books/book-1/author", {
      headers: { "content-type": "text/uri-list" },
      body: text,
    });
    assertEquals(status, 400, filling);
  }
});

Deno.test("C2.3 a long text that is nearly a number is refused at once, and numbers are read in every form", async () => {
  const searches = { findByPriceLessThan: { exported: true, params: { price: t.float }, path: "cheap" } };
  await using app = await libraryApp({ books: { searches } });
  const search = "/books/search/cheap?price=";
  for (const filling of ["1", "1.", ".1", "1e1", "+"]) {
    assertEquals((await send(app, `${search}${encodeURIComponent(filling.repeat(200_000))}x`)).status, 400, filling);
  }
  for (const number of ["11", "11.", ".5", "1.5e1", "%2B11.0"]) {
    assertEquals((await send(app, search + number)).status, 200, number);
  }
});

Deno.test("C2.3 however many URIs a body names, their items are found with one query", async () => {
  let statements = 0;
  const count = new ContainerModule(({ bind }) =>
    void bind(StatementListener).toConstantValue((text) => {
      if (/^select/i.test(text)) statements++;
    })
  );
  await using app = await libraryApp({ ...writable, more: [count] });
  const uris = (times: number) => Array.from({ length: times }, (_, i) => `/authors/${i % 2 ? "verne" : "austen"}`);
  const requests: ((times: number) => ReturnType<typeof send>)[] = [
    (times) =>
      send(app, "PUT /books/book-1/coAuthors", {
        headers: { "content-type": "text/uri-list" },
        body: uris(times).join("\n"),
      }),
    (times) => send(app, "PATCH /books/book-1", { json: { coAuthors: uris(times) } }),
  ];
  for (const request of requests) {
    // What is there already is read, too.
    await request(3);
    const needed: number[] = [];
    for (const times of [2, 2000]) {
      statements = 0;
      assertEquals((await request(times)).status, 204);
      needed.push(statements);
      const { body } = await send(app, "/books/book-1/coAuthors");
      assertEquals(body._embedded.authors.length, times);
    }
    assertEquals(needed[1], needed[0]);
  }
});

Deno.test({
  name: "C2.3 no body and no id is a server error on PostgreSQL",
  ignore: !hasPostgres,
  fn: async () => {
    const schema = `espalier_rest_${crypto.randomUUID().slice(0, 8)}`;
    await using admin = await openDatabase(postgresUrl, { maxConnections: 1 });
    await admin.execute(`create schema ${schema}`);
    try {
      await assertUnharmed({ url: postgresUrl, schema }, times(150, 5_000));
    } finally {
      await admin.execute(`drop schema ${schema} cascade`);
    }
  },
});
