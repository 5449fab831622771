import { assertEquals, assertStringIncludes } from "@std/assert";
import { BookstoreCopy } from "../../consumers/bookstore_copy.ts";

const probe = `
import { createApp, createContainer } from "@espalier/espalier";
import { features } from "./features.ts";
const properties = { logging: { level: "OFF" } } as const;
await using app = await createApp(createContainer(...features("sqlite::memory:")), { root: import.meta.url, properties });
const ask = async (path: string, init?: RequestInit) => await (await app.fetch(new Request("http://localhost" + path, init))).json();
const body = JSON.stringify({ query: '{ book(id: "pg1342") { title pages } }' });
const { data } = await ask("/graphql", { method: "POST", headers: { "content-type": "application/json" }, body });
const { title, pages } = await ask("/books/pg1342");
console.log(JSON.stringify({ graphQl: data.book, rest: { title, pages } }));
`;

Deno.test("a new field of an entity that is shown over GraphQL and REST is two edits", async () => {
  using bookstore = new BookstoreCopy();
  const framework = "jsr:@espalier/espalier@^0.1.0";
  // The two edits: a line of the entity, and a line of the schema.
  bookstore.edit("catalog/book.ts", "  language: t.string,\n", "  pages: t.default(t.int, 250),\n");
  bookstore.edit("graphql/catalog.graphqls", "  published: Int!\n", "  pages: Int!\n");

  await bookstore.run("task", "types");
  const files = ["--entities", "seed/seed_database.ts", "--detection", "explicitly-declared"];
  const database = ["--database", "sqlite:shop.db"];
  await bookstore.run("run", "-A", `${framework}/migrate`, "run", ...database, ...files.slice(2));
  const fill = ["--fill", "books.pages=250"];
  const written = await bookstore.run(
    "run",
    "-A",
    `${framework}/migrate`,
    "diff",
    "pages",
    ...database,
    ...files,
    ...fill,
  );
  assertStringIncludes(written, "/catalog/migrations/0003_pages.sql");
  await Deno.writeTextFile(`${bookstore.folder}/probe.ts`, probe);
  await bookstore.run("check", "main.ts", "probe.ts");
  const shown = { title: "Pride and Prejudice", pages: 250 };
  assertEquals(JSON.parse((await bookstore.run("run", "-A", "--no-check", "probe.ts")).trim().split("\n").at(-1)!), {
    graphQl: shown,
    rest: shown,
  });
});

Deno.test("entity and schema are checked against each other: by the compiler, and by the inspection where one lacks a field", async () => {
  using bookstore = new BookstoreCopy();
  bookstore.edit("graphql/catalog.graphqls", "  published: Int!\n", "  pages: Int!\n");
  await bookstore.run("task", "types");
  const inspected = await bookstore.deno("run", "-A", "jsr:@espalier/espalier@^0.1.0/inspect", "features.ts");
  assertEquals(inspected.success, false);
  assertStringIncludes(inspected.output, 'Book.pages has no data fetcher and the class "Book" has no such property');

  bookstore.edit("catalog/book.ts", "  language: t.string,\n", "  pages: t.default(t.nullable(t.int), null),\n");
  const checked = await bookstore.deno("check", "main.ts");
  assertEquals(checked.success, false);
  assertStringIncludes(checked.output, "Book.pages must not be null in its class");
});
