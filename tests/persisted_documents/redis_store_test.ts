import { assertEquals } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  graphql,
  LeveledLogger,
  Logger,
  Resource,
} from "@espalier/espalier";
import { persistedDocuments } from "@espalier/espalier/persisted-documents";
import { hasRedis } from "../subscriptions/brokers.ts";

const schema = Resource.text("schema", "type Query { a: Int b: Int }");

async function instance(
  redis: { url: string; prefix: string; timeoutMs?: number },
  warned: string[] = [],
): Promise<Application> {
  const logging = new ContainerModule(({ bind }) => {
    bind(Logger).toConstantValue(new LeveledLogger({ "": "WARN" }, ({ message }) => void warned.push(message)));
  });
  const container = createContainer(graphql({ schema: [schema] }), persistedDocuments({ redis }), logging);
  return await createApp(container, { properties: { graphql: { automaticPersistedQueries: true } } });
}

async function sha256(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}

async function ask(app: Application, sha256Hash: string, query?: string): Promise<unknown> {
  const response = await app.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query, extensions: { persistedQuery: { version: 1, sha256Hash } } }),
    }),
  );
  const { data, errors } = await response.json();
  return errors?.[0]?.message ?? data;
}

const url = "redis://127.0.0.1:6379";

Deno.test({
  name: "26.7 26.1 a document that is registered with one instance is known to the others",
  ignore: !hasRedis,
  fn: async () => {
    const prefix = `test:${crypto.randomUUID()}:`;
    await using one = await instance({ url, prefix });
    await using two = await instance({ url, prefix });
    await using other = await instance({ url, prefix: `${prefix}other:` });
    const query = "{ a b }";
    const hash = await sha256(query);
    assertEquals(await ask(two, hash), "PersistedQueryNotFound");
    assertEquals(await ask(one, hash, query), { a: null, b: null });
    assertEquals(await ask(two, hash), { a: null, b: null });
    assertEquals(await ask(other, hash), "PersistedQueryNotFound");
    const invalid = "{ nothing }";
    await ask(one, await sha256(invalid), invalid);
    assertEquals(await ask(two, await sha256(invalid)), "PersistedQueryNotFound");
  },
});

Deno.test({
  name: "26.7 a text in the store that is not that of its hash is not executed",
  ignore: !hasRedis,
  fn: async () => {
    const prefix = `test:${crypto.randomUUID()}:`;
    await using app = await instance({ url, prefix });
    const hash = await sha256("{ a }");
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: 6379 });
    const parts = ["SET", `${prefix}${hash}`, "{ b }", "EX", "60"];
    const command = `*${parts.length}\r\n${parts.map((part) => `$${part.length}\r\n${part}\r\n`).join("")}`;
    await connection.write(new TextEncoder().encode(command));
    await connection.read(new Uint8Array(64));
    assertEquals(await ask(app, hash), "PersistedQueryNotFound");
  },
});

Deno.test("26.7 while the store is away, clients send their documents, and each instance keeps its own", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const warned: string[] = [];
  await using app = await instance({ url: `redis://127.0.0.1:${port}`, prefix: "x:", timeoutMs: 50 }, warned);
  const query = "{ a }";
  const hash = await sha256(query);
  assertEquals(await ask(app, hash), "PersistedQueryNotFound");
  assertEquals(await ask(app, hash, query), { a: null });
  assertEquals(await ask(app, hash), { a: null });
  const message =
    "Cannot reach the registered documents in Redis: clients send documents that this instance does not " +
    "know until it is back";
  assertEquals(warned.filter((text) => text === message).length, 1);
});
