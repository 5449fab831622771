import { assertEquals } from "@std/assert";
import { ActuatorEndpoint, ContainerModule, data } from "@espalier/espalier";
import { eventPublications } from "@espalier/espalier/modulith";
import { traces, tracing } from "@espalier/espalier/observability";
import { actuator } from "@espalier/espalier/actuator";
import { ask, consoleApp } from "./console_app.ts";

Deno.test("25.3 changes come from the console's own pages alone, whatever http.csrfProtection says", async () => {
  const switched: string[] = [];
  const endpoint = new ContainerModule(({ bind }) =>
    void bind(ActuatorEndpoint).toConstantValue({
      id: "switch",
      methods: ["GET", "POST"],
      pathVariable: "name",
      handle({ request, path }) {
        if (request.method === "POST") switched.push(path);
        return Response.json({ switched });
      },
    })
  );
  await using app = await consoleApp({ http: { csrfProtection: false, corsOrigins: ["*"] } }, endpoint);
  const post = async (path: string, headers: HeadersInit) => {
    const response = await ask(app, `/console/data/switch/${path}`, { method: "POST", headers });
    await response.body?.cancel();
    return response.status;
  };
  const own = { "x-espalier-console": "1" };
  assertEquals(await post("form", { origin: "http://localhost:8080" }), 403);
  assertEquals(await post("foreign", { ...own, origin: "https://evil.example" }), 403);
  assertEquals(await post("site", { ...own, "sec-fetch-site": "cross-site" }), 403);
  assertEquals(await post("page", { ...own, origin: "http://localhost:8080" }), 200);
  assertEquals(await post("program", own), 200);
  assertEquals(switched, ["page", "program"]);
  const deleted = await ask(app, "/console/data/switch/a", { method: "DELETE", headers: own });
  await deleted.body?.cancel();
  assertEquals(deleted.status, 405);
});

Deno.test("25.3 the console reads publications without the endpoint's option, and the actuator does not show them", async () => {
  const properties = { actuator: { exposureInclude: ["*"] } };
  await using app = await consoleApp(properties, actuator(), data({ url: "sqlite::memory:" }), eventPublications());
  const hidden = await ask(app, "/actuator/eventpublications");
  await hidden.body?.cancel();
  const shown = await ask(app, "/console/data/eventpublications");
  assertEquals([hidden.status, shown.status, await shown.json()], [404, 200, { counts: {}, publications: [] }]);
});

Deno.test("25.3 a list of traces asks for what has changed, and the console's own requests are not traced", async () => {
  await using app = await consoleApp({}, tracing(), traces({ maxTraces: 3 }));
  const list = async (after: number | string) =>
    await (await ask(app, `/console/data/traces?view=summary&after=${after}`)).json();
  assertEquals(await list(0), { position: 0, maxTraces: 3, traces: [] });
  for (const path of ["/a", "/b"]) await (await ask(app, path)).body?.cancel();
  const first = await list(0);
  assertEquals(first.traces.map(({ name, spans, hasFailed }: Record<string, unknown>) => [name, spans, hasFailed]), [
    ["GET", 1, false],
    ["GET", 1, false],
  ]);
  assertEquals((await list(first.position)).traces, []);
  await (await ask(app, "/c")).body?.cancel();
  assertEquals((await list(first.position)).traces.length, 1);
  // A service that was started anew counts from the beginning.
  assertEquals((await list(first.position + 1_000)).traces.length, 3);
  assertEquals(
    (await list("x")).detail,
    'Cannot use parameter "after" as it must be a position of an earlier response: current value is "x"',
  );
});
