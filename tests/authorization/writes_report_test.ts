import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { bean, createApp, createContainer, data, entity, t } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Database, repository } from "@espalier/espalier/data";
import { fieldRules } from "@espalier/espalier/graphql";
import { eventPublications } from "@espalier/espalier/modulith";
import { exportRepository, rest } from "@espalier/espalier/rest";
import {
  AccessReport,
  type AccessRule,
  apiKeys,
  authenticated,
  hasRole,
  permitAll,
  Principal,
  security,
} from "@espalier/espalier/security";
import { ActingPrincipals, everyWayInIsGuarded, everyWriteIsGuarded } from "@espalier/espalier/testing";
import { acting as staffActing, clerk, manager, staffApp } from "./properties_app.ts";

class Note extends entity({ id: t.id }, { id: "id" }) {}
class Notes extends repository(Note) {}

function notesApp(access?: AccessRule, paths: Readonly<Record<string, AccessRule>> = {}) {
  return createApp(
    createContainer(
      data({ entities: [Note] }),
      bean(Notes, Database),
      rest(),
      exportRepository(Notes, {
        path: "notes",
        rel: "notes",
        writable: true,
        ...(access === undefined ? {} : { access }),
      }),
      security({ schemes: [apiKeys({ keys: [] })], paths }),
    ),
    { properties: { logging: { level: "OFF" } } },
  );
}

Deno.test("24.2 everyWriteIsGuarded asks for the rules of exported collections, by access or by path", async () => {
  await using open = await notesApp();
  const error = assertThrows(() => everyWriteIsGuarded(open), Error);
  assertEquals(
    error.message,
    "Every write must have a rule: there is none for operation create notes, operation update notes, operation delete notes",
  );
  everyWriteIsGuarded(open, ["create notes", "update notes", "delete notes"]);
  await using ruled = await notesApp(authenticated());
  everyWriteIsGuarded(ruled);
  await using half = await notesApp(undefined, { "/notes": authenticated() });
  assertStringIncludes(assertThrows(() => everyWriteIsGuarded(half), Error).message, "for operation update notes");
  await using byPath = await notesApp(undefined, { "/notes": authenticated(), "/notes/{*path}": authenticated() });
  everyWriteIsGuarded(byPath);
  const created = byPath.container.get(AccessReport).ways.find(({ name }) => name === "create notes");
  assertEquals(created?.requires, "authenticated");
  everyWayInIsGuarded(byPath, ["/", "/profile", "/profile/{collection}", "/notes/"]);
  await using withoutSecurity = await createApp(createContainer(), { properties: { logging: { level: "OFF" } } });
  assertThrows(() => everyWriteIsGuarded(withoutSecurity), TypeError, "security()");
});

Deno.test("24.2 rules reach fields that graphQlRepository serves, and those fields are denied by default", async () => {
  const ask = async (app: Awaited<ReturnType<typeof staffApp>>, who: Principal) => {
    const init = { method: "POST", headers: { "content-type": "application/json" } };
    const body = JSON.stringify({ query: "{ employees { name } }" });
    const response = await staffActing.as(who, app).fetch(new Request("http://localhost/graphql", { ...init, body }));
    const { data, errors } = await response.json();
    return errors?.[0].extensions.classification ?? data.employees.length;
  };
  const guard = security({ schemes: [apiKeys({ keys: [] })], paths: { "/{*path}": permitAll() } });
  await using app = await staffApp({}, {}, fieldRules({ "Query.employees": hasRole("manager") }), guard);
  assertEquals([await ask(app, clerk), await ask(app, manager)], ["FORBIDDEN", 2]);
  const way = app.container.get(AccessReport).ways.find(({ name }) => name === "Query.employees");
  assertEquals(way, { kind: "query", name: "Query.employees", requires: 'role "manager"' });
  assertEquals(app.container.get(AccessReport).unguarded.filter(({ kind }) => kind === "query").length, 2);
});

Deno.test("24.2 the administration of events is behind the rule of its path", async () => {
  const acting = new ActingPrincipals();
  await using app = await createApp(
    createContainer(
      data(),
      actuator(),
      eventPublications({ endpoint: true }),
      acting.module,
      security({
        schemes: [apiKeys({ keys: [] })],
        paths: { "/actuator/eventpublications/{*path}": hasRole("operator"), "/actuator/{*path}": authenticated() },
      }),
    ),
    { properties: { logging: { level: "OFF" }, actuator: { exposureInclude: ["*"] } } },
  );
  const status = async (path: string, role: string, method = "GET") => {
    const viewer = acting.as(new Principal("ada", { roles: [role] }), app);
    const response = await viewer.fetch(new Request(`http://localhost/actuator/${path}`, { method }));
    await response.body?.cancel();
    return response.status;
  };
  assertEquals([await status("access", "clerk"), await status("eventpublications", "clerk")], [200, 403]);
  assertEquals(await status("eventpublications/7/resubmit", "clerk", "POST"), 403);
  assertEquals(await status("eventpublications", "operator"), 200);
  assertEquals(await status("eventpublications/7", "operator", "DELETE"), 409);
});
