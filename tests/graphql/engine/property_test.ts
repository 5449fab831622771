import fc from "fast-check";
import { assertEquals } from "@std/assert";
import type { ErrorBehavior } from "@espalier/espalier";
import { times } from "../../long.ts";
import { CompiledExecutionStrategy } from "@espalier/espalier/graphql";
import { bareGraphQlJs, compiledEngines, type EngineCase, roundsOf, runCase } from "./engines.ts";
import { onErrors, randomCase } from "./random_case.ts";
import { Tape } from "./tape.ts";

/** Tapes that failed once. */
const examples: [Uint8Array, ErrorBehavior][] = [
  // Fields of a mutation: an error passes the promises of the fields that follow.
  [
    Uint8Array.fromHex(
      "c35820d07213ba4b55f4e4ef42270336c265b4566a04a6bda9196e9fc0bf6fc2a1a060c2b1540466790a28b18170bcbd899d" +
        "81c57429e9c6fb3c4b23a34ebb5b1de41ac749dafdff66e28d05255fd887b85dd7a2c3ca7c8b865bdea2f3ac2cb91ce9caf9" +
        "431bf6b3eef0464bc4e885df74ca5a5891058b9b892e854a4510",
    ),
    "PROPAGATE",
  ],
  // A place that waits, stops, and waits again before its container is there.
  [
    Uint8Array.fromHex(
      "1b17658816375bc05ad76cfc9b22e2ffd8e2ffba3385bad456aabb6bc9e61a6361707e2458535a2659dfc8a84ec8cc56aacf" +
        "4710c0b2a7bd749b9e878ed00cf680f5e5b2170b3a4b079839341df5733a5b7e2b8e02dea1e39e9dd5fb09d230142aafb3b9" +
        "933c641bcb76227cee2a3af4be00",
    ),
    "PROPAGATE",
  ],
];

/** graphql-js leaves some failed items of async iterables unhandled, which would end the test run. Ours must not. */
function leakOfGraphQlJs(event: PromiseRejectionEvent): void {
  if (String((event.reason as Error | undefined)?.stack).includes("/execution/Executor.mjs")) event.preventDefault();
}

/** Asserts that interpreted and generated plans answer a random case as graphql-js does. */
async function assertSameAnswers(found: EngineCase | undefined, onError: ErrorBehavior): Promise<void> {
  if (found === undefined) return;
  const engineCase = { ...found, onError };
  const { query } = engineCase;
  const expected = await runCase(bareGraphQlJs, engineCase, [0, 1, 2]);
  for (const [name, strategy] of Object.entries(compiledEngines())) {
    const rounds = roundsOf(name);
    const results = await runCase(strategy, engineCase, rounds);
    results.forEach((result, i) => {
      assertEquals({ name, query, onError, i, result }, { name, query, onError, i, result: expected[rounds[i]!] });
    });
  }
}

/** Runs a property on random tapes. Nothing that fails in it may be left unhandled, but by graphql-js. */
async function assertOnTapes(
  holds: (tape: Tape, onError: ErrorBehavior) => Promise<void>,
  parameters: fc.Parameters<[Uint8Array, ErrorBehavior]>,
): Promise<void> {
  addEventListener("unhandledrejection", leakOfGraphQlJs);
  const property = fc.asyncProperty(
    fc.uint8Array({ minLength: 60, maxLength: 500 }),
    onErrors,
    (bytes, onError) => holds(new Tape(bytes), onError),
  );
  await fc.assert(property, parameters);
  await new Promise((resolve) => setTimeout(resolve, 0));
  removeEventListener("unhandledrejection", leakOfGraphQlJs);
}

/** The long run is divided, so that each part has a deadline of its own, and shows how far it is. */
const parts = times(1, 20);

for (let part = 0; part < parts; part++) {
  const name = "Random schemas, documents and data get the answers of graphql-js, errors in the same order";
  Deno.test(parts === 1 ? name : `${name}: ${part + 1} of ${parts}`, async () => {
    await assertOnTapes((tape, onError) => assertSameAnswers(randomCase(tape), onError), {
      seed: 20261121 + part,
      examples: part === 0 ? examples : [],
      numRuns: times(400, 5_000),
    });
  });
}

Deno.test("28.3 random mutations get the answers of graphql-js, errors in the same order", async () => {
  await assertOnTapes((tape, onError) => assertSameAnswers(randomCase(tape, 256), onError), {
    seed: 20261124,
    numRuns: times(250, 10_000),
  });
});

Deno.test("28.3 errors in the order in which they occur change no data", async () => {
  const reference = bareGraphQlJs;
  await assertOnTapes(async (tape, onError) => {
    const found = randomCase(tape, 100);
    if (found === undefined) return;
    for (const generationBudget of [0, Infinity]) {
      const [exact, plain] = (["graphql-js", "occurrence"] as const).map((errorOrder) =>
        new CompiledExecutionStrategy({ reference, generationBudget, errorOrder })
      );
      const dataOf = (result: unknown) => (result as { data?: unknown }).data;
      const rounds = roundsOf("compiled");
      const expected = (await runCase(exact!, { ...found, onError }, rounds)).map(dataOf);
      const actual = (await runCase(plain!, { ...found, onError }, rounds)).map(dataOf);
      assertEquals(actual, expected, found.query);
    }
  }, { seed: 20261125, numRuns: times(150, 5_000) });
});
