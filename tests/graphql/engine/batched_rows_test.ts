import { assertEquals } from "@std/assert";
import { buildSchema, type GraphQLObjectType, type GraphQLSchema, parse } from "graphql";
import { type BatchFunction, type DataFetcher, type ExecutionStrategy } from "@espalier/espalier/graphql";
import { installResolvers } from "../../../src/graphql/engine/reference/install_resolvers.ts";
import { withDataFetcher } from "../../../src/graphql/wiring/fetcher_attachment.ts";
import { compiledEngines, visible } from "./engines.ts";
import { PlainRequest } from "./plain_request.ts";

/** Rows with fields that come in batches. */
function rowSchema(batches: Record<string, BatchFunction>): GraphQLSchema {
  const schema = buildSchema(
    "type Query { rows: [Row] } type Row { id: Int a: Owner b: Int! } type Owner { name: String }",
  );
  for (const [name, batch] of Object.entries(batches)) {
    const field = (schema.getType("Row") as GraphQLObjectType).getFields()[name]!;
    const fetcher: DataFetcher = () => null;
    field.extensions = withDataFetcher(field.extensions as Record<string, unknown>, Object.assign(fetcher, { batch }));
  }
  installResolvers(schema);
  return schema;
}

const rootValue = { rows: [{ id: 1 }, { id: 2 }, { id: 3 }] };
type Row = { readonly id: number };

/** Answers the query until its code is generated, each time alike. */
async function answer(
  strategy: ExecutionStrategy,
  batches: Record<string, BatchFunction>,
  query: string,
): Promise<unknown> {
  const operation = strategy.prepare(rowSchema(batches), parse(query), undefined);
  const answers: unknown[] = [];
  for (let i = 0; i < 4; i++) {
    answers.push(visible(await operation.execute({ rootValue, variables: {}, request: new PlainRequest() })));
  }
  for (const other of answers) assertEquals(other, answers[0]);
  return answers[0];
}

for (const [name, strategy] of Object.entries(compiledEngines())) {
  Deno.test(`27.4 ${name}: rows that all failed do not wait for another batch of theirs`, async () => {
    const batches: Record<string, BatchFunction> = {
      a: () => new Promise(() => {}),
      b: () => Promise.reject(new Error("b")),
    };
    const found = await answer(strategy, batches, "{ rows { id a { name } b } }") as {
      data: unknown;
      errors: unknown[];
    };
    assertEquals(found.data, { rows: [null, null, null] });
    assertEquals(found.errors.length, 3);
  });

  Deno.test(`27.4 ${name}: a batch function may sort the sources that it gets`, async () => {
    const batches: Record<string, BatchFunction> = {
      a: (sources) => new Map((sources as Row[]).reverse().map((row) => [row, { name: `owner of ${row.id}` }])),
      b: (sources) => (sources as Row[]).map(({ id }) => id * 10),
    };
    assertEquals(await answer(strategy, batches, "{ rows { a { name } b id } }"), {
      data: { rows: [1, 2, 3].map((id) => ({ a: { name: `owner of ${id}` }, b: id * 10, id })) },
    });
  });

  Deno.test(`27.4 ${name}: a value that can't be asked whether it is a promise fails alone`, async () => {
    const odd = Object.defineProperty({}, "then", {
      get: () => {
        throw new Error("then");
      },
    });
    const batches: Record<string, BatchFunction> = { a: () => [{ name: "1" }, odd, { name: "3" }] };
    assertEquals(await answer(strategy, batches, "{ rows { a { name } } }"), {
      data: { rows: [{ a: { name: "1" } }, { a: null }, { a: { name: "3" } }] },
      errors: [{ message: "then", path: ["rows", 1, "a"], locations: [{ line: 1, column: 10 }] }],
    });
  });

  Deno.test(`27.4 ${name}: a row that waits for a scalar of its own is answered with its batch`, async () => {
    const failing = { then: (_: unknown, reject: (error: unknown) => void) => reject(new Error("id")) };
    const rows = [{ id: 1 }, { id: Promise.resolve(2) }, { id: failing }, { id: 4 }];
    const calls: number[] = [];
    const batches: Record<string, BatchFunction> = {
      b: (sources) => {
        calls.push(sources.length);
        return Promise.resolve(sources.map((_, i) => i));
      },
    };
    const operation = strategy.prepare(rowSchema(batches), parse("{ rows { b id } }"), undefined);
    for (let i = 0; i < 4; i++) {
      const values = { rootValue: { rows }, variables: {}, request: new PlainRequest() };
      assertEquals(visible(await operation.execute(values)), {
        data: { rows: [{ b: 0, id: 1 }, { b: 1, id: 2 }, { b: 2, id: null }, { b: 3, id: 4 }] },
        errors: [{ message: "id", path: ["rows", 2, "id"], locations: [{ line: 1, column: 12 }] }],
      });
    }
    assertEquals(calls, [4, 4, 4, 4]);
  });
}
