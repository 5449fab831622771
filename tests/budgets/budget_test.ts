import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  bean,
  ContainerModule,
  createApp,
  createContainer,
  data,
  entity,
  graphql,
  Resource,
  RuntimeWiringConfigurer,
  serve,
  t,
} from "@espalier/espalier";
import { Database, repository } from "@espalier/espalier/data";
import { HttpRoute } from "@espalier/espalier/http";
import { budget, type BudgetOptions, Principal } from "@espalier/espalier/security";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { ActingPrincipals } from "@espalier/espalier/testing";
import { MemoryBuckets } from "../../src/security/budget/memory_buckets.ts";
import { Random } from "../security/random.ts";

const schema = Resource.text("s", "type Query { items(first: Int): [Item] } type Item { id: Int }");
const code = new ContainerModule(({ bind }) => {
  bind(RuntimeWiringConfigurer).toConstantValue({
    configure: (wiring) => {
      wiring.type("Query", (type) => type.dataFetcher("items", () => [{ id: 1 }, { id: 2 }]));
    },
  });
  bind(HttpRoute).toConstantValue({ path: "/own", handle: () => new Response("own") });
});

// Nothing flows back while a test runs.
const slow = { perSecond: 0.001 } as const;

function start(options: BudgetOptions, acting = new ActingPrincipals()) {
  const container = createContainer(graphql({ schema: [schema] }), code, budget(options), acting.module);
  return createApp(container, { properties: { logging: { level: "OFF" }, graphql: { maxBatchOperations: 10 } } });
}

function query(document = "{ items(first: 10) { id } }", headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ query: document }),
  });
}

Deno.test("an operation is charged its counted cost, and gets back what was not fetched", async () => {
  // 1 for the request and 21 for the operation: the field, and an object with a field for each of ten items.
  await using app = await start({ capacity: 30, ...slow });
  const response = await app.fetch(query());
  assertEquals((await response.json()).data.items.length, 2);
  const { headers } = response;
  const policy = headers.get("ratelimit-policy");
  assertEquals(policy, '"default";q=30;w=30000');
  const left = Number(/r=(\d+)/.exec(headers.get("ratelimit")!)![1]);
  assert(left < 20 && left > 0, `${left} tokens are left`);
  const further = await app.fetch(new Request("http://localhost/own"));
  await further.body?.cancel();
  const corrected = Number(/r=(\d+)/.exec(further.headers.get("ratelimit")!)![1]);
  assert(corrected > left, `${corrected} tokens are left after the correction`);
});

Deno.test("who has spent everything gets 429 in the form of each transport", async () => {
  await using app = await start({ capacity: 1, perSecond: 0.1, name: "api" });
  await (await app.fetch(new Request("http://localhost/own"))).body?.cancel();
  const own = await app.fetch(new Request("http://localhost/own"));
  assertEquals(
    [own.status, own.headers.get("content-type"), own.headers.get("retry-after"), own.headers.get("ratelimit")],
    [429, "application/problem+json", "10", '"api";r=0;t=10'],
  );
  assertEquals(
    (await own.json()).detail,
    "Cannot answer the request as the client has spent its budget: try again in 10 s",
  );
  for (const accept of ["application/json", "application/graphql-response+json", "text/event-stream"]) {
    const response = await app.fetch(query(undefined, { accept }));
    assertEquals([response.status, response.headers.get("retry-after")], [429, "10"], accept);
    const { errors } = await response.json();
    assertEquals(errors[0].extensions, { classification: "TOO_MANY_REQUESTS" });
  }
});

Deno.test("an operation over a WebSocket that costs too much gets an error, and the connection stays", async () => {
  const acting = new ActingPrincipals();
  const container = createContainer(
    graphql({ schema: [schema] }),
    code,
    budget({ capacity: 30, ...slow }),
    acting.module,
  );
  await using app = await createApp(container, { properties: { logging: { level: "OFF" } } });
  await using server = await serve(app, { port: 0, quiet: true });
  const { port } = server;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, "graphql-transport-ws");
  const messages: Record<string, unknown>[] = [];
  const { promise: refused, resolve } = Promise.withResolvers<void>();
  socket.onopen = () => socket.send(JSON.stringify({ type: "connection_init" }));
  let sent = 0;
  const send = () =>
    socket.send(
      JSON.stringify({ type: "subscribe", id: `${++sent}`, payload: { query: "{ items(first: 20) { id } }" } }),
    );
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    messages.push(message);
    if (message.type === "error") resolve();
    else if (message.type === "connection_ack" || message.type === "complete" || message.type === "next") {
      if (message.type !== "next") send();
    }
  };
  await refused;
  const error = messages.at(-1) as { payload: { extensions: { classification: string } }[] };
  assertEquals(error.payload[0]!.extensions.classification, "TOO_MANY_REQUESTS");
  const closed = new Promise((done) => socket.onclose = done);
  socket.close();
  await closed;
});

Deno.test("principals have budgets of their own, others share that of their address", async () => {
  const acting = new ActingPrincipals();
  await using app = await start({ capacity: 1, ...slow }, acting);
  const own = () => new Request("http://localhost/own", { headers: { "x-forwarded-for": `10.0.0.${Math.random()}` } });
  const status = async (view: { fetch: typeof app.fetch }, hostname: string) => {
    const response = await view.fetch(own(), { remoteAddr: { hostname } });
    await response.body?.cancel();
    return response.status;
  };
  const ada = acting.as(new Principal("ada"), app);
  const bob = acting.as(new Principal("bob"), app);
  assertEquals(
    [
      await status(ada, "1.1.1.1"),
      await status(ada, "2.2.2.2"),
      await status(bob, "1.1.1.1"),
      await status(app, "1.1.1.1"),
      // What the client itself says of its address counts only behind trusted proxies.
      await status(app, "1.1.1.1"),
      await status(app, "2.2.2.2"),
    ],
    [200, 429, 200, 200, 429, 200],
  );
});

Deno.test("parallel operations never spend more than there is", async () => {
  await using app = await start({ capacity: 100, ...slow });
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => app.fetch(query("{ items(first: 1000) { id } }"))),
  );
  const granted = responses.filter(({ status }) => status === 200).length;
  await Promise.all(responses.map((response) => response.body?.cancel()));
  assert(granted <= 1, `${granted} operations of more than 100 tokens each were executed`);
});

Deno.test("the operations of a batch are charged one by one", async () => {
  await using app = await start({ capacity: 50, ...slow });
  const operation = { query: "{ items(first: 15) { id } }" };
  const request = new Request("http://localhost/graphql", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify([operation, operation, operation, operation]),
  });
  const results = await (await app.fetch(request)).json() as { errors?: unknown }[];
  const refused = results.filter(({ errors }) => errors !== undefined).length;
  assert(refused > 0 && refused < 4, `${refused} of 4 were refused`);
});

Deno.test("a bucket does what a plain model does, whatever is taken and however the clock jumps", () => {
  const limits = { capacity: 50, perSecond: 10 };
  for (let seed = 0; seed < 200; seed++) {
    const random = new Random(seed);
    let now = 1_000_000;
    const buckets = new MemoryBuckets(limits, 10, () => now);
    let [tokens, at] = [limits.capacity, now];
    for (let i = 0; i < 100; i++) {
      now += random.below(20) === 0 ? -random.below(1_000_000) : random.below(2_000);
      tokens = Math.min(50, tokens + Math.max(0, now - at) / 1_000 * 10);
      at = now;
      const cost = random.below(80);
      if (random.below(3) === 0) {
        buckets.adjust("a", cost - 40);
        tokens = Math.min(50, Math.max(-50, tokens - (cost - 40)));
        continue;
      }
      const isGranted = tokens >= Math.min(cost, 50);
      if (isGranted) tokens -= Math.min(cost, 50);
      assertEquals(buckets.take("a", cost), { isGranted, tokens });
    }
    // After the longest debt a client may go on, whatever the clock did.
    now += 10_001;
    assertEquals(buckets.take("a", 1).isGranted, true);
  }
});

Deno.test("buckets are bounded, and nobody's is forgotten before it is full", () => {
  let now = 0;
  const buckets = new MemoryBuckets({ capacity: 10, perSecond: 1 }, 100, () => now);
  buckets.take("victim", 10);
  for (let i = 0; i < 10_000; i++) buckets.take(`attacker ${i}`, 1);
  assert(buckets.size <= 101, `${buckets.size} buckets`);
  assertEquals(buckets.take("victim", 1).isGranted, false);
  now += 20_000;
  assertEquals(buckets.take("newcomer", 10).isGranted, true);
  assert(buckets.size <= 101, `${buckets.size} buckets`);
});

Deno.test("options that no budget can have are refused", () => {
  const refused: [unknown, string][] = [
    [{ capacity: 0, perSecond: 1 }, '"capacity" must be a number > 0: current value is 0'],
    [{ capacity: 1, perSecond: NaN }, '"perSecond" must be a number > 0: current value is NaN'],
    [{ capacity: 1, perSecond: 1, name: "a b" }, '"name" must be letters'],
    [{ capacity: 1, perSecond: 1, by: "token" }, '"by" must be "principal", "address" or a function'],
  ];
  for (const [options, message] of refused) assertThrows(() => budget(options as BudgetOptions), Error, message);
});

Deno.test("a REST document costs what it holds, once it was written; who owes too much waits", async () => {
  class Note extends entity({ id: t.id, text: t.string }, { id: "id" }) {}
  class Notes extends repository(Note) {}
  await using app = await createApp(
    createContainer(
      data({ entities: [Note] }),
      bean(Notes, Database),
      rest(),
      exportRepository(Notes, { path: "notes", rel: "notes" }),
      budget({ capacity: 600, ...slow }),
    ),
    { properties: { logging: { level: "OFF" } } },
  );
  const notes = Array.from({ length: 100 }, (_, i) => new Note({ id: `${i}`, text: "x" }));
  await app.container.get(Notes).saveAll(notes);
  const left = async (path: string) => {
    const response = await app.fetch(new Request(`http://localhost${path}`));
    await response.body?.cancel();
    return [response.status, Number(/r=(\d+)/.exec(response.headers.get("ratelimit")!)![1])];
  };
  assertEquals(await left("/nothing"), [200, 599].with(0, 404));
  assertEquals(await left("/notes/1"), [200, 598]);
  const afterItem = (await left("/nothing"))[1]!;
  assert(afterItem < 596 && afterItem > 580, `${afterItem} tokens are left after an item`);
  await left("/notes?size=10");
  const afterPage = (await left("/nothing"))[1]!;
  assert(afterItem - afterPage > 40 && afterItem - afterPage < 120, `${afterPage} tokens are left after ten items`);
  assertEquals((await left("/notes?size=100"))[0], 200);
  assertEquals((await left("/notes?size=100"))[0], 429);
});
