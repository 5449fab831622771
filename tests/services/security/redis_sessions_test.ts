import { assert, assertEquals } from "@std/assert";
import { type Application, ContainerModule, createApp, createContainer } from "@espalier/espalier";
import { HttpRoute } from "@espalier/espalier/http";
import { type CookieSessions, cookieSessions, Principal, security } from "@espalier/espalier/security";
import { hasRedis, RedisServer } from "./redis_server.ts";

interface Instance {
  readonly app: Application;
  readonly sessions: CookieSessions;
}

async function instance(url: string, idleMs = 60_000): Promise<Instance> {
  const sessions = cookieSessions({ redis: { url, timeoutMs: 1_000 }, idleMs });
  const set = (cookie: string) => new Response(null, { status: 204, headers: { "set-cookie": cookie } });
  const ada = new Principal("ada", { roles: ["clerk"], scopes: ["orders:write"], claims: { team: { id: 1 } } });
  const routes = new ContainerModule(({ bind }) => {
    const all: HttpRoute[] = [
      { path: "/sign-in", handle: async (exchange) => set(await sessions.begin(exchange, ada)) },
      { path: "/sign-out", handle: async (exchange) => set(await sessions.end(exchange)) },
      {
        path: "/me",
        handle({ authentication }) {
          const { name, roles, scopes, claims } = authentication?.grants ?? new Principal("nobody");
          return Response.json([name, ...roles, ...scopes, claims]);
        },
      },
    ];
    for (const route of all) bind(HttpRoute).toConstantValue(route);
  });
  const properties = { logging: { level: "OFF" } } as const;
  const app = await createApp(createContainer(security({ schemes: [sessions] }), routes), { properties });
  return { app, sessions };
}

async function ask({ app }: Instance, path: string, cookie?: string) {
  const headers = cookie === undefined ? {} : { cookie };
  const response = await app.fetch(new Request(`https://shop.example.com${path}`, { headers }));
  const text = await response.text();
  return { status: response.status, text, cookie: response.headers.get("set-cookie")?.split(";")[0] };
}

const known = '["ada","clerk","orders:write",{"team":{"id":1}}]';
const nobody = '["nobody",{}]';

Deno.test({
  name:
    "instances share sessions in Redis: begun on one, known on the other, ended on both, alone or all of somebody's",
  ignore: !hasRedis,
  async fn() {
    await using redis = await new RedisServer().start();
    const [one, other] = [await instance(redis.url), await instance(redis.url)];
    await using _one = one.app;
    await using _other = other.app;
    const first = (await ask(one, "/sign-in")).cookie!;
    assertEquals((await ask(other, "/me", first)).text, known);
    await ask(other, "/sign-out", first);
    assertEquals((await ask(one, "/me", first)).text, nobody);
    const cookies = await Promise.all([one, other, one].map(async (each) => (await ask(each, "/sign-in")).cookie!));
    await other.sessions.endAllOf("ada");
    for (const cookie of cookies) assertEquals((await ask(one, "/me", cookie)).text, nobody);
  },
});

Deno.test({
  name: "Redis forgets a session when it ends",
  ignore: !hasRedis,
  async fn() {
    await using redis = await new RedisServer().start();
    const service = await instance(redis.url, 300);
    await using _ = service.app;
    const { cookie } = await ask(service, "/sign-in");
    assertEquals((await ask(service, "/me", cookie)).text, known);
    while (await redis.keys() > 0) await new Promise((done) => setTimeout(done, 20));
    assertEquals((await ask(service, "/me", cookie)).text, nobody);
  },
});

Deno.test({
  name: "while Redis is away, requests with a session get 503 and others go on; once it is back, people sign in again",
  ignore: !hasRedis,
  async fn() {
    await using redis = await new RedisServer().start();
    const service = await instance(redis.url);
    await using _ = service.app;
    const { cookie } = await ask(service, "/sign-in");
    await redis.stop();
    assertEquals((await ask(service, "/me", cookie)).status, 503);
    assertEquals((await ask(service, "/me")).text, nobody);
    assertEquals((await ask(service, "/sign-in")).status, 503);
    await redis.start();
    const deadline = performance.now() + 20_000;
    while ((await ask(service, "/sign-in")).status !== 204) {
      assert(performance.now() < deadline, "Redis was not used again");
      await new Promise((done) => setTimeout(done, 20));
    }
    assertEquals((await ask(service, "/me", cookie)).text, nobody, "this Redis kept nothing");
  },
});
