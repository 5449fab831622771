import { assertEquals, assertRejects } from "@std/assert";
import { type Pageable, where } from "@espalier/espalier/data";
import { Author, Book, Books, hrefs, libraryApp, send, writable } from "./library.ts";

const names = (body: { _embedded: { authors: { name: string }[] } }) => body._embedded.authors.map(({ name }) => name);
const uris = (...lines: string[]) => ({ headers: { "content-type": "text/uri-list" }, body: lines.join("\r\n") });

Deno.test("an association to one item is that item", async () => {
  await using app = await libraryApp();
  const { status, headers, body } = await send(app, "/books/book-0/author");
  assertEquals([status, headers.get("content-location"), body], [200, "http://localhost/authors/austen", {
    name: "Jane Austen",
    born: 1775,
    _links: { self: { href: "http://localhost/authors/austen" }, author: { href: "http://localhost/authors/austen" } },
  }]);
  assertEquals((await send(app, "/books/book-1/translator")).status, 404);
  const list = await send(app, "/books/book-0/author", { headers: { accept: "text/uri-list" } });
  assertEquals([list.headers.get("content-type"), list.body], ["text/uri-list", "http://localhost/authors/austen\r\n"]);
});

Deno.test("an association to several items is a list", async () => {
  await using app = await libraryApp();
  const { body } = await send(app, "/books/book-0/coAuthors");
  assertEquals([names(body).sort(), hrefs(body), body.page], [
    ["Anonymous", "Jules Verne"],
    { self: "/books/book-0/coAuthors" },
    undefined,
  ]);
  assertEquals((await send(app, "/books/book-1/coAuthors")).body._embedded, { authors: [] });
  const one = await send(app, "/books/book-0/coAuthors/verne");
  assertEquals([one.body.name, one.headers.get("content-location")], ["Jules Verne", "http://localhost/authors/verne"]);
  assertEquals((await send(app, "/books/book-0/coAuthors/austen")).status, 404);
});

Deno.test("associations are read-only unless updating is asked for", async () => {
  await using app = await libraryApp();
  const { status, headers } = await send(app, "PUT /books/book-0/author", uris("/authors/verne"));
  assertEquals([status, headers.get("allow")], [405, "GET, HEAD, OPTIONS"]);
  await using open = await libraryApp(writable);
  const allow = async (path: string) => (await send(open, `OPTIONS ${path}`)).headers.get("allow");
  assertEquals([
    await allow("/books/book-0/author"),
    await allow("/books/book-0/translator"),
    await allow("/books/book-0/coAuthors"),
  ], [
    "GET, HEAD, PUT, OPTIONS",
    "GET, HEAD, PUT, DELETE, OPTIONS",
    "GET, HEAD, PUT, POST, PATCH, OPTIONS",
  ]);
});

Deno.test("PUT sets one target", async () => {
  await using app = await libraryApp(writable);
  const put = (init: RequestInit & { json?: unknown }) => send(app, "PUT /books/book-0/author", init);
  assertEquals((await put(uris("# a comment", "", "http://localhost/authors/verne"))).status, 204);
  assertEquals((await send(app, "/books/book-0/author")).body.name, "Jules Verne");
  assertEquals((await put({ json: { _links: { author: { href: "/authors/anonymous{?projection}" } } } })).status, 204);
  assertEquals((await send(app, "/books/book-0/author")).body.name, "Anonymous");
  const two = await put(uris("/authors/verne", "/authors/austen"));
  assertEquals([two.status, two.body.detail], [
    400,
    'Cannot link "author" as it refers to one item: send only 1 link, not 2',
  ]);
  assertEquals((await put(uris("/authors/nobody"))).status, 400);
  assertEquals((await put(uris("/books/book-1"))).status, 400);
  assertEquals((await put({ headers: { "content-type": "text/plain" }, body: "/authors/verne" })).status, 415);
});

Deno.test("PUT replaces several targets, PATCH and POST append, DELETE removes one", async () => {
  await using app = await libraryApp(writable);
  const path = "/books/book-1/coAuthors";
  const after = async (method: string, ...lines: string[]) => {
    const { status } = await send(app, `${method} ${path}`, uris(...lines));
    return [status, names((await send(app, path)).body).sort()];
  };
  assertEquals(await after("PUT", "/authors/verne", "/authors/austen"), [204, ["Jane Austen", "Jules Verne"]]);
  assertEquals(await after("PATCH", "/authors/anonymous"), [204, ["Anonymous", "Jane Austen", "Jules Verne"]]);
  assertEquals((await send(app, `DELETE ${path}/austen`)).status, 204);
  assertEquals(await after("PUT", "/authors/verne"), [204, ["Jules Verne"]]);
  assertEquals(await after("POST", "/authors/austen"), [204, ["Jane Austen", "Jules Verne"]]);
  assertEquals(await after("PUT"), [204, []]);
  const refused = await send(app, `DELETE ${path}`);
  assertEquals([refused.status, refused.headers.get("allow")], [405, "GET, HEAD, PUT, POST, PATCH, OPTIONS"]);
});

Deno.test("PATCH appends one target after the other, PUT leaves the last one alone", async () => {
  await using app = await libraryApp(writable);
  const path = "/books/book-1/coAuthors";
  const after = async (method: string, ...ids: string[]) => {
    for (const id of ids) await send(app, `${method} ${path}`, uris(`http://localhost/authors/${id}`));
    return names((await send(app, path)).body).sort();
  };
  assertEquals(await after("PATCH", "austen", "verne", "anonymous"), ["Anonymous", "Jane Austen", "Jules Verne"]);
  assertEquals(await after("PUT", "anonymous", "verne", "austen"), ["Jane Austen"]);
  assertEquals(await after("PATCH", "verne"), ["Jane Austen", "Jules Verne"]);
  const list = await send(app, path, { headers: { accept: "text/uri-list" } });
  assertEquals(list.body, "http://localhost/authors/austen\r\nhttp://localhost/authors/verne\r\n");
  const one = await send(app, "PATCH /books/book-1/author", uris("/authors/austen"));
  assertEquals([one.status, one.headers.get("allow")], [405, "GET, HEAD, PUT, OPTIONS"]);
});

Deno.test("a document that names no links changes no association", async () => {
  await using app = await libraryApp(writable);
  const path = "/books/book-0/coAuthors";
  const bodies = [
    ["/authors/austen"],
    { coAuthors: ["/authors/austen"] },
    { _links: ["/authors/austen"] },
    { _links: { a: "/authors/austen" } },
    { links: { href: "/authors/austen" } },
    "/authors/austen",
    null,
  ];
  for (const json of bodies) {
    const { status, body } = await send(app, `PUT ${path}`, { json });
    assertEquals([status, body.detail.includes("it must name links")], [400, true], JSON.stringify(json));
  }
  assertEquals(names((await send(app, path)).body).sort(), ["Anonymous", "Jules Verne"]);
  const json = { links: [{ rel: "author", href: "/authors/austen" }] };
  assertEquals((await send(app, `PUT ${path}`, { json })).status, 204);
  assertEquals(names((await send(app, path)).body), ["Jane Austen"]);
  assertEquals((await send(app, `PUT ${path}`, { json: {} })).status, 204);
  assertEquals(names((await send(app, path)).body), []);
});

Deno.test("DELETE takes a target away where there need not be one", async () => {
  await using app = await libraryApp(writable);
  assertEquals((await send(app, "DELETE /books/book-0/translator")).status, 204);
  assertEquals((await send(app, "/books/book-0/translator")).status, 404);
  assertEquals((await send(app, "DELETE /books/book-0/translator")).status, 204);
  assertEquals((await send(app, "DELETE /books/book-0/author")).status, 405);
});

Deno.test("changes of associations are conditional too", async () => {
  await using app = await libraryApp(writable);
  const init = uris("/authors/verne");
  const stale = await send(app, "PUT /books/book-0/author", {
    ...init,
    headers: { ...init.headers, "if-match": '"9"' },
  });
  assertEquals([stale.status, stale.headers.get("etag")], [412, '"1"']);
});

Deno.test("an inverse side is found by a function, a page at a time", async () => {
  await using app = await libraryApp({
    authors: {
      associations: {
        books: {
          target: () => Book,
          find: (author: Author, pageable: Pageable) =>
            app.container.get(Books).findBy(where("author.id").is(author.id), pageable),
        },
      },
    },
  });
  const { body } = await send(app, "/authors/verne/books?size=2&page=1&sort=title,desc");
  const titles = body._embedded.books.map(({ title }: Book) => title.at(-1));
  assertEquals([titles, hrefs(body), body.page.totalElements], [["H", "F"], {
    self: "/authors/verne/books{?page,size,sort*}",
    prev: "/authors/verne/books?page=0&size=2&sort=title,desc",
    next: "/authors/verne/books?page=2&size=2&sort=title,desc",
  }, 6]);
  assertEquals(hrefs((await send(app, "/authors/verne")).body).books, "/authors/verne/books{?page,size,sort*}");
  assertEquals((await send(app, "PUT /authors/verne/books", uris("/books/book-0"))).status, 405);
});

Deno.test("an inverse side is found by the property that refers back", async () => {
  await using app = await libraryApp({
    authors: { associations: { works: { target: () => Book, mappedBy: "author" } } },
  });
  const { body } = await send(app, "/authors/verne/works?size=2&sort=title,desc");
  assertEquals([body._embedded.books.map(({ title }: Book) => title.at(-1)), body.page.totalElements], [["L", "J"], 6]);
  const unknown = () =>
    libraryApp({ authors: { associations: { works: { target: () => Book, mappedBy: "writer" } } } });
  await assertRejects(unknown, Error, 'mapped by "writer" as "Book" must have this property');
  const two = () =>
    libraryApp({ authors: { associations: { works: { target: () => Book, mappedBy: "author", by: "id" } } } });
  await assertRejects(two, Error, "it has 2");
});

Deno.test("paths and relations of associations are configurable, and must differ", async () => {
  await using app = await libraryApp({ books: { properties: { author: { path: "writer", rel: "writtenBy" } } } });
  assertEquals(hrefs((await send(app, "/books/book-1")).body).writtenBy, "/books/book-1/writer");
  assertEquals([(await send(app, "/books/book-1/writer")).status, (await send(app, "/books/book-1/author")).status], [
    200,
    404,
  ]);
  await assertRejects(
    () => libraryApp({ books: { properties: { author: { rel: "coAuthors" } } } }),
    Error,
    'as association "coAuthors" must have a path and a relation of its own',
  );
});

Deno.test("what can't be exported fails the start", async () => {
  await assertRejects(
    () => libraryApp({ books: { path: "first/second" } }),
    Error,
    'its path must be one path segment: current value is "first/second"',
  );
  await assertRejects(() => libraryApp({ books: { path: "authors" } }), Error, 'as path "authors" is that of "Book"');
  await assertRejects(() => libraryApp({ books: { excerpt: "none" } }), Error, 'Cannot use excerpt "none" of "Book"');
  await assertRejects(
    () => libraryApp({ books: { projections: { bad: ["author.nothing"] } } }),
    Error,
    '"nothing" must name a described property',
  );
});
