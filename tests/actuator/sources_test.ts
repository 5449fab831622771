import { assertEquals, assertMatch } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  graphql,
  Resource,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Database } from "@espalier/espalier/data";
import { ApplicationListener, eventPublications, scheduled } from "@espalier/espalier/modulith";
import { basic, hashPassword, security } from "@espalier/espalier/security";
import { hasPostgres, postgresUrl } from "../data/stores.ts";
import { call } from "./actuator_setup.ts";

const properties = { logging: { level: "OFF" }, actuator: { exposureInclude: ["*"] } } as const;

interface Connections {
  readonly connections: { readonly kind: string; readonly active: number }[];
}

async function connectionsOf(app: Application, kind: string) {
  const { connections } = (await call(app, "/actuator/connections")).body as Connections;
  return connections.filter((each) => each.kind === kind);
}

function graphQl() {
  return graphql({ schema: [Resource.text("schema.graphqls", "type Query { version: String }")] });
}

Deno.test("25.1 connections count the WebSockets that are open", async () => {
  await using app = await createApp(createContainer(actuator({ endpoints: true }), graphQl()), { properties });
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  const max = 10_000;
  const count = async () => (await connectionsOf(app, "websocket"))[0]!.active;
  assertEquals(await count(), 0);
  const socket = new WebSocket(`ws://127.0.0.1:${server.addr.port}/graphql`, "graphql-transport-ws");
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  assertEquals(await connectionsOf(app, "websocket"), [
    { kind: "websocket", name: "graphql", active: 1, max } as Connections["connections"][number],
  ]);
  const closed = new Promise((resolve) => socket.addEventListener("close", resolve, { once: true }));
  socket.close();
  await closed;
});

Deno.test({
  name: "25.1 connections count those of the database's pool, with who waits",
  ignore: !hasPostgres,
  fn: async () => {
    await using app = await createApp(
      createContainer(actuator({ endpoints: true }), data({ url: postgresUrl, maxConnections: 2 })),
      {
        properties,
      },
    );
    const database = app.container.get(Database);
    const release = Promise.withResolvers<void>();
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const work = begun.map(({ resolve }) =>
      database.transactions.run(async () => {
        await database.execute("select 1");
        resolve();
        await release.promise;
      })
    );
    await Promise.all(begun.map(({ promise }) => promise));
    const waiting = database.execute("select 2");
    // The pool is asked in a later turn.
    while (database.connectionCounts!()!.waiting !== 1) await new Promise((resolve) => setTimeout(resolve, 0));
    const [pool] = await connectionsOf(app, "database");
    assertEquals(
      pool,
      {
        kind: "database",
        name: "postgres://postgres@127.0.0.1:5432/test",
        active: 2,
        idle: 0,
        waiting: 1,
        max: 2,
      } as typeof pool,
    );
    release.resolve();
    await Promise.all([...work, waiting]);
    assertEquals((await connectionsOf(app, "database"))[0]!.active, 0);
  },
});

Deno.test("25.1 caches are those of GraphQL documents and of credentials, with hits, and can be cleared", async () => {
  const users = [{ name: "ada", passwordHash: await hashPassword("secret") }];
  await using app = await createApp(
    createContainer(actuator({ endpoints: true }), graphQl(), security({ schemes: [basic({ users })] })),
    {
      properties,
    },
  );
  const headers = { authorization: `Basic ${btoa("ada:secret")}`, "content-type": "application/json" };
  const body = JSON.stringify({ query: "{ version }" });
  for (let count = 0; count < 3; count++) await call(app, "/graphql", { method: "POST", headers, body });
  const show = async (name: string) => {
    const { entries, hits, misses } = (await call(app, `/actuator/caches/${name}`)).body as Record<string, number>;
    return { entries, hits, misses };
  };
  assertEquals(await show("documents"), { entries: 1, hits: 2, misses: 1 });
  assertEquals(await show("basic"), { entries: 1, hits: 2, misses: 1 });
  assertEquals((await call(app, "/actuator/caches", { method: "DELETE" })).status, 204);
  assertEquals([(await show("documents")).entries, (await show("basic")).entries], [0, 0]);
  await call(app, "/graphql", { method: "POST", headers, body });
  assertEquals(await show("documents"), { entries: 1, hits: 2, misses: 2 });
});

Deno.test("25.1 scheduledtasks show patterns and delays with their last and next runs", async () => {
  const ran = Promise.withResolvers<void>();
  const tasks = new ContainerModule(({ bind }) => {
    bind(ApplicationListener).toConstantValue(
      scheduled("nightly", { cron: "0 3 * * *", timeZone: "Europe/Oslo" }, () => {}),
    );
    bind(ApplicationListener).toConstantValue(
      scheduled("poll", { fixedDelayMs: 3_600_000, initialDelayMs: 0 }, () => {
        ran.resolve();
        throw new Error("refused: token=hunter2");
      }),
    );
  });
  await using app = await createApp(
    createContainer(actuator({ endpoints: true }), data(), eventPublications(), tasks),
    { properties },
  );
  await ran.promise;
  type Task = { lastExecution?: { status: string } };
  const shown = async () => (await call(app, "/actuator/scheduledtasks")).body as { cron: Task[]; fixedDelay: Task[] };
  let body = await shown();
  // The outcome is stored when the task has thrown.
  while (body.fixedDelay[0]?.lastExecution?.status !== "ERROR") body = await shown();
  const text = JSON.stringify(body).replaceAll(/"\d{4}-[^"]+Z"/g, '"…"');
  assertMatch(
    text,
    /"cron":\[\{"runnable":\{"target":"nightly"\},"nextExecution":\{"time":"…"\},"expression":"0 3 \* \* \*","timeZone":"Europe\/Oslo"\}\]/,
  );
  assertMatch(text, /"target":"poll"\},"nextExecution":\{"time":"…"\},"lastExecution":\{"time":"…","status":"ERROR"/);
  assertEquals(text.includes("hunter2"), false);
});
