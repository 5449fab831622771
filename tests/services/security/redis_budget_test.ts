import { assert, assertEquals } from "@std/assert";
import { type Application, ContainerModule, createApp, createContainer } from "@espalier/espalier";
import { HttpRoute } from "@espalier/espalier/http";
import { budget, type RedisBudgetOptions } from "@espalier/espalier/security";
import { hasRedis, RedisServer } from "./redis_server.ts";

const own = new ContainerModule(({ bind }) => {
  bind(HttpRoute).toConstantValue({ path: "/own", handle: () => new Response("own") });
});

function instance(url: string, options: Partial<RedisBudgetOptions> = {}): Promise<Application> {
  const shared = budget({ capacity: 20, perSecond: 0.001, redis: { url, timeoutMs: 1_000, ...options } });
  return createApp(createContainer(own, shared), { properties: { logging: { level: "OFF" } } });
}

async function status(app: Application): Promise<number> {
  const response = await app.fetch(new Request("http://localhost/own"));
  await response.body?.cancel();
  return response.status;
}

Deno.test({
  name: "two instances share one budget in Redis, and parallel requests never exceed it",
  ignore: !hasRedis,
  async fn() {
    await using redis = await new RedisServer().start();
    await using one = await instance(redis.url);
    await using other = await instance(redis.url);
    const statuses = await Promise.all(Array.from({ length: 60 }, (_, i) => status(i % 2 === 0 ? one : other)));
    assertEquals(statuses.filter((each) => each === 200).length, 20);
    assertEquals(statuses.filter((each) => each === 429).length, 40);
  },
});

for (const [whenAway, expected] of [["open", 200], ["closed", 503]] as const) {
  Deno.test({
    name:
      `while Redis is away, requests get ${expected} where the budget is ${whenAway}, and are limited once it is back`,
    ignore: !hasRedis,
    async fn() {
      await using redis = await new RedisServer().start();
      await using app = await instance(redis.url, { whenAway });
      assertEquals(await status(app), 200);
      await redis.stop();
      const before = performance.now();
      for (let i = 0; i < 5; i++) assertEquals(await status(app), expected);
      assert(performance.now() - before < 5_500, "Requests waited for Redis");
      await redis.start();
      const deadline = performance.now() + 20_000;
      // The client connects again by itself.
      while (await isUncounted(app)) assert(performance.now() < deadline, "Redis was not used again");
      for (let i = 0; i < 20; i++) await status(app);
      assertEquals(await status(app), 429);
    },
  });
}

async function isUncounted(app: Application): Promise<boolean> {
  const response = await app.fetch(new Request("http://localhost/own"));
  await response.body?.cancel();
  if (response.headers.has("ratelimit")) return false;
  await new Promise((done) => setTimeout(done, 20));
  return true;
}

Deno.test({
  name: "a service starts while Redis is away",
  ignore: !hasRedis,
  async fn() {
    await using app = await instance(new RedisServer().url, { timeoutMs: 50 });
    assertEquals(await status(app), 200);
  },
});
