import { assertEquals, assertRejects } from "@std/assert";
import { ActuatorEndpoint, ContainerModule, createApp, createContainer, StartupTask } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { ActuatorServer } from "../../src/actuator/actuator_server.ts";
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
  await using app = await createApp(container, {
    properties: { logging: { level: "OFF" }, actuator: { discovery: true, exposureInclude: ["*"], port: 0 } },
  });
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
    properties: {
      logging: { level: "OFF" },
      actuator: { discovery: true, exposureInclude: ["*"], port: 0, basePath: "/" },
    },
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
      properties: { logging: { level: "OFF" }, actuator: { discovery: true, exposureInclude: ["*"], port } },
    });
  await assertRejects(start, Error, `Cannot listen on 127.0.0.1:${port} as the port is in use`);
});

Deno.test("B1.4 an unread response on the actuator's port does not keep the application from stopping", async () => {
  const left = Promise.withResolvers<void>();
  const endless = new ContainerModule(({ bind }) => {
    bind(ActuatorEndpoint).toConstantValue({
      id: "gears",
      handle: () =>
        new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(100_000)), cancel: left.resolve })),
    });
  });
  const container = createContainer(actuator({ diskSpace: false }), endless);
  const app = await createApp(container, {
    properties: { logging: { level: "OFF" }, actuator: { discovery: true, exposureInclude: ["*"], port: 0 } },
  });
  const url = new URL(container.get(ActuatorServer).url!);
  using client = await Deno.connect({ hostname: url.hostname, port: Number(url.port) });
  await client.write(new TextEncoder().encode("GET /actuator/gears HTTP/1.1\r\nhost: localhost\r\n\r\n"));
  await client.read(new Uint8Array(1));
  await app[Symbol.asyncDispose]();
  await left.promise;
  await assertRejects(() => fetch(`${url}actuator/health`), TypeError);
});

Deno.test("B1.4 pending responses on the actuator's port are sent before the application has stopped", async () => {
  const isAsked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const slow = new ContainerModule(({ bind }) => {
    bind(ActuatorEndpoint).toConstantValue({
      id: "gears",
      handle: async () => {
        isAsked.resolve();
        await gate.promise;
        return Response.json({ turning: true });
      },
    });
  });
  const container = createContainer(actuator({ diskSpace: false }), slow);
  const app = await createApp(container, {
    properties: { logging: { level: "OFF" }, actuator: { discovery: true, exposureInclude: ["*"], port: 0 } },
  });
  const answer = fetch(`${container.get(ActuatorServer).url}/actuator/gears`);
  await isAsked.promise;
  const stopped = app[Symbol.asyncDispose]();
  gate.resolve();
  assertEquals(await (await answer).json(), { turning: true });
  await stopped;
});
