import { assertEquals } from "@std/assert";
import { ContainerModule, createApp, createContainer, data, describeType, t } from "@espalier/espalier";
import { Database, repository } from "@espalier/espalier/data";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { apiKeys, authenticated, Principal, security } from "@espalier/espalier/security";
import { ActingPrincipals } from "@espalier/espalier/testing";

class Note {
  constructor(readonly id: string, readonly text: string) {}
}
describeType(Note, { id: t.id, text: t.string }, { id: "id" });
class Notes extends repository(Note) {}

Deno.test("denied by default: collections are refused unless a rule of paths lets somebody in", async () => {
  const acting = new ActingPrincipals();
  const beans = new ContainerModule(({ bind }) => {
    bind(Notes).toResolvedValue((database) => new Notes(database), [Database]);
  });
  const start = (paths: NonNullable<Parameters<typeof security>[0]>["paths"]) =>
    createApp(
      createContainer(
        data({ entities: [Note] }),
        beans,
        rest(),
        exportRepository(Notes, { path: "notes", rel: "notes", writable: true }),
        acting.module,
        security({ schemes: [apiKeys({ keys: [] })], ...(paths === undefined ? {} : { paths }) }),
      ),
      { properties: { security: { denyByDefault: true }, logging: { level: "OFF" } } },
    );
  const ada = new Principal("ada");
  const note = { method: "PUT", headers: { "content-type": "application/json" }, body: '{"text":"x"}' };
  const statuses = async (paths: Parameters<typeof start>[0], principal?: Principal) => {
    await using app = await start(paths);
    const view = principal === undefined ? app : acting.as(principal, app);
    const requests: [string, RequestInit?][] = [["/notes"], ["/notes/1", note], ["/notes/1"], ["/profile/notes"]];
    const found: number[] = [];
    for (const [path, init] of requests) {
      const response = await view.fetch(new Request(`http://localhost${path}`, init));
      await response.body?.cancel();
      found.push(response.status);
    }
    return found;
  };
  assertEquals(await statuses(undefined), [401, 401, 401, 401]);
  assertEquals(await statuses(undefined, ada), [403, 403, 403, 403]);
  const ruled = { "/notes": authenticated(), "/notes/{*path}": authenticated() };
  assertEquals(await statuses(ruled), [401, 401, 401, 401]);
  assertEquals(await statuses(ruled, ada), [200, 201, 200, 403]);
});
