import { assertEquals, assertThrows } from "@std/assert";
import { HttpExchange, type HttpRoute } from "@espalier/espalier/http";
import { pathPattern } from "../../src/http/path_pattern.ts";
import { Router } from "../../src/http/router.ts";

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

Deno.test("router: paths that mean the same lead to the same route", async () => {
  const router = new Router([
    route("/books", "books"),
    route("/b\u00fccher/{id}", "b\u00fccher"),
    route("/a%2fb", "slash"),
    route("/files/{*path}", "files"),
  ]);
  for (const path of ["/books", "/%62ooks", "/%62%6F%6f%6b%73"]) assertEquals(await ask(router, path), "books {}");
  for (const path of ["/b\u00fccher/7", "/b%C3%BCcher/7", "/%62%c3%bccher/%37"]) {
    assertEquals(await ask(router, path), 'b\u00fccher {"id":"7"}');
  }
  assertEquals(await ask(router, "/a%2Fb"), "slash {}");
  assertEquals(await ask(router, "/files/a%20b/%7E/c%2fd"), 'files {"path":"a b/~/c%2Fd"}');
  for (const path of ["/%2Fbooks", "/books%2F", "/files%2Fa", "/%62ooks%", "/%6", "/%zzbooks", "/books%00"]) {
    assertEquals(await ask(router, path), "404", path);
  }
});

Deno.test("router: broken percent-encoding is not found", async () => {
  assertEquals(await ask(new Router([route("/books/{id}", "book")]), "/books/%E0%A4%A"), "404");
});

Deno.test("router: a pattern that can't be used is refused", () => {
  assertThrows(() => pathPattern("books"), TypeError, 'Cannot use path pattern "books" as it must begin with "/"');
  assertThrows(() => pathPattern("/{*a}/b"), TypeError, 'as "{*…}" must be at its end');
});

Deno.test("exchange: path and query are taken from the URL, the path in the form in which paths are compared", () => {
  const exchange = new HttpExchange(new Request("http://localhost:81/a%20b/c?x=/y?z#f"));
  assertEquals([exchange.path, exchange.search], ["/a%20b/c", "?x=/y?z"]);
  const escaped = new HttpExchange(new Request("http://localhost/%61dmin/%c3%a4%2f"));
  assertEquals([escaped.path, escaped.origin], ["/admin/%C3%A4%2F", "http://localhost"]);
  const bare = new HttpExchange(new Request("http://localhost"));
  assertEquals([bare.path, bare.search], ["/", ""]);
});
