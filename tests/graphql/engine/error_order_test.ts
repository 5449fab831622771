import { assertEquals } from "@std/assert";
import { parse } from "graphql";
import { CompiledExecutionStrategy, type ErrorOrderName } from "@espalier/espalier/graphql";
import { bareGraphQlJs } from "./engines.ts";
import { PlainRequest } from "./plain_request.ts";
import { schemaOf } from "./schema_of.ts";

const schema = schemaOf("type Query { deep: O! c: Int } type O { p: P! } type P { x: Int! }", {});

/** Rejects after some microtasks. */
async function rejected(message: string, microtasks: number): Promise<never> {
  for (let i = 0; i < microtasks; i++) await null;
  throw new Error(message);
}

async function messages(errorOrder: ErrorOrderName | undefined): Promise<(string | undefined)[]> {
  const options = errorOrder === undefined ? {} : { errorOrder };
  const strategy = new CompiledExecutionStrategy({ reference: bareGraphQlJs, ...options });
  const operation = strategy.prepare(schema, parse("{ deep { p { x } } c }"), undefined);
  const rootValue = { deep: { p: { x: () => rejected("deep", 1) } }, c: () => rejected("later", 3) };
  const { errors, data } = await operation.execute({ rootValue, variables: {}, request: new PlainRequest() });
  assertEquals(data, null);
  return errors?.map(({ message }) => message) ?? [];
}

Deno.test("28.3 while an error rises through non-null places, others are reported, as in graphql-js", async () => {
  assertEquals(await messages(undefined), ["later", "deep"]);
  assertEquals(await messages("graphql-js"), ["later", "deep"]);
});

Deno.test("28.3 errors can be reported at once, in the order in which they occur", async () => {
  assertEquals(await messages("occurrence"), ["deep"]);
});
