import { assertEquals, assertStringIncludes } from "@std/assert";
import { controller, createApp, createContainer, graphql, QueryMapping, Resource, t } from "@espalier/espalier";

class FailingController {
  @QueryMapping({ returns: t.string })
  greeting(): string {
    throw new Error("the password is 1234");
  }
}

function appOf(preset: "development" | "test" | "production") {
  const schema = [Resource.text("s", "type Query { greeting: String! }")];
  const container = createContainer(graphql({ schema }), controller(FailingController));
  return createApp(container, { properties: { preset, logging: { level: "OFF" } } });
}

async function errorFor(app: Awaited<ReturnType<typeof appOf>>, hostname?: string, headers: HeadersInit = {}) {
  const request = new Request("http://localhost/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: '{"query":"{ greeting }"}',
  });
  const response = await app.fetch(request, hostname === undefined ? undefined : { remoteAddr: { hostname } });
  return (await response.json()).errors[0];
}

Deno.test("the development preset shows a masked exception to clients on the same machine", async () => {
  await using app = await appOf("development");
  for (const hostname of ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"]) {
    const { message, extensions } = await errorFor(app, hostname);
    assertStringIncludes(message, "INTERNAL_ERROR for ");
    assertEquals(extensions.classification, "INTERNAL_ERROR");
    assertEquals(extensions.exception.message, "the password is 1234");
    assertStringIncludes(extensions.exception.stack, "exception_details_test.ts");
  }
});

Deno.test("no header and no other address shows an exception", async () => {
  await using app = await appOf("development");
  const masked = { classification: "INTERNAL_ERROR" };
  const local = { host: "localhost", "x-forwarded-for": "127.0.0.1", forwarded: "for=127.0.0.1", "x-real-ip": "::1" };
  for (const hostname of ["192.168.1.7", "10.0.0.1", "::2", "127.0.0.1.example.com", "fe80::1", undefined]) {
    assertEquals((await errorFor(app, hostname)).extensions, masked, hostname);
    assertEquals((await errorFor(app, hostname, local)).extensions, masked, hostname);
  }
  for (const name of ["x-forwarded-for", "forwarded", "via", "x-real-ip", "x-forwarded-host"]) {
    assertEquals((await errorFor(app, "127.0.0.1", { [name]: "127.0.0.1" })).extensions, masked, name);
  }
});

for (const preset of ["test", "production"] as const) {
  Deno.test(`the ${preset} preset masks exceptions for clients on the same machine too`, async () => {
    await using app = await appOf(preset);
    assertEquals((await errorFor(app, "127.0.0.1")).extensions, { classification: "INTERNAL_ERROR" });
  });
}
