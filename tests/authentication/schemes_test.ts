import { assertEquals, assertRejects } from "@std/assert";
import { scryptSync } from "node:crypto";
import { type Application, ContainerModule, createApp, createContainer } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { HttpRoute } from "@espalier/espalier/http";
import {
  AccessDeniedError,
  apiKeys,
  authenticated,
  type AuthenticationScheme,
  basic,
  createApiKey,
  hashPassword,
  hasRole,
  jwt,
  opaqueTokens,
  permitAll,
  requires,
  security,
} from "@espalier/espalier/security";
import { audience, issuer, issuerKey, tokenOf } from "./issuer.ts";

const key = await issuerKey("first");
const tokens = jwt({ issuer, audience, keys: { keys: [key.jwk] } });
const route: HttpRoute = {
  path: "/me",
  handle: ({ authentication }) => Response.json({ name: authentication?.grants.name ?? null }),
};
const routes = new ContainerModule(({ bind }) => bind(HttpRoute).toConstantValue(route));

function start(...schemes: AuthenticationScheme[]): Promise<Application> {
  const paths = {
    "/actuator/health": permitAll(),
    "/actuator/{*path}": hasRole("operator"),
    "/orders": requires("orders:write"),
    "/private/{*path}": authenticated(),
  };
  const properties = { actuator: { discovery: true } };
  return createApp(createContainer(actuator(), routes, security({ schemes, paths })), { properties });
}

async function get(app: Application, path: string, headers: Record<string, string> = {}): Promise<unknown[]> {
  const response = await app.fetch(new Request(`http://localhost${path}`, { headers }));
  const challenge = response.headers.get("www-authenticate");
  const body = await response.json();
  return challenge === null ? [response.status, body.name] : [response.status, challenge];
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const password = (name: string, secret: string) => ({
  authorization: `Basic ${new TextEncoder().encode(`${name}:${secret}`).toBase64()}`,
});

/** A hash in the form of `hashPassword`, with the lowest work factors: comparing takes next to no time. */
function cheapHash(password: string): string {
  const salt = new Uint8Array(16).fill(7);
  const hash = scryptSync(password.normalize("NFC"), salt, 32, { N: 2, r: 1, p: 1 });
  return ["scrypt", 1, 1, 1, salt.toBase64({ alphabet: "base64url" }), hash.toString("base64url")].join("$")
    .replaceAll("=", "");
}

Deno.test("API keys: the right one is accepted, others are refused without a hint which part is wrong", async () => {
  const { key: right, stored } = createApiKey("billing", { principal: "Billing", scopes: ["orders:write"] });
  const ended = createApiKey("ended", { expiresAt: new Date(Date.now() - 1) });
  await using app = await start(apiKeys({ keys: [stored, ended.stored] }));
  assertEquals(await get(app, "/me", { "x-api-key": right }), [200, "Billing"]);
  assertEquals(await get(app, "/me"), [200, null]);
  const refused = [401, 'ApiKey realm="service", header="x-api-key"'];
  const { key: unknown } = createApiKey("nobody");
  const wrongs = [
    right.slice(0, -1) + (right.endsWith("A") ? "B" : "A"),
    unknown,
    ended.key,
    "",
    "x",
    "a".repeat(5_000),
  ];
  for (const wrong of wrongs) assertEquals(await get(app, "/me", { "x-api-key": wrong }), refused, wrong);
});

Deno.test("API keys may be found elsewhere", async () => {
  const { key: right, stored } = createApiKey("billing");
  await using app = await start(
    apiKeys({ header: "X-Key", keys: (id) => Promise.resolve(id === "billing" ? stored : undefined) }),
  );
  assertEquals(await get(app, "/me", { "x-key": right }), [200, "billing"]);
  assertEquals((await get(app, "/me", { "x-key": createApiKey("other").key }))[0], 401);
});

Deno.test("HTTP Basic opens the actuator to operators alone, and asks for a password nowhere else", async () => {
  const passwordHash = cheapHash("pässword: 1");
  const users = [{ name: "ops", passwordHash, roles: ["operator"] }, { name: "dev", passwordHash }];
  await using app = await start(basic({ users, paths: ["/actuator/{*path}"] }), tokens);
  const challenge = 'Basic realm="service", charset="UTF-8", Bearer realm="service"';
  assertEquals(await get(app, "/actuator"), [401, challenge]);
  assertEquals((await get(app, "/actuator/health"))[0], 200);
  assertEquals((await get(app, "/actuator", password("ops", "pässword: 1")))[0], 200);
  assertEquals((await get(app, "/actuator", password("ops", "pässword: 1")))[0], 200);
  assertEquals(await get(app, "/actuator", password("dev", "pässword: 1")), [403, undefined]);
  for (const wrong of [password("ops", "password: 1"), password("nobody", "x"), { authorization: "Basic !" }]) {
    assertEquals(await get(app, "/actuator", wrong), [401, challenge]);
  }
  assertEquals(await get(app, "/private/x"), [401, 'Bearer realm="service"']);
  assertEquals(await get(app, "/private/x", password("ops", "pässword: 1")), [401, 'Bearer realm="service"']);
});

Deno.test("passwords are hashed as OWASP recommends, and the hash signs in", async () => {
  const passwordHash = await hashPassword("correct horse");
  assertEquals(passwordHash.split("$").slice(0, 4), ["scrypt", "15", "8", "3"]);
  await using app = await start(basic({ users: [{ name: "ops", passwordHash }] }));
  assertEquals(await get(app, "/me", password("ops", "correct horse")), [200, "ops"]);
  await assertRejects(() => hashPassword(""), TypeError, "1 to 1024 characters");
});

Deno.test("several schemes: each recognizes its own, and the one that refuses is told first", async () => {
  const { key: apiKey, stored } = createApiKey("billing");
  await using app = await start(apiKeys({ keys: [stored] }), tokens);
  assertEquals(await get(app, "/me", bearer(await tokenOf(key))), [200, "ada"]);
  assertEquals(await get(app, "/me", { "x-api-key": apiKey }), [200, "billing"]);
  const expired = 'Bearer realm="service", error="invalid_token", error_description="The token expired"';
  const other = 'ApiKey realm="service", header="x-api-key"';
  assertEquals(await get(app, "/me", bearer(await tokenOf(key, { expiresIn: -90 }))), [401, `${expired}, ${other}`]);
  assertEquals(await get(app, "/private/x"), [401, `${other}, Bearer realm="service"`]);
  assertEquals(await get(app, "/me", { authorization: "Digest x" }), [401, `${other}, Bearer realm="service"`]);
});

Deno.test("who lacks a scope gets 403 with the scope, who has not authenticated 401", async () => {
  await using app = await start(tokens);
  assertEquals(await get(app, "/orders"), [401, 'Bearer realm="service"']);
  const lacking = 'Bearer realm="service", error="insufficient_scope", scope="orders:write"';
  assertEquals(await get(app, "/orders", bearer(await tokenOf(key))), [403, lacking]);
  const writer = await tokenOf(key, { claims: { scope: "orders:read orders:write" } });
  assertEquals((await get(app, "/orders", bearer(writer)))[0], 404);
});

Deno.test("what a route of one's own throws is 401 or 403, by who asks", async () => {
  const guarded: HttpRoute = {
    path: "/guarded",
    handle: () => {
      throw new AccessDeniedError("Only on Sundays");
    },
  };
  const module = new ContainerModule(({ bind }) => bind(HttpRoute).toConstantValue(guarded));
  await using app = await createApp(createContainer(module, security({ schemes: [tokens] })));
  assertEquals(await get(app, "/guarded"), [401, 'Bearer realm="service"']);
  assertEquals(await get(app, "/guarded", bearer(await tokenOf(key))), [403, undefined]);
});

Deno.test("roles are found in claims within claims", async () => {
  const nested = jwt({
    issuer,
    audience,
    keys: { keys: [key.jwk] },
    rolesClaim: "realm_access.roles",
    nameClaim: "email",
  });
  await using app = await start(nested);
  const claims = { realm_access: { roles: ["operator"] }, email: "ada@example.com" };
  const token = await tokenOf(key, { claims });
  assertEquals((await get(app, "/actuator", bearer(token)))[0], 200);
  assertEquals(await get(app, "/me", bearer(token)), [200, "ada@example.com"]);
});

Deno.test("opaque tokens are asked about once, within bounds, and 503 tells that nobody can be asked", async () => {
  const asked: string[] = [];
  let status = 200;
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const token = new URLSearchParams(await request.text()).get("token")!;
    asked.push(`${token} by ${atob(request.headers.get("authorization")!.slice(6))}`);
    if (status !== 200) return new Response(null, { status });
    const exp = Math.floor(Date.now() / 1_000) + 60;
    return Response.json(
      token.startsWith("good") ? { active: true, sub: "ada", scope: "orders:write", exp } : { active: false },
    );
  });
  const introspectionUrl = `http://127.0.0.1:${server.addr.port}/introspect`;
  await using app = await start(opaqueTokens({ introspectionUrl, clientId: "orders:1", clientSecret: "s%t" }), tokens);
  const answers = await Promise.all([1, 2, 3].map(() => get(app, "/me", bearer("good-token"))));
  assertEquals(answers, [[200, "ada"], [200, "ada"], [200, "ada"]]);
  assertEquals(asked, ["good-token by orders%3A1:s%25t"]);
  const inactive = 'error="invalid_token", error_description="The token expired, was revoked or is not known"';
  for (let i = 0; i < 2; i++) {
    assertEquals(await get(app, "/me", bearer("bad")), [401, `Bearer realm="service", ${inactive}`]);
  }
  assertEquals(asked.length, 2);
  assertEquals((await get(app, "/me", bearer("x".repeat(5_000))))[0], 401);
  assertEquals(asked.length, 2);
  status = 500;
  assertEquals((await get(app, "/me", bearer("good-2")))[0], 503);
  assertEquals((await get(app, "/me", bearer("good-token")))[0], 200);
});

Deno.test("a port of the actuator's own is guarded like the others", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const passwordHash = await hashPassword("secret");
  const schemes = [basic({ users: [{ name: "ops", passwordHash, roles: ["operator"] }] })];
  const feature = security({ schemes, paths: { "/actuator/{*path}": hasRole("operator") } });
  const properties = { actuator: { discovery: true, port, hostname: "127.0.0.1" } };
  await using _app = await createApp(createContainer(actuator(), feature), { properties });
  const statuses = await Promise.all([{}, password("ops", "secret")].map(async (headers) => {
    const response = await fetch(`http://127.0.0.1:${port}/actuator`, { headers });
    await response.body?.cancel();
    return response.status;
  }));
  assertEquals(statuses, [401, 200]);
});
