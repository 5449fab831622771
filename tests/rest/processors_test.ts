import { assert, assertEquals, assertMatch } from "@std/assert";
import { ContainerModule } from "@espalier/espalier";
import {
  Curie,
  type ItemModel,
  type ModelContext,
  type RepresentationModel,
  RepresentationModelProcessor,
} from "@espalier/espalier/rest";
import { ResponseStatusError } from "@espalier/espalier/http";
import { Author, Authors, Book, hrefs, libraryApp, type LibraryOptions, send } from "./library.ts";

type Items = readonly ItemModel<Book>[];

/** A processor of books made of its methods. */
function processor(methods: Partial<RepresentationModelProcessor<Book>>): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(RepresentationModelProcessor).toConstantValue({ entityType: () => Book, ...methods });
  });
}

const forms = { headers: { accept: "application/prs.hal-forms+json" } };
const hidden: LibraryOptions["books"] = { properties: { secret: { hidden: true } } };

Deno.test("20.11 processors add links, embedded values and actions to the items of a page in one call", async () => {
  const calls: number[] = [];
  const adding = new ContainerModule(({ bind }) => {
    bind(RepresentationModelProcessor).toResolvedValue((authors): RepresentationModelProcessor<Book> => ({
      entityType: () => Book,
      async processItems(items: Items, { href, signal }: ModelContext) {
        calls.push(items.length);
        // One query for all items of the page.
        const all = new Map((await authors.findAllById(["austen", "verne"], { signal })).map((one) => [one.id, one]));
        for (const item of items) {
          item.addLink("twin", href(Author, item.entity.author.id));
          item.addLink("cover", { href: `${item.href}/cover{?width}`, title: "Cover" });
          item.embed("writer", all.get(item.entity.author.id));
          item.embed("facts", { secretLength: item.entity.secret?.length ?? 0, big: 10n });
          if (item.entity.inPrint) item.addAction("order", { method: "POST", target: "order", title: "Order" });
        }
      },
    }), [Authors]);
  });
  await using app = await libraryApp({ books: { ...hidden, writable: true }, more: [adding] });
  const { body } = await send(app, "/books?size=3&sort=title");
  const [first, second] = body._embedded.books;
  assertEquals([calls, hrefs(first).twin, first._links.cover, first._links.order], [
    [3],
    "/authors/austen",
    { href: "http://localhost/books/book-0/cover{?width}", templated: true, title: "Cover" },
    { href: "http://localhost/books/book-0/order", title: "Order" },
  ]);
  assertEquals([second._links.order, first._templates], [undefined, undefined]);
  assertEquals(first._embedded.facts, { secretLength: 8, big: 10 });
  assertEquals([first._embedded.writer.name, hrefs(first._embedded.writer).self], ["Jane Austen", "/authors/austen"]);
  const one = await send(app, "/books/book-0");
  assertEquals(one.body._embedded, first._embedded);
  const found = await send(app, "/books/search/findByKindIn?kinds=ESSAY&size=2");
  assertEquals(found.body._embedded.books.map((book: { _links: object }) => "twin" in book._links), [true, true]);
  assertEquals(calls, [3, 1, 2]);
  // What an item refers to stands in the document of another, and is not processed.
  assertEquals("twin" in (await send(app, "/authors/austen")).body._links, false);
  const written = await send(app, "PATCH /books/book-0", { ...forms, json: { title: "New" } });
  assertEquals([written.status, "twin" in written.body._links], [200, true]);
});

Deno.test("20.11 processors add to collections and to the index, and know the request", async () => {
  const seen: string[] = [];
  await using app = await libraryApp({
    books: hidden,
    more: [processor({
      processCollection(model: RepresentationModel, { request }: ModelContext) {
        seen.push(new URL(request.url).pathname);
        model.addLink("feed", `${model.href}.atom`);
        model.embed("newest", []);
        model.addAction("import", {
          method: "POST",
          target: "import",
          fields: [{ name: "url", type: "url", required: true }],
        });
      },
      processRoot(model: RepresentationModel, { href }: ModelContext) {
        model.addLink("start", href(Book));
        model.embed("status", { healthy: true });
      },
    })],
  });
  const { body } = await send(app, "/books", forms);
  assertEquals([hrefs(body).feed, hrefs(body).import, body._templates.import], ["/books.atom", "/books/import", {
    method: "POST",
    target: "http://localhost/books/import",
    contentType: "application/json",
    properties: [{ name: "url", type: "url", required: true }],
  }]);
  const root = (await send(app, "/")).body;
  assertEquals([hrefs(root).start, root._embedded, "_templates" in root], [
    "/books",
    { status: { healthy: true } },
    false,
  ]);
  assertEquals("feed" in (await send(app, "/authors")).body._links, false);
  assertEquals(seen, ["/books"]);
});

Deno.test("20.11 what several processors add under one relation is a list, in their order", async () => {
  const link = (order: number, href: string) => ({
    order,
    processItems: (items: Items) => items.forEach((item) => item.addLink("review", href).embed("note", href)),
  });
  await using app = await libraryApp({
    books: hidden,
    more: [processor(link(2, "/second")), processor(link(1, "/first"))],
  });
  const { body } = await send(app, "/books/book-0");
  assertEquals([body._links.review, body._embedded.note], [[{ href: "/first" }, { href: "/second" }], [
    "/first",
    "/second",
  ]]);
});

Deno.test("20.11 a processor can't replace what a document has itself, and what it throws is answered", async () => {
  const cases: readonly (readonly [(items: Items) => unknown, number, RegExp])[] = [
    [(items) => items[0]!.addLink("self", "/elsewhere"), 500, /./],
    [(items) => items[0]!.addLink("author", "/elsewhere"), 500, /./],
    [(items) => items[0]!.addLink("curies", "/elsewhere"), 500, /./],
    [
      (items) =>
        items[0]!.addAction("a", { method: "POST", target: "a" }).addAction("a", { method: "PUT", target: "a" }),
      500,
      /./,
    ],
    [() => Promise.reject(new Error("secret reason")), 500, /./],
    [() => Promise.reject(new ResponseStatusError(403, "Not for you")), 403, /Not for you/],
  ];
  for (const [processItems, expected, detail] of cases) {
    await using app = await libraryApp({
      books: hidden,
      more: [processor({ processItems: (items: Items) => processItems(items) as Promise<void> })],
    });
    const { status, body } = await send(app, "/books/book-0");
    assertEquals(status, expected);
    assertMatch(JSON.stringify(body), detail);
    assert(!JSON.stringify(body).includes("secret reason"));
    assertEquals((await send(app, "/authors/austen")).status, 200);
  }
});

Deno.test("20.11 a client that leaves ends the wait for a processor", async () => {
  const { promise: started, resolve: start } = Promise.withResolvers<AbortSignal>();
  await using app = await libraryApp({
    books: hidden,
    more: [processor({
      processItems(_items: Items, { signal }: ModelContext) {
        start(signal);
        return new Promise<void>(() => {});
      },
    })],
  });
  const client = new AbortController();
  const answer = app.fetch(new Request("http://localhost/books", { signal: client.signal }));
  const signal = await started;
  client.abort();
  assertEquals([(await answer).status, signal.aborted], [499, true]);
});

Deno.test("20.11 a projection leaves to processors what it does not show", async () => {
  await using app = await libraryApp({
    books: { ...hidden, projections: { short: ["title"] }, excerpt: "short" },
    more: [processor({
      processItems: (items: Items) =>
        items.forEach((item) => item.addLink("price", `/prices/${item.entity.price}/${item.entity.secret}`)),
    })],
  });
  for (const path of ["/books?size=1&sort=title", "/books?projection=short&size=1&sort=title"]) {
    const [book] = (await send(app, path)).body._embedded.books;
    assertEquals([Object.keys(book), book._links.price.href], [["title", "_links"], "/prices/10/secret 0"]);
  }
  const uris = await send(app, "/books?size=1&sort=title", { headers: { accept: "text/uri-list" } });
  assertEquals(uris.body, "http://localhost/books/book-0\r\n");
});

Deno.test("20.11 documents name the curies that their relations use, and links have titles", async () => {
  const curies = new ContainerModule(({ bind }) => {
    bind(Curie).toConstantValue({ name: "lib", href: "https://library.example/{rel}" });
    bind(Curie).toConstantValue({ name: "unused", href: "https://unused.example/{rel}" });
  });
  await using app = await libraryApp({
    books: {
      properties: { secret: { hidden: true }, author: { rel: "lib:author", title: "Who wrote it" } },
      searches: { countByInPrint: { title: "How many are in print" } },
    },
    more: [curies],
  });
  const expected = [{ name: "lib", href: "https://library.example/{rel}", templated: true }];
  const { body } = await send(app, "/books/book-0");
  assertEquals([body._links.curies, body._links["lib:author"]], [expected, {
    href: "http://localhost/books/book-0/author",
    title: "Who wrote it",
  }]);
  const page = (await send(app, "/books?size=1")).body;
  assertEquals([page._links.curies, "curies" in page._embedded.books[0]._links], [expected, false]);
  assertEquals("curies" in (await send(app, "/authors/austen")).body._links, false);
  assertEquals((await send(app, "/books/search")).body._links.countByInPrint.title, "How many are in print");
});
