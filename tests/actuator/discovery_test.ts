import { assertEquals, assertRejects } from "@std/assert";
import { ActuatorEndpoint, ContainerModule, createApp, createContainer } from "@espalier/espalier";
import { actuatorApp, call } from "./actuator_setup.ts";

const links = (base: string) => ({
  self: { href: base, templated: false },
  "health-path": { href: `${base}/health/{*path}`, templated: true },
  health: { href: `${base}/health`, templated: false },
});

function endpoint(more: Partial<ActuatorEndpoint> = {}): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(ActuatorEndpoint).toConstantValue({ id: "gears", handle: () => Response.json({ turning: true }), ...more });
  });
}

Deno.test("B1.1 the actuator lists links in the order of the specification", async () => {
  await using app = await actuatorApp();
  const { status, body } = await call(app, "/actuator");
  assertEquals(status, 200);
  assertEquals(body, { _links: links("http://localhost:8080/actuator") });
  assertEquals(Object.keys((body as { _links: object })._links), ["self", "health-path", "health"]);
});

Deno.test("B1.1 a trailing slash is not part of self (C-037)", async () => {
  await using app = await actuatorApp();
  assertEquals((await call(app, "/actuator/")).body, { _links: links("http://localhost:8080/actuator") });
});

Deno.test("B1.1 a path of slashes is looked at in one go", async () => {
  await using app = await actuatorApp();
  assertEquals((await call(app, `/actuator/x${"/".repeat(1_000_000)}x`)).status, 404);
});

Deno.test("B1.1 the base path is configurable (C-040)", async () => {
  await using app = await actuatorApp({ actuator: { basePath: "/manage" } });
  assertEquals((await call(app, "/manage")).body, { _links: links("http://localhost:8080/manage") });
  assertEquals((await call(app, "/actuator")).status, 404);
});

Deno.test("B1.1 at the root there are endpoints but no list of links", async () => {
  await using app = await actuatorApp({ actuator: { basePath: "/" } });
  assertEquals((await call(app, "/health")).status, 200);
  assertEquals((await call(app, "/")).status, 404);
});

Deno.test("B1.1 without discovery health still answers (C-038)", async () => {
  await using app = await actuatorApp({ actuator: { discovery: false } });
  assertEquals((await call(app, "/actuator")).status, 404);
  assertEquals((await call(app, "/actuator/health")).status, 200);
});

Deno.test("B1.1 forwarded headers count only when they are trusted", async () => {
  const headers = {
    "x-forwarded-proto": "https",
    "x-forwarded-host": "shop.example.org",
    "x-forwarded-prefix": "/shop/",
  };
  const self = async (trustForwardedHeaders: boolean, headers: HeadersInit) => {
    await using app = await actuatorApp({ http: { trustForwardedHeaders } });
    const { body } = await call(app, "/actuator", { headers });
    return (body as { _links: { self: { href: string } } })._links.self.href;
  };
  assertEquals(await self(false, headers), "http://localhost:8080/actuator");
  assertEquals(await self(true, headers), "https://shop.example.org/shop/actuator");
  assertEquals(
    await self(true, { forwarded: 'for=10.0.0.1;proto=https;host="shop.example.org:8443", for=10.0.0.2' }),
    "https://shop.example.org:8443/actuator",
  );
  assertEquals(await self(true, { "x-forwarded-port": "9000" }), "http://localhost:9000/actuator");
  assertEquals(await self(true, { "x-forwarded-host": 'evil"><script>' }), "http://localhost:8080/actuator");
});

Deno.test("B1.1 an endpoint that another feature binds is linked and answers", async () => {
  await using app = await actuatorApp({}, endpoint());
  assertEquals((await call(app, "/actuator")).body, {
    _links: {
      ...links("http://localhost:8080/actuator"),
      gears: { href: "http://localhost:8080/actuator/gears", templated: false },
    },
  });
  assertEquals(await call(app, "/actuator/gears"), { status: 200, body: { turning: true } });
  assertEquals((await call(app, "/actuator/gears/3")).status, 404);
});

Deno.test("B1.1 without the actuator there are no endpoints", async () => {
  await using app = await createApp(createContainer(endpoint()));
  assertEquals((await call(app, "/actuator")).status, 404);
  assertEquals((await call(app, "/actuator/gears")).status, 404);
});

Deno.test("B1.1 a method that an endpoint lacks is answered with those that it has", async () => {
  await using app = await actuatorApp();
  for (const path of ["/actuator", "/actuator/health"]) {
    const response = await app.fetch(new Request(`http://localhost${path}`, { method: "DELETE" }));
    assertEquals([response.status, response.headers.get("allow")], [405, "GET, HEAD, OPTIONS"]);
    const options = await app.fetch(new Request(`http://localhost${path}`, { method: "OPTIONS" }));
    assertEquals([options.status, options.headers.get("allow")], [204, "GET, HEAD, OPTIONS"]);
    const head = await app.fetch(new Request(`http://localhost${path}`, { method: "HEAD" }));
    assertEquals([head.status, await head.text()], [200, ""]);
  }
});

Deno.test("B1.1 an unknown endpoint is named in a problem document", async () => {
  await using app = await actuatorApp();
  assertEquals(await call(app, "/actuator/beans"), {
    status: 404,
    body: {
      type: "about:blank",
      title: "Not Found",
      status: 404,
      detail: 'There is no actuator endpoint at "/actuator/beans"',
    },
  });
});

Deno.test("B1.1 two endpoints of one id fail the start", async () => {
  const start = () => actuatorApp({}, endpoint({ id: "health" }));
  await assertRejects(start, Error, 'Cannot install two actuator endpoints of one id: current value is "health"');
});

Deno.test("B1.1 an endpoint's id must be a path segment with a link of its own", async () => {
  for (const id of ["a/b", "", "self", undefined]) {
    await assertRejects(
      () => actuatorApp({}, endpoint({ id: id as string })),
      Error,
      'Cannot install an actuator endpoint as its id must be a text without a slash, other than "self": current value ' +
        `is ${id === undefined ? id : `"${id}"`}`,
    );
  }
});

Deno.test("B1.1 another site's page changes nothing through an endpoint", async () => {
  let turned = 0;
  const handle = () => Response.json({ turned: ++turned });
  await using app = await actuatorApp({ http: { corsOrigins: ["*"] } }, endpoint({ methods: ["GET", "POST"], handle }));
  const status = async (method: string, headers: Record<string, string>) =>
    (await call(app, "/actuator/gears", { method, headers })).status;
  assertEquals(await status("POST", { origin: "https://evil.example" }), 403);
  assertEquals(await status("POST", { "sec-fetch-site": "cross-site" }), 403);
  assertEquals([turned, await status("POST", {}), turned], [0, 200, 1]);
  assertEquals(await status("POST", { origin: "http://localhost:8080" }), 200);
  assertEquals(await status("GET", { origin: "https://evil.example" }), 200);
});

Deno.test("B1.1 pages may call the endpoints from the actuator's own list of origins", async () => {
  const ops = "https://ops.example";
  await using app = await actuatorApp(
    { http: { corsOrigins: ["https://shop.example"] }, actuator: { corsOrigins: [ops] } },
    endpoint({ methods: ["POST"] }),
  );
  const ask = async (path: string, origin: string, init: RequestInit = {}) => {
    const headers = { origin, ...init.headers };
    const response = await app.fetch(new Request(`http://localhost:8080${path}`, { ...init, headers }));
    await response.body?.cancel();
    const { headers: answered } = response;
    return [response.status, answered.get("access-control-allow-origin"), answered.get("access-control-allow-methods")];
  };
  const preflight = { method: "OPTIONS", headers: { "access-control-request-method": "POST" } };
  for (const path of ["/actuator", "/actuator/health", "/actuator/health/readiness"]) {
    assertEquals(await ask(path, ops), [200, ops, null], path);
    assertEquals(await ask(path, "https://shop.example"), [200, null, null], path);
    assertEquals(await ask(path, ops, preflight), [204, ops, "GET, HEAD, OPTIONS"], path);
  }
  assertEquals(await ask("/actuator/gears", ops, preflight), [204, ops, "POST, OPTIONS"]);
  assertEquals(await ask("/actuator/gears", "https://shop.example", preflight), [204, null, null]);
  assertEquals(await ask("/actuator/gears", ops, { method: "POST" }), [200, ops, null]);
  assertEquals(await ask("/actuator/gears", "https://shop.example", { method: "POST" }), [403, null, null]);
});

Deno.test("B1.1 HEAD leaves no stream of an endpoint open", async () => {
  const reasons: unknown[] = [];
  const handle = () => new Response(new ReadableStream({ cancel: (reason) => void reasons.push(reason) }));
  await using app = await actuatorApp({}, endpoint({ handle }));
  assertEquals(await call(app, "/actuator/gears", { method: "HEAD" }), { status: 200, body: "" });
  assertEquals(reasons, [undefined]);
});

Deno.test("B1.1 cookies for pages of every origin are refused at the start", async () => {
  await assertRejects(
    () => actuatorApp({ http: { corsCredentials: true }, actuator: { corsOrigins: ["*"] } }),
    Error,
    'Cannot use property "http.corsCredentials" as "actuator.corsOrigins" must name origins: current value is "*"',
  );
});
