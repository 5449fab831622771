import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { type ContainerModule, ManagedCache, param, QueryMapping, t } from "@espalier/espalier";
import { ResponseCache } from "@espalier/espalier/cache";
import { budget } from "@espalier/espalier/security";
import { Clock } from "./clock.ts";
import { cacheApp, get, post } from "./cache_app.ts";

const schema = `
  type Query {
    count(n: Int = 1, text: String): Int @cacheControl(maxAge: 60)
    failing: Int @cacheControl(maxAge: 60)
    slow: Int @cacheControl(maxAge: 60)
    locale: String @cacheControl(maxAge: 60)
    tenant: String @cacheControl(maxAge: 60)
    who: String @cacheControl(maxAge: 60)
    secret(password: String @secret): Int @cacheControl(maxAge: 60)
  }
`;

/** State of the running test. */
let calls = 0;
let fails = false;
let gate: PromiseWithResolvers<void> | undefined;
let entered: PromiseWithResolvers<void> | undefined;

class Api {
  @QueryMapping({
    params: [param.argument("n", t.nullable(t.int)), param.argument("text", t.nullable(t.string))],
    returns: t.int,
  })
  count(): number {
    return ++calls;
  }
  @QueryMapping({ returns: t.int })
  failing(): number {
    calls++;
    if (fails) throw new Error("away");
    return calls;
  }
  @QueryMapping({ returns: t.int })
  async slow(): Promise<number> {
    const own = ++calls;
    const isFailing = fails;
    entered?.resolve();
    await gate?.promise;
    if (isFailing) throw new Error("away");
    return own;
  }
  @QueryMapping({ params: [param.locale()], returns: t.string })
  locale(locale: string): string {
    return `${locale} ${++calls}`;
  }
  @QueryMapping({ params: [param.context("tenant", t.optional(t.string))], returns: t.string })
  tenant(tenant?: string): string {
    return `${tenant} ${++calls}`;
  }
  @QueryMapping({ params: [param.principal(undefined, { required: false })], returns: t.string })
  who(principal: unknown): string {
    return `${(principal as { name?: string } | undefined)?.name} ${++calls}`;
  }
  @QueryMapping({ params: [param.argument("password", t.nullable(t.string))], returns: t.int })
  secret(): number {
    return ++calls;
  }
}

function app(cache = {}, modules: readonly ContainerModule[] = []) {
  calls = 0;
  fails = false;
  gate = entered = undefined;
  return cacheApp({
    schema,
    controllers: [Api],
    cache: { policies: { "Query.slow": { tags: ["slow"] } }, ...cache },
    modules,
    graphql: { maxBatchOperations: 2 },
  });
}

async function data(query: Promise<{ body: Record<string, unknown> }>): Promise<unknown> {
  const { body } = await query;
  return Object.values(body.data as object)[0];
}

Deno.test("26.4 a response is served again until its age is over, and says how old it is", async () => {
  using clock = new Clock();
  await using service = await app();
  assertEquals(await data(get(service, "{ count }")), 1);
  clock.pass(12);
  const { body, response } = await get(service, "{ count }");
  assertEquals(body, { data: { count: 1 } });
  assertEquals(response.headers.get("age"), "12");
  clock.pass(48);
  assertEquals(await data(post(service, "{ count }")), 2);
});

Deno.test("26.4 equal requests share a response whatever their layout, others do not", async () => {
  await using service = await app();
  const query = "query ($n: Int = 1, $text: String) { count(n: $n, text: $text) }";
  assertEquals(await data(post(service, query)), 1);
  assertEquals(await data(post(service, query.replaceAll(" {", "\n # comment\n{"), { variables: { n: 1 } })), 1);
  assertEquals(await data(post(service, query, { variables: { unknown: 5 } })), 1);
  assertEquals(await data(post(service, query, { variables: { n: null } })), 2);
  assertEquals(await data(post(service, query, { variables: { n: 2, text: "1" } })), 3);
  assertEquals(await data(post(service, query, { variables: { text: "1", n: 2 } })), 3);
  const two = "query A { count } query B { count(n: 5) }";
  assertEquals(await data(get(service, two, { operationName: "A" })), 4);
  assertEquals(await data(get(service, two, { operationName: "B" })), 5);
  assertEquals(await data(get(service, two, { operationName: "A" })), 4);
});

Deno.test("26.4 responses with errors and operations with secrets are not kept", async () => {
  await using service = await app();
  fails = true;
  await get(service, "{ failing }");
  fails = false;
  assertEquals(await data(get(service, "{ failing }")), 2);
  assertEquals(await data(get(service, "{ failing }")), 2);
  assertEquals(await data(post(service, '{ secret(password: "a") }')), 3);
  assertEquals(await data(post(service, '{ secret(password: "a") }')), 4);
});

Deno.test("26.4 languages have responses of their own, and context values only where they are named", async () => {
  await using service = await app();
  const locale = (value: string) => data(get(service, "{ locale }", { headers: { "accept-language": value } }));
  assertEquals([await locale("de"), await locale("fr"), await locale("de")], ["de 1", "fr 2", "de 1"]);
  const tenant = (value: string) => data(get(service, "{ tenant }", { headers: { "x-tenant": value } }));
  assertEquals([await tenant("a"), await tenant("b"), await tenant("a")], ["a 3", "b 4", "a 5"]);
});

Deno.test("26.4 named context values are part of the key", async () => {
  await using service = await app({ context: ["tenant"] });
  const tenant = (value: string) => data(get(service, "{ tenant }", { headers: { "x-tenant": value } }));
  assertEquals([await tenant("a"), await tenant("b"), await tenant("a")], ["a 1", "b 2", "a 1"]);
});

Deno.test("26.4 a response for which the principal was read is kept for that principal alone", async () => {
  await using service = await app();
  const who = (user?: string) =>
    data(get(service, "{ who }", { headers: user === undefined ? {} : { "x-user": user } }));
  assertEquals(await who("ada"), "ada 1");
  assertEquals([await who("bob"), await who("ada"), await who("bob"), await who("ada")], [
    "bob 2",
    "ada 3",
    "bob 2",
    "ada 3",
  ]);
  assertEquals([await who(), await who()], ["undefined 4", "undefined 5"]);
});

Deno.test("26.4 requests of one kind at the same time are executed once", async () => {
  await using service = await app();
  [gate, entered] = [Promise.withResolvers(), Promise.withResolvers()];
  const requests = Array.from({ length: 20 }, () => post(service, "{ slow }"));
  await entered.promise;
  gate.resolve();
  assertEquals(new Set(await Promise.all(requests.map((each) => data(each)))), new Set([1]));
  assertEquals(calls, 1);
});

Deno.test("26.4 requests that waited for one that failed are executed themselves", async () => {
  await using service = await app();
  [gate, entered] = [Promise.withResolvers(), Promise.withResolvers()];
  fails = true;
  const leader = post(service, "{ slow }");
  await entered.promise;
  const followers = Array.from({ length: 3 }, () => post(service, "{ slow }"));
  // The followers have arrived when a request behind them was answered.
  await post(service, "{ count }");
  fails = false;
  gate.resolve();
  assertEquals((await leader).body.data, { slow: null });
  const values = await Promise.all(followers.map((each) => data(each)));
  assertEquals(values.map((value) => typeof value), ["number", "number", "number"]);
});

Deno.test("26.4 a client that leaves does not cancel those who wait for the same response", async () => {
  await using service = await app();
  [gate, entered] = [Promise.withResolvers(), Promise.withResolvers()];
  const leaving = new AbortController();
  const leader = post(service, "{ slow }", { signal: leaving.signal });
  await entered.promise;
  const follower = post(service, "{ slow }");
  await post(service, "{ count }");
  leaving.abort();
  gate.resolve();
  await leader.catch(() => {});
  assertEquals(typeof await data(follower), "number");
});

Deno.test("26.4 a follower that leaves ends at once, and the leader goes on", async () => {
  await using service = await app();
  [gate, entered] = [Promise.withResolvers(), Promise.withResolvers()];
  const leader = post(service, "{ slow }");
  await entered.promise;
  const leaving = new AbortController();
  const follower = post(service, "{ slow }", { signal: leaving.signal });
  await post(service, "{ count }");
  leaving.abort();
  const { body } = await follower;
  assertEquals(body.data ?? null, null);
  gate.resolve();
  assertEquals(await data(leader), 1);
});

Deno.test("26.4 a stale response is served while a new one is made once", async () => {
  using clock = new Clock();
  await using service = await app({ staleWhileRevalidate: 30 });
  assertEquals(await data(post(service, "{ slow }")), 1);
  clock.pass(61);
  [gate, entered] = [Promise.withResolvers(), Promise.withResolvers()];
  assertEquals([await data(post(service, "{ slow }")), await data(post(service, "{ slow }"))], [1, 1]);
  await entered.promise;
  gate.resolve();
  // The refresh ends in the background: its response is there when the number changes.
  while (await data(post(service, "{ slow }")) === 1) await new Promise((done) => setTimeout(done, 1));
  assertEquals(calls, 2);
  clock.pass(91);
  assertEquals(await data(post(service, "{ slow }")), 3);
});

Deno.test("26.4 a stale response is served where making a new one fails, as long as the option says", async () => {
  using clock = new Clock();
  await using service = await app({ staleIfError: 30 });
  assertEquals(await data(get(service, "{ failing }")), 1);
  fails = true;
  clock.pass(61);
  assertEquals(await data(get(service, "{ failing }")), 1);
  clock.pass(30);
  assertEquals(await data(get(service, "{ failing }")), null);
});

Deno.test("26.4 GET responses have an ETag, and 304 for clients that have them", async () => {
  await using service = await app();
  const { response: first } = await get(service, "{ count }");
  const etag = first.headers.get("etag")!;
  const { response } = await get(service, "{ count }", { headers: { "if-none-match": etag } });
  assertEquals([response.status, response.headers.get("etag")], [304, etag]);
  assertStringIncludes(response.headers.get("vary")!, "Accept-Language");
  assertEquals(response.headers.get("cache-control"), "max-age=60, public");
  const { response: other } = await get(service, "{ count(n: 2) }", { headers: { "if-none-match": etag } });
  assertEquals(other.status, 200);
});

Deno.test("26.4 memory is bounded: of many large responses the latest are kept", async () => {
  await using service = await app({ maxBytes: 20_000 });
  const query = "query ($n: Int) { count(n: $n) }";
  for (let n = 0; n < 500; n++) await post(service, query, { variables: { n } });
  const { statistics } = service.container.get(ResponseCache);
  assertEquals(statistics.entries > 5 && statistics.entries < 45, true, JSON.stringify(statistics));
});

Deno.test("26.4 operators see the cache, and clear it", async () => {
  await using service = await app();
  await get(service, "{ count }");
  await get(service, "{ count }");
  const caches = await service.container.getAllAsync(ManagedCache);
  const cache = caches.find(({ name }) => name === "responses")!;
  const { entries, hits, misses, unit } = cache.statistics();
  assertEquals({ entries, hits, misses, unit }, { entries: 1, hits: 1, misses: 1, unit: "bytes" });
  await cache.clear!();
  assertEquals(await data(get(service, "{ count }")), 2);
});

Deno.test("26.4 policies of what does not exist, and options that can't be used, fail the start", async () => {
  await assertRejects(
    () => app({ policies: { "Query.cuont": { maxAge: 1 } } }),
    Error,
    'Cannot apply the cache policy of "Query.cuont" as the schema must have that field or type: did you mean "Query.count"?',
  );
  await assertRejects(async () => await app({ maxBytes: -1 }), RangeError, '"maxBytes" must be a number >= 0');
  await assertRejects(async () => await app({ maxByte: 1 }), TypeError, "did you mean");
});

Deno.test("26.4 a batch of operations is kept nowhere else, and each of its operations is found", async () => {
  await using service = await app();
  assertEquals(await data(get(service, "{ count }")), 1);
  const response = await service.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify([{ query: "{ count }" }, { query: "{ __typename }" }]),
    }),
  );
  assertEquals(await response.json(), [{ data: { count: 1 } }, { data: { __typename: "Query" } }]);
  assertEquals(response.headers.get("cache-control"), "no-store");
});

Deno.test("26.4 a response that is found costs its client the request alone", async () => {
  await using service = await app({}, [budget({ capacity: 100, perSecond: 0.001, by: () => "all" })]);
  const left = async () => {
    const { response } = await get(service, "{ a: count b: count(n: 2) c: count(n: 3) }");
    return Number(/r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1]);
  };
  await left();
  const before = await left();
  // What the operation was charged is given back behind the response.
  const after = await left();
  assertEquals(before - after, 1);
});

Deno.test("26.4 a request that comes after a purge does not get a response that was begun before it", async () => {
  await using service = await app();
  [gate, entered] = [Promise.withResolvers(), Promise.withResolvers()];
  const leader = post(service, "{ slow }");
  await entered.promise;
  await service.container.get(ResponseCache).purge({ tag: "slow" });
  const follower = post(service, "{ slow }");
  await post(service, "{ count }");
  gate.resolve();
  assertEquals(await data(leader) === await data(follower), false);
});
