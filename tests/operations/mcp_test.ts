import { assertEquals, assertRejects } from "@std/assert";
import { Client } from "@modelcontextprotocol/sdk/client";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Application } from "@espalier/espalier";
import { Principal, visibility } from "@espalier/espalier/security";
import { ActingPrincipals } from "@espalier/espalier/testing";
import { given, startShop } from "./shop.ts";

type Transport = Parameters<Client["connect"]>[0];

/** A client of the protocol's own package, connected to an application. */
async function connected(app: Application): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
    fetch: async (url: string | URL, init?: RequestInit) => await app.fetch(new Request(url, init)),
  });
  // The package's types do not agree with each other under exactOptionalPropertyTypes.
  await client.connect(transport as Transport);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

async function send(app: Application, body: unknown, headers: Record<string, string> = {}, method = "POST") {
  const response = await app.fetch(
    new Request("http://localhost/mcp", {
      method,
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      ...(method === "POST" ? { body: typeof body === "string" ? body : JSON.stringify(body) } : {}),
    }),
  );
  const text = await response.text();
  return { status: response.status, text };
}

const listTools = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

Deno.test("26.8 operations are tools, with schemas and hints", async () => {
  await using app = await startShop();
  await using client = await connected(app);
  const { tools } = await client.listTools();
  const names = [
    "BookById",
    "Books",
    "Search",
    "Node",
    "Same",
    "Failing",
    "Staff",
    "Slow",
    "Count",
    "Slower",
    "AddBook",
  ];
  assertEquals(tools.map(({ name }) => name), names);
  const of = (name: string) => tools.find((tool) => tool.name === name)!;
  assertEquals(of("BookById").description, "Finds a book by its id.");
  assertEquals(of("BookById").inputSchema as object, {
    type: "object",
    properties: { id: { type: "string" } },
    required: ["id"],
    additionalProperties: false,
  });
  assertEquals([of("BookById").annotations?.readOnlyHint, of("AddBook").annotations?.destructiveHint], [true, true]);
  assertEquals(of("AddBook").inputSchema.$defs, {
    BookInput: {
      type: "object",
      properties: {
        title: { type: "string" },
        genre: { anyOf: [{ $ref: "#/$defs/Genre" }, { type: "null" }] },
        price: { type: ["string", "null"] },
        choice: { anyOf: [{ $ref: "#/$defs/Choice" }, { type: "null" }] },
      },
      required: ["title"],
      additionalProperties: false,
    },
    Genre: { type: "string", enum: ["NOVEL", "POEM"] },
    Choice: {
      type: "object",
      properties: {
        a: { type: "integer", minimum: -2147483648, maximum: 2147483647 },
        b: { type: "string" },
      },
      minProperties: 1,
      maxProperties: 1,
      additionalProperties: false,
    },
  });
});

Deno.test("26.8 a tool returns the data of its operation, and its client finds that it fits the schema", async () => {
  await using app = await startShop();
  await using client = await connected(app);
  await client.listTools();
  const found = await client.callTool({ name: "BookById", arguments: { id: "1" } });
  assertEquals((found.structuredContent as { book: { title: string } }).book.title, "Emma");
  for (const more of [true, false]) await client.callTool({ name: "Search", arguments: { text: "a", more } });
  for (const id of ["1", "2"]) await client.callTool({ name: "Node", arguments: { id } });
  const added = await client.callTool({
    name: "AddBook",
    arguments: { input: { title: "Persuasion", choice: { a: 1 } } },
  });
  assertEquals(added.structuredContent, { addBook: { id: "1", title: "Persuasion", genre: "NOVEL" } });
});

Deno.test("26.8 tools say what went wrong, and nothing of the implementation", async () => {
  await using app = await startShop();
  await using client = await connected(app);
  const failed = await client.callTool({ name: "Failing", arguments: { how: "other" } });
  assertEquals([failed.isError, JSON.stringify(failed).includes("secret of the implementation")], [true, false]);
  const refused = await client.callTool({ name: "Staff", arguments: {} });
  assertEquals([refused.isError, refused.structuredContent], [true, undefined]);
  assertEquals((await client.callTool({ name: "BookById", arguments: {} })).isError, true);
  assertEquals((await client.callTool({ name: "Count", arguments: { other: 1 } })).isError, true);
  for (const name of ["Nothing", "constructor"]) {
    await assertRejects(() => client.callTool({ name, arguments: {} }), Error, `There is no tool "${name}"`);
  }
});

Deno.test("26.8 rules and visibility hold for tools", async () => {
  const acting = new ActingPrincipals();
  const profiles = visibility({
    profiles: { public: { hide: ["Query.count"] }, staff: {} },
    choose: ({ roles }) => roles.has("staff") ? "staff" : "public",
  });
  await using app = await startShop({}, { modules: [profiles, acting.module] });
  await using anybody = await connected(app);
  await using staff = await connected(acting.as(new Principal("eve", { roles: ["staff"] }), app));
  const hasCount = async (client: Client) => (await client.listTools()).tools.some(({ name }) => name === "Count");
  assertEquals([await hasCount(anybody), await hasCount(staff)], [false, true]);
  await assertRejects(() => anybody.callTool({ name: "Count", arguments: {} }), Error, "There is no tool");
  assertEquals((await staff.callTool({ name: "Staff", arguments: {} })).structuredContent, { staff: "for staff" });
});

Deno.test("26.8 pages of other sites call no tools, even if their name is that of this machine", async () => {
  await using app = await startShop();
  const refused = ["https://evil.example", "http://evil.example", "null", "http://localhost.evil.example", "nonsense"];
  for (const origin of refused) {
    assertEquals((await send(app, listTools, { origin, host: "evil.example" })).status, 403, origin);
  }
  for (const origin of ["http://localhost:3000", "http://127.0.0.1:6274", "http://[::1]"]) {
    assertEquals((await send(app, listTools, { origin })).status, 200, origin);
  }
  await using open = await startShop({}, { properties: { http: { corsOrigins: ["https://app.example"] } } });
  assertEquals((await send(open, listTools, { origin: "https://app.example" })).status, 200);
  assertEquals((await send(open, listTools, { origin: "https://evil.example" })).status, 403);
});

Deno.test("26.8 messages that can't be read, batches and other methods are refused", async () => {
  await using app = await startShop({}, { properties: { http: { maxBodyBytes: 2_000 } } });
  assertEquals((await send(app, "{")).status, 400);
  assertEquals((await send(app, [listTools, listTools])).status, 400);
  assertEquals((await send(app, { ...listTools, params: { text: "a".repeat(3_000) } })).status, 413);
  assertEquals((await send(app, {})).status, 400);
  for (const method of ["GET", "DELETE", "PUT"]) assertEquals((await send(app, "", {}, method)).status, 405, method);
  assertEquals((await send(app, listTools, { accept: "text/html" })).status, 406);
});

Deno.test("26.8 many clients at once get their own responses, and one that leaves ends its operation", async () => {
  await using app = await startShop();
  const clients = await Promise.all(Array.from({ length: 10 }, () => connected(app)));
  const results = await Promise.all(
    clients.map((client, i) => client.callTool({ name: "AddBook", arguments: { input: { title: `title ${i}` } } })),
  );
  assertEquals(
    results.map(({ structuredContent }) => (structuredContent as { addBook: { title: string } }).addBook.title),
    clients.map((_, i) => `title ${i}`),
  );
  for (const client of clients) await client.close();
  const leaving = new AbortController();
  delete given.cancelled;
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "Slow", arguments: {} } };
  const pending = app.fetch(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify(call),
      signal: leaving.signal,
    }),
  );
  while (given.cancelled === undefined) await new Promise((done) => setTimeout(done, 1));
  leaving.abort();
  await given.cancelled;
  await (await pending).body?.cancel();
});
