import { assertEquals } from "@std/assert";
import { ContainerModule } from "@espalier/espalier";
import { AccessDeniedError, AuthenticationError } from "@espalier/espalier/graphql";
import {
  type HttpInterceptor,
  HttpInterceptor as HttpInterceptors,
  ResponseStatusError,
} from "@espalier/espalier/http";
import { RepositoryEventListener } from "@espalier/espalier/rest";
import { graphQlApp, post } from "../graphql/transport/graphql_app.ts";
import { libraryApp, send, writable } from "../rest/library.ts";

function throwing(error: Error): HttpInterceptor {
  return { intercept: () => Promise.reject(error) };
}

const busy = () => new ResponseStatusError(429, "Too many requests", { headers: { "Retry-After": "30" } });
const basic = () => new ResponseStatusError(401, "Sign in", { headers: { "WWW-Authenticate": 'Basic realm="books"' } });

const refusals: readonly (readonly [error: () => Error, status: number, headers: Record<string, string | null>])[] = [
  [() => new AuthenticationError("secret"), 401, { "www-authenticate": "Bearer" }],
  [() => new AccessDeniedError("secret"), 401, { "www-authenticate": "Bearer" }],
  [() => new ResponseStatusError(401, "Sign in"), 401, { "www-authenticate": "Bearer" }],
  [basic, 401, { "www-authenticate": 'Basic realm="books"' }],
  [busy, 429, { "retry-after": "30", "www-authenticate": null }],
  [() => new ResponseStatusError(403, "Not yours"), 403, { "www-authenticate": null }],
];

const headersOf = (response: { headers: Headers }, names: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, response.headers.get(name)]));

Deno.test("an interceptor of GraphQL requests that refuses sends its headers; 401 always has a challenge", async () => {
  for (const [error, status, headers] of refusals) {
    const interceptor = { intercept: () => Promise.reject(error()) };
    await using app = await graphQlApp({ interceptors: [interceptor], properties: { logging: { level: "OFF" } } });
    const response = await app.fetch(post({ query: "{ greeting }" }));
    const body = await response.json();
    assertEquals([response.status, headersOf(response, headers)], [status, headers]);
    assertEquals(JSON.stringify(body).includes("secret"), false);
  }
});

Deno.test("an interceptor of all requests that refuses is answered with a problem document and its headers", async () => {
  for (const [error, status, headers] of refusals) {
    const more = new ContainerModule(({ bind }) => void bind(HttpInterceptors).toConstantValue(throwing(error())));
    await using app = await libraryApp({ more: [more] });
    const response = await send(app, "/books");
    assertEquals([response.status, headersOf(response, headers)], [status, headers]);
    assertEquals([response.body.status, response.headers.get("content-type")], [status, "application/problem+json"]);
    assertEquals(JSON.stringify(response.body).includes("secret"), false);
  }
});

Deno.test("a listener that refuses a change by REST is answered with its status and headers", async () => {
  for (const [error, status, headers] of refusals) {
    const onBeforeSave = () => {
      throw error();
    };
    const more = new ContainerModule(({ bind }) =>
      void bind(RepositoryEventListener).toConstantValue({ onBeforeSave })
    );
    await using app = await libraryApp({ ...writable, more: [more] });
    const response = await send(app, "PATCH /books/book-0", { json: { title: "New" } });
    assertEquals([response.status, headersOf(response, headers)], [status, headers]);
    assertEquals((await send(app, "/books/book-0")).body.title, "Title A");
  }
});

Deno.test("the root answers 406 where it has no form that the client accepts", async () => {
  for (const basePath of ["", "/api"]) {
    await using app = await libraryApp({ rest: { basePath } });
    const at = basePath === "" ? "/" : basePath;
    for (const accept of ["text/html", "application/xml", "image/png;q=0.9, text/css"]) {
      for (const method of ["GET", "HEAD"]) {
        assertEquals([accept, (await send(app, `${method} ${at}`, { headers: { accept } })).status], [accept, 406]);
      }
    }
    assertEquals((await send(app, at, { headers: { accept: "text/html, */*;q=0.1" } })).status, 200);
  }
  await using development = await libraryApp({ preset: "development" });
  const page = await send(development, "/", { headers: { accept: "text/html" } });
  assertEquals([page.status, page.headers.get("content-type")], [200, "text/html; charset=utf-8"]);
  assertEquals((await send(development, "/", { headers: { accept: "application/xml" } })).status, 406);
});

Deno.test("a body of a type that is not read is 415 with the types that are", async () => {
  await using app = await libraryApp(writable);
  const headers = { "content-type": "text/csv" };
  const hal = "application/hal+json, application/json, application/vnd.hal+json";
  const patches = "application/merge-patch+json, application/json-patch+json, application/json";
  const links = "text/uri-list, application/json, application/hal+json, application/x-spring-data-compact+json";
  const cases: readonly (readonly [target: string, headers: Record<string, string | null>])[] = [
    ["POST /books", { accept: hal, "accept-post": hal, "accept-patch": null }],
    ["PUT /books/book-0", { accept: hal, "accept-post": null, "accept-patch": null }],
    ["PATCH /books/book-0", { accept: patches, "accept-post": null, "accept-patch": patches }],
    ["PATCH /books/book-0/coAuthors", { accept: links, "accept-post": null, "accept-patch": links }],
  ];
  for (const [target, expected] of cases) {
    const response = await send(app, target, { body: "a,b", headers });
    assertEquals([target, response.status, headersOf(response, expected)], [target, 415, expected]);
  }
});

Deno.test("OPTIONS tells the methods of what there is, and 404 of what there is not", async () => {
  await using app = await libraryApp({ books: { writable: { update: true, delete: true } } });
  const present = await send(app, "OPTIONS /books/book-0");
  assertEquals([present.status, present.headers.get("allow")], [200, "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"]);
  for (const path of ["/books/nothing", "/books/%ff", "/nothing", "/books/book-0/nothing"]) {
    assertEquals([path, (await send(app, `OPTIONS ${path}`)).status], [path, 404]);
  }
  const refused = await send(app, "POST /books/book-0");
  assertEquals([refused.status, refused.headers.get("allow")], [405, "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"]);
});

Deno.test("HEAD is refused as GET is", async () => {
  await using app = await libraryApp();
  const headers = { accept: "text/html" };
  for (const path of ["/", "/books", "/books/book-0", "/books/search", "/books/search/by-title?title=A", "/profile"]) {
    const statuses = [];
    for (const method of ["GET", "HEAD"]) statuses.push((await send(app, `${method} ${path}`, { headers })).status);
    assertEquals([path, ...statuses], [path, 406, 406]);
  }
  for (const method of ["GET", "HEAD"]) {
    const { headers: cached } = await send(app, `${method} /books/book-0`);
    const again = await send(app, `${method} /books/book-0`, { headers: { "if-none-match": cached.get("etag")! } });
    assertEquals([again.status, again.headers.get("etag"), again.body], [304, cached.get("etag"), ""]);
  }
});
