import fc from "fast-check";
import { assertEquals } from "@std/assert";
import { times } from "../../long.ts";
import { batchCase } from "./batch_case.ts";
import { compiledEngines, roundsOf, runCase } from "./engines.ts";
import { onErrors } from "./random_case.ts";
import { Tape } from "./tape.ts";

const parts = times(1, 10);
const rounds = roundsOf("compiled");

for (let part = 0; part < parts; part++) {
  const name =
    "27.4 generated code answers random batch queries as interpreted plans do, and asks for the same sources";
  Deno.test(parts === 1 ? name : `${name}: ${part + 1} of ${parts}`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 20, maxLength: 200 }), onErrors, async (bytes, onError) => {
        const seen: Record<string, unknown> = {};
        for (const [name, strategy] of Object.entries(compiledEngines())) {
          const made = batchCase(new Tape(bytes));
          const answers = await runCase(strategy, { ...made, onError }, rounds);
          seen[name] = { query: made.query, answers, calls: made.takeCalls() };
        }
        assertEquals(seen.compiled, seen.interpreted);
      }),
      { seed: 20261124 + part, numRuns: times(300, 5_000) },
    );
  });
}
