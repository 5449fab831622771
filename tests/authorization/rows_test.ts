import { assertEquals, assertRejects } from "@std/assert";
import { ContainerModule, createApp, createContainer, data } from "@espalier/espalier";
import { Database } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { AccessDeniedError, Authentication, rowRules } from "@espalier/espalier/security";
import { inAccessScope } from "../../src/context/mod.ts";
import { RawSocket } from "../graphql/transport/raw_socket.ts";
import { acting, ada, bob, Clinic, get, Patient, Patients, query, staff, start, Visit, Visits } from "./rows_app.ts";

const some = [
  new Patient("1", "ada", "Anna"),
  new Patient("2", "bob", "Bart"),
  new Patient("3", "ada", "Carla"),
  new Patient("4", "bob", "Dora"),
];

const namesOf = (json: { _embedded?: Record<string, { name: string }[]> }) =>
  json._embedded?.patients?.map(({ name }) => name) ?? [];

Deno.test("REST: pages, totals, filters and associations hold the rows that the rule allows", async () => {
  await using app = await start(some);
  const { json } = await get(app, "/patients?size=1&sort=name,desc", ada);
  assertEquals([namesOf(json), json.page.totalElements], [["Carla"], 2]);
  assertEquals(namesOf((await get(app, "/patients?name=Bart", ada)).json), []);
  assertEquals(namesOf((await get(app, "/clinics/c/patients", ada)).json), ["Anna", "Carla"]);
  assertEquals((await get(app, "/patients", staff)).json.page.totalElements, 4);
  assertEquals((await get(app, "/patients")).json.page.totalElements, 0);
});

Deno.test("REST: other items are 404, for reading, changing and deleting", async () => {
  await using app = await start(some);
  const merge = { "content-type": "application/merge-patch+json" };
  const patch = (body: object) => ({ method: "PATCH", headers: merge, body: JSON.stringify(body) });
  assertEquals((await get(app, "/patients/2", ada)).status, 404);
  assertEquals((await get(app, "/patients/2", ada, patch({ name: "x" }))).status, 404);
  assertEquals((await get(app, "/patients/2", ada, { method: "DELETE" })).status, 404);
  assertEquals((await get(app, "/patients/1", ada, patch({ name: "Anne" }))).status, 204);
  assertEquals((await get(app, "/patients/1", ada, patch({ owner: "bob" }))).status, 403, "it would leave the rule");
  assertEquals((await get(app, "/patients/1", ada)).json.owner, "ada");
  assertEquals((await get(app, "/patients/3", ada, { method: "DELETE" })).status, 204);
  const post = (body: object) => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const created = { name: "New", clinicId: "c" };
  assertEquals((await get(app, "/patients", ada, post({ ...created, id: "5", owner: "bob" }))).status, 403);
  assertEquals((await get(app, "/patients", ada, post({ ...created, id: "5", owner: "ada" }))).status, 201);
  const put = { ...post({ ...created, owner: "ada" }), method: "PUT" };
  assertEquals((await get(app, "/patients/2", ada, put)).status >= 400, true, "another's row is not taken over");
  assertEquals((await get(app, "/patients/2", staff)).json, (await get(app, "/patients/2", bob)).json);
  assertEquals((await get(app, "/patients/2", bob)).json.name, "Bart");
});

Deno.test("GraphQL: lists, single items, connections, derived queries and references", async () => {
  await using app = await start(some, [new Visit("v1", some[0]!, "cough"), new Visit("v2", some[1]!, "secret")]);
  assertEquals((await query(app, "{ patients { id } own named }", ada)).data, {
    patients: [{ id: "1" }, { id: "3" }],
    own: ["1", "3"],
    named: ["1", "3"],
  });
  assertEquals((await query(app, '{ patient(id: "2") { id } }', ada)).data, { patient: null });
  const { data: { page } } = await query(
    app,
    "{ page(first: 1) { edges { cursor node { id } } pageInfo { hasNextPage } } }",
    ada,
  );
  assertEquals([page.edges[0].node.id, page.pageInfo.hasNextPage], ["1", true]);
  const after = await query(app, `{ page(first: 5, after: "${page.edges[0].cursor}") { edges { node { id } } } }`, ada);
  assertEquals(after.data.page.edges, [{ node: { id: "3" } }]);
  const { visits } = (await query(app, "{ visits { id patient { name } } }", ada)).data;
  assertEquals(visits.map(({ patient }: { patient: { name: string | null } | null }) => patient?.name ?? null), [
    "Anna",
    null,
  ]);
  assertEquals((await query(app, "{ own all }")).data, { own: [], all: 4 });
});

Deno.test("a subscription over a WebSocket sees the rows of its connection, in every event", async () => {
  await using app = await start(some);
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, acting.as(bob, app).fetch);
  await using socket = new RawSocket(`ws://127.0.0.1:${server.addr.port}/graphql`);
  await socket.init();
  await socket.subscribe("s", "subscription { watch }");
  const event = { id: "s", type: "next", payload: { data: { watch: ["2", "4"] } } };
  assertEquals([await socket.next(), await socket.next()], [event, event]);
  await socket.next();
});

Deno.test("repositories within a request change and delete no other rows; the service itself sees all", async () => {
  await using app = await start(some);
  const patients = app.container.get(Patients);
  assertEquals(await patients.count(), 4);
  const asAda = <R>(work: () => Promise<R>) => inAccessScope({ authentication: new Authentication(ada) }, work);
  await assertRejects(() => asAda(() => patients.save(new Patient("2", "ada", "Taken"))), AccessDeniedError);
  await assertRejects(() => asAda(() => patients.delete(some[1]!)), AccessDeniedError);
  await assertRejects(() => asAda(() => patients.upsert(new Patient("2", "ada", "Taken"))), AccessDeniedError);
  assertEquals((await asAda(() => patients.upsert(new Patient("3", "ada", "Cara")))).name, "Cara");
  await asAda(() => patients.deleteById("2"));
  await asAda(() => patients.deleteAllById(["2", "4"]));
  assertEquals([await patients.count(), await asAda(() => patients.countByOwner("bob"))], [4, 0]);
  await asAda(() => patients.deleteAll());
  assertEquals((await patients.findAll()).map(({ id, name }) => `${id} ${name}`), ["2 Bart", "4 Dora"]);
});

Deno.test("a rule that fails refuses, and says nothing of why", async () => {
  const rows = rowRules(Visit, () => {
    throw new Error("secret");
  });
  await using app = await createApp(
    createContainer(
      data({ entities: [Clinic, Patient, Visit] }),
      new ContainerModule(({ bind }) => {
        bind(Visits).toResolvedValue((database) => new Visits(database), [Database]);
      }),
      rest(),
      exportRepository(Visits, { path: "visits", rel: "visits" }),
      acting.module,
      rows,
    ),
    { properties: { logging: { level: "OFF" } } },
  );
  const { status, text } = await get(app, "/visits", ada);
  assertEquals([status, text.includes("secret")], [403, false]);
});

Deno.test("27.1 kept statements know rules: everybody sees their own rows and totals, whoever asked before", async () => {
  await using app = await start(some);
  const expected = new Map([
    [staff, [["Dora", "Carla"], 4]],
    [ada, [["Carla", "Anna"], 2]],
    [undefined, [[], 0]],
  ]);
  for (const who of [staff, ada, undefined, staff, undefined, ada, staff]) {
    const { json } = await get(app, "/patients?sort=name,desc&size=2", who);
    assertEquals([namesOf(json), json.page.totalElements], expected.get(who));
  }
});
