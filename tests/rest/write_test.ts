import { assertEquals } from "@std/assert";
import { ContainerModule } from "@espalier/espalier";
import { ConcurrencyFailureError, OptimisticLockingError } from "@espalier/espalier/data";
import { RepositoryConstraintViolationError, RepositoryEventListener } from "@espalier/espalier/rest";
import { z } from "zod";
import { Book, Books, hrefs, libraryApp, send, writable } from "./library.ts";

const lady = {
  title: "Lady Susan",
  published: 1871,
  price: 7.5,
  inPrint: true,
  kind: "NOVEL",
  tags: ["letters"],
  author: "http://localhost/authors/austen",
  origin: { city: "Bath", country: null },
};

Deno.test("POST creates an item", async () => {
  await using open = await libraryApp({ books: { writable: true, properties: {} }, authors: { writable: true } });
  const json = { ...lady, addedAt: "2026-05-01T00:00:00Z", version: 99, unknown: 1, _links: { self: { href: "x" } } };
  const { status, headers, body } = await send(open, "POST /books", { json });
  assertEquals([status, headers.get("location"), body, headers.get("etag")], [201, headers.get("location"), "", null]);
  const created = await send(open, headers.get("location")!);
  const { _links, ...document } = created.body;
  assertEquals([created.headers.get("etag"), document], ['"1"', {
    title: "Lady Susan",
    published: 1871,
    price: 7.5,
    inPrint: true,
    kind: "NOVEL",
    tags: ["letters"],
    addedAt: "2026-05-01T00:00:00.000Z",
    secret: null,
    publisher: null,
    origin: { city: "Bath", country: null },
  }]);
  assertEquals((await send(open, hrefs(created.body).author!)).body.name, "Jane Austen");
  const accepted = await send(open, "POST /books", { json, headers: { accept: "application/json" } });
  assertEquals([accepted.status, accepted.body.title, accepted.headers.get("etag")], [201, "Lady Susan", '"1"']);
});

Deno.test("POST never overwrites an item", async () => {
  await using app = await libraryApp(writable);
  const author = (json: unknown) => send(app, "POST /authors", { json });
  assertEquals((await author({ id: "austen", name: "Somebody else", born: 1 })).status, 409);
  const named = await author({ id: "woolf", name: "Virginia Woolf" });
  assertEquals([named.status, named.headers.get("location")], [201, "http://localhost/authors/woolf"]);
  assertEquals((await send(app, "/authors/austen")).body.name, "Jane Austen");
});

Deno.test("C5.1 of several creations of one id at the same time, one succeeds", async () => {
  await using app = await libraryApp(writable);
  const names = ["A", "B", "C", "D"];
  const answers = await Promise.all(names.map((name) => send(app, "POST /authors", { json: { id: "new", name } })));
  const statuses = answers.map(({ status }) => status);
  assertEquals(statuses.toSorted(), [201, 409, 409, 409]);
  assertEquals((await send(app, "/authors/new")).body.name, names[statuses.indexOf(201)]);
});

Deno.test("C4.3 an item is created only where a URI leads to it", async () => {
  await using app = await libraryApp(writable);
  for (const id of [".", "..", "search"]) {
    const { status, body } = await send(app, "POST /books", { json: { id, title: "Nowhere" } });
    const message = "must give the item a URI of its own";
    assertEquals([status, body.errors], [422, [{ entity: "Book", property: "id", invalidValue: id, message }]]);
  }
  const { status, headers } = await send(app, "POST /authors", { json: { id: "a/b?#%.", name: "Odd" } });
  assertEquals([status, (await send(app, headers.get("location")!)).body.name], [201, "Odd"]);
});

Deno.test("PUT replaces what can be written and keeps the rest", async () => {
  await using app = await libraryApp(writable);
  const { _links, ...whole } = (await send(app, "/books/book-0")).body;
  const json = {
    ...whole,
    title: "Replaced",
    published: undefined,
    publisher: undefined,
    addedAt: "1999-01-01",
    _links,
  };
  const { status, headers, body } = await send(app, "PUT /books/book-0", { json, headers: { accept: "*/*" } });
  assertEquals([status, headers.get("etag"), headers.get("location")], [200, '"2"', "http://localhost/books/book-0"]);
  assertEquals([body.title, body.published, body.publisher, body.addedAt], [
    "Replaced",
    null,
    null,
    "2026-01-01T00:00:00.000Z",
  ]);
  const stored = await app.container.get(Books).findById("book-0");
  assertEquals([stored?.secret, stored?.author.id, stored?.coAuthors.length, stored?.version], [
    "secret 0",
    "austen",
    2,
    2,
  ]);
  const moved = await send(app, "PUT /books/book-0", { json: { ...json, author: "/authors/verne" } });
  assertEquals([moved.status, moved.headers.get("etag")], [204, '"3"']);
  assertEquals((await send(app, "/books/book-0/author")).body.name, "Jules Verne");
});

Deno.test("PUT creates under the id of the URI where that is allowed", async () => {
  await using app = await libraryApp(writable);
  const { status, headers } = await send(app, "PUT /authors/woolf", { json: { name: "Virginia Woolf", born: 1882 } });
  assertEquals([status, headers.get("location")], [201, "http://localhost/authors/woolf"]);
  assertEquals((await send(app, "/authors/woolf")).body.born, 1882);
  const guarded = { headers: { "if-none-match": "*" }, json: { name: "X" } };
  assertEquals((await send(app, "PUT /authors/woolf", guarded)).status, 412);
  await using strict = await libraryApp({ authors: { writable: { create: true, update: true, createByPut: false } } });
  const refused = await send(strict, "PUT /authors/woolf", { json: { name: "Virginia Woolf" } });
  assertEquals([refused.status, refused.headers.get("allow")], [405, "GET, HEAD, PATCH, OPTIONS"]);
});

Deno.test("C5.1 of several creations by PUT, one creates, and the others replace or learn what they asked not to happen", async () => {
  await using app = await libraryApp(writable);
  const statuses = async (path: string, headers: Record<string, string>) => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => send(app, `PUT ${path}`, { headers, json: { name: "New" } })),
    );
    return answers.map(({ status }) => status).toSorted();
  };
  assertEquals(await statuses("/authors/one", { "if-none-match": "*" }), [201, 412, 412]);
  assertEquals(await statuses("/authors/two", { "if-none-match": '"7"' }), [201, 204, 204]);
  assertEquals(await statuses("/authors/three", {}), [201, 204, 204]);
});

Deno.test("PATCH merges", async () => {
  await using app = await libraryApp(writable);
  const patch = (json: unknown, type = "application/merge-patch+json") =>
    send(app, "PATCH /books/book-0", { json, headers: { "content-type": type, accept: "application/json" } });
  const { status, body } = await patch({
    title: "Patched",
    published: null,
    tags: ["only"],
    origin: { country: "UK" },
  });
  assertEquals([status, body.title, body.published, body.tags, body.origin, body.kind], [
    200,
    "Patched",
    null,
    ["only"],
    { city: "Bath", country: "UK" },
    "NOVEL",
  ]);
  const ignored = await patch(
    { secret: "known", addedAt: null, version: 7, id: "other", nonsense: 1 },
    "application/json",
  );
  assertEquals(ignored.status, 200);
  const stored = await app.container.get(Books).findById("book-0");
  assertEquals([stored?.secret, stored?.version], ["secret 0", 2]);
  assertEquals(
    (await patch({ author: "/authors/verne", translator: null, coAuthors: ["/authors/austen"] })).status,
    200,
  );
  const linked = await app.container.get(Books).findById("book-0");
  assertEquals([linked?.author.id, linked?.translator, linked?.coAuthors.map(({ id }) => id)], ["verne", null, [
    "austen",
  ]]);
  assertEquals((await send(app, "PATCH /books/nobody", { json: {} })).status, 404);
});

Deno.test("DELETE removes an item", async () => {
  await using app = await libraryApp(writable);
  assertEquals((await send(app, "DELETE /books/book-0")).status, 204);
  assertEquals((await send(app, "/books/book-0")).status, 404);
  const shown = await send(app, "DELETE /books/book-1", { headers: { accept: "*/*" } });
  assertEquals([shown.status, shown.body.title], [200, "Title B"]);
  assertEquals((await send(app, "DELETE /books/book-1")).status, 404);
});

const bodies:
  readonly (readonly [configured: "accept" | "always" | "never", accept: string | undefined, shown: boolean])[] = [
    ["accept", undefined, false],
    ["accept", "", false],
    ["accept", "text/html", false],
    ["accept", "*/*", true],
    ["accept", "application/json", true],
    ["always", undefined, true],
    ["always", "*/*", true],
    ["never", undefined, false],
    ["never", "*/*", false],
  ];

Deno.test("the answer to a change holds the item as Accept and the configuration say", async () => {
  for (const [configured, accept, isShown] of bodies) {
    const rest = { returnBodyOnCreate: configured, returnBodyOnUpdate: configured, returnBodyOnDelete: configured };
    await using app = await libraryApp({ ...writable, rest });
    const headers: Record<string, string> = accept === undefined ? {} : { accept };
    const json = { id: "woolf", name: "Virginia Woolf" };
    const answers: [status: number, name: unknown][] = [];
    for (const request of ["POST /authors", "PUT /authors/woolf", "PATCH /authors/woolf", "DELETE /authors/woolf"]) {
      const { status, body } = await send(app, request, request.startsWith("DELETE") ? { headers } : { json, headers });
      answers.push([status, body.name]);
    }
    const changed = isShown ? [200, json.name] : [204, undefined];
    const expected = [[201, isShown ? json.name : undefined], changed, changed, changed];
    assertEquals([configured, accept, answers], [configured, accept, expected]);
  }
});

Deno.test("preconditions are checked before anything is merged", async () => {
  await using app = await libraryApp(writable);
  const patch = (match: string) =>
    send(app, "PATCH /books/book-0", { json: { title: "X", version: 5 }, headers: { "if-match": match } });
  const fresh = await patch('"1"');
  assertEquals([fresh.status, fresh.headers.get("etag")], [204, '"2"']);
  for (const match of ['"1"', '"falseETag"', 'W/"2"', '"5"']) {
    const stale = await patch(match);
    assertEquals([match, stale.status, stale.headers.get("etag")], [match, 412, '"2"']);
  }
  assertEquals([(await patch('"1", "2"')).status, (await patch("*")).status], [204, 204]);
  assertEquals((await send(app, "DELETE /books/book-0", { headers: { "if-match": '"1"' } })).status, 412);
  assertEquals(
    (await send(app, "PUT /authors/woolf", { json: { name: "W" }, headers: { "if-match": "*" } })).status,
    412,
  );
});

Deno.test("a change that meets another one, or breaks a rule of the database, is a conflict", async () => {
  await using app = await libraryApp(writable);
  assertEquals((await send(app, "DELETE /authors/austen")).status, 409);
  const books = app.container.get(Books);
  books.save = () => Promise.reject(new OptimisticLockingError({ entity: "Book", id: "book-0", version: 1 }));
  const json = { title: "X" };
  assertEquals((await send(app, "PATCH /books/book-0", { json })).status, 409);
  assertEquals((await send(app, "PATCH /books/book-0", { json, headers: { "if-match": '"1"' } })).status, 412);
  books.save = () => Promise.reject(new ConcurrencyFailureError("deadlock detected"));
  const { status, headers } = await send(app, "PATCH /books/book-0", { json });
  assertEquals([status, headers.get("retry-after")], [409, "1"]);
});

Deno.test("values of the wrong type are refused with property and value", async () => {
  await using app = await libraryApp(writable);
  const wrong = {
    title: {},
    published: 1.5,
    price: "7",
    inPrint: "yes",
    kind: "POEM",
    tags: "x",
    author: "/authors/nobody",
    origin: { city: 5, country: [] },
  };
  const { status, headers, body } = await send(app, "PATCH /books/book-0", { json: wrong });
  assertEquals([status, headers.get("content-type")], [400, "application/problem+json"]);
  assertEquals(body.errors, [
    { entity: "Book", property: "title", invalidValue: {}, message: "must be a text without NUL characters" },
    { entity: "Book", property: "published", invalidValue: 1.5, message: "must be an integer of 32 bits" },
    { entity: "Book", property: "price", invalidValue: "7", message: "must be a number" },
    { entity: "Book", property: "inPrint", invalidValue: "yes", message: "must be true or false" },
    { entity: "Book", property: "kind", invalidValue: "POEM", message: 'must be one of "NOVEL", "ESSAY"' },
    { entity: "Book", property: "tags", invalidValue: "x", message: "must be a list" },
    {
      entity: "Book",
      property: "author",
      invalidValue: "/authors/nobody",
      message: 'must be the URI of an existing item of "authors"',
    },
    { entity: "Book", property: "origin.country", invalidValue: [], message: "must be a text without NUL characters" },
  ]);
});

Deno.test("missing values are refused", async () => {
  await using app = await libraryApp(writable);
  const { status, body } = await send(app, "POST /authors", { json: { born: 1 } });
  assertEquals([status, body.errors], [422, [
    { entity: "Author", property: "name", invalidValue: null, message: "must not be null" },
  ]]);
});

Deno.test("a Standard Schema checks what would be saved", async () => {
  const schema = z.object({ name: z.string().trim().min(3), born: z.number().max(2026).nullish() });
  await using app = await libraryApp({ authors: { writable: true, validation: schema } });
  const refused = await send(app, "POST /authors", { json: { name: "X", born: 3000 } });
  assertEquals([refused.status, refused.body.errors], [422, [
    {
      entity: "Author",
      property: "name",
      invalidValue: "X",
      message: "Too small: expected string to have >=3 characters",
    },
    { entity: "Author", property: "born", invalidValue: 3000, message: "Too big: expected number to be <=2026" },
  ]]);
  const created = await send(app, "POST /authors", { json: { id: "w", name: "  Woolf " } });
  assertEquals([created.status, (await send(app, "/authors/w")).body.name], [201, "Woolf"]);
  assertEquals((await send(app, "PATCH /authors/w", { json: { name: "W" } })).status, 422);
  await using updates = await libraryApp({ authors: { writable: true, validation: { update: schema } } });
  assertEquals((await send(updates, "POST /authors", { json: { id: "w", name: "W" } })).status, 201);
  assertEquals((await send(updates, "PUT /authors/w", { json: { name: "V" } })).status, 422);
});

const badBodies: readonly (readonly [body: string, type: string, status: number])[] = [
  ["", "application/json", 400],
  ["{", "application/json", 400],
  ["[]", "application/json", 400],
  ["null", "application/json", 400],
  ['"text"', "application/hal+json", 400],
  ["title=x", "application/x-www-form-urlencoded", 415],
  ["{}", "text/plain", 415],
  ["{}", "", 415],
  [`{"tags":${"[".repeat(200)}${"]".repeat(200)}}`, "application/json", 400],
  ["[".repeat(100_000), "application/json", 400],
  [`{"title":"${"x".repeat(2_000_000)}"}`, "application/json", 413],
  ['{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}', "application/json", 422],
];

Deno.test("a body that can't be read is refused, whatever it is", async () => {
  await using app = await libraryApp(writable);
  for (const [body, type, expected] of badBodies) {
    const { status, headers } = await send(app, "POST /authors", {
      body: new TextEncoder().encode(body),
      headers: { "content-type": type },
    });
    const shown = body.slice(0, 40);
    assertEquals([shown, status, headers.get("content-type")], [shown, expected, "application/problem+json"]);
  }
  const latin = new Uint8Array([0x7b, 0xff, 0x7d]);
  assertEquals(
    (await send(app, "POST /authors", { body: latin, headers: { "content-type": "application/json" } })).status,
    400,
  );
  assertEquals(({} as { polluted?: boolean }).polluted, undefined);
});

Deno.test("other sites' pages can't write", async () => {
  await using app = await libraryApp(writable);
  const json = { name: "X" };
  assertEquals((await send(app, "POST /authors", { json, headers: { origin: "https://evil.example" } })).status, 403);
  assertEquals((await send(app, "POST /authors", { json, headers: { "sec-fetch-site": "cross-site" } })).status, 403);
  await using open = await libraryApp({ ...writable, http: { corsOrigins: ["https://far.example"] } });
  const preflight = await send(open, "OPTIONS /authors", {
    headers: { origin: "https://far.example", "access-control-request-method": "POST" },
  });
  assertEquals([
    preflight.headers.get("access-control-allow-origin"),
    preflight.headers.get("access-control-allow-methods"),
  ], [
    "https://far.example",
    "GET, HEAD, POST, OPTIONS",
  ]);
  assertEquals((await send(open, "POST /authors", { json, headers: { origin: "https://far.example" } })).status, 201);
});

function recorder(events: string[]): ContainerModule {
  const note = (name: string) => (entity: Book, linked?: unknown) => {
    const links = [linked].flat().filter((target) => target !== undefined).map((target) =>
      (target as { id: string }).id
    );
    events.push([name, entity.title, ...links].join(" "));
  };
  const listener: RepositoryEventListener<Book> = {
    entityType: () => Book,
    onBeforeCreate: note("beforeCreate"),
    onAfterCreate: note("afterCreate"),
    onBeforeSave: note("beforeSave"),
    onAfterSave: note("afterSave"),
    onBeforeDelete: note("beforeDelete"),
    onAfterDelete: note("afterDelete"),
    onBeforeLinkSave: note("beforeLinkSave"),
    onAfterLinkSave: note("afterLinkSave"),
    onBeforeLinkDelete: note("beforeLinkDelete"),
    onAfterLinkDelete: note("afterLinkDelete"),
  };
  return new ContainerModule(({ bind }) =>
    void bind(RepositoryEventListener).toConstantValue(listener as RepositoryEventListener)
  );
}

Deno.test("listeners are told before and after each change", async () => {
  const events: string[] = [];
  await using app = await libraryApp({
    ...writable,
    books: { writable: true, properties: {} },
    more: [recorder(events)],
  });
  const created = await send(app, "POST /books", { json: { ...lady, addedAt: "2026-01-01T00:00:00Z" } });
  const path = new URL(created.headers.get("location")!).pathname;
  await send(app, `PATCH ${path}`, { json: { title: "Patched" } });
  const uris = { headers: { "content-type": "text/uri-list" } };
  await send(app, `PUT ${path}/translator`, { ...uris, body: "/authors/verne" });
  await send(app, `PUT ${path}/coAuthors`, { ...uris, body: "/authors/verne\r\n/authors/austen" });
  await send(app, `DELETE ${path}/translator`);
  await send(app, `DELETE ${path}`);
  await send(app, "POST /authors", { json: { name: "Not a book" } });
  assertEquals(events, [
    "beforeCreate Lady Susan",
    "afterCreate Lady Susan",
    "beforeSave Patched",
    "afterSave Patched",
    "beforeLinkSave Patched verne",
    "afterLinkSave Patched verne",
    "beforeLinkSave Patched verne austen",
    "afterLinkSave Patched verne austen",
    "beforeLinkDelete Patched verne",
    "afterLinkDelete Patched verne",
    "beforeDelete Patched",
    "afterDelete Patched",
  ]);
});

Deno.test("a listener refuses a change by throwing", async () => {
  const refusing: RepositoryEventListener = {
    onBeforeDelete: () => {
      throw new RepositoryConstraintViolationError([
        { entity: "Book", property: "title", invalidValue: "Title A", message: "must be out of print to go" },
      ]);
    },
  };
  const more = [new ContainerModule(({ bind }) => void bind(RepositoryEventListener).toConstantValue(refusing))];
  await using app = await libraryApp({ ...writable, more });
  const { status, body } = await send(app, "DELETE /books/book-0");
  assertEquals([status, body.errors[0].message], [422, "must be out of print to go"]);
  assertEquals((await send(app, "/books/book-0")).status, 200);
});
