import { assertEquals } from "@std/assert";
import { bean, ContainerModule, createApp, createContainer, data } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Transactions } from "@espalier/espalier/data";
import {
  ApplicationListener,
  ApplicationModuleListener,
  EventPublications,
  eventPublications,
  listenAfterCommit,
} from "@espalier/espalier/modulith";
import { tracing } from "@espalier/espalier/observability";
import { audit, AuditEvent, AuditListener, AuditLog, hasRole, Principal, security } from "@espalier/espalier/security";
import { apiKeys } from "@espalier/espalier/security";
import { ActingPrincipals } from "@espalier/espalier/testing";
import { onEverySqlStore } from "../events/sql_stores.ts";
import { AuditedApp } from "./audited_app.ts";

const quiet = { logging: { level: "OFF" } } as const;

onEverySqlStore(
  "24.6 records are events: stored with their transaction, delivered after its commit",
  async (database) => {
    const { promise, resolve } = Promise.withResolvers<AuditEvent>();
    class Siem {
      @ApplicationModuleListener(AuditEvent)
      send(event: AuditEvent): void {
        resolve(event);
      }
    }
    await using app = await createApp(
      createContainer(data(database.options), eventPublications(), bean(Siem), audit()),
      { properties: quiet },
    );
    await app.container.get(Transactions).run(async () => {
      await app.container.get(AuditLog).record({ type: "KEY_ROTATED", resource: "keys/7", data: { bits: 256 } });
      const [publication] = await app.container.get(EventPublications).find();
      assertEquals([publication?.status, publication?.eventType], ["PUBLISHED", "AuditEvent"]);
    });
    const { type, resource, principal, outcome, data: facts, timestamp } = await promise;
    assertEquals([type, resource, principal, outcome, facts], ["KEY_ROTATED", "keys/7", "system", "success", {
      bits: 256,
    }]);
    assertEquals(timestamp instanceof Date, true);
  },
);

Deno.test("24.6 listeners are told of records, and a record that is undone is told to none after the commit", async () => {
  const told: string[] = [];
  const later: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const listeners = new ContainerModule(({ bind }) => {
    bind(AuditListener).toConstantValue({ recorded: ({ type }) => void told.push(type) });
    bind(ApplicationListener).toConstantValue(listenAfterCommit(AuditEvent, ({ type }) => {
      later.push(type);
      if (type === "B") resolve();
    }, { id: "siem" }));
  });
  const { events } = await import("@espalier/espalier/modulith");
  await using app = await createApp(createContainer(data(), events(), listeners, audit()), { properties: quiet });
  const log = app.container.get(AuditLog);
  const undone = app.container.get(Transactions).run(async () => {
    await log.record({ type: "A" });
    throw new RangeError("Rolled back");
  });
  await undone.catch(() => {});
  await log.record({ type: "B" });
  await promise;
  assertEquals([told, later], [["A", "B"], ["B"]]);
});

onEverySqlStore(
  "24.6 /actuator/auditevents shows the newest records, filtered by principal, type and time",
  async (database) => {
    const acting = new ActingPrincipals();
    await using app = await createApp(
      createContainer(
        data(database.options),
        actuator(),
        acting.module,
        audit({ denials: false }),
        security({ schemes: [apiKeys({ keys: [] })], paths: { "/actuator/{*path}": hasRole("auditor") } }),
      ),
      { properties: { ...quiet, actuator: { exposureInclude: ["auditevents"] } } },
    );
    const log = app.container.get(AuditLog);
    for (const type of ["A", "B", "A"]) {
      await log.record({
        type,
        principal: "ada",
        resource: "x",
        data: { type: "own" },
      });
    }
    await log.record({ type: "A", principal: "bob", outcome: "failure" });
    const auditor = acting.as(new Principal("eve", { roles: ["auditor"] }), app);
    const read = async (search = "", viewer = auditor) => {
      const response = await viewer.fetch(new Request(`http://localhost/actuator/auditevents${search}`));
      return { status: response.status, body: await response.json() };
    };
    const all = (await read()).body.events as { timestamp: string; principal: string; type: string; data: object }[];
    assertEquals(all.map(({ type, principal }) => `${type} ${principal}`), ["A ada", "B ada", "A ada", "A bob"]);
    assertEquals(all[0]!.data, { type: "own", outcome: "success", resource: "x" });
    assertEquals(Object.keys(all[0]!), ["timestamp", "principal", "type", "data"]);
    const count = async (search: string) => (await read(search)).body.events.length;
    assertEquals(await Promise.all(["?principal=ada", "?type=A", "?principal=bob&type=B", "?limit=2"].map(count)), [
      3,
      3,
      0,
      2,
    ]);
    const [last] = all.slice(-1);
    assertEquals(await count(`?after=${encodeURIComponent(last!.timestamp)}`), 0);
    assertEquals(await count("?after=2020-01-01T00%3A00%3A00%2B01%3A00"), 4);
    assertEquals((await read("?after=yesterday")).status, 400);
    assertEquals((await read("?limit=0")).status, 400);
    assertEquals((await read("", app)).status, 401);
    assertEquals((await read("", acting.as(new Principal("mia"), app))).status, 403);
  },
);

onEverySqlStore("24.6 records are deleted by their age, and stay when the service starts again", async (database) => {
  const open = () => createApp(createContainer(data(database.options), audit()), { properties: quiet });
  await using first = await open();
  await first.container.get(AuditLog).record({ type: "OLD" });
  const between = new Date(Date.now() + 1);
  while (Date.now() <= between.getTime()) await Promise.resolve();
  await using second = await open();
  const log = second.container.get(AuditLog);
  await log.record({ type: "NEW" });
  assertEquals((await log.find()).map(({ type }) => type), ["OLD", "NEW"]);
  assertEquals(await log.deleteBefore(between), 1);
  assertEquals(await log.deleteBefore(between), 0);
  assertEquals((await log.find()).map(({ type }) => type), ["NEW"]);
});

Deno.test("24.6 records by the thousand are deleted in parts", async () => {
  await using app = await createApp(createContainer(data(), audit({ maxPending: 5_000 })), { properties: quiet });
  const log = app.container.get(AuditLog);
  for (let i = 0; i < 1_201; i++) log.note({ type: "N" });
  await log.flush();
  assertEquals(await log.deleteBefore(new Date(Date.now() + 1_000)), 1_201);
  assertEquals(await log.find(), []);
});

Deno.test("24.6 a record names the trace of its request", async () => {
  await using app = await AuditedApp.open({}, { modules: [tracing()] });
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  await app.ask(`mutation { signIn(login: { name: "a", password: "b" }) }`, { traceparent });
  await app.log.flush();
  const [record] = await app.log.find();
  assertEquals(record?.traceId, "0af7651916cd43dd8448eb211c80319c");
});

Deno.test("24.6 what waits when the service stops is stored", async () => {
  const folder = await Deno.makeTempDir();
  const url = `sqlite:${folder}/audit.db`;
  try {
    {
      await using app = await createApp(createContainer(data({ url }), audit()), { properties: quiet });
      for (let i = 0; i < 150; i++) app.container.get(AuditLog).note({ type: "N" });
    }
    await using app = await createApp(createContainer(data({ url }), audit()), { properties: quiet });
    assertEquals((await app.container.get(AuditLog).find({ limit: 999 })).length, 150);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("24.6 operations at the actuator are recorded, the administration of events included", async () => {
  await using app = await AuditedApp.open({}, {
    modules: [eventPublications({ endpoint: true })],
    store: { url: "sqlite::memory:" },
  });
  await app.send("GET", "/actuator/eventpublications");
  assertEquals((await app.send("DELETE", "/actuator/eventpublications/7")).status, 409);
  assertEquals(await app.recorded(), [{
    type: "ACTUATOR_OPERATION",
    principal: "ada",
    outcome: "failure",
    resource: "/actuator/eventpublications/7",
    data: { method: "DELETE", status: 409 },
  }]);
});

Deno.test("24.6 mutations over a WebSocket are recorded with who sent them and from where", async () => {
  await using app = await AuditedApp.open();
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, app.app.fetch);
  const socket = new WebSocket(`ws://127.0.0.1:${server.addr.port}/graphql`, "graphql-transport-ws");
  const answered = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  socket.onopen = () => socket.send(JSON.stringify({ type: "connection_init", payload: { "x-api-key": app.key } }));
  socket.onmessage = ({ data }) => {
    const { type } = JSON.parse(data);
    const payload = { query: `mutation { signIn(login: { name: "a", password: "b" }) }` };
    if (type === "connection_ack") socket.send(JSON.stringify({ id: "1", type: "subscribe", payload }));
    if (type === "complete") answered.resolve();
  };
  socket.onclose = () => closed.resolve();
  await answered.promise;
  socket.close();
  await closed.promise;
  const [{ principal, remoteAddress, resource }] = await app.recorded() as [AuditEvent];
  assertEquals([principal, remoteAddress, resource], ["ada", "127.0.0.1", "Mutation.signIn"]);
});
