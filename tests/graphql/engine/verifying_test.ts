import { assertEquals } from "@std/assert";
import { buildSchema, parse } from "graphql";
import {
  CompiledExecutionStrategy,
  type ExecutionStrategy,
  VerifyingExecutionStrategy,
} from "@espalier/espalier/graphql";
import type { Logger } from "@espalier/espalier";
import { bareGraphQlJs } from "./engines.ts";
import { PlainRequest } from "./plain_request.ts";

const schema = buildSchema("type Query { a: String, list: [Int] } type Mutation { a: String }");

function recording(lines: unknown[]): Logger {
  return { warn: (message: string, fields: unknown) => void lines.push([message, fields]) } as unknown as Logger;
}

async function runWith(reference: ExecutionStrategy, query: string, times = 4): Promise<unknown[]> {
  const lines: unknown[] = [];
  const strategy = new CompiledExecutionStrategy({ reference: bareGraphQlJs });
  const verifying = new VerifyingExecutionStrategy({ strategy, reference, sampleEvery: 2, logger: recording(lines) });
  const operation = verifying.prepare(schema, parse(query), undefined);
  for (let i = 0; i < times; i++) {
    const rootValue = { a: "A", list: [1, 2] };
    const result = await operation.execute({ rootValue, variables: {}, request: new PlainRequest() });
    assertEquals(JSON.stringify(result), JSON.stringify({ data: result.data }));
  }
  await new Promise((resolve) => setTimeout(resolve, 0));
  return lines;
}

/** A reference that finds something else. */
const mistaken: ExecutionStrategy = {
  name: "mistaken",
  prepare: () => ({
    execute: () => ({ data: { a: "B", list: [1, 3] } }),
    subscribe: () => ({}),
  }),
};

Deno.test("A sample of queries is compared, and agreement is silent", async () => {
  assertEquals(await runWith(bareGraphQlJs, "{ a list }"), []);
});

Deno.test("Differences are logged by path, without data", async () => {
  const line = ["Strategies differ on query Q", { paths: ["data.a", "data.list.1"] }];
  assertEquals(await runWith(mistaken, "query Q { a list }"), [line, line]);
});

Deno.test("Mutations are not executed twice", async () => {
  assertEquals(await runWith(mistaken, "mutation { a }"), []);
});
