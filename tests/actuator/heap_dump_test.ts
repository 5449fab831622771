import { assertEquals } from "@std/assert";
import { createApp, createContainer } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { ActuatorEndpoint } from "@espalier/espalier";
import { call, endpointsApp } from "./actuator_setup.ts";

Deno.test("25.1 heapdump is off in every preset, whatever is exposed", async () => {
  for (const preset of ["development", "test", "production"] as const) {
    await using app = await endpointsApp({ preset });
    assertEquals((await call(app, "/actuator/heapdump")).status, 404);
  }
});

Deno.test("25.1 heapdump streams a snapshot of the heap, one at a time, and frees its place when the client leaves", async () => {
  await using app = await createApp(createContainer(actuator({ endpoints: true })), {
    properties: { logging: { level: "OFF" }, actuator: { exposureInclude: ["heapdump"], heapDump: true } },
  });
  const endpoints = await app.container.getAllAsync(ActuatorEndpoint);
  const endpoint = endpoints.find(({ id }) => id === "heapdump")!;
  const request = new Request("http://localhost/actuator/heapdump");
  const caller = { name: "ada", roles: new Set<string>() };
  const ask = async () => (await endpoint.handle({ request, path: "", baseUrl: "", caller }))!;
  const first = await ask();
  assertEquals(first.headers.get("content-type"), "application/octet-stream");
  assertEquals((await ask()).status, 503);
  const reader = first.body!.getReader();
  const { value } = await reader.read();
  assertEquals(new TextDecoder().decode(value).startsWith('{"snapshot":'), true);
  await reader.cancel();
  const second = await ask();
  assertEquals(second.status, 200);
  await second.body!.cancel();
});
