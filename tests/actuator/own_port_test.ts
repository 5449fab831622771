import { assertEquals, assertRejects } from "@std/assert";
import { ContainerModule, createApp, createContainer, StartupTask } from "@espalier/espalier";
import { actuator, ActuatorServer } from "@espalier/espalier/actuator";
import { call } from "./actuator_setup.ts";

Deno.test("B1.4 on a port of its own the actuator answers from start to end", async () => {
  const seen: unknown[] = [];
  const probe = new ContainerModule(({ bind }) => {
    bind(StartupTask).toConstantValue({
      name: "ask while starting",
      run: async (container) => {
        const { url } = container.get(ActuatorServer);
        for (const path of ["health/liveness", "health/readiness", "health", "gears"]) {
          const response = await fetch(`${url}/actuator/${path}`);
          seen.push([path, response.status, await response.json().then((body) => body.status)]);
        }
      },
    });
  });
  const container = createContainer(actuator({ diskSpace: false }), probe);
  await using app = await createApp(container, { properties: { logging: { level: "OFF" }, actuator: { port: 0 } } });
  assertEquals(seen, [
    ["health/liveness", 200, "UP"],
    ["health/readiness", 503, "OUT_OF_SERVICE"],
    ["health", 503, "OUT_OF_SERVICE"],
    ["gears", 503, 503],
  ]);
  assertEquals((await call(app, "/actuator/health")).status, 404);
  const { url } = app.container.get(ActuatorServer);
  const response = await fetch(`${url}/actuator`);
  const { _links } = await response.json();
  assertEquals(_links.self, { href: `${url}/actuator`, templated: false });
});

Deno.test("B1.1 on a port of its own the actuator's links may stand at the root", async () => {
  await using app = await createApp(createContainer(actuator({ diskSpace: false })), {
    properties: { logging: { level: "OFF" }, actuator: { port: 0, basePath: "/" } },
  });
  const { url } = app.container.get(ActuatorServer);
  const { _links } = await (await fetch(`${url}/`)).json();
  assertEquals(_links, {
    self: { href: url, templated: false },
    "health-path": { href: `${url}/health/{*path}`, templated: true },
    health: { href: `${url}/health`, templated: false },
  });
  const answers = await Promise.all(["health", "gears"].map((path) => fetch(`${url}/${path}`)));
  assertEquals(answers.map(({ status }) => status), [200, 404]);
  await Promise.all(answers.map(({ body }) => body?.cancel()));
});

Deno.test("B1.4 a port that is in use fails the start and is named", async () => {
  await using other = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => new Response());
  const { port } = other.addr;
  const start = () =>
    createApp(createContainer(actuator({ diskSpace: false })), {
      properties: { logging: { level: "OFF" }, actuator: { port } },
    });
  await assertRejects(start, Error, `Cannot listen on 127.0.0.1:${port} as the port is in use`);
});
