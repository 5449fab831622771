import { assertEquals, assertThrows } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  t,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Database, repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { apiKeys, hasRole, permitAll, Principal, requires, security } from "@espalier/espalier/security";
import { ActingPrincipals, everyWayInIsGuarded } from "@espalier/espalier/testing";

class Author {
  constructor(readonly id: string, readonly name: string) {}
}
describeType(Author, { id: t.id, name: t.string }, { id: "id" });
class Book {
  constructor(readonly id: string, readonly title: string, readonly author: Author) {}
}
describeType(Book, { id: t.id, title: t.string, author: t.object(() => Author) }, { id: "id" });
class Authors extends repository(Author) {}
class Books extends repository(Book, { findByTitle: "list" }) {}

const acting = new ActingPrincipals();
const access = {
  read: requires("books:read"),
  create: requires("books:write"),
  update: requires("books:write"),
  delete: hasRole("librarian"),
};

async function start(excerpt?: string): Promise<Application> {
  const beans = new ContainerModule(({ bind }) => {
    bind(Authors).toResolvedValue((database) => new Authors(database), [Database]);
    bind(Books).toResolvedValue((database) => new Books(database), [Database]);
  });
  const app = await createApp(
    createContainer(
      data({ entities: [Author, Book] }),
      beans,
      rest(),
      actuator(),
      exportRepository(Authors, {
        path: "authors",
        rel: "authors",
        access: { read: requires("authors:read") },
        projections: { short: ["name"] },
        ...(excerpt === undefined ? {} : { excerpt }),
      }),
      exportRepository(Books, { path: "books", rel: "books", writable: true, access, searches: { findByTitle: {} } }),
      acting.module,
      security({
        schemes: [apiKeys({ keys: [] })],
        paths: { "/actuator/{*path}": permitAll(), "/openapi.json": permitAll() },
      }),
    ),
    {
      properties: {
        security: { denyByDefault: true },
        actuator: { exposureInclude: ["*"] },
        rest: { openApi: true },
        logging: { level: "OFF" },
      },
    },
  );
  await app.container.get(Authors).save(new Author("a", "Austen"));
  await app.container.get(Books).save(new Book("1", "Emma", new Author("a", "Austen")));
  return app;
}

const principal = (...grants: string[]) =>
  new Principal("ada", {
    scopes: grants.filter((each) => each.includes(":")),
    roles: grants.filter((each) => !each.includes(":")),
  });
const [reader, writer, librarian] = [
  principal("books:read", "authors:read"),
  principal("books:write"),
  principal("librarian"),
];

interface Call {
  readonly method?: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Record<string, string>;
}

async function call(
  app: Application,
  path: string,
  who?: Principal,
  { method = "GET", body, type, headers }: Call = {},
) {
  const view = who === undefined ? app : acting.as(who, app);
  const response = await view.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": type ?? "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const statusOf = async (...args: Parameters<typeof call>) => (await call(...args)).status;

Deno.test("an export's operations have a rule each; searches, associations and HEAD are reads", async () => {
  await using app = await start();
  for (
    const path of ["/books", "/books/1", "/books/search", "/books/search/findByTitle?title=Emma", "/books/1/author"]
  ) {
    for (const method of ["GET", "HEAD"]) {
      const found = [undefined, writer, reader].map((who) => statusOf(app, path, who, { method }));
      const [nobody, other, allowed] = await Promise.all(found);
      assertEquals([nobody, other, allowed! < 300], [401, 403, true], `${method} ${path}`);
    }
  }
  const book = { title: "Persuasion", author: "/authors/a" };
  const changes: [string, Call, Principal, Principal][] = [
    ["/books", { method: "POST", body: { ...book, id: "2" } }, writer, reader],
    ["/books/3", { method: "PUT", body: book }, writer, reader],
    ["/books/1", { method: "PUT", body: book }, writer, reader],
    ["/books/1", { method: "PATCH", body: { title: "x" }, type: "application/merge-patch+json" }, writer, reader],
    ["/books/1/author", { method: "PUT", body: "", type: "text/uri-list" }, reader, reader],
    ["/books/1", { method: "DELETE" }, librarian, writer],
  ];
  for (const [path, request, allowed, other] of changes) {
    const name = `${request.method} ${path}`;
    assertEquals(
      [await statusOf(app, path, undefined, request), await statusOf(app, path, other, request)],
      [401, 403],
      name,
    );
    if (allowed !== other) assertEquals(await statusOf(app, path, allowed, request) < 300, true, name);
  }
});

Deno.test("an operation that the rules leave out is denied; one that the export does not offer stays 405", async () => {
  await using app = await start();
  assertEquals(await statusOf(app, "/authors/a", reader), 200);
  assertEquals(await statusOf(app, "/authors/a", reader, { method: "DELETE" }), 405);
  const misspelt: object = { reed: requires("x") };
  assertThrows(() => exportRepository(Books, { access: misspelt }), TypeError, "reed");
  assertThrows(() => exportRepository(Books, { access: { read: "x" as never } }), TypeError, 'rule of "read"');
});

Deno.test("who may write and not read learns nothing: no body, no validator, no test of a value, no OPTIONS of an item", async () => {
  await using app = await start();
  const body = { title: "Sanditon", author: "/authors/a" };
  const accept = { accept: "application/hal+json" };
  const put = await call(app, "/books/1", writer, { method: "PUT", body, headers: accept });
  assertEquals([put.status, put.text, put.headers.get("etag")], [204, "", null]);
  const stale = await call(app, "/books/1", writer, { method: "PUT", body, headers: { "if-match": '"x"' } });
  assertEquals([stale.status, stale.headers.get("etag")], [412, null]);
  const test = {
    method: "PATCH",
    body: [{ op: "test", path: "/title", value: "x" }],
    type: "application/json-patch+json",
  };
  assertEquals(await statusOf(app, "/books/1", writer, test), 403);
  const options = { method: "OPTIONS" };
  assertEquals(
    [await statusOf(app, "/books/1", writer, options), await statusOf(app, "/books/9", writer, options)],
    [403, 403],
  );
  const both = principal("books:read", "books:write");
  assertEquals(
    (await call(app, "/books/1", both, { method: "PUT", body, headers: accept })).text.includes("Sanditon"),
    true,
  );
});

Deno.test("a collection that shows excerpts of another is read by who may read both", async () => {
  await using linked = await start();
  const books = principal("books:read");
  assertEquals((await call(linked, "/books", books)).text.includes("Emma"), true);
  assertEquals(await statusOf(linked, "/books/1/author", books), 403);
  await using embedded = await start("short");
  assertEquals((await call(embedded, "/books", reader)).text.includes("Austen"), true);
  assertEquals([await statusOf(embedded, "/books", books), await statusOf(embedded, "/books")], [403, 401]);
});

Deno.test("the report names each operation of an export with its rule, and none of its routes is open", async () => {
  await using app = await start();
  const { ways } = JSON.parse((await call(app, "/actuator/access", reader)).text);
  assertEquals(
    ways.filter(({ kind }: { kind: string }) => kind === "operation").map((
      { name, requires }: Record<string, string>,
    ) => `${name}: ${requires}`),
    [
      'read authors: scope "authors:read"',
      'read books: scope "books:read"',
      'create books: scope "books:write"',
      'update books: scope "books:write"',
      'delete books: role "librarian"',
    ],
  );
  const { paths } = JSON.parse((await call(app, "/openapi.json", reader)).text);
  assertEquals(Object.keys(paths["/books/{id}"].delete.responses).filter((status) => status.startsWith("40")), [
    "401",
    "403",
    "404",
    "409",
  ]);
  everyWayInIsGuarded(app, ["/", "/profile", "/profile/{collection}", "/livez", "/readyz"]);
});
