import { assertEquals, AssertionError, assertRejects, assertThrows } from "@std/assert";
import { t } from "@espalier/espalier";
import { HalTester } from "@espalier/espalier/testing";

class Book {
  constructor(readonly title: string) {}
}

/** Three books, one per page. */
function books(request: Request): Response {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/") {
    return Response.json({
      _links: { books: { href: "/books{?page,size,sort*}", templated: true }, me: [{ href: "/me" }] },
    });
  }
  if (pathname !== "/books") return new Response("nothing here", { status: 404 });
  const number = Number(searchParams.get("page") ?? 0);
  const title = ["Emma", "Persuasion", "Sanditon"][number];
  const next = number < 2 ? { next: { href: `/books?page=${number + 1}{&sort*}`, templated: true } } : {};
  return Response.json({
    _embedded: {
      books: [{ title, sort: searchParams.getAll("sort"), _links: { self: { href: `/books/${number}` } } }],
    },
    _links: { self: { href: "/books" }, ...next },
    page: { size: 1, totalElements: 3, totalPages: 3, number },
  });
}

const tester = new HalTester({ fetch: books });

Deno.test("HAL tester: follows links, expanding templates, and reads what is embedded", async () => {
  const index = await tester.get("/");
  assertEquals(index.relations, ["books", "me"]);
  assertEquals(index.link("me").href, "/me");
  const page = await index.follow("books", { page: 1, sort: ["title,desc", "a&b"] });
  assertEquals(page.page, { size: 1, totalElements: 3, totalPages: 3, number: 1 });
  page.hasExactlyLinks("next", "self").matchesJson({ _embedded: { books: [{ title: "Persuasion" }] } });
  const [book] = page.embedded();
  assertEquals(book!.property("title", t.string), "Persuasion");
  assertEquals(book!.property("sort", t.list(t.string)), ["title,desc", "a&b"]);
  assertEquals(page.embedded("books")[0]!.link("self").href, "/books/1");
});

Deno.test("HAL tester: walks all pages by next", async () => {
  const titles: string[] = [];
  for await (const page of (await tester.get("/books")).pages()) {
    titles.push(...page.embedded("books").map((book) => book.toEntity(Book).title));
  }
  assertEquals(titles, ["Emma", "Persuasion", "Sanditon"]);
});

Deno.test("HAL tester: what is missing is named with what there is", async () => {
  const page = await tester.get("/books");
  assertEquals(
    assertThrows(() => page.link("prev"), AssertionError).message,
    'Expected a link "prev": there are self, next\nDocument: http://localhost/books',
  );
  assertThrows(() => page.embedded("authors"), AssertionError, 'Expected embedded "authors": there are books');
  assertThrows(() => page.matchesJson({ page: { size: 2 } }), AssertionError, '"page.size" is 1, not 2');
  assertThrows(() => page.hasExactlyLinks("self"), AssertionError);
  await assertRejects(
    () => tester.get("/nowhere"),
    AssertionError,
    "Expected GET /nowhere to succeed: 404 nothing here",
  );
  const text = new HalTester({ fetch: () => new Response("[1]") });
  await assertRejects(() => text.get("/"), AssertionError, "Expected GET / to give a JSON object: [1]");
});

Deno.test("HAL tester: sends any request with its headers", async () => {
  const echo = new HalTester({
    url: "http://shop.example",
    headers: { authorization: "Bearer x" },
    fetch: async (request) =>
      Response.json([request.method, request.url, request.headers.get("authorization"), await request.json()]),
  });
  assertEquals(await (await echo.request("POST", "/books", { title: "Emma" })).json(), [
    "POST",
    "http://shop.example/books",
    "Bearer x",
    { title: "Emma" },
  ]);
});
