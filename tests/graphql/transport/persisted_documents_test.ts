import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { type Application, ContainerModule } from "@espalier/espalier";
import {
  PersistedQueryCache,
  TrustedDocuments,
  trustedDocuments,
  type WebGraphQlInterceptor,
} from "@espalier/espalier/graphql";
import { get, graphQlApp, post } from "./graphql_app.ts";
import { RawSocket } from "./raw_socket.ts";
import { ServedApp } from "./served_app.ts";

async function body(app: Application, request: Request): Promise<{ data?: unknown; errors?: { message: string }[] }> {
  return await (await app.fetch(request)).json();
}

const messageOf = async (app: Application, request: Request) => (await body(app, request)).errors?.[0]?.message;

async function sha256(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}

const persistedQuery = (sha256Hash: string) => ({ persistedQuery: { version: 1, sha256Hash } });

function trusting(manifest: unknown): readonly ContainerModule[] {
  return [new ContainerModule(({ bind }) => void bind(TrustedDocuments).toConstantValue(trustedDocuments(manifest)))];
}

Deno.test("G1.1 C010 C011 automatic persisted queries are registered with their hash, then named", async () => {
  await using app = await graphQlApp({ properties: { graphql: { automaticPersistedQueries: true } } });
  const query = "{__typename}";
  const extensions = persistedQuery(await sha256(query));
  const expected = { data: { __typename: "Query" } };
  assertEquals(await messageOf(app, post({ extensions })), "PersistedQueryNotFound");
  assertEquals(await body(app, post({ query, extensions })), expected);
  assertEquals(await body(app, post({ query, extensions })), expected);
  assertEquals(await body(app, post({ extensions })), expected);
  assertEquals(await body(app, get({ extensions: JSON.stringify(extensions) })), expected);
  assertEquals(
    await messageOf(app, post({ query: "{ greeting }", extensions })),
    "Cannot register the document as its SHA-256 hash must equal the one that was sent",
  );
});

Deno.test("G1.1 of persisted queries a bounded number of characters is kept, those that were asked for last", () => {
  const cache = new PersistedQueryCache(10);
  cache.set("a", "1234");
  cache.set("b", "1234");
  assertEquals(cache.get("a"), "1234");
  cache.set("c", "123");
  cache.set("too long", "12345678901");
  assertEquals(["a", "b", "c", "too long"].map((hash) => cache.get(hash)), ["1234", undefined, "123", undefined]);
});

Deno.test("G1.1 without automatic persisted queries clients are told so", async () => {
  await using app = await graphQlApp();
  const extensions = persistedQuery("0".repeat(64));
  assertEquals(await messageOf(app, post({ extensions })), "PersistedQueryNotSupported");
  assertEquals(await body(app, post({ query: "{ greeting }", extensions })), { data: { greeting: "Hello" } });
});

Deno.test("G1.1 a document that comes with an id that names none is executed, whether or not queries are persisted", async () => {
  for (const automaticPersistedQueries of [false, true]) {
    await using app = await graphQlApp({ properties: { graphql: { automaticPersistedQueries } } });
    assertEquals(await body(app, post({ query: "{ greeting }", documentId: "a" })), { data: { greeting: "Hello" } });
    const message = "Cannot execute the document as its id must be one of a trusted document";
    assertEquals(await messageOf(app, post({ documentId: "a" })), message);
  }
});

Deno.test("G1.1 what can't name a document is refused with what is needed", async () => {
  await using app = await graphQlApp();
  const refused = async (extensions: unknown): Promise<[number, string | undefined]> => {
    const response = await app.fetch(post({ extensions }, { accept: "application/graphql-response+json" }));
    const { errors } = await response.json();
    return [response.status, errors?.[0]?.message];
  };
  for (const value of [1, "a", true, []]) {
    const message = 'Cannot read "extensions.persistedQuery" as it must be an object: current value is ';
    assertEquals(await refused({ persistedQuery: value }), [400, message + JSON.stringify(value)]);
  }
  for (const value of [{}, { sha256Hash: 5 }, { sha256Hash: null, version: 1 }]) {
    const message = 'Cannot find the document as "extensions.persistedQuery" must have its "sha256Hash", a string';
    assertEquals(await refused({ persistedQuery: value }), [400, message]);
  }
  assertEquals(await refused({ documentId: 1 }), [
    400,
    'Cannot read "extensions.documentId" as it must be a string: current value is 1',
  ]);
  assertEquals(await refused({ persistedQuery: null }), [
    400,
    'Cannot read "query" as it must be a document: current value is absent',
  ]);
});

Deno.test("G1.1 a persisted query of another kind is found by an interceptor", async () => {
  const finding: WebGraphQlInterceptor = {
    intercept: (request, next) =>
      next(request.configureExecutionInput((input) => input.transform({ query: "{ greeting }" }))),
  };
  await using app = await graphQlApp({ interceptors: [finding] });
  const extensions = { persistedQuery: { name: "greeting" } };
  assertEquals(await body(app, post({ extensions })), { data: { greeting: "Hello" } });
});

Deno.test("G1.1 trusted documents are executed by id, and nothing else where only they may be", async () => {
  const hash = await sha256("{ greeting }");
  const modules = trusting({ greet: "{ greeting }", [`sha256:${hash}`]: "{ hashed: greeting }" });
  await using app = await graphQlApp({ modules, properties: { graphql: { trustedDocuments: "only" } } });
  assertEquals(await body(app, post({ documentId: "greet" })), { data: { greeting: "Hello" } });
  assertEquals(await body(app, get({ documentId: "greet" })), { data: { greeting: "Hello" } });
  assertEquals(await body(app, post({ extensions: persistedQuery(hash) })), { data: { hashed: "Hello" } });
  assertEquals(
    await messageOf(app, post({ documentId: "other" })),
    "Cannot execute the document as its id must be one of a trusted document",
  );
  assertEquals(
    await messageOf(app, post({ query: "{ greeting }" })),
    "Cannot execute a document of the client's own as it must be a trusted one: send its id",
  );
  assertEquals(
    await messageOf(app, post({ query: "{ greeting }", documentId: "other" })),
    await messageOf(app, post({ documentId: "other" })),
  );

  await using both = await graphQlApp({ modules, properties: { graphql: { trustedDocuments: "allow" } } });
  assertEquals(await body(both, post({ documentId: "greet" })), { data: { greeting: "Hello" } });
  assertEquals(await body(both, post({ query: "{ greeting }" })), { data: { greeting: "Hello" } });
});

Deno.test("G1.2 trusted documents hold on a WebSocket too", async () => {
  const modules = trusting({ greet: "{ greeting }" });
  await using served = await ServedApp.start({ modules, properties: { graphql: { trustedDocuments: "only" } } });
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.init();
  await socket.send({ type: "subscribe", id: "1", payload: { query: "", extensions: { documentId: "greet" } } });
  assertEquals(await socket.next(), { id: "1", type: "next", payload: { data: { greeting: "Hello" } } });
  await socket.next();
  await socket.subscribe("2", "{ greeting }");
  assertEquals((await socket.next() as { type: string }).type, "error");
});

Deno.test("G1.1 manifests are read as client tools write them", async () => {
  const apollo = { format: "apollo-persisted-query-manifest", operations: [{ id: "1", body: "{ a }", name: "A" }] };
  assertEquals(await trustedDocuments(apollo).find("1"), "{ a }");
  assertEquals(await trustedDocuments({ x: "{ b }" }).find("x"), "{ b }");
  assertEquals(await trustedDocuments({}).find("constructor"), undefined);
  assertThrows(() => trustedDocuments({ x: 1 }), TypeError, 'it must have a text for document "x": current value is 1');
  await assertRejects(
    () => graphQlApp({ properties: { graphql: { trustedDocuments: "only" } } }),
    Error,
    'Cannot use property "graphql.trustedDocuments" as the container must bind TrustedDocuments',
  );
});
