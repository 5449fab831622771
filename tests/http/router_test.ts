import { assertEquals, assertThrows } from "@std/assert";
import { HttpExchange, type HttpRoute, pathPattern, Router } from "@espalier/espalier/http";

function route(path: string, answer: string | undefined, order?: number): HttpRoute {
  return {
    path,
    ...(order === undefined ? {} : { order }),
    handle: (_, variables) => answer === undefined ? undefined : new Response(`${answer} ${JSON.stringify(variables)}`),
  };
}

async function ask(router: Router, path: string): Promise<string> {
  const response = await router.handle(new HttpExchange(new Request(`http://localhost${path}`)));
  return response.status === 200 ? await response.text() : String(response.status);
}

Deno.test("router: exact paths win over patterns, order decides between patterns", async () => {
  const router = new Router([
    route("/books/{id}", "second", 2),
    route("/books/{name}", "first", 1),
    route("/books/new", "exact", 9),
  ]);
  assertEquals(await ask(router, "/books/new?x=1"), "exact {}");
  assertEquals(await ask(router, "/books/7"), 'first {"name":"7"}');
  assertEquals(await ask(router, "/books/a%2Fb"), 'first {"name":"a/b"}');
  assertEquals(await ask(router, "/books"), "404");
  assertEquals(await ask(router, "/books/7/author"), "404");
});

Deno.test("router: a route that declines passes the request on", async () => {
  const router = new Router([route("/a", undefined), route("/a", "second"), route("/{*rest}", "rest")]);
  assertEquals(await ask(router, "/a"), "second {}");
  assertEquals(await ask(new Router([route("/a", undefined), route("/{*rest}", "rest")]), "/a"), 'rest {"rest":"a"}');
});

Deno.test("router: a rest variable matches nothing, one segment, and many", async () => {
  const router = new Router([route("/health/{*path}", "health")]);
  assertEquals(await ask(router, "/health"), 'health {"path":""}');
  assertEquals(await ask(router, "/health/"), 'health {"path":""}');
  assertEquals(await ask(router, "/health/db/main"), 'health {"path":"db/main"}');
  assertEquals(await ask(router, "/healthy"), "404");
});

Deno.test("router: broken percent-encoding is not found", async () => {
  assertEquals(await ask(new Router([route("/books/{id}", "book")]), "/books/%E0%A4%A"), "404");
});

Deno.test("router: a pattern that can't be used is refused", () => {
  assertThrows(() => pathPattern("books"), TypeError, 'Cannot use path pattern "books" as it must begin with "/"');
  assertThrows(() => pathPattern("/{*a}/b"), TypeError, 'as "{*…}" must be at its end');
});

Deno.test("exchange: path and query are taken from the URL as sent", () => {
  const exchange = new HttpExchange(new Request("http://localhost:81/a%20b/c?x=/y?z#f"));
  assertEquals([exchange.path, exchange.search], ["/a%20b/c", "?x=/y?z"]);
  const bare = new HttpExchange(new Request("http://localhost"));
  assertEquals([bare.path, bare.search], ["/", ""]);
});
