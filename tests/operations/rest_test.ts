import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import createClient from "openapi-fetch";
import openapiTS, { astToString } from "openapi-typescript";
import { type Application, ContainerModule } from "@espalier/espalier";
import { TrustedDocuments, trustedDocuments, WebGraphQlInterceptor } from "@espalier/espalier/graphql";
import { operations } from "@espalier/espalier/operations";
import { persistedDocuments } from "@espalier/espalier/persisted-documents";
import { budget, Principal, visibility } from "@espalier/espalier/security";
import { ActingPrincipals } from "@espalier/espalier/testing";
import { faults, Validators } from "../rest/json_schemas.ts";
import { documents, given, startShop } from "./shop.ts";

const base = "http://localhost/api/operations";

async function get(app: Application, path: string, init?: RequestInit) {
  const response = await app.fetch(new Request(`${base}/${path}`, init));
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
}

function post(app: Application, path: string, body: unknown, headers: Record<string, string> = {}) {
  return get(app, path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

async function described(app: Application) {
  return (await get(app, "openapi.json")).body;
}

Deno.test("26.8 each named operation is a resource: queries by GET, mutations by POST", async () => {
  await using app = await startShop();
  assertEquals((await get(app, "BookById?id=1")).body.book, {
    id: "1",
    title: "Emma",
    genre: "NOVEL",
    price: "12.50",
    tags: ["a", null],
    matrix: [[1], null],
    author: { name: null },
  });
  assertEquals((await get(app, "BookById?id=2")).body, { book: null });
  const filter = encodeURIComponent(JSON.stringify({ title: "E", inner: { genres: ["POEM"] } }));
  const { body } = await get(app, `Books?genre=NOVEL&ids=1&ids=2&cheap=true&below=1.5&filter=${filter}`);
  assertEquals(body, { books: [{ name: "Emma" }] });
  assertEquals(given.books, {
    genre: "NOVEL",
    ids: ["1", "2"],
    max: 5,
    cheap: true,
    below: 1.5,
    filter: { title: "E", inner: { genres: ["POEM"] } },
  });
  const added = await post(app, "AddBook", { input: { title: "Persuasion" } });
  assertEquals(added.body, { addBook: { id: "1", title: "Persuasion", genre: "NOVEL" } });
  assertEquals((await get(app, "Count")).body, { count: 1 });
  const head = await get(app, "Count", { method: "HEAD" });
  assertEquals([head.status, head.body], [200, undefined]);
});

Deno.test("26.8 variables that do not fit, and what is not published, are refused with problem documents", async () => {
  await using app = await startShop();
  const cases: readonly (readonly [string, number, unknown])[] = [
    ["BookById", 400, [{ variable: "id", message: "must be given" }]],
    ["BookById?id=1&id=2", 400, [{ variable: "id", message: "must be given once" }]],
    ["BookById?id=1&other=2", 400, [{ variable: "other", message: "must be a variable of the operation" }]],
    ["Books?max=a", 400, [{ variable: "max", message: "must be an integer" }]],
    ["Books?below=", 400, [{ variable: "below", message: "must be a number" }]],
    ["Books?cheap=1", 400, [{ variable: "cheap", message: 'must be "true" or "false"' }]],
    ["Books?filter={", 400, [{ variable: "filter", message: "must be JSON" }]],
  ];
  for (const [path, status, errors] of cases) {
    const found = await get(app, path);
    assertEquals([found.status, found.body.errors], [status, errors], path);
    assertEquals(found.headers.get("content-type"), "application/problem+json");
  }
  assertEquals((await get(app, "Books?genre=PLAY")).status, 400);
  assertEquals((await get(app, "Books?max=9999999999")).status, 400);
  for (const path of ["Nothing", "constructor", "__proto__", "unnamed"]) {
    assertEquals((await get(app, path)).status, 404, path);
  }
  const wrongMethod = await get(app, "AddBook");
  assertEquals([wrongMethod.status, wrongMethod.headers.get("allow")], [405, "POST, OPTIONS"]);
  assertEquals((await post(app, "BookById", { id: "1" })).status, 405);
  for (
    const [body, status] of [["{", 400], ["[]", 400], ["null", 400], [{}, 400], [{ input: { title: 1 } }, 400]] as const
  ) {
    assertEquals((await post(app, "AddBook", body)).status, status, JSON.stringify(body));
  }
  assertEquals((await post(app, "AddBook", "{}", { "content-type": "text/plain" })).status, 415);
  assertEquals((await post(app, "AddBook", { input: { title: "x" } }, { origin: "https://evil.example" })).status, 403);
});

Deno.test("26.8 errors have the status of their classification, and tell nothing of the implementation", async () => {
  await using app = await startShop();
  for (const [how, status] of [["404", 404], ["403", 401], ["503", 503], ["429", 429], ["other", 500]] as const) {
    const found = await get(app, `Failing?how=${how}`);
    assertEquals([found.status, found.body.status], [status, status], how);
    assertEquals(JSON.stringify(found.body).includes("secret of the implementation"), false);
    assertEquals(found.headers.get("cache-control"), "no-store");
  }
});

Deno.test("26.8 rules, visibility, budgets, costs and interceptors hold for operations", async () => {
  const acting = new ActingPrincipals();
  const profiles = visibility({
    profiles: { public: { hide: ["Query.count"] }, staff: {} },
    choose: ({ roles }) => roles.has("staff") ? "staff" : "public",
  });
  await using app = await startShop({}, { modules: [profiles, acting.module] });
  const staff = acting.as(new Principal("eve", { roles: ["staff"] }), app);
  const ada = acting.as(new Principal("ada"), app);
  assertEquals(
    [(await get(app, "Staff")).status, (await get(ada, "Staff")).status, (await get(staff, "Staff")).status],
    [401, 403, 200],
  );
  assertEquals([(await get(app, "Count")).status, (await get(staff, "Count")).status], [404, 200]);
  const names = async (viewer: Application) =>
    Object.keys((await described(viewer)).paths).includes("/api/operations/Count");
  assertEquals([await names(app), await names(staff)], [false, true]);

  await using limited = await startShop({}, { modules: [budget({ capacity: 5, perSecond: 0.001, by: () => "all" })] });
  const statuses = [];
  for (let i = 0; i < 5; i++) statuses.push((await get(limited, "Count")).status);
  assertEquals([statuses[0], statuses.at(-1)], [200, 429]);

  await using cheap = await startShop({}, { properties: { graphql: { maxCost: 1 } } });
  assertEquals((await get(cheap, "BookById?id=1")).status, 400);

  const refusing = new ContainerModule(({ bind }) => {
    bind(WebGraphQlInterceptor).toConstantValue({ intercept: () => Promise.reject(new Error("hidden")) });
  });
  await using broken = await startShop({}, { modules: [refusing] });
  const failed = await get(broken, "Count");
  assertEquals([failed.status, JSON.stringify(failed.body).includes("hidden")], [500, false]);
});

Deno.test("26.8 a service that takes trusted documents alone answers its operations, and no others", async () => {
  const properties = { graphql: { trustedDocuments: "only" } };
  await using app = await startShop({}, { properties, modules: [trusted()] });
  assertEquals((await get(app, "Count")).body, { count: 1 });
  const response = await app.fetch(new Request("http://localhost/graphql?query={count}"));
  assertEquals((await response.json()).data, undefined);
});

function trusted(): ContainerModule {
  return new ContainerModule(({ bind }) => bind(TrustedDocuments).toConstantValue(trustedDocuments(documents)));
}

Deno.test("26.8 the OpenAPI document is valid, and responses fit its schemas", async () => {
  await using app = await startShop();
  const document = await described(app);
  assertEquals(await faultsOf(document), []);
  assertEquals((await faultsOf({ ...document, components: {} })).length > 0, true);
  const validators = new Validators(document);
  const responses = [
    "BookById?id=1",
    "BookById?id=2",
    "Books",
    "Search?text=a",
    "Search?text=a&more=true",
    "Node?id=1",
    "Node?id=2",
    "Same?id=1",
  ];
  for (const path of responses) {
    const name = path.split("?")[0]!;
    const response = ["paths", `/api/operations/${name}`, "get", "responses", "200", "content", "application/json"];
    const validate = validators.at(...response, "schema");
    const { body } = await get(app, path);
    assertEquals(faults(validate, body), [], `${path} ${JSON.stringify(body)}`);
    assertEquals(validate({ ...body, more: 1 }), false, "Other members are allowed");
  }
  assertEquals(document.paths["/api/operations/BookById"].get.summary, "Finds a book by its id.");
  assertEquals(document.paths["/api/operations/Books"].get.summary, "Lists books.");
  assertEquals(Object.keys(document.paths).includes("/api/operations/unnamed"), false);
});

Deno.test("26.8 types that are made of the OpenAPI document say what operations take and return", async () => {
  await using app = await startShop();
  const document = await described(app);
  const types = astToString(await openapiTS(document)).replaceAll(/\s+/g, " ");
  const expected = [
    "BookById: { parameters: { query: { id: string; };",
    'Books: { parameters: { query?: { genre?: components["schemas"]["Genre"] | null; ids?: string[] | null;',
    'book: { id: string; title: string; genre: components["schemas"]["Genre"] | null; price: string | null; ' +
    "tags: (string | null)[]; matrix: (number[] | null)[] | null;",
    'Genre: "NOVEL" | "POEM";',
    '__typename: "Book"; title: string; genre?: components["schemas"]["Genre"] | null;',
    'input: components["schemas"]["BookInput"];',
  ];
  for (const text of expected) assertEquals(types.includes(text), true, `${text} in ${types}`);
});

Deno.test("26.8 a client of the OpenAPI document calls operations", async () => {
  await using app = await startShop();
  interface paths {
    "/api/operations/BookById": {
      get: {
        parameters: { query: { id: string } };
        responses: { 200: { content: { "application/json": { book: { title: string } | null } } } };
      };
    };
  }
  const client = createClient<paths>({
    baseUrl: "http://localhost",
    fetch: async (request) => await app.fetch(request),
  });
  const { data } = await client.GET("/api/operations/BookById", { params: { query: { id: "1" } } });
  assertEquals(data?.book?.title, "Emma");
});

Deno.test("26.8 without documents of its own, the feature publishes those of the service's manifests", async () => {
  const manifests = [{ name: "web-1", manifest: { a: documents.count } }];
  const loaded = persistedDocuments({ manifests: () => manifests });
  await using app = await startShop({ documents: undefined }, { modules: [loaded] });
  assertEquals([(await get(app, "Count")).body, (await get(app, "Slow")).status], [{ count: 1 }, 404]);
});

Deno.test("26.8 an operation that takes too long ends with 503", async () => {
  await using app = await startShop({}, { properties: { graphql: { executionTimeoutMs: 20 } } });
  const found = await get(app, "Slow");
  assertEquals([found.status, found.body.errors[0].classification], [503, "ExecutionAborted"]);
});

Deno.test("26.8 an operation ends when its client leaves", async () => {
  await using app = await startShop();
  const leaving = new AbortController();
  const pending = get(app, "Slow", { signal: leaving.signal }).catch(() => {});
  while (given.cancelled === undefined) await new Promise((done) => setTimeout(done, 1));
  leaving.abort();
  await given.cancelled;
  await pending;
});

Deno.test("26.8 documents that do not fit the schema, and options that can't be used, fail the start", async () => {
  await assertRejects(
    () => startShop({ documents: { a: "query A { missing }" } }),
    Error,
    'Cannot publish operation "A"',
  );
  await assertRejects(() => startShop({ documents: { a: "query A {" } }), Error, 'document "a" as it must be readable');
  const twice = { a: "query A { count }", b: "query A { staff }" };
  await assertRejects(() => startShop({ documents: twice }), Error, "names must differ");
  assertThrows(() => operations({}), TypeError, 'must have "rest", "mcp" or both');
  assertThrows(() => operations({ rest: "api" }), TypeError, '"rest" must be a path');
});

/** What a linter finds wrong with an OpenAPI document. */
async function faultsOf(document: object): Promise<string[]> {
  const rules = [
    "struct",
    "no-unresolved-refs",
    "path-params-defined",
    "operation-operationId-unique",
    "security-defined",
    "no-invalid-media-type-examples",
    "operation-parameters-unique",
    "no-identical-paths",
    "no-ambiguous-paths",
  ]; // deno-fmt-ignore
  const config = await createConfig({ rules: Object.fromEntries(rules.map((rule) => [rule, "error" as const])) });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`);
}
