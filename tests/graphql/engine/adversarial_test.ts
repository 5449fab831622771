import { assertEquals } from "@std/assert";
import { type ExecutionResult, GraphQLError, parse } from "graphql";
import type { ExecutionStrategy } from "@espalier/espalier/graphql";
import { type AdversarialCase, adversarialCases } from "./adversarial_cases.ts";
import { bareGraphQlJs, compiledEngines, visible } from "./engines.ts";
import { PlainRequest } from "./plain_request.ts";

/** What a client sees of a result, and what a service sees of its errors. */
function seen(result: ExecutionResult): unknown {
  const causes = result.errors?.map(({ originalError, extensions }) => [
    originalError instanceof GraphQLError ? "GraphQLError" : originalError?.name,
    originalError?.message,
    Object.fromEntries(Object.entries(extensions).filter(([key]) => key !== "classification")),
  ]);
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

for (const [feature, cases] of Object.entries(adversarialCases)) {
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

Deno.test("The corpus of odd cases has more than 1,500 cases", () => {
  assertEquals(Object.values(adversarialCases).flat().length > 1_500, true);
});
