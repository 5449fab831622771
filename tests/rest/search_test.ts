import { assertEquals, assertRejects } from "@std/assert";
import { t } from "@espalier/espalier";
import { hrefs, libraryApp, send } from "./library.ts";

const titles = (body: { _embedded: { books: { title: string }[] } }) =>
  body._embedded.books.map(({ title }) => title.at(-1)).join("");

Deno.test("C4.3 the searches are listed as templated links", async () => {
  await using app = await libraryApp();
  const { status, body } = await send(app, "/books/search");
  assertEquals([status, Object.keys(body)], [200, ["_links"]]);
  assertEquals(hrefs(body), {
    byTitle: "/books/search/by-title{?title,page,size,sort*}",
    findByKindIn: "/books/search/findByKindIn{?kinds*,page,size,sort*}",
    findByAuthor: "/books/search/findByAuthor{?author,sort*}",
    findFirstByPublished: "/books/search/findFirstByPublished{?published}",
    countByInPrint: "/books/search/countByInPrint{?inPrint}",
    self: "/books/search",
  });
  assertEquals((await send(app, "HEAD /books/search")).status, 204);
  assertEquals((await send(app, "OPTIONS /books/search")).headers.get("allow"), "GET, HEAD, OPTIONS");
  assertEquals((await send(app, "/authors/search")).status, 404);
});

Deno.test("C4.1 C4.2 a search that returns a page is paged and sorted", async () => {
  await using app = await libraryApp();
  const { body } = await send(app, "/books/search/by-title?title=Title&page=1&size=5&sort=title,desc");
  assertEquals([titles(body), body.page, hrefs(body)], [
    "GFEDC",
    { size: 5, totalElements: 12, totalPages: 3, number: 1 },
    {
      self: "/books/search/by-title?title=Title{&page,size,sort*}",
      prev: "/books/search/by-title?title=Title&page=0&size=5&sort=title,desc",
      next: "/books/search/by-title?title=Title&page=2&size=5&sort=title,desc",
    },
  ]);
});

Deno.test("C4.2 a slice has no totals; a repeated parameter is a list", async () => {
  await using app = await libraryApp();
  const { body } = await send(app, "/books/search/findByKindIn?kinds=NOVEL&kinds=ESSAY&size=5&sort=title");
  assertEquals([titles(body), body.page, Object.keys(body._links)], ["ABCDE", { size: 5, number: 0 }, [
    "self",
    "next",
  ]]);
  assertEquals(titles((await send(app, "/books/search/findByKindIn?kinds=ESSAY&sort=title")).body), "BDFHJL");
  assertEquals(titles((await send(app, "/books/search/findByKindIn")).body), "");
});

Deno.test("C4.1 an entity parameter takes a URI; a list has self alone", async () => {
  await using app = await libraryApp();
  for (const uri of ["/authors/verne", "http://elsewhere/x/authors/verne{?projection}"]) {
    const query = `author=${encodeURIComponent(uri)}&sort=title,desc`;
    const { body } = await send(app, `/books/search/findByAuthor?${query}`);
    assertEquals([titles(body), Object.keys(body._links), body.page], ["LJHFDB", ["self"], undefined]);
  }
  for (const uri of ["/books/verne", "/authors/nobody", "verne", "%"]) {
    const { status, body } = await send(app, `/books/search/findByAuthor?author=${encodeURIComponent(uri)}`);
    assertEquals([status, body.errors[0].message], [400, 'must be the URI of an existing item of "authors"']);
  }
});

Deno.test("C4.1 a search may find one item, none, or a value", async () => {
  await using app = await libraryApp();
  const one = await send(app, "/books/search/findFirstByPublished?published=1803");
  assertEquals([one.status, one.body.title, one.headers.get("etag")], [200, "Title D", '"1"']);
  assertEquals((await send(app, "/books/search/findFirstByPublished")).body.title, "Title L");
  assertEquals((await send(app, "/books/search/findFirstByPublished?published=1")).status, 404);
  const count = await send(app, "/books/search/countByInPrint?inPrint=true");
  assertEquals([count.status, count.headers.get("content-type"), count.body], [200, "application/json", 6]);
});

Deno.test("C4.1 a parameter of the wrong type is refused", async () => {
  await using app = await libraryApp();
  const bad = [
    "findFirstByPublished?published=abc",
    "countByInPrint?inPrint=1",
    "findByKindIn?kinds=NOVEL&kinds=X",
  ];
  const answers = await Promise.all(bad.map((path) => send(app, `/books/search/${path}`)));
  assertEquals(answers.map(({ status, body }) => [status, body.errors[0].message]), [
    [400, "must be an integer of 32 bits"],
    [400, "must be true or false"],
    [400, 'must be one of "NOVEL", "ESSAY"'],
  ]);
});

Deno.test("C4.1 what is not exported or unknown is not found", async () => {
  await using app = await libraryApp();
  for (const name of ["findByPriceLessThan?price=1", "foobar", "save", "deleteAll", "__proto__"]) {
    assertEquals([name, (await send(app, `/books/search/${name}`)).status], [name, 404]);
  }
  assertEquals((await send(app, "HEAD /books/search/foobar")).status, 404);
  assertEquals((await send(app, "HEAD /books/search/by-title")).status, 204);
});

Deno.test("C4.1 a search that changes data, is missing or shares a path fails the start", async () => {
  const start = (searches: Record<string, { path?: string }>) => libraryApp({ books: { searches } });
  await assertRejects(
    () => start({ deleteById: {} }),
    Error,
    'Cannot export search "deleteById" of "Book" as a search must not change data',
  );
  await assertRejects(() => start({ findByNothing: {} }), Error, "as the repository has no such method");
  await assertRejects(
    () => start({ findAllById: { path: "by-title" } }),
    Error,
    'as path "by-title" is that of "findByTitleContaining"',
  );
});

Deno.test("C4.1 options name searches too, and win over the decorator", async () => {
  await using app = await libraryApp({
    books: {
      searches: {
        findByTitleContaining: { path: "/titled", rel: "titled" },
        findByPriceLessThan: { exported: true, params: { price: t.float }, path: "cheap" },
      },
    },
  });
  const { body } = await send(app, "/books/search");
  assertEquals([hrefs(body).titled, hrefs(body).findByPriceLessThan], [
    "/books/search/titled{?title,page,size,sort*}",
    "/books/search/cheap{?price}",
  ]);
  assertEquals(titles((await send(app, "/books/search/cheap?price=10.5&sort=title")).body), "ADGJ");
});
