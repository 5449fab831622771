import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { type Application, createApp, createContainer, StartupError } from "@espalier/espalier";
import { console as consolePages } from "@espalier/espalier/console";
import { actuator } from "@espalier/espalier/actuator";
import { apiKeys, createApiKey, hasRole, security } from "@espalier/espalier/security";
import { ask, consoleApp } from "./console_app.ts";
import { digestOfSources } from "./console_sources.ts";

Deno.test("25.3 the committed bundle is that of the sources", async () => {
  const { default: { digest } } = await import("../../src/console/page_assets.json", { with: { type: "json" } });
  assertEquals(digest, await digestOfSources(), "run `deno task console:build`");
});

Deno.test("25.3 the console is on in development, and its page allows nothing but its own files", async () => {
  await using app = await consoleApp();
  const response = await ask(app, "/console");
  const html = await response.text();
  assertEquals([response.status, response.headers.get("content-type")], [200, "text/html; charset=utf-8"]);
  assertEquals(
    response.headers.get("content-security-policy"),
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'; " +
      "style-src 'self'; connect-src 'self'; img-src 'self' data:",
  );
  assertEquals(/https?:|<style|style=|<script>/.test(html), false);
  const files = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, file]) => file!);
  assertEquals(files, ["/console/assets/style.css", "/console/assets/console.js"]);
  for (const file of files) {
    const asset = await ask(app, file);
    assertEquals([asset.status, asset.headers.get("x-content-type-options")], [200, "nosniff"]);
    await asset.body?.cancel();
  }
  assertMatch(app.routes.map(({ title, path }) => `${title} ${path}`).join(), /Console \/console/);
});

Deno.test("25.3 addresses of the console's pages lead to the page, missing files don't", async () => {
  await using app = await consoleApp({ console: { basePath: "/ops/console/" } });
  for (const path of ["/ops/console", "/ops/console/traces/0af7651916cd43dd8448eb211c80319c", "/ops/console/beans"]) {
    const response = await ask(app, path);
    assertMatch(await response.text(), /data-base="\/ops\/console"/);
  }
  for (const path of ["/ops/console/favicon.ico", "/ops/console/assets/other.js", "/ops/console/data/nothing"]) {
    const response = await ask(app, path);
    await response.body?.cancel();
    assertEquals(response.status, 404, path);
  }
  const written = await ask(app, "/ops/console", { method: "POST" });
  await written.body?.cancel();
  assertEquals(written.status, 405);
});

Deno.test("25.3 the console is off in production unless it is switched on", async () => {
  await using app = await consoleApp({ preset: "production" });
  const response = await ask(app, "/console");
  await response.body?.cancel();
  assertEquals(response.status, 404);
});

Deno.test("25.3 outside of development the console needs security()", async () => {
  const error = await assertRejects(
    () => consoleApp({ preset: "production", console: { enabled: true } }),
    StartupError,
  );
  assertEquals(
    error.message,
    'Cannot start the application as "console: install" failed: Cannot serve the console as it shows the service\'s ' +
      'inside: current preset is "production". Install security(), or set console.enabled to false, or the preset to ' +
      '"development"',
  );
});

Deno.test("25.3 behind security() the console asks who it is, for pages, data and streams", async () => {
  const { key, stored } = createApiKey("ops", { roles: ["operator"] });
  const { key: other, stored: visitor } = createApiKey("visitor");
  const keys = security({ schemes: [apiKeys({ keys: [stored, visitor] })] });
  const properties = { preset: "production", console: { enabled: true }, logging: { level: "OFF" } } as const;
  const start = (...options: Parameters<typeof consolePages>) =>
    createApp(createContainer(keys, actuator({ diskSpace: false }), consolePages(...options)), { properties });
  const paths = ["", "/about", "/data/health", "/live/logs", "/assets/style.css"].map((path) => `/console${path}`);
  const statuses = async (app: Application, headers?: HeadersInit) => {
    const responses = await Promise.all(paths.map((path) => ask(app, path, headers && { headers })));
    await Promise.all(responses.map(({ body }) => body?.cancel()));
    return [...new Set(responses.map(({ status }) => status))];
  };
  await using app = await start();
  assertEquals(await statuses(app), [401]);
  assertEquals(await statuses(app, { "x-api-key": other }), [200]);
  await using operated = await start({ access: hasRole("operator") });
  assertEquals(await statuses(operated, { "x-api-key": other }), [403]);
  assertEquals(await statuses(operated, { "x-api-key": key }), [200]);
});

Deno.test("25.3 the console reads endpoints that the actuator does not show", async () => {
  const properties = { actuator: { exposureExclude: ["*"] } };
  await using app = await consoleApp(properties, actuator({ diskSpace: false }));
  const hidden = await ask(app, "/actuator/health");
  await hidden.body?.cancel();
  const shown = await ask(app, "/console/data/health");
  assertEquals([hidden.status, shown.status, (await shown.json()).status], [404, 200, "UP"]);
  assertEquals(shown.headers.get("cache-control"), "no-store");
  const about = await (await ask(app, "/console/about")).json();
  assert(about.endpoints.includes("health"));
});
