import { assertEquals } from "@std/assert";
import { ContainerModule, createApp, createContainer, data, describeType, t } from "@espalier/espalier";
import { Database, repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { Books, hrefs, libraryApp, send } from "./library.ts";

Deno.test("an item has its entity tag and its links", async () => {
  await using app = await libraryApp({ books: { lastModified: "addedAt" } });
  const { status, headers, body } = await send(app, "/books/book-1");
  assertEquals([status, headers.get("etag"), headers.get("last-modified")], [
    200,
    '"1"',
    "Fri, 02 Jan 2026 00:00:00 GMT",
  ]);
  assertEquals([body.title, hrefs(body)], ["Title B", {
    self: "/books/book-1",
    book: "/books/book-1",
    author: "/books/book-1/author",
    coAuthors: "/books/book-1/coAuthors",
  }]);
});

Deno.test("HEAD on an item has its validators and links, OPTIONS its methods", async () => {
  await using app = await libraryApp({ books: { writable: true } });
  const head = await send(app, "HEAD /books/book-1");
  assertEquals([head.status, head.headers.get("etag"), head.headers.get("link")], [
    204,
    '"1"',
    '<http://localhost/books/book-1>;rel="self", <http://localhost/books/book-1>;rel="book"',
  ]);
  const unchanged = await send(app, "HEAD /books/book-1", { headers: { "if-none-match": '"1"' } });
  assertEquals([unchanged.status, unchanged.headers.get("etag")], [304, '"1"']);
  const options = await send(app, "OPTIONS /books/book-1");
  assertEquals([options.status, options.headers.get("allow"), options.headers.get("accept-patch")], [
    200,
    "GET, HEAD, PUT, PATCH, DELETE, OPTIONS",
    "application/merge-patch+json, application/json-patch+json, application/json",
  ]);
});

Deno.test("items are read-only unless writing is asked for", async () => {
  await using app = await libraryApp();
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    const { status, headers } = await send(app, `${method} /books/book-1`, method === "DELETE" ? {} : { json: {} });
    assertEquals([method, status, headers.get("allow")], [method, 405, "GET, HEAD, OPTIONS"]);
  }
  await using some = await libraryApp({ books: { writable: { delete: true } } });
  assertEquals((await send(some, "OPTIONS /books/book-1")).headers.get("allow"), "GET, HEAD, DELETE, OPTIONS");
});

Deno.test("what does not exist is not found", async () => {
  await using app = await libraryApp();
  for (
    const path of [
      "/books/nobody",
      "/books/%",
      "/books/%F0%9F",
      "/films",
      "/books/book-1/nothing",
      "/books/a%2Fb",
    ]
  ) {
    const { status, headers } = await send(app, path);
    assertEquals([path, status, headers.get("content-type")], [path, 404, "application/problem+json"]);
  }
});

class Day {
  date!: Date;
  note!: string;
}
describeType(Day, { date: t.date, note: t.string }, { id: "date" });

class Days extends repository(Day, {}) {}

Deno.test("the id of an item is read as strictly as any date", async () => {
  await using app = await createApp(
    createContainer(
      data({ entities: [Day] }),
      rest(),
      new ContainerModule(({ bind }) => {
        bind(Days).toResolvedValue((database) => new Days(database), [Database]);
      }),
      exportRepository(Days, { writable: true }),
    ),
    { properties: { logging: { level: "OFF" } } },
  );
  const put = async (id: string) => (await send(app, `PUT /days/${id}`, { json: { note: "x" } })).status;
  assertEquals(await Promise.all(["2026-01-31", "2026-01-31T12:00:00.000Z"].map(put)), [201, 201]);
  const vague = ["1", "2026", "May%205", "1/2/3", "2026-02-30", "2026-13-01", "12:00"];
  assertEquals(await Promise.all(vague.map(put)), vague.map(() => 404));
  assertEquals((await send(app, "/days/2026-01-31T00:00:00Z")).body.note, "x");
});

Deno.test("ids may have another form in URIs", async () => {
  const idConverter = {
    fromRequestId: (text: string) => /^[\d-]+$/.test(text) ? `book-${text.replaceAll("-", "")}` : undefined,
    toRequestId: (id: unknown) => [...String(id).slice("book-".length)].join("-"),
  };
  await using app = await libraryApp({ books: { idConverter } });
  const { body } = await send(app, "/books/1-1");
  assertEquals([body.title, hrefs(body).self, (await send(app, "/books/book-1")).status], [
    "Title L",
    "/books/1-1",
    404,
  ]);
});

Deno.test("reads are conditional by the rules of RFC 9110", async () => {
  await using app = await libraryApp({ books: { lastModified: "addedAt" } });
  const statusOf = async (headers: Record<string, string>) => (await send(app, "/books/book-1", { headers })).status;
  const statuses = await Promise.all([
    { "if-none-match": '"1"' },
    { "if-none-match": 'W/"1"' },
    { "if-none-match": '"0", "1"' },
    { "if-none-match": "*" },
    { "if-none-match": '"0"' },
    { "if-modified-since": "Fri, 02 Jan 2026 00:00:00 GMT" },
    { "if-modified-since": "Thu, 01 Jan 2026 00:00:00 GMT" },
    { "if-modified-since": "yesterday" },
    { "if-none-match": '"0"', "if-modified-since": "Fri, 02 Jan 2026 00:00:00 GMT" },
    { "if-match": '"1"' },
    { "if-match": '"7"' },
    { "if-unmodified-since": "Thu, 01 Jan 2026 00:00:00 GMT" },
  ].map(statusOf));
  assertEquals(statuses, [304, 304, 304, 304, 200, 304, 200, 200, 200, 200, 412, 412]);
});

Deno.test("a time of change is compared with dates of HTTP, in all three forms, and with nothing else", async () => {
  await using app = await libraryApp({ books: { lastModified: "addedAt" } });
  const statusOf = async (header: string, date: string) =>
    (await send(app, "/books/book-1", { headers: { [header]: date } })).status;
  const dates = ["Fri, 02 Jan 2026 00:00:00 GMT", "Friday, 02-Jan-26 00:00:00 GMT", "Fri Jan  2 00:00:00 2026"];
  for (const date of dates) {
    assertEquals([await statusOf("if-modified-since", date), await statusOf("if-unmodified-since", date)], [304, 200]);
  }
  for (const text of ["2027-01-01", "2027", "1 January 2027", "Fri, 02 Jan 2026 00:00:00 +0000", ""]) {
    assertEquals([text, await statusOf("if-modified-since", text)], [text, 200]);
  }
  for (const text of ["0", "1999-01-01", "Fri, 99 Jan 1999 00:00:00 GMT"]) {
    assertEquals([text, await statusOf("if-unmodified-since", text)], [text, 200]);
  }
});

Deno.test("an entity without a version or time of change is always sent", async () => {
  await using app = await libraryApp();
  const { status, headers } = await send(app, "/authors/austen", {
    headers: { "if-modified-since": new Date().toUTCString(), "if-none-match": '"1"' },
  });
  assertEquals([status, headers.get("etag")], [200, null]);
});

Deno.test("projections show what they name; unknown ones show everything", async () => {
  await using app = await libraryApp({
    books: {
      projections: {
        summary: ["title", "author.name", "origin.city", "publisher.name", "coAuthors.name"],
        priced: (book) => ({ title: book.title, cents: BigInt(Math.round(book.price * 100)) }),
      },
    },
  });
  const without = async (path: string) => {
    const { _links, ...document } = (await send(app, path)).body;
    return document;
  };
  const author = (id: string) => {
    const link = { href: `http://localhost/authors/${id}` };
    return { _links: { self: link, author: link } };
  };
  assertEquals(await without("/books/book-0?projection=summary"), {
    title: "Title A",
    author: { name: "Jane Austen", ...author("austen") },
    origin: { city: "Bath" },
    publisher: { name: "Egerton" },
    coAuthors: [{ name: "Jules Verne", ...author("verne") }, { name: "Anonymous", ...author("anonymous") }],
  });
  assertEquals(await without("/books/book-1?projection=priced"), { title: "Title B", cents: 1050 });
  assertEquals(Object.keys(await without("/books/book-1?projection=unknown")).length, 9);
  const { body } = await send(app, "/books?projection=priced&size=5&sort=title");
  assertEquals(
    [hrefs(body).self, hrefs(body).next, body._embedded.books[0].cents, hrefs(body._embedded.books[0]).book],
    [
      "/books?projection=priced{&page,size,sort*}",
      "/books?projection=priced&page=1&size=5&sort=title",
      1000,
      "/books/book-0{?projection}",
    ],
  );
  assertEquals(hrefs((await send(app, "/books?size=5")).body), {
    self: "/books{?page,size,sort*,projection}",
    next: "/books?page=1&size=5{&sort*,projection}",
    profile: "/profile/books",
    search: "/books/search",
  });
});

Deno.test("a projection that names a whole association shows its data, and the item keeps the link", async () => {
  await using app = await libraryApp({ books: { projections: { whole: ["title", "author", "coAuthors"] } } });
  const { _links, ...document } = (await send(app, "/books/book-0?projection=whole")).body;
  assertEquals(document, {
    title: "Title A",
    author: { id: "austen", name: "Jane Austen", born: 1775 },
    coAuthors: [{ id: "verne", name: "Jules Verne", born: 1828 }, { id: "anonymous", name: "Anonymous", born: null }],
  });
  const { author, coAuthors } = hrefs({ _links });
  assertEquals([author, coAuthors], ["/books/book-0/author", "/books/book-0/coAuthors"]);
});

Deno.test("a path of a projection names properties as the documents of their own collection do", async () => {
  await using app = await libraryApp({
    authors: { properties: { born: { name: "yearOfBirth" } } },
    books: { projections: { dated: ["author.yearOfBirth", "tags"] } },
  });
  const { _links, ...document } = (await send(app, "/books/book-1?projection=dated")).body;
  const link = { href: "http://localhost/authors/verne" };
  assertEquals(document, {
    author: { yearOfBirth: 1828, _links: { self: link, author: link } },
    tags: ["classic", "tag 1"],
  });
});

Deno.test("validators stand beside one item, in whatever view and wherever it was found, never beside several", async () => {
  await using app = await libraryApp({ books: { lastModified: "addedAt", projections: { short: ["title"] } } });
  const validators = async (path: string) => {
    const { headers } = await send(app, path);
    return [headers.get("etag"), headers.get("last-modified")];
  };
  assertEquals(await validators("/books/book-0?projection=short"), ['"1"', "Thu, 01 Jan 2026 00:00:00 GMT"]);
  assertEquals(await validators("/books/search/findFirstByPublished?published=1803"), [
    '"1"',
    "Sun, 04 Jan 2026 00:00:00 GMT",
  ]);
  for (const path of ["/books?size=1", "/books/search/by-title?title=A", "/books/search/countByInPrint?inPrint=true"]) {
    assertEquals([path, await validators(path)], [path, [null, null]]);
  }
});

Deno.test("excerpts stand in collections and beside related items, and are read at once", async () => {
  await using app = await libraryApp({
    books: { projections: { short: ["title"] }, excerpt: "short" },
    authors: { projections: { named: ["name"] }, excerpt: "named" },
  });
  const { body } = await send(app, "/books?size=2&sort=title");
  const { _links, ...first } = body._embedded.books[0];
  assertEquals(first, { title: "Title A" });
  const item = (await send(app, "/books/book-0")).body;
  assertEquals(Object.keys(item).slice(-2), ["_embedded", "_links"]);
  const names = (documents: { name: string }[]) => documents.map(({ name }) => name);
  assertEquals([item._embedded.author.name, item._embedded.translator.name, names(item._embedded.coAuthors)], [
    "Jane Austen",
    "Anonymous",
    ["Jules Verne", "Anonymous"],
  ]);
  assertEquals(hrefs(item._embedded.author).self, "/authors/austen");
  assertEquals(Object.keys((await send(app, "/books/book-1")).body._embedded), ["author"]);
});

Deno.test("an item shows all of itself, whatever its excerpt shows of it elsewhere", async () => {
  await using app = await libraryApp({ authors: { projections: { named: ["name"] }, excerpt: "named" } });
  const { _links, ...author } = (await send(app, "/authors/austen")).body;
  assertEquals(author, { name: "Jane Austen", born: 1775 });
});

Deno.test("an export may be taken out, and its entities stand inline then", async () => {
  await using app = await libraryApp({ authors: { exported: false } });
  const { body } = await send(app, "/books/book-1");
  assertEquals([body.author, (await send(app, "/authors")).status], [
    { id: "verne", name: "Jules Verne", born: 1828 },
    404,
  ]);
  assertEquals((await app.container.get(Books).findById("book-1"))?.author.name, "Jules Verne");
});
