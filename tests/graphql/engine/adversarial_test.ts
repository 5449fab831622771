import { assertEquals } from "@std/assert";
import { type ExecutionResult, GraphQLError, parse } from "graphql";
import type { ExecutionStrategy } from "@espalier/espalier/graphql";
import { type AdversarialCase, adversarialCases } from "./adversarial_cases.ts";
import { oddValueCases } from "./odd_value_cases.ts";
import { bareGraphQlJs, compiledEngines, visible } from "./engines.ts";
import { PlainRequest } from "./plain_request.ts";

/** What a client sees of a result, and what a service sees of its errors. */
function seen(result: ExecutionResult): unknown {
  const causes = result.errors?.map((error) => {
    // graphql-js passes an exception that has a path on as it is.
    const cause = error instanceof GraphQLError ? error.originalError : error;
    return [
      cause instanceof GraphQLError ? "GraphQLError" : cause?.name,
      cause?.message,
      Object.fromEntries(Object.entries(error.extensions ?? {}).filter(([key]) => key !== "classification")),
    ];
  });
  return { ...visible(result) as object, causes };
}

async function answers(strategy: ExecutionStrategy, adversarial: AdversarialCase, times: number): Promise<unknown[]> {
  const { schema, query, operationName, variables = {}, rootValue } = adversarial;
  const operation = strategy.prepare(schema, parse(query), operationName);
  const all: unknown[] = [];
  for (let i = 0; i < times; i++) {
    const values = { rootValue: rootValue?.(0), variables, request: new PlainRequest() };
    all.push(seen(await operation.execute(values)));
  }
  return all;
}

const corpus: Readonly<Record<string, readonly AdversarialCase[]>> = { ...adversarialCases, ...oddValueCases };

for (const [feature, cases] of Object.entries(corpus)) {
  Deno.test(`X1 ${feature}: plans answer odd cases as graphql-js does`, async () => {
    for (const adversarial of cases) {
      const { name, variables } = adversarial;
      const [expected] = await answers(bareGraphQlJs, adversarial, 1);
      for (const [engine, strategy] of Object.entries(compiledEngines())) {
        for (const result of await answers(strategy, adversarial, engine === "compiled" ? 4 : 1)) {
          assertEquals({ engine, name, variables, result }, { engine, name, variables, result: expected });
        }
      }
    }
  });
}

Deno.test("The corpus of odd cases has more than 3,000 cases", () => {
  assertEquals(Object.values(corpus).flat().length > 3_000, true);
});
