import { assertEquals } from "@std/assert";
import { type ExecutionResult, type GraphQLObjectType, type GraphQLSchema, parse, subscribe } from "graphql";
import {
  CompiledExecutionStrategy,
  type ExecutionStrategy,
  ReferenceExecutionStrategy,
} from "@espalier/espalier/graphql";
import { visible } from "./engines.ts";
import { PlainRequest } from "./plain_request.ts";
import { after, fail, schemaOf } from "./schema_of.ts";

/** What a source may give; a field's value is a property of it. */
const events: readonly unknown[] = [
  { tick: 1, sure: 1, item: { n: 1, sure: 2 }, list: [1, 2] },
  null,
  undefined,
  5,
  "text",
  [],
  () => 1,
  new Error("An event"),
  { tick: () => after(4, () => 4), sure: null, item: () => after(2, () => ({ n: fail(new Error("n")), sure: null })) },
  {
    get tick() {
      throw new Error("Getter");
    },
    sure: fail(new Error("Sure")),
    item: new Error("Item"),
    list: [() => 1, "x"],
  },
  Object.freeze({ tick: 3, sure: 3, item: null, list: null }),
  Object.assign(Object.create(null), { tick: "x", sure: "y" }),
];

async function* generator() {
  for (const event of events) yield await event;
}

const iterated = (next: () => unknown) => ({ [Symbol.asyncIterator]: () => ({ next }) });

const sources: Readonly<Record<string, () => unknown>> = {
  "a generator": generator,
  "a promise of a generator": () => after(2, generator),
  "a thenable": () => ({ then: (ok: (v: unknown) => void) => ok(generator()) }),
  "a function": () => Object.assign(() => 1, { [Symbol.asyncIterator]: generator }),
  "an iterator that gives a promise": () => {
    let i = 0;
    return iterated(() =>
      Promise.resolve({ done: i > 1, value: i++ === 0 ? Promise.resolve({ tick: 9 }) : events[0] })
    );
  },
  "undefined": () => undefined,
  "null": () => null,
  "a number": () => 5,
  "an array": () => [1],
  "an error": () => new Error("Source"),
  "a promise of an error": () => after(1, () => new Error("Later")),
  "an exception": fail(new Error("Thrown")),
  "an exception that is null": fail(null),
  "an exception with a path": fail(Object.assign(new Error("Placed"), { path: ["else"] })),
  "a rejection": () => Promise.reject(new Error("Rejected")),
  "a rejection with text": () => Promise.reject("text"),
  "a thenable that throws": () => ({ then: fail(new Error("then")) }),
  "an iterator that throws": () => iterated(fail(new Error("Next"))),
  "an iterator that fails after an event": () => {
    let i = 0;
    return iterated(() =>
      i++ === 0 ? Promise.resolve({ done: false, value: events[0] }) : Promise.reject(new Error("Next"))
    );
  },
};

const operations: readonly (readonly [query: string, variables?: Record<string, unknown>])[] = [
  ["subscription { tick }"],
  ["subscription { other: tick }"],
  ["subscription { sure }"],
  ["subscription { list }"],
  ["subscription { ...F } fragment F on Subscription { y: item { n } }"],
  ["subscription { ... on Subscription { item { n sure } } }"],
  ["subscription { item { n } item { m: n __typename } }"],
  ["subscription ($n: Int = 4, $c: Counter) { tick(n: $n, c: $c) }", { c: 1 }],
  ["subscription ($n: Int!) { tick(n: $n) }"],
  ["subscription ($n: Int) { needs(n: $n) { n } }"],
  ["subscription ($c: Counter = 5) { counted(c: $c) }"],
  ["subscription ($c: Counter) { counted(c: $c) }", { c: 7 }],
  ["subscription ($a: Boolean!) { item { n @include(if: $a) sure @skip(if: $a) } }", { a: true }],
  ["subscription ($a: Boolean!) { item { n @include(if: $a) sure @skip(if: $a) } }", { a: false }],
  ["subscription { unknown }"],
  ["subscription { tick sure }"],
];

/** A schema whose subscriptions all have the source; variables of type `Counter` count how often they were read. */
function schemaWith(source: () => unknown): GraphQLSchema {
  const schema = schemaOf(
    `scalar Counter type Item { n: Int sure: Int! } type Query { a: Int }
    type Subscription {
      tick(n: Int = 2, c: Counter): Int sure: Int! item: Item list: [Int] needs(n: Int!): Item counted(c: Counter): String
    }`,
    {
      Counter: { coerceInputValue: (value: unknown) => ({ value, read: 0 }) },
      Subscription: {
        counted: (event: unknown, { c }: { c: { value: unknown; read: number } }) =>
          `${typeof event} ${c.value} ${c.read++}`,
      },
    },
  );
  for (const field of Object.values((schema.getSubscriptionType() as GraphQLObjectType).getFields())) {
    field.subscribe = source;
  }
  return schema;
}

type Answer = AsyncIterable<ExecutionResult> | ExecutionResult;

async function taken(answer: Promise<Answer>): Promise<unknown[]> {
  const results: unknown[] = [];
  const opened = await answer;
  if (!(Symbol.asyncIterator in opened)) return [visible(opened)];
  try {
    for await (const result of opened) results.push(visible(result));
  } catch (error) {
    results.push(`ended by ${error}`);
  }
  return results;
}

async function openWith(
  strategy: ExecutionStrategy,
  schema: GraphQLSchema,
  [query, variables = {}]: typeof operations[number],
): Promise<Answer> {
  const request = new PlainRequest();
  const operation = strategy.prepare(schema, parse(query), undefined);
  const opened = await operation.subscribe({ rootValue: {}, variables, request });
  if (!("source" in opened)) return opened;
  return (async function* () {
    for await (const event of opened.source) yield await opened.execute(event, request);
  })();
}

const reference = new ReferenceExecutionStrategy();
const strategies = {
  reference,
  compiled: new CompiledExecutionStrategy({ reference, generationBudget: Infinity }),
  interpreted: new CompiledExecutionStrategy({ reference, generationBudget: 0 }),
};

for (const [name, source] of Object.entries(sources)) {
  Deno.test(`X1 a subscription whose source is ${name} has the results of graphql-js, event by event`, async () => {
    const schema = schemaWith(source);
    for (const operation of operations) {
      const [query, variableValues = {}] = operation;
      const args = { schema, document: parse(query), rootValue: {}, variableValues, contextValue: new PlainRequest() };
      const expected = await taken((async () => await subscribe(args))());
      for (const [engine, strategy] of Object.entries(strategies)) {
        const results = await taken(openWith(strategy, schema, operation));
        assertEquals({ engine, query, results }, { engine, query, results: expected });
      }
    }
  });
}
