import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { times } from "../long.ts";
import { IsolatedClient, type PlannedOperation } from "./clients.ts";
import { isolatedService } from "./isolated_service.ts";
import { Witness } from "./witness.ts";

const clients = 50;

const seed = 19;

/** All kinds of code that are asked. */
const asked = [
  "abort listener",
  "batch",
  "end of a subscription",
  "fetcher",
  "fetcher after a timeout",
  "fetcher after an import",
  "listener",
  "listener after the commit",
  "log line",
  "repository listener",
  "response",
  "span",
  "statement",
  "subscription",
  "tick",
  "trace of a log line",
  "transaction",
];

function often(isTrue: number, of: number): fc.Arbitrary<boolean> {
  return fc.integer({ min: 1, max: of }).map((value) => value <= isTrue);
}

const operations: fc.Arbitrary<PlannedOperation> = fc.record({
  kind: fc.constantFrom<PlannedOperation["kind"]>(
    "query",
    "query",
    "query",
    "mutation",
    "eventStream",
    "put",
    "patch",
    "get",
    "socketQuery",
    "socketQuery",
    "socketStream",
  ),
  isAnonymous: often(1, 3),
  isLazy: often(1, 10),
  isSlow: often(1, 50),
  fails: often(1, 10),
  waitMs: fc.integer({ min: 0, max: 3 }),
  leavesAfterMs: fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined, freq: 7 }),
});

Deno.test("everything that works for a request sees its own client, whatever other clients do", async () => {
  const witness = new Witness();
  const app = await isolatedService(witness);
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  const planned = fc.sample(operations, { seed, numRuns: times(700, 100_000) });
  let next = 0;
  const work = async (client: IsolatedClient) => {
    for (let number = next++; number < planned.length; number = next++) await client.run(planned[number]!, number);
  };
  try {
    await Promise.all(Array.from({ length: clients }, async (_, index) => {
      await using client = new IsolatedClient(`http://127.0.0.1:${server.addr.port}`, `c${index}`, witness);
      await work(client);
    }));
  } finally {
    await app[Symbol.asyncDispose]();
    await server.shutdown();
  }
  assertEquals(witness.violations.slice(0, 10), []);
  assertEquals(asked.filter((kind) => !witness.counts.has(kind)), []);
  assert([...witness.counts.values()].reduce((sum, count) => sum + count) > planned.length);
});
