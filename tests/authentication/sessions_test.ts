import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { type Application, ContainerModule, createApp, createContainer } from "@espalier/espalier";
import { HttpRoute } from "@espalier/espalier/http";
import {
  authenticated,
  basic,
  type CookieSessionOptions,
  type CookieSessions,
  cookieSessions,
  hashPassword,
  Principal,
  security,
  type SessionStore,
  type StoredSession,
} from "@espalier/espalier/security";

interface Service {
  readonly app: Application;
  readonly sessions: CookieSessions;
  readonly stored: Map<string, StoredSession>;
}

/** A store that tests look into. */
function storeIn(stored: Map<string, StoredSession>): SessionStore {
  return {
    get: (key) => stored.get(key),
    set: (key, session) => void stored.set(key, session),
    touch: (key, session) => void (stored.has(key) && stored.set(key, session)),
    delete: (key) => void stored.delete(key),
    deleteAllOf: (name) => stored.forEach((each, key) => each.name === name && stored.delete(key)),
  };
}

async function start(options: CookieSessionOptions = {}): Promise<Service> {
  const stored = new Map<string, StoredSession>();
  const sessions = cookieSessions({ store: storeIn(stored), ...options });
  const routes = new ContainerModule(({ bind }) => {
    const set = (cookie: string) => new Response(null, { status: 204, headers: { "set-cookie": cookie } });
    const ada = new Principal("ada", { roles: ["clerk"], scopes: ["orders:write"], claims: { team: "north" } });
    const all: HttpRoute[] = [
      { path: "/sign-in", handle: async (exchange) => set(await sessions.begin(exchange, ada)) },
      { path: "/sign-out", handle: async (exchange) => set(await sessions.end(exchange)) },
      { path: "/me", handle: ({ authentication }) => Response.json(authentication?.grants.name ?? null) },
      { path: "/private/team", handle: ({ authentication }) => Response.json(authentication?.grants.claims.team) },
    ];
    for (const route of all) bind(HttpRoute).toConstantValue(route);
  });
  const feature = security({ schemes: [sessions], paths: { "/private/{*path}": authenticated() } });
  return { app: await createApp(createContainer(feature, routes)), sessions, stored };
}

interface Asked {
  readonly cookie?: string | undefined;
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

async function ask(app: Application, path: string, { cookie, method = "GET", headers = {} }: Asked = {}) {
  const init = { method, headers: { ...headers, ...(cookie === undefined ? {} : { cookie }) } };
  const response = await app.fetch(new Request(`https://shop.example.com${path}`, init));
  const text = await response.text();
  return { status: response.status, text, setCookie: response.headers.get("set-cookie") };
}

async function signIn(app: Application, asked: Asked = {}): Promise<string> {
  const { setCookie } = await ask(app, "/sign-in", { method: "POST", ...asked });
  return setCookie!.split(";")[0]!;
}

Deno.test("a session is known by its cookie until somebody signs out", async () => {
  const { app, stored } = await start();
  await using _ = app;
  const { setCookie } = await ask(app, "/sign-in", { method: "POST" });
  const [pair, ...attributes] = setCookie!.split("; ");
  assertEquals(attributes, ["Path=/", "Max-Age=43200", "HttpOnly", "Secure", "SameSite=Lax"]);
  assertEquals(/^__Host-session=[\w-]{43}$/.test(pair!), true);
  assertEquals([...stored.keys()].some((key) => pair!.includes(key)), false, "the store alone signs nobody in");
  const cookie = `theme=dark; ${pair}; last=1`;
  assertEquals((await ask(app, "/me", { cookie })).text, '"ada"');
  assertEquals((await ask(app, "/private/team", { cookie })).text, '"north"');
  assertEquals((await ask(app, "/private/team")).status, 401);
  const out = await ask(app, "/sign-out", { cookie, method: "POST" });
  assertEquals(out.setCookie, "__Host-session=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax");
  assertEquals([(await ask(app, "/me", { cookie })).text, stored.size], ["null", 0]);
});

Deno.test("signing in makes a new id each time, and never takes one that the browser brings", async () => {
  const { app, stored } = await start();
  await using _ = app;
  const planted = `__Host-session=${"a".repeat(43)}`;
  const first = await signIn(app, { cookie: planted });
  assertEquals((await ask(app, "/me", { cookie: planted })).text, "null");
  const second = await signIn(app, { cookie: first });
  assertEquals([first === second, first === planted, stored.size], [false, false, 1]);
  assertEquals((await ask(app, "/me", { cookie: first })).text, "null");
  assertEquals((await ask(app, "/me", { cookie: second })).text, '"ada"');
});

Deno.test("all sessions of a principal can be ended, as after a change of the password", async () => {
  const { app, sessions } = await start();
  await using _ = app;
  const cookies = [await signIn(app), await signIn(app)];
  await sessions.endAllOf("bob");
  assertEquals((await ask(app, "/me", { cookie: cookies[0] })).text, '"ada"');
  await sessions.endAllOf("ada");
  for (const cookie of cookies) assertEquals((await ask(app, "/me", { cookie })).text, "null");
});

Deno.test("a session ends when nobody uses it, and at its maximum; use prolongs it, and what ended stays ended", async () => {
  const { app, stored } = await start({ idleMs: 10_000, maxMs: 100_000 });
  await using _ = app;
  const cookie = await signIn(app);
  const [[key, session]] = [...stored] as [[string, StoredSession]];
  const agedBy = (idleMs: number, ageMs: number) => {
    stored.set(key, { ...session, usedAt: session.usedAt - idleMs, beganAt: session.beganAt - ageMs });
  };
  agedBy(9_000, 50_000);
  assertEquals((await ask(app, "/me", { cookie })).text, '"ada"');
  assertEquals(stored.get(key)!.usedAt >= session.usedAt, true, "the use is written");
  agedBy(11_000, 50_000);
  assertEquals((await ask(app, "/me", { cookie })).text, "null");
  agedBy(0, 100_001);
  assertEquals((await ask(app, "/me", { cookie })).text, "null");
  assertEquals((await ask(app, "/sign-in", { cookie, method: "POST" })).status, 204, "an old cookie keeps nobody out");
});

Deno.test("requests of other sites' pages change nothing, open no socket, and sign nobody in", async () => {
  const { app } = await start();
  await using _ = app;
  const cookie = await signIn(app);
  const status = async (method: string, headers: Record<string, string>) =>
    (await ask(app, "/me", { cookie, method, headers })).status;
  const foreign = { origin: "https://evil.example.net" };
  assertEquals(await status("POST", foreign), 403);
  assertEquals(
    await status("DELETE", { origin: "https://other.example.com" }),
    403,
    "a neighbour is another site, too",
  );
  assertEquals(await status("POST", { origin: "null" }), 403);
  assertEquals(await status("POST", { "sec-fetch-site": "cross-site" }), 403);
  assertEquals(await status("GET", { ...foreign, upgrade: "websocket" }), 403);
  assertEquals(await status("GET", foreign), 200);
  assertEquals(await status("POST", { origin: "https://shop.example.com", "sec-fetch-site": "same-origin" }), 200);
  assertEquals(await status("POST", {}), 200, "programs send no origin");
  assertEquals((await ask(app, "/sign-in", { method: "POST", headers: foreign })).setCookie, null);
});

Deno.test("passwords that browsers send by themselves are refused to pages of other sites, too", async () => {
  const users = [{ name: "ops", passwordHash: await hashPassword("x") }];
  const route: HttpRoute = {
    path: "/jobs",
    handle: ({ authentication }) => Response.json(authentication?.grants.name),
  };
  const routes = new ContainerModule(({ bind }) => bind(HttpRoute).toConstantValue(route));
  await using app = await createApp(createContainer(security({ schemes: [basic({ users })] }), routes));
  const headers = { authorization: `Basic ${btoa("ops:x")}` };
  assertEquals((await ask(app, "/jobs", { method: "POST", headers })).status, 200);
  const foreign = { ...headers, origin: "https://evil.example.net" };
  assertEquals((await ask(app, "/jobs", { method: "POST", headers: foreign })).status, 403);
});

Deno.test("the application's own principal is asked for with each request; without one the session ends", async () => {
  let exists = true;
  const { app, stored } = await start({ principal: ({ name }) => exists ? { login: name } : undefined });
  await using _ = app;
  const cookie = await signIn(app);
  assertEquals((await ask(app, "/me", { cookie })).text, '"ada"');
  exists = false;
  assertEquals([(await ask(app, "/me", { cookie })).text, stored.size], ["null", 0]);
});

Deno.test("in memory, sessions are bounded: the least recently used end first", async () => {
  const sessions = cookieSessions({ maxSessions: 2 });
  const routes = new ContainerModule(({ bind }) => {
    const begin = (exchange: Parameters<CookieSessions["begin"]>[0]) => sessions.begin(exchange, new Principal("ada"));
    bind(HttpRoute).toConstantValue({
      path: "/sign-in",
      handle: async (exchange) => new Response(null, { headers: { "set-cookie": await begin(exchange) } }),
    });
    bind(HttpRoute).toConstantValue({ path: "/me", handle: (exchange) => Response.json(!!exchange.authentication) });
  });
  await using app = await createApp(createContainer(security({ schemes: [sessions] }), routes));
  const [first, second] = [await signIn(app), await signIn(app)];
  assertEquals((await ask(app, "/me", { cookie: first })).text, "true");
  const third = await signIn(app);
  const known = async (cookie: string) => (await ask(app, "/me", { cookie })).text;
  assertEquals([await known(first), await known(second), await known(third)], ["true", "false", "true"]);
});

Deno.test("options that can't work are refused, and sessions before the start", async () => {
  assertThrows(() => cookieSessions({ secure: false, cookie: "__Host-session" }), TypeError, '"secure" is true');
  assertThrows(() => cookieSessions({ cookie: "a b" }), TypeError, "must be a token");
  assertThrows(() => cookieSessions({ idleMs: 0 }), RangeError, "must be a number > 0");
  const redis = { url: "redis://127.0.0.1:1" };
  assertThrows(() => cookieSessions({ redis, store: storeIn(new Map()) }), TypeError, "only one");
  await assertRejects(() => cookieSessions().endAllOf("ada"), Error, "before the application has started");
  const { app } = await start({ secure: false, sameSite: "strict" });
  await using _ = app;
  const { setCookie } = await ask(app, "/sign-in", { method: "POST" });
  assertEquals(
    setCookie!.startsWith("session=") && setCookie!.endsWith("; Max-Age=43200; HttpOnly; SameSite=Strict"),
    true,
  );
});
