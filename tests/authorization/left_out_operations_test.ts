import { assertEquals } from "@std/assert";
import { type Application, ContainerModule, createApp, createContainer, data, entity, t } from "@espalier/espalier";
import { Database, repository } from "@espalier/espalier/data";
import { exportRepository, type RepositoryExportOptions, rest } from "@espalier/espalier/rest";
import { hasRole, permitAll, Principal } from "@espalier/espalier/security";
import { ActingPrincipals } from "@espalier/espalier/testing";

class Note extends entity({ id: t.id, text: t.mutable(t.string) }, { id: "id" }) {}
class Notes extends repository(Note, {}) {}

const acting = new ActingPrincipals();
const admin = new Principal("root", { roles: ["admin"] });

async function noteApp(access: NonNullable<RepositoryExportOptions<Note>["access"]>): Promise<Application> {
  const beans = new ContainerModule(({ bind }) => {
    bind(Notes).toResolvedValue((database) => new Notes(database), [Database]).inSingletonScope();
  });
  const exported = exportRepository(Notes, { path: "notes", rel: "notes", writable: true, access });
  const container = createContainer(data({ entities: [Note] }), rest(), beans, exported, acting.module);
  const app = await createApp(container, { properties: { logging: { level: "OFF" } } });
  await container.get(Notes).save(new Note({ id: "1", text: "first" }));
  return app;
}

const requests: Readonly<Record<string, readonly [method: string, path: string, body?: unknown, type?: string]>> = {
  read: ["GET", "/notes/1"],
  list: ["GET", "/notes"],
  create: ["POST", "/notes", { id: "2", text: "new" }],
  put: ["PUT", "/notes/3", { text: "new" }],
  replace: ["PUT", "/notes/1", { text: "changed" }],
  merge: ["PATCH", "/notes/1", { text: "changed" }, "application/merge-patch+json"],
  patch: ["PATCH", "/notes/1", [{ op: "replace", path: "/text", value: "x" }], "application/json-patch+json"],
  delete: ["DELETE", "/notes/1"],
};

/** Which requests somebody is refused, each against a fresh service. */
async function refused(
  access: NonNullable<RepositoryExportOptions<Note>["access"]>,
  who?: Principal,
): Promise<string[]> {
  const names: string[] = [];
  for (const [name, [method, path, body, type = "application/json"]] of Object.entries(requests)) {
    await using app = await noteApp(access);
    const viewer = who === undefined ? app : acting.as(who, app);
    const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": type } };
    const response = await viewer.fetch(new Request(`http://localhost${path}`, { method, ...init }));
    await response.body?.cancel();
    if (response.status === 401 || response.status === 403) names.push(name);
  }
  return names;
}

Deno.test("24.2 operations that the rules of an export leave out are denied to everybody", async () => {
  const writes = ["create", "put", "replace", "merge", "patch"];
  for (const who of [undefined, admin]) {
    assertEquals(await refused({ read: permitAll(), delete: permitAll() }, who), writes);
    assertEquals(await refused({ update: permitAll() }, who), ["read", "list", "create", "put", "patch", "delete"]);
    assertEquals(await refused({ create: permitAll(), read: permitAll() }, who), [
      "replace",
      "merge",
      "patch",
      "delete",
    ]);
    assertEquals(await refused({}, who), Object.keys(requests));
  }
});

Deno.test("24.2 one rule of an export holds for all of its operations", async () => {
  assertEquals(await refused(hasRole("admin")), Object.keys(requests));
  assertEquals(await refused(hasRole("admin"), admin), []);
});
