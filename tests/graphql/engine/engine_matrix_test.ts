import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { isLong, times } from "../../long.ts";
import { adversarialCases } from "./adversarial_cases.ts";
import { type Configuration, configurations, ConfiguredEngine, mismatches, nameOf } from "./engine_matrix.ts";
import { bareGraphQlJs, type EngineCase, roundsOf, runCase, visible } from "./engines.ts";
import { featureCases } from "./feature_cases.ts";
import { featureSchema } from "./feature_schema.ts";
import { oddValueCases } from "./odd_value_cases.ts";
import { randomCase } from "./random_case.ts";
import { Tape } from "./tape.ts";

interface NamedCase extends EngineCase {
  readonly name?: string;
}

interface Result {
  readonly data?: unknown;
  readonly errors?: readonly { readonly path?: readonly unknown[] }[];
}

const schema = featureSchema();

const corpus: readonly NamedCase[] = [
  ...Object.values(featureCases).flat().map((one) => ({ ...one, schema, rootValue: () => ({ total: 0 }) })),
  ...Object.values({ ...adversarialCases, ...oddValueCases }).flat(),
];

/** Graphql-js's answers, which are the same for all configurations. */
const expectations = new Map<EngineCase, Result>();

/** The configurations of a short run: every value of each dimension with every value of each other one. */
const short = configurations.filter((_, index) =>
  [0, 5, 11, 14, 19, 22, 24, 29, 33, 36, 42, 47, 50, 55, 57, 60].includes(index)
);

/** Each configuration takes another part of the corpus: one of so many cases. */
const stride = times(199, 8);

/** graphql-js leaves some failed items of async iterables unhandled, which would end the test run. */
function leakOfGraphQlJs(event: PromiseRejectionEvent): void {
  if (String((event.reason as Error | undefined)?.stack).includes("/execution/")) event.preventDefault();
}

for (const [number, configuration] of (isLong ? configurations : short).entries()) {
  Deno.test(`X1 the engine answers as graphql-js does: ${nameOf(configuration)}`, async () => {
    mismatches.length = 0;
    addEventListener("unhandledrejection", leakOfGraphQlJs);
    try {
      using engine = await ConfiguredEngine.of(configuration);
      for (const [index, engineCase] of corpus.entries()) {
        if (index % stride === number % stride) await assertAnswered(engine, configuration, engineCase);
      }
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ minLength: 60, maxLength: 500 }), async (bytes) => {
          const engineCase = randomCase(new Tape(bytes));
          if (engineCase) await assertAnswered(engine, configuration, engineCase);
        }),
        { seed: number, numRuns: times(5, 200) },
      );
      await new Promise((resolve) => setTimeout(resolve, 0));
    } finally {
      removeEventListener("unhandledrejection", leakOfGraphQlJs);
    }
    assertEquals(mismatches, []);
  });
}

/** Asserts that a client gets what graphql-js executes; of parts, what they are when they are merged. */
async function assertAnswered(engine: ConfiguredEngine, configuration: Configuration, engineCase: NamedCase) {
  const { query, variables, name } = engineCase;
  const isInParts = configuration.incremental === "current" || configuration.incremental === "legacy";
  if (isOutOfScope(engineCase, configuration)) return;
  const rounds = configuration.strategy === "compiled" ? roundsOf("compiled").filter((round) => round === 0) : [0];
  const expected = await expectationOf(engineCase);
  for (const result of await engine.run(engineCase, rounds)) {
    const actual = visible(result as never) as Result;
    const [found, right] = [actual, expected].map((result) => ({ name, query, variables, result }));
    // A field that fails leaves what is not in its part alone, and errors come with their parts.
    if (isInParts && expected.errors !== undefined) assert(actual.errors !== undefined, query);
    else if (isCompiled(configuration)) assertEquals(found, right);
    else assertSameUpToErrors(actual, expected, `${name}: ${query}`);
  }
}

/** Plans answer with the same errors in the same order; what the reference strategy executes only has to agree on where. */
function isCompiled({ strategy, isObserved, incremental }: Configuration): boolean {
  return strategy !== "reference" && !isObserved && (incremental === "off" || incremental === "on");
}

/**
 * The reference strategy reads a whole list before graphql-js completes its items, so that it can count them: errors may
 * come in another order, and a list that can't be read has one error instead of those of its items.
 */
function assertSameUpToErrors(actual: Result, expected: Result, what: string): void {
  assertEquals({ what, data: actual.data }, { what, data: expected.data });
  assertEquals([what, failedPositions(actual)], [what, failedPositions(expected)]);
}

/** The positions of the data that are null because of an error, as text. */
function failedPositions({ data, errors = [] }: Result): string[] {
  const positions = errors.map(({ path = [] }) => {
    let value = data;
    let depth = 0;
    while (typeof value === "object" && value !== null && depth < path.length) {
      value = (value as Record<string, unknown>)[path[depth++] as string];
    }
    return path.slice(0, depth).join(".");
  });
  return [...new Set(positions)].sort();
}

async function expectationOf(engineCase: EngineCase): Promise<Result> {
  let expected = expectations.get(engineCase);
  if (expected === undefined) {
    [expected] = await runCase(bareGraphQlJs, engineCase) as [Result];
    expectations.set(engineCase, expected);
  }
  return expected;
}

/** Cases that are about a strategy alone: the engine around it, or the way in which graphql-js is called, differs by design. */
function isOutOfScope({ query, name = "", schema }: NamedCase, configuration: Configuration): boolean {
  if (/^\s*subscription\b/.test(query)) return true; // is opened as a stream
  if (/^\s*mutation\b/.test(query) && !schema.getMutationType()) return true; // is a request error, without data
  if (name.endsWith("from an error without message")) return true; // a client gets an empty message
  // The schema has further directives.
  if (configuration.incremental !== "off" && /\bdirectives\b/.test(query)) return true;
  // The reference strategy awaits what resolvers return itself: thenables and proxies of promises are called otherwise.
  return !isCompiled(configuration) && /`then`|thenables?\b|prox(y|ies) of promise/.test(name);
}
