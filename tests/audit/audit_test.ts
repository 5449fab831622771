import { assertEquals, assertRejects } from "@std/assert";
import { ContainerModule, createApp, createContainer } from "@espalier/espalier";
import { Transactions } from "@espalier/espalier/data";
import { audit, AuditEvent, AuditListener, AuditLog, AuditUnavailableError } from "@espalier/espalier/security";
import { onEverySqlStore } from "../events/sql_stores.ts";
import { Account, AuditedApp } from "./audited_app.ts";

const ada = { principal: "ada", type: "REST_WRITE", outcome: "success" } as const;

Deno.test("24.6 mutations are recorded with field, path and arguments, secret ones redacted", async () => {
  await using app = await AuditedApp.open();
  const query = `mutation Enter { first: signIn(login: { name: "ada", password: "hunter2" }) }`;
  assertEquals(await app.ask(query), { first: true });
  assertEquals(await app.recorded(), [{
    type: "GRAPHQL_MUTATION",
    principal: "ada",
    outcome: "success",
    resource: "Mutation.signIn",
    data: { operation: "Enter", path: "first", arguments: { login: { name: "ada", password: "[redacted]" } } },
  }]);
});

Deno.test("24.6 a mutation that fails is recorded with the class of its error, and no message", async () => {
  await using app = await AuditedApp.open();
  assertEquals(await app.ask(`mutation { rename(id: "hunter2", name: "b") }`), ["INTERNAL_ERROR"]);
  const [{ outcome, reason }] = await app.recorded() as [AuditEvent];
  assertEquals([outcome, reason], ["failure", "RangeError"]);
});

Deno.test("24.6 refused fields, paths and unknown credentials are recorded once each", async () => {
  await using app = await AuditedApp.open();
  assertEquals(await app.ask("query Secrets { secretOfAdmins }"), ["FORBIDDEN"]);
  assertEquals(await app.ask("mutation { close }"), ["FORBIDDEN"]);
  assertEquals((await app.send("GET", "/closed/door")).status, 403);
  assertEquals(
    (await app.send("GET", "/accounts", undefined, { "x-api-key": "ada.12345678901234567890" })).status,
    401,
  );
  const denied = { type: "AUTHORIZATION_FAILURE", principal: "ada", outcome: "denied" } as const;
  assertEquals(await app.recorded(), [
    { ...denied, resource: "Query.secretOfAdmins", reason: 'Required: role "admin"', data: { operation: "Secrets" } },
    { ...denied, resource: "Mutation.close", reason: 'Required: scope "accounts:write"', data: {} },
    { ...denied, resource: "/closed/door", data: { method: "GET", status: 403 } },
    {
      type: "AUTHENTICATION_FAILURE",
      principal: "anonymous",
      outcome: "failure",
      resource: "/accounts",
      reason: "The API key is not known or expired",
      data: {},
    },
  ]);
});

Deno.test("24.6 all authentications are recorded where asked for, none where not", async () => {
  await using all = await AuditedApp.open({ authentication: "all", mutations: false });
  await all.ask("{ __typename }");
  assertEquals(await all.recorded(), [{
    type: "AUTHENTICATION_SUCCESS",
    principal: "ada",
    outcome: "success",
    resource: "/graphql",
    data: { scheme: "apiKey" },
  }]);
  await using none = await AuditedApp.open({ authentication: "none", denials: false });
  await none.send("GET", "/accounts", undefined, { "x-api-key": "wrong" });
  assertEquals(await none.recorded(), []);
});

onEverySqlStore("24.6 changes of collections are recorded with id, method and status", async (database) => {
  await using app = await AuditedApp.open({}, { store: database.options });
  assertEquals((await app.send("POST", "/accounts", { id: "1", name: "a" })).status, 201);
  const merge = { "content-type": "application/merge-patch+json" };
  assertEquals((await app.send("PATCH", "/accounts/1", { name: "b" }, merge)).status, 204);
  assertEquals((await app.send("PUT", "/accounts/1", { name: "c" }, { accept: "application/hal+json" })).status, 200);
  assertEquals((await app.send("DELETE", "/accounts/1")).status, 204);
  assertEquals((await app.send("DELETE", "/accounts/1")).status, 404);
  const change = (method: string, kind: string, status: number) => ({
    ...ada,
    resource: "accounts/1",
    data: { method, collection: "accounts", id: "1", change: kind, status },
  });
  assertEquals(await app.recorded(), [
    change("POST", "create", 201),
    change("PATCH", "update", 204),
    change("PUT", "update", 200),
    change("DELETE", "delete", 204),
    {
      ...ada,
      outcome: "failure",
      resource: "accounts/1",
      reason: "Nothing was changed: status 404",
      data: { method: "DELETE", collection: "accounts", id: "1", status: 404 },
    },
  ]);
});

onEverySqlStore(
  "24.6 a change that is rolled back is recorded as such, and no success stays behind",
  async (database) => {
    await using app = await AuditedApp.open({}, { store: database.options });
    await app.accounts.save(new Account({ id: "1", name: "taken", pin: null }), { isNew: true });
    assertEquals((await app.send("POST", "/accounts", { id: "2", name: "taken" })).status, 409);
    const records = await app.recorded();
    assertEquals(records.map(({ outcome, reason }) => [outcome, reason]), [
      ["failure", "Nothing was changed: status 409"],
    ]);
  },
);

onEverySqlStore("24.6 a record is part of the caller's transaction", async (database) => {
  await using app = await AuditedApp.open({}, { store: database.options });
  const transactions = app.app.container.get(Transactions);
  await assertRejects(() =>
    transactions.run(async () => {
      await app.log.record({ type: "UNDONE" });
      throw new RangeError("Rolled back");
    }), RangeError);
  await transactions.run(() => app.log.record({ type: "DONE", data: { at: new Date(0), big: 1n } }));
  assertEquals(await app.recorded(), [{
    type: "DONE",
    principal: "system",
    outcome: "success",
    resource: null,
    remoteAddress: null,
    data: { at: "1970-01-01T00:00:00.000Z", big: "1" },
  }]);
});

onEverySqlStore(
  "24.6 with mutationsInTransaction a mutation that fails late undoes its change, and says so",
  async (database) => {
    await using app = await AuditedApp.open({ mutationsInTransaction: true }, { store: database.options });
    await app.accounts.save(new Account({ id: "1", name: "a", pin: null }), { isNew: true });
    assertEquals(await app.ask(`mutation { rename(id: "1", name: "later") }`), ["INTERNAL_ERROR"]);
    assertEquals((await app.accounts.findById("1"))?.name, "a");
    assertEquals((await app.recorded()).map(({ outcome }) => outcome), ["failure"]);
  },
);

/** Breaks the table of records. */
async function breakTable(app: AuditedApp): Promise<void> {
  const { Database } = await import("@espalier/espalier/data");
  await app.app.container.get(Database).execute("alter table audit_event rename to audit_event_gone");
}

onEverySqlStore(
  "24.6 what can't be recorded is undone and 503 with refuse, and goes on with a log line with warn",
  async (database) => {
    await using app = await AuditedApp.open({ whenSinkFails: "refuse" }, { store: database.options });
    await app.accounts.save(new Account({ id: "1", name: "a", pin: null }), { isNew: true });
    await breakTable(app);
    const refused = await app.send("POST", "/accounts", { id: "2", name: "b" });
    assertEquals([refused.status, refused.headers.get("retry-after")], [503, "5"]);
    assertEquals(await app.ask(`mutation { rename(id: "1", name: "b") }`), ["UNAVAILABLE"]);
    assertEquals(await app.accounts.findAll(), [new Account({ id: "1", name: "a", pin: null })]);
    await app.log.flush();
    await using relaxed = await AuditedApp.open({ createTable: false }, { store: database.options });
    assertEquals((await relaxed.send("POST", "/accounts", { id: "2", name: "b" })).status, 201);
    assertEquals(await relaxed.ask(`mutation { rename(id: "1", name: "c") }`), { rename: true });
    assertEquals((await relaxed.accounts.findAll()).map(({ name }) => name).toSorted(), ["b", "c"]);
    const lines = relaxed.records.filter(({ category }) => category === "espalier.audit");
    assertEquals(lines.map(({ level, message, fields }) => [level, message, fields.type, fields.resource]), [
      ["ERROR", "Cannot store an audit record", "REST_WRITE", "accounts/2"],
      ["ERROR", "Cannot store an audit record", "GRAPHQL_MUTATION", "Mutation.rename"],
    ]);
  },
);

Deno.test("24.6 a sink that never answers holds a request for timeoutMs, and no longer", async () => {
  const never = new ContainerModule(({ bind }) => {
    bind(AuditListener).toConstantValue({ recorded: () => new Promise<void>(() => {}) });
  });
  await using app = await createApp(
    createContainer(audit({ timeoutMs: 20, whenSinkFails: "refuse" }), never),
    { properties: { logging: { level: "OFF" } } },
  );
  const log = app.container.get(AuditLog);
  await assertRejects(() => log.record({ type: "X" }), AuditUnavailableError);
});

Deno.test("24.6 a flood is bounded: what waits is limited, what is long is cut", async () => {
  const blocked = Promise.withResolvers<void>();
  const slow = new ContainerModule(({ bind }) => {
    bind(AuditListener).toConstantValue({ recorded: () => blocked.promise });
  });
  await using app = await createApp(
    createContainer(audit({ maxPending: 10, maxInMemory: 5 }), slow),
    { properties: { logging: { level: "OFF" } } },
  );
  const log = app.container.get(AuditLog);
  for (let i = 0; i < 1_000; i++) {
    log.note({ type: `N${i}`, reason: "\0x".repeat(10_000), data: { long: "y".repeat(10_000) } });
  }
  blocked.resolve();
  await log.flush();
  const found = await log.find({ limit: 100 });
  assertEquals(found.map(({ type }) => type), ["N5", "N6", "N7", "N8", "N9"]);
  assertEquals(found.map(({ reason }) => reason!.length), Array(5).fill(500));
  assertEquals(JSON.stringify(found[0]!.data).length < 600, true);
});

Deno.test("24.6 data of any kind is recorded, and what can't be read is told", async () => {
  await using app = await createApp(createContainer(audit()), { properties: { logging: { level: "OFF" } } });
  const log = app.container.get(AuditLog);
  const withoutPrototype = Object.assign(Object.create(Object.create(null)), { id: 7n, at: new Date(NaN) });
  const data = {
    withoutPrototype,
    many: Array(60).fill(1),
    map: new Map(),
    deep: { a: { b: { c: { d: { e: {} } } } } },
  };
  await log.record({ type: "A", data });
  const throwing = Object.defineProperty({}, "x", {
    enumerable: true,
    get: () => {
      throw new Error("No");
    },
  });
  await log.record({ type: "B", data: { throwing } });
  await log.record({ type: "C", data: { many: Array(40).fill("x".repeat(400)) } });
  const [a, b, c] = (await log.find()).map((record) => record.data as typeof data);
  assertEquals([a!.withoutPrototype, a!.many.length, a!.map], [{ id: "7", at: null }, 51, "[Map]"] as never);
  assertEquals([b, c], [{ unreadable: true }, { truncated: true }] as never);
});

Deno.test("24.6 each refusal by a method is recorded once, also where the same error is thrown again", async () => {
  await using app = await AuditedApp.open();
  for (let i = 0; i < 3; i++) assertEquals(await app.ask("mutation { refuse }"), ["FORBIDDEN"]);
  assertEquals(
    (await app.recorded()).map(({ type, outcome, reason }) => `${type} ${outcome} ${reason}`),
    Array(3).fill("GRAPHQL_MUTATION denied Not today"),
  );
});

onEverySqlStore(
  "24.6 many clients at once, with one connection and two instances, leave one record of each change",
  async (database) => {
    const store = { ...database.options, maxConnections: 1 };
    await using first = await AuditedApp.open({ whenSinkFails: "refuse" }, { store });
    await using second = await AuditedApp.open({ whenSinkFails: "refuse" }, { store });
    const statuses = await Promise.all(Array.from({ length: 20 }, async (_, i) => {
      const app = i % 2 === 0 ? first : second;
      // Every third name is taken.
      return (await app.send("POST", "/accounts", { id: `${i}`, name: i % 3 === 0 ? "same" : `n${i}` })).status;
    }));
    const created = statuses.filter((status) => status === 201).length;
    assertEquals([created, statuses.filter((status) => status === 409).length], [14, 6]);
    await Promise.all([first.log.flush(), second.log.flush()]);
    const records = await first.log.find({ type: "REST_WRITE", limit: 100 });
    const count = (outcome: string) => records.filter((record) => record.outcome === outcome).length;
    assertEquals([count("success"), count("failure")], [created, 6]);
    assertEquals(await first.accounts.count(), created);
  },
);
