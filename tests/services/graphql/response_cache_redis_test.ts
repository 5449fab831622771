import { assert, assertEquals } from "@std/assert";
import { type Application, param, QueryMapping, t } from "@espalier/espalier";
import { ResponseCache } from "@espalier/espalier/cache";
import { cacheApp, get } from "../../response_cache/cache_app.ts";
import { hasRedis, RedisServer } from "../security/redis_server.ts";

const schema = `
  type Query { book(id: ID = "1"): Book @cacheControl(maxAge: 60) }
  type Book @cacheControl(maxAge: 60) { id: ID! title: String }
`;

let calls = 0;
let gate: PromiseWithResolvers<void> | undefined;
let entered: PromiseWithResolvers<void> | undefined;

class Api {
  @QueryMapping({ params: [param.argument("id", t.id)] })
  async book(id: string): Promise<object> {
    const book = { id, title: `title ${++calls}` };
    entered?.resolve();
    await gate?.promise;
    return book;
  }
}

const query = "{ book { id title } }";
const entities = { Book: "id" };

function shared(
  url: string,
  further: { readonly version?: string; readonly timeoutMs?: number } = {},
): Promise<Application> {
  const { timeoutMs = 1_000, ...options } = further;
  return cacheApp({ schema, controllers: [Api], cache: { redis: { url, timeoutMs }, entities, ...options } });
}

async function title(app: Application): Promise<string> {
  // A loop of requests that never wait for anything would keep Redis's messages out.
  await new Promise((done) => setTimeout(done, 2));
  const { body } = await get(app, query);
  return (body.data as { book: { title: string } }).book.title;
}

async function command(url: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await new Deno.Command("redis-cli", { args: ["-u", url, ...args] }).output();
  return new TextDecoder().decode(stdout).trim();
}

/** Asks until the responses are kept: writes go on behind the response. */
async function keptTitle(app: Application): Promise<string> {
  const deadline = performance.now() + 10_000;
  let last = await title(app);
  for (let next = await title(app); next !== last; next = await title(app)) {
    assert(performance.now() < deadline, "Responses are not kept");
    last = next;
  }
  return last;
}

Deno.test({
  name: "26.4 two instances share responses and purges in Redis",
  ignore: !hasRedis,
  async fn() {
    await using redis = await new RedisServer().start();
    await using one = await shared(redis.url);
    await using other = await shared(redis.url);
    const kept = await keptTitle(one);
    assertEquals(await title(other), kept);
    await other.container.get(ResponseCache).purge({ type: "Book", id: "2" });
    assertEquals(await title(one), kept);
    await other.container.get(ResponseCache).purge({ type: "Book", id: "1" });
    const next = await keptTitle(one);
    assertEquals(next === kept, false);
    await one.container.get(ResponseCache).clear();
    assertEquals(await keptTitle(other) === next, false);
  },
});

Deno.test({
  name: "26.4 a purge of one instance is about the response that another is making",
  ignore: !hasRedis,
  async fn() {
    await using redis = await new RedisServer().start();
    await using one = await shared(redis.url);
    await using other = await shared(redis.url);
    [gate, entered] = [Promise.withResolvers(), Promise.withResolvers()];
    const old = title(one);
    await entered.promise;
    await other.container.get(ResponseCache).purge({ type: "Book", id: "1" });
    gate.resolve();
    gate = entered = undefined;
    const before = await old;
    assertEquals(await command(redis.url, "keys", "espalier:responses:r:*"), "");
    assertEquals(await title(other) === before, false);
  },
});

Deno.test({
  name: "26.4 entries in Redis that are corrupt, or of another version, are ignored and replaced",
  ignore: !hasRedis,
  async fn() {
    await using redis = await new RedisServer().start();
    await using one = await shared(redis.url);
    const kept = await keptTitle(one);
    const [key = ""] = (await command(redis.url, "keys", "espalier:responses:r:*")).split("\n");
    const entry = await command(redis.url, "get", key);
    const [head = "", data = ""] = entry.split("\n");
    const broken = [
      "",
      "nonsense",
      "\n",
      "{}\n{}",
      `${head}\n`,
      `${head}\nnull`,
      `${head.slice(0, 9)}\n${data}`,
      `${head.replace('"form":1', '"form":99')}\n${data}`,
      `[1]\n${data}`,
      `${JSON.stringify({ ...JSON.parse(head), tags: [{}] })}\n${data}`,
    ];
    let last = kept;
    for (const text of broken) {
      await command(redis.url, "set", key, text);
      const next = await keptTitle(one);
      assertEquals(next === last, false, text);
      last = next;
    }
    await using other = await shared(redis.url, { version: "2" });
    assertEquals(await keptTitle(other) === last, false);
    assertEquals(await title(one), last);
  },
});

Deno.test({
  name: "26.4 while Redis is away operations are executed, and what was purged meanwhile is not served afterwards",
  ignore: !hasRedis,
  async fn() {
    await using redis = await new RedisServer().start();
    await using one = await shared(redis.url, { timeoutMs: 500 });
    const kept = await keptTitle(one);
    // Frozen, not ended: its entries are there when it goes on.
    const pid = /process_id:(\d+)/.exec(await command(redis.url, "info", "server"))![1]!;
    Deno.kill(Number(pid), "SIGSTOP");
    const before = performance.now();
    assertEquals(await title(one) === kept, false);
    await one.container.get(ResponseCache).purge({ type: "Book", id: "1" });
    assert(performance.now() - before < 5_000, "Requests waited for Redis");
    Deno.kill(Number(pid), "SIGCONT");
    assertEquals(await keptTitle(one) === kept, false);
    await redis.stop();
    await title(one);
    await redis.start();
    await keptTitle(one);
  },
});

Deno.test({
  name: "26.4 instances that keep responses in memory exchange purges through Redis, and clear them after a gap",
  ignore: !hasRedis,
  async fn() {
    await using redis = await new RedisServer().start();
    const instance = () =>
      cacheApp({ schema, controllers: [Api], cache: { entities, purges: { redis: { url: redis.url } } } });
    await using one = await instance();
    await using other = await instance();
    while (await command(redis.url, "pubsub", "numsub", "espalier:purges") !== "espalier:purges\n2");
    const kept = await keptTitle(one);
    await other.container.get(ResponseCache).purge({ type: "Book", id: "2" });
    await other.container.get(ResponseCache).purge({ type: "Book", id: "1" });
    while (await title(one) === kept);
    const next = await keptTitle(one);
    // Own purges don't come back: what was made since stays.
    await one.container.get(ResponseCache).purge({ type: "Book", id: "1" });
    const own = await keptTitle(one);
    await command(redis.url, "publish", "espalier:purges", "nonsense");
    while (await title(one) === own);
    const last = await keptTitle(one);
    await redis.stop();
    assertEquals(await title(one), last);
    await redis.start();
    while (await title(one) === last);
    assertEquals(next === last, false);
  },
});
