import { assertEquals } from "@std/assert";
import { TimeoutWebGraphQlInterceptor, type WebGraphQlInterceptor } from "@espalier/espalier/graphql";
import { endless } from "./endless.ts";
import { type Connection, type Outcome, type Transport, transports } from "./ending_transports.ts";
import { ServedApp } from "./served_app.ts";

const schema = `
  type Query { quick: Int, hang: Int, failing: Int, gated: Int, inner: Inner }
  type Inner { inner: Inner, quick: Int }
  type Subscription { ticks: Int, endless: Int, hang: Int, failing: Int, closed: Int }
`;

/** Counts what runs for operations, and waits until a number of them runs. */
class Running {
  #count = 0;
  #changed = Promise.withResolvers<void>();

  add(difference: number): void {
    this.#count += difference;
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  async is(count: number): Promise<void> {
    while (this.#count !== count) await this.#changed.promise;
  }

  /** Runs until the signal aborts. */
  readonly hang = async ({ signal }: { readonly signal: AbortSignal }): Promise<never> => {
    this.add(1);
    try {
      return await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    } finally {
      this.add(-1);
    }
  };
}

const timeout = new TimeoutWebGraphQlInterceptor(20);

/** Ends an operation as its extension `end` says. */
const ending: WebGraphQlInterceptor = {
  intercept: async (request, next) => {
    if (request.extensions.end === "timeout") return await timeout.intercept(request, next);
    if (request.extensions.end === "throw") throw new Error("secret");
    const response = await next(request);
    if (request.extensions.end === "cancel") setTimeout(() => request.cancellation.cancel());
    return response;
  },
};

const maxOperations = 3;

async function start() {
  const running = new Running();
  const gate = Promise.withResolvers<number>();
  const source = endless(() => running.add(-1));
  const failing = () => {
    throw new Error("secret");
  };
  const served = await ServedApp.start({
    schema,
    interceptors: [ending],
    properties: {
      graphql: { incremental: true, maxDepth: 2, webSocketMaxOperations: maxOperations, maxBatchOperations: 2 },
      http: { drainTimeoutMs: 60_000 },
    },
    wiring: (wiring) =>
      wiring.type(
        "Query",
        (type) => type.addDataFetchers({ quick: () => 1, hang: running.hang, failing, gated: () => gate.promise }),
      )
        .type("Subscription", (type) =>
          type.addDataFetchers({
            ticks: async function* () {
              yield* await Promise.resolve([1, 2]);
            },
            endless: (environment) => {
              running.add(1);
              return source(environment);
            },
            hang: running.hang,
            closed: failing,
            failing: async function* () {
              yield await Promise.resolve(1);
              throw new Error("secret");
            },
          })),
  });
  return { served, running, gate };
}

interface Ending {
  readonly query: string;
  readonly end?: string;
  readonly outcome: Outcome;
}

const failed = (classification: string, ...results: unknown[]) => ({ results, end: `error ${classification}` });

const endings: Readonly<Record<string, Ending>> = {
  "a query succeeds": { query: "{ quick }", outcome: { results: [1], end: "complete" } },
  "a subscription succeeds": {
    query: "subscription { ticks }",
    outcome: { results: [1, 2], end: "complete" },
  },
  "a query takes too long": { query: "{ hang }", end: "timeout", outcome: failed("TIMEOUT") },
  "a subscription takes too long to open": {
    query: "subscription { hang }",
    end: "timeout",
    outcome: failed("TIMEOUT"),
  },
  "an interceptor throws": { query: "{ quick }", end: "throw", outcome: failed("INTERNAL_ERROR") },
  "an interceptor throws for a subscription": {
    query: "subscription { endless }",
    end: "throw",
    outcome: failed("INTERNAL_ERROR"),
  },
  "an interceptor cancels a subscription": {
    query: "subscription { endless }",
    end: "cancel",
    outcome: failed("ExecutionAborted", 1),
  },
  "a data fetcher throws": { query: "{ failing }", outcome: { results: [null], end: "complete" } },
  "a subscription cannot be opened": { query: "subscription { closed }", outcome: failed("INTERNAL_ERROR") },
  "the source of a subscription fails": {
    query: "subscription { failing }",
    outcome: failed("INTERNAL_ERROR", 1),
  },
  "a limit refuses": { query: "{ inner { inner { quick } } }", outcome: failed("BAD_REQUEST") },
};

const isSubscription = (query: string) => query.startsWith("subscription");

/** Whether the id and the slots of a connection are free: operations with the same ids succeed. */
async function assertFree(connection: Connection): Promise<void> {
  const again = Array.from({ length: maxOperations }, (_, i) => connection.send(`${i}`, "{ quick }").outcome);
  for (const outcome of again) assertEquals(await outcome, { results: [1], end: "complete" });
}

for (const [name, transport] of Object.entries(transports)) {
  Deno.test(`G1.1 G1.2 G1.3 every operation ends with one final message and leaves nothing behind: ${name}`, async () => {
    const { served, running } = await start();
    await using _ = served;
    await using connection = await transport.open(served);
    for (const [ending, { query, end, outcome }] of Object.entries(endings)) {
      if (isSubscription(query) && !transport.hasSubscriptions) continue;
      // The same id again and again, more often than there are slots.
      for (let i = 0; i < maxOperations + 2; i++) {
        const extensions = end === undefined ? {} : { end };
        assertEquals([ending, await connection.send("0", query, extensions).outcome], [ending, outcome]);
      }
      await running.is(0);
      await assertFree(connection);
    }
  });

  for (const query of ["{ hang }", "subscription { endless }", "subscription { hang }"]) {
    if (isSubscription(query) && !transport.hasSubscriptions) continue;

    Deno.test(`G1.1 G1.2 G1.3 the client ends ${query}: ${name}`, async () => {
      const { served, running } = await start();
      await using _ = served;
      await using connection = await transport.open(served);
      for (let i = 0; i < maxOperations + 2; i++) {
        const { complete, first } = connection.send("0", query);
        await running.is(1);
        // A message that is on its way would count as one of the next operation with the same id.
        if (query.includes("endless")) await first;
        await complete();
        // The client may use the id at once, also while the cancelled operation is still ending.
        assertEquals(await connection.send("0", "{ quick }").outcome, { results: [1], end: "complete" });
        await running.is(0);
      }
      await assertFree(connection);
    });

    Deno.test(`G1.1 G1.2 G1.3 the client leaves during ${query}: ${name}`, async () => {
      const { served, running } = await start();
      await using _ = served;
      const connection = await transport.open(served);
      for (let i = 0; i < maxOperations; i++) connection.send(`${i}`, query);
      await running.is(maxOperations);
      await connection[Symbol.asyncDispose]();
      await running.is(0);
    });
  }

  Deno.test(`G1.1 G1.2 G1.3 a stop waits for queries only, after every other ending: ${name}`, async () => {
    await assertStops(transport);
  });
}

async function assertStops(transport: Transport): Promise<void> {
  const { served, running, gate } = await start();
  await using connection = await transport.open(served);
  await connection.send("0", "{ hang }", { end: "timeout" }).outcome;
  await connection.send("0", "{ quick }", { end: "throw" }).outcome;
  const query = connection.send("q", "{ gated }");
  const subscription = transport.hasSubscriptions ? connection.send("s", "subscription { endless }") : undefined;
  await subscription?.first;
  // The query was sent first; a result of a later one tells that it was received.
  await connection.send("0", "{ quick }").outcome;
  const begin = performance.now();
  const stopped = served[Symbol.asyncDispose]();
  gate.resolve(7);
  assertEquals(await query.outcome, { results: [7], end: "complete" });
  assertEquals(await subscription?.outcome, subscription && { results: [1], end: "complete" });
  await stopped;
  await running.is(0);
  // A lost operation would take the whole time to drain, which is a minute.
  assertEquals(performance.now() - begin < 20_000, true);
}
