import { assertEquals } from "@std/assert";
import { z } from "zod";
import { libraryApp, type LibraryOptions, send } from "./library.ts";

const forms = { headers: { accept: "application/prs.hal-forms+json" } };

const options: LibraryOptions = {
  books: {
    writable: true,
    filters: { kind: ["eq"], "published": ["gte", "null"] },
    properties: { secret: { hidden: true }, addedAt: { readOnly: true }, author: { title: "Who wrote it" } },
    validation: z.object({
      title: z.string().min(2).max(100).regex(/^[A-Z]/),
      price: z.number().min(0).max(1000).multipleOf(0.5),
      published: z.int().min(1400).nullable(),
    }),
  },
  authors: { writable: { create: true, delete: true } },
};

Deno.test("20.11 HAL-FORMS: an item's form holds fields from description and validator, and the current values", async () => {
  await using app = await libraryApp(options);
  const { status, headers, body } = await send(app, "/books/book-0", forms);
  assertEquals([status, headers.get("content-type"), headers.get("vary"), Object.keys(body._templates)], [
    200,
    "application/prs.hal-forms+json",
    "accept",
    ["default", "delete"],
  ]);
  const target = "http://localhost/books/book-0";
  const link = { href: "http://localhost/authors", type: "text/uri-list" };
  assertEquals(body._templates, {
    default: {
      method: "PATCH",
      target,
      contentType: "application/json",
      properties: [
        { name: "title", type: "text", regex: "^[A-Z]", minLength: 2, maxLength: 100, value: "Title A" },
        { name: "published", type: "number", min: 1400, max: 2147483647, step: 1, value: 1800 },
        { name: "price", type: "number", min: 0, max: 1000, step: 0.5, value: 10 },
        { name: "inPrint", type: "checkbox", value: true },
        { name: "kind", options: { inline: ["NOVEL", "ESSAY"], maxItems: 1 }, value: "NOVEL" },
        {
          name: "author",
          prompt: "Who wrote it",
          options: { link, maxItems: 1 },
          value: "http://localhost/authors/austen",
        },
        { name: "translator", options: { link, maxItems: 1 }, value: "http://localhost/authors/anonymous" },
        {
          name: "coAuthors",
          options: { link, selectedValues: ["http://localhost/authors/verne", "http://localhost/authors/anonymous"] },
        },
        { name: "addedAt", type: "datetime-local", readOnly: true, value: "2026-01-01T00:00:00.000Z" },
      ],
    },
    delete: { method: "DELETE", target, properties: [] },
  });
  const plain = await send(app, "/books/book-0");
  assertEquals([plain.headers.get("content-type"), plain.body._templates], ["application/hal+json", undefined]);
  const { _templates, ...document } = body;
  assertEquals(document, plain.body);
});

Deno.test("20.11 HAL-FORMS: a collection's forms create and filter, its searches are forms, too", async () => {
  await using app = await libraryApp(options);
  const { body } = await send(app, "/books?size=1", forms);
  assertEquals(Object.keys(body._templates), ["default", "filter"]);
  const { default: create, filter } = body._templates;
  const required = create.properties.filter((field: { required?: boolean }) => field.required === true);
  assertEquals([create.method, create.target, required.map(({ name }: { name: string }) => name)], [
    "POST",
    "http://localhost/books",
    ["title", "published", "price", "inPrint", "kind", "author"],
  ]);
  assertEquals(filter, {
    method: "GET",
    target: "http://localhost/books",
    properties: [
      { name: "kind", options: { inline: ["NOVEL", "ESSAY"], maxItems: 1 } },
      { name: "published.gte", type: "number", min: -2147483648, max: 2147483647, step: 1 },
      { name: "published.null", type: "checkbox" },
    ],
  });
  assertEquals(Object.keys(body._embedded.books[0]._templates), ["default", "delete"]);
  const searches = (await send(app, "/books/search", forms)).body._templates;
  assertEquals(searches.byTitle, {
    method: "GET",
    target: "http://localhost/books/search/by-title",
    properties: [{ name: "title", type: "text" }],
  });
  assertEquals(searches.findByAuthor.properties, [{ name: "author", type: "url" }]);
});

Deno.test("20.11 HAL-FORMS: forms offer what the export allows, and nothing else", async () => {
  await using app = await libraryApp(options);
  const author = (await send(app, "/authors/austen", forms)).body;
  assertEquals(Object.keys(author._templates), ["default"]);
  assertEquals(author._templates.default.method, "DELETE");
  await using reading = await libraryApp();
  for (const path of ["/", "/books", "/books/book-0", "/books/book-0/author", "/books/book-0/coAuthors"]) {
    const { status, headers, body } = await send(reading, path, forms);
    assertEquals([path, status, headers.get("content-type")], [path, 200, "application/prs.hal-forms+json"]);
    assertEquals([path, body._templates], [path, {}]);
  }
  assertEquals(
    (await send(app, "/books", { headers: { accept: "application/prs.hal-forms+json;q=0.5, */*" } })).headers
      .get("content-type"),
    "application/hal+json",
  );
});

Deno.test("20.11 HAL-FORMS: the form of a page, sent as it was filled in, changes nothing else", async () => {
  await using app = await libraryApp(options);
  const before = (await send(app, "/books/book-0")).body;
  const { default: { properties, method, target } } = (await send(app, "/books/book-0", forms)).body._templates;
  const json = Object.fromEntries(
    properties.map(({ name, value, options: choice }: Field) => [name, value ?? choice?.selectedValues]),
  );
  assertEquals((await send(app, `${method} ${target}`, { ...forms, json })).status, 200);
  assertEquals((await send(app, "/books/book-0")).body, before);
  assertEquals((await send(app, "/books/book-0/coAuthors")).body._embedded.authors.length, 2);
});

Deno.test("20.11 HAL-FORMS: an item has its form wherever it stands, with the values that its document does not show", async () => {
  await using app = await libraryApp({ authors: { writable: true }, books: options.books!, size: 3 });
  const formOf = (document: { _templates: { default: { properties: Field[] } } }) =>
    Object.fromEntries(document._templates.default.properties.map(({ name, value }) => [name, value]));
  const austen = { name: "Jane Austen", born: 1775 };
  assertEquals(formOf((await send(app, "/books/book-0/author", forms)).body), austen);
  const [verne] = (await send(app, "/books/book-0/coAuthors", forms)).body._embedded.authors;
  assertEquals(formOf(verne), { name: "Jules Verne", born: 1828 });
  assertEquals(formOf((await send(app, "/books/book-0/coAuthors/verne", forms)).body), formOf(verne));
  for (
    const search of ["by-title?title=Title%20A", "findByKindIn?kinds=NOVEL", "findByAuthor?author=/authors/austen"]
  ) {
    const [book] = (await send(app, `/books/search/${search}`, forms)).body._embedded.books;
    assertEquals([search, formOf(book).author], [search, "http://localhost/authors/austen"]);
  }
  const one = (await send(app, "/books/search/findFirstByPublished?published=1800", forms)).body;
  assertEquals(formOf(one).translator, "http://localhost/authors/anonymous");
});

interface Field {
  readonly name: string;
  readonly value?: unknown;
  readonly options?: { readonly selectedValues?: unknown };
}
