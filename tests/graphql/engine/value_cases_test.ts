import { assertEquals } from "@std/assert";
import { buildSchema, GraphQLError, type GraphQLObjectType, type GraphQLSchema } from "graphql";
import { assertSameAnswer } from "./same_answers.ts";

/** What a service may put where a scalar is expected. */
const values: Record<string, () => unknown> = {
  text: () => "text",
  "empty text": () => "",
  "text of digits": () => "42",
  integer: () => 7,
  "minus zero": () => -0,
  "large integer": () => 2 ** 40,
  fraction: () => 1.5,
  "not a number": () => NaN,
  infinite: () => Infinity,
  true: () => true,
  false: () => false,
  bigint: () => 12n,
  null: () => null,
  undefined: () => undefined,
  object: () => ({ a: 1 }),
  "object with valueOf": () => ({ valueOf: () => "v" }),
  "object with toJSON": () => ({ toJSON: () => "j" }),
  date: () => new Date(86_400_000),
  "enum name": () => "RED",
  "enum's inner value": () => 2,
  "an error": () => new Error("Given as a value"),
  "a GraphQL error with extensions": () => new GraphQLError("Given", { extensions: { code: "C" } }),
};

/** How a value comes from a service. */
const deliveries: Record<string, (value: () => unknown) => unknown> = {
  property: (value) => value(),
  promise: (value) => Promise.resolve().then(value),
  method: (value) => () => value(),
  "async method": (value) => async () => await value(),
  thenable: (value) => ({ then: (resolve: (v: unknown) => void) => resolve(value()) }),
};

const types = ["String", "Int", "Float", "Boolean", "ID", "Color", "Anything"];

/** Each type in each wrapping, and what the value is wrapped in. */
const wrappings: Record<string, readonly [type: (named: string) => string, value: (value: unknown) => unknown]> = {
  nullable: [(t) => t, (v) => v],
  "non-null": [(t) => `${t}!`, (v) => v],
  list: [(t) => `[${t}]`, (v) => [v, null, v]],
  "list of non-null": [(t) => `[${t}!]`, (v) => [v, v]],
};

function colourful(schema: GraphQLSchema): GraphQLSchema {
  const color = schema.getType("Color") as unknown as { getValues(): { name: string; value: unknown }[] };
  for (const [i, value] of color.getValues().entries()) if (i > 0) value.value = i + 1;
  return schema;
}

let count = 0;

for (const type of types) {
  Deno.test(`X7 ${type}: every kind of value, delivered in every way, in every wrapping`, async () => {
    for (const [wrapping, [typeOf, wrap]] of Object.entries(wrappings)) {
      const schema = colourful(buildSchema(`
        enum Color { RED GREEN BLUE }
        scalar Anything
        type Inner { value: ${typeOf(type)} after: String }
        type Query { inner: Inner, items: [Inner!] }
      `));
      for (const [kind, value] of Object.entries(values)) {
        for (const [delivery, deliver] of Object.entries(deliveries)) {
          const inner = () => ({ value: deliver(() => wrap(value())), after: "after" });
          await assertSameAnswer(`${type} ${wrapping} ${kind} ${delivery}`, {
            schema,
            query: "{ inner { value after } items { value } }",
            rootValue: () => ({ inner: inner(), items: [inner(), inner()] }),
          });
          count++;
        }
      }
    }
  });
}

Deno.test("X7 resolvers give values like properties do", async () => {
  for (const type of types) {
    const schema = colourful(buildSchema(`
      enum Color { RED GREEN BLUE }
      scalar Anything
      type Query { value: ${type}, sure: ${type}!, list: [${type}!]! }
    `));
    const { value, sure, list } = (schema.getQueryType() as GraphQLObjectType).getFields();
    for (const [kind, make] of Object.entries(values)) {
      for (const isAsync of [false, true]) {
        const resolve = isAsync ? async () => await make() : make;
        value!.resolve = resolve;
        sure!.resolve = resolve;
        list!.resolve = () => [resolve(), resolve()];
        for (const query of ["{ value }", "{ value sure }", "{ list value }"]) {
          await assertSameAnswer(`${type} ${kind} ${query} ${isAsync}`, { schema, query });
          count++;
        }
      }
    }
  }
});

Deno.test("The corpus of values has the size that it claims", () => {
  assertEquals(count, 7 * 4 * 22 * 5 + 7 * 22 * 2 * 3);
});
