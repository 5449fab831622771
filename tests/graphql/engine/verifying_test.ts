import { assertEquals } from "@std/assert";
import { buildSchema, type ExecutionResult, parse } from "graphql";
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

/** What was put off to the end of this turn has happened, and what it led to. */
function turnAfterNext(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setTimeout(resolve, 0)));
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
  await turnAfterNext();
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

/** A reference that answers as it is told, when it is told. */
function referenceOf(execute: (request: PlainRequest) => ExecutionResult): ExecutionStrategy {
  return {
    name: "told",
    prepare: () => ({ execute: ({ request }) => execute(request as PlainRequest), subscribe: () => ({}) }),
  };
}

Deno.test("Response keys in another order are a difference", async () => {
  const swapped = referenceOf(() => ({ data: { list: [1, 2], a: "A" } }));
  const line = ["Strategies differ on query (without a name)", { paths: ["data"] }];
  assertEquals(await runWith(swapped, "{ a list }", 1), [line]);
});

Deno.test("A request that is cancelled while it is compared is no difference", async () => {
  const cancelled = referenceOf((request) => {
    request.cancel();
    return { errors: [] };
  });
  assertEquals(await runWith(cancelled, "{ a }"), []);
});

Deno.test("Of documents that come once, a sample is compared, after the client was answered", async () => {
  const happened: string[] = [];
  const reference = referenceOf(() => {
    happened.push("compared");
    return { data: { a: "A" } };
  });
  const strategy = new CompiledExecutionStrategy({ reference: bareGraphQlJs });
  const verifying = new VerifyingExecutionStrategy({ strategy, reference, sampleEvery: 5, logger: recording([]) });
  for (let n = 0; n < 10; n++) {
    const operation = verifying.prepare(schema, parse(`query Q${n} { a }`), undefined);
    await operation.execute({ rootValue: { a: "A" }, variables: {}, request: new PlainRequest() });
    for (let hops = 0; hops < 10; hops++) await null;
    happened.push("answered");
    await turnAfterNext();
  }
  const five = ["answered", "compared", "answered", "answered", "answered", "answered"];
  assertEquals(happened, [...five, ...five]);
});

Deno.test("Mutations are not executed twice", async () => {
  assertEquals(await runWith(mistaken, "mutation { a }"), []);
});
