import { assertEquals } from "@std/assert";
import { hrefs, libraryApp, send, writable } from "./library.ts";

const titles = (body: { _embedded: { books: { title: string }[] } }) =>
  body._embedded.books.map(({ title }) => title.replace("Title ", "")).join("");

Deno.test("C1.1 C1.2 C1.3 C1.4 a repository is a collection of pages", async () => {
  await using app = await libraryApp();
  for (const path of ["/books", "/books/"]) {
    const { status, headers, body } = await send(app, `${path}?page=1&size=2&sort=title,desc`);
    assertEquals([status, headers.get("content-type")], [200, "application/hal+json"]);
    assertEquals(Object.keys(body), ["_embedded", "_links", "page"]);
    assertEquals(titles(body), "JI");
    assertEquals(body._links, {
      self: { href: "http://localhost/books{?page,size,sort*}", templated: true },
      prev: { href: "http://localhost/books?page=0&size=2&sort=title,desc", templated: false },
      next: { href: "http://localhost/books?page=2&size=2&sort=title,desc", templated: false },
      profile: { href: "http://localhost/profile/books" },
      search: { href: "http://localhost/books/search" },
    });
    assertEquals(body.page, { size: 2, totalElements: 12, totalPages: 6, number: 1 });
  }
});

Deno.test("C1.1 an item holds its properties, then its links; id, version and hidden properties stay inside", async () => {
  await using app = await libraryApp();
  const { body } = await send(app, "/books?size=1");
  assertEquals(body._embedded.books, [{
    title: "Title A",
    published: 1800,
    price: 10,
    inPrint: true,
    kind: "NOVEL",
    tags: ["classic", "tag 0"],
    addedAt: "2026-01-01T00:00:00.000Z",
    publisher: { id: "egerton", name: "Egerton" },
    origin: { city: "Bath", country: "England" },
    _links: {
      self: { href: "http://localhost/books/book-0" },
      book: { href: "http://localhost/books/book-0" },
      author: { href: "http://localhost/books/book-0/author" },
      translator: { href: "http://localhost/books/book-0/translator" },
      coAuthors: { href: "http://localhost/books/book-0/coAuthors" },
    },
  }]);
});

Deno.test("C1.1 ids are shown where asked for, properties under their own names", async () => {
  await using app = await libraryApp({
    authors: { exposeId: true, properties: { born: { name: "yearOfBirth" } } },
  });
  const { body } = await send(app, "/authors?sort=yearOfBirth,desc&size=1");
  const { _links, ...author } = body._embedded.authors[0];
  assertEquals([author, body._links.next.href], [
    { id: "anonymous", name: "Anonymous", yearOfBirth: null },
    "http://localhost/authors?page=1&size=1&sort=yearOfBirth,desc",
  ]);
});

Deno.test("C1.3 no next on the last page, no prev on the first; filters survive", async () => {
  await using app = await libraryApp();
  const links = async (query: string) => hrefs((await send(app, `/books${query}`)).body);
  const further = { profile: "/profile/books", search: "/books/search" };
  assertEquals(await links("?size=20&foo=bar&x={y}"), {
    self: "/books?foo=bar&x=%7By%7D{&page,size,sort*}",
    ...further,
  });
  assertEquals(await links("?page=2&size=5&foo=bar"), {
    self: "/books?foo=bar{&page,size,sort*}",
    prev: "/books?foo=bar&page=1&size=5{&sort*}",
    ...further,
  });
  assertEquals(await links("?page=9&size=5"), {
    self: "/books{?page,size,sort*}",
    prev: "/books?page=8&size=5{&sort*}",
    ...further,
  });
});

Deno.test("C1.5 canonical links are concrete", async () => {
  await using app = await libraryApp({ rest: { links: "canonical" } });
  const { body } = await send(app, "/books?size=5&page=1&sort=title,desc");
  const paging = { title: "&size=5&sort=title,desc" }.title;
  assertEquals(body._links, {
    first: { href: `http://localhost/books?page=0${paging}`, templated: false },
    prev: { href: `http://localhost/books?page=0${paging}`, templated: false },
    self: { href: `http://localhost/books?page=1${paging}`, templated: false },
    next: { href: `http://localhost/books?page=2${paging}`, templated: false },
    last: { href: `http://localhost/books?page=2${paging}`, templated: false },
    profile: { href: "http://localhost/profile/books" },
    search: { href: "http://localhost/books/search" },
  });
  assertEquals(hrefs((await send(app, "/books")).body).self, "/books?page=0&size=20");
});

Deno.test("C1.1 an empty collection keeps its key", async () => {
  await using app = await libraryApp({ size: 0 });
  const { body } = await send(app, "/books");
  assertEquals([body._embedded, body.page], [
    { books: [] },
    { size: 20, totalElements: 0, totalPages: 0, number: 0 },
  ]);
});

Deno.test("C2.1 C2.2 20 items by default, 1000 at most", async () => {
  await using app = await libraryApp({ size: 25 });
  const sizes = await Promise.all(["", "?size=3", "?size=1001", "?size=0"].map(async (query) => {
    const { body } = await send(app, `/books${query}`);
    return [body.page.size, body._embedded.books.length];
  }));
  assertEquals(sizes, [[20, 20], [3, 3], [1000, 25], [20, 20]]);
});

Deno.test("C2.2 sizes, parameter names, relations and base path are configurable", async () => {
  await using app = await libraryApp({
    rest: {
      basePath: "/api",
      defaultPageSize: 3,
      maxPageSize: 4,
      pageParameter: "p",
      sizeParameter: "n",
      sortParameter: "by",
    },
    books: { path: "works", rel: "volumes", itemRel: "volume" },
  });
  const { body } = await send(app, "/api/works?n=9&p=1&by=title,desc");
  assertEquals([body.page, Object.keys(body._embedded), hrefs(body._embedded.volumes[0]).volume, hrefs(body)], [
    { size: 4, totalElements: 12, totalPages: 3, number: 1 },
    ["volumes"],
    "/api/works/book-7",
    {
      self: "/api/works{?p,n,by*}",
      prev: "/api/works?p=0&n=4&by=title,desc",
      next: "/api/works?p=2&n=4&by=title,desc",
      profile: "/api/profile/works",
      search: "/api/works/search",
    },
  ]);
});

Deno.test("C2.3 bad paging is replaced, or refused in strict mode", async () => {
  await using lenient = await libraryApp();
  assertEquals((await send(lenient, "/books?page=-1&size=abc&sort=nothing")).body.page.size, 20);
  await using strict = await libraryApp({ rest: { strict: true } });
  const { status, headers, body } = await send(strict, "/books?page=-1&size=abc&sort=nothing,title");
  assertEquals([status, headers.get("content-type")], [400, "application/problem+json"]);
  assertEquals(body, {
    type: "about:blank",
    title: "Bad Request",
    status: 400,
    detail: 'Cannot read parameter "sort" as it must name a property: current value is "nothing"',
    errors: [
      { parameter: "sort", value: "nothing", message: "must name a property" },
      { parameter: "page", value: "-1", message: "must be an integer >= 0 and <= 2147483647" },
      { parameter: "size", value: "abc", message: "must be an integer >= 1 and <= 2147483647" },
    ],
  });
  assertEquals((await send(strict, "/books?page=1&size=5000&sort=title,desc")).status, 200);
});

Deno.test("C2.1 pages counted from one are linked from one", async () => {
  await using app = await libraryApp({ rest: { oneIndexed: true } });
  const { body } = await send(app, "/books?page=2&size=5&sort=title");
  assertEquals([body.page.number, hrefs(body).prev, hrefs(body).next, titles(body)], [
    2,
    "/books?page=1&size=5&sort=title",
    "/books?page=3&size=5&sort=title",
    "FGHIJ",
  ]);
});

Deno.test("C1.1 a collection without paging is a list", async () => {
  await using app = await libraryApp({ books: { paged: false } });
  const { body } = await send(app, "/books?sort=title,desc&size=3");
  assertEquals([titles(body), hrefs(body).self, body.page], [
    "LKJIHGFEDCBA",
    "/books?sort=title,desc&size=3",
    undefined,
  ]);
});

Deno.test("C1.2 links begin with what the client asked, the configured address, or what a trusted proxy says", async () => {
  const forwarded = { headers: { "x-forwarded-host": "shop.example", "x-forwarded-proto": "https" } };
  const self = async (options: Parameters<typeof libraryApp>[0]) => {
    await using app = await libraryApp(options);
    return (await send(app, "http://h:81/books", forwarded)).body._links.self.href;
  };
  assertEquals(
    [
      await self({}),
      await self({ rest: { baseUrl: "https://foo:9090" } }),
      await self({ http: { trustForwardedHeaders: true } }),
    ],
    [
      "http://h:81/books{?page,size,sort*}",
      "https://foo:9090/books{?page,size,sort*}",
      "https://shop.example/books{?page,size,sort*}",
    ],
  );
});

Deno.test("C1.1 HEAD names the links, OPTIONS the methods; other methods are refused", async () => {
  await using app = await libraryApp();
  const head = await send(app, "HEAD /books?size=3");
  assertEquals([head.status, head.headers.get("link")], [
    204,
    '<http://localhost/books>;rel="self", <http://localhost/profile/books>;rel="profile", <http://localhost/books/search>;rel="search"',
  ]);
  const options = await send(app, "OPTIONS /books");
  assertEquals([options.status, options.headers.get("allow")], [200, "GET, HEAD, OPTIONS"]);
  const post = await send(app, "POST /books", { json: { title: "New" } });
  assertEquals([post.status, post.headers.get("allow")], [405, "GET, HEAD, OPTIONS"]);
});

Deno.test("C1.1 the media type is negotiated", async () => {
  await using app = await libraryApp();
  const type = async (accept: string) => {
    const { status, headers } = await send(app, "/books?size=1", { headers: { accept } });
    return [status, headers.get("content-type")];
  };
  assertEquals(await Promise.all(["*/*", "application/json", "application/vnd.hal+json", "text/html"].map(type)), [
    [200, "application/hal+json"],
    [200, "application/json"],
    [200, "application/vnd.hal+json"],
    [406, "application/problem+json"],
  ]);
  assertEquals(await type("application/json; charset=UTF-8, text/html"), [200, "application/json"]);
  for (const hint of ["profile=books", 'profile="http://x/a;q=0,b"', 'Profile = "x" ; q=0.5', "q=0.5; profile=x"]) {
    assertEquals(await type(`application/hal+json; ${hint}, text/html`), [200, "application/hal+json"]);
  }
  assertEquals(await type("application/hal+json; profile=x; q=0.1, application/json;v=1;q=0.9"), [
    200,
    "application/json",
  ]);
  assertEquals((await type("application/hal+json; profile=x; q=0"))[0], 406);
  const list = await send(app, "/books?size=2&sort=title", { headers: { accept: "text/uri-list" } });
  assertEquals(list.body, "http://localhost/books/book-0\r\nhttp://localhost/books/book-1\r\n");
});

Deno.test("a compact document holds the links of its items, and nothing else of them", async () => {
  await using app = await libraryApp({ books: { projections: { short: ["title"] } } });
  const compact = "application/x-spring-data-compact+json";
  const get = async (path: string, accept = `${compact}, */*;q=0.1`) => {
    const { status, headers, body } = await send(app, path, { headers: { accept } });
    return [status, headers.get("content-type"), body];
  };
  const links = (rel: string, ...paths: string[]) => paths.map((path) => ({ rel, href: `http://localhost/${path}` }));
  assertEquals(await get("/books?size=2&sort=title,desc"), [200, compact, {
    links: links("book", "books/book-11", "books/book-10"),
    content: [],
    page: { size: 2, totalElements: 12, totalPages: 6, number: 0 },
  }]);
  assertEquals(await get("/books/search/findFirstByPublished?published=1803"), [200, compact, {
    links: links("book", "books/book-3"),
    content: [],
  }]);
  assertEquals(await get("/books/search/findByAuthor?author=/authors/verne&sort=title&size=1&projection=short"), [
    200,
    compact,
    { links: links("book", ...[1, 3, 5, 7, 9, 11].map((i) => `books/book-${i}`)), content: [] },
  ]);
  const coAuthors = { links: links("author", "authors/verne", "authors/anonymous"), content: [] };
  assertEquals(await get("/books/book-0/coAuthors"), [200, compact, coAuthors]);
  assertEquals(await get("/books/book-0/author"), [200, compact, {
    links: links("author", "authors/austen"),
    content: [],
  }]);
  assertEquals((await get("/books/search/countByInPrint?inPrint=true")).slice(0, 2), [200, "application/json"]);
  assertEquals((await get("/books/book-0", compact))[0], 406);

  await using writing = await libraryApp(writable);
  const headers = { "content-type": compact };
  assertEquals((await send(writing, "PUT /books/book-2/coAuthors", { json: coAuthors, headers })).status, 204);
  const written = await send(writing, "/books/book-2/coAuthors", { headers: { accept: compact } });
  assertEquals(written.body, coAuthors);
});
