import process from "node:process";
import { assert, assertEquals } from "@std/assert";
import { ContainerModule, Controller, describeType, param, QueryMapping, t } from "@espalier/espalier";
import {
  ErrorType,
  GraphQLError,
  type RuntimeWiringBuilder,
  SubscriptionExceptionResolver,
} from "@espalier/espalier/graphql";
import { graphQlApp } from "../graphql/transport/graphql_app.ts";
import { ServedApp } from "../graphql/transport/served_app.ts";
import { isWithin } from "./processor_time.ts";
import { rawTransports } from "./raw_transports.ts";

const schema = `
  type Query {
    count(ids: [Int!], filter: Filter): Int
    failing(first: Int): [Item]
    few: [Item]
    named(text: String): Int
    detailed: Int
    bound(lines: [LineInput!]): Int
    ${Array.from({ length: 50 }, (_, index) => `field${index}: Int`).join(" ")}
  }
  type Subscription { ticks: Int }
  input Filter { text: String, any: [Filter!], number: Int }
  input LineInput { count: Int }
  type Item { id: ID!, broken: Int, name(long: Boolean): String }
`;

class Line {
  constructor(readonly count: number) {}
}
describeType(Line, { count: t.int });

class LineController {
  @QueryMapping({ params: [param.argument("lines", t.list(t.object(() => Line)))], returns: t.int })
  bound(lines: readonly Line[]): number {
    return lines.length;
  }
}

function wiring(wiring: RuntimeWiringBuilder): void {
  const items = Array.from({ length: 1_500 }, (_, index) => ({ id: String(index) }));
  wiring.type("Query", (type) =>
    type.dataFetcher("failing", () => items)
      .dataFetcher("few", () => items.slice(0, 60))
      .dataFetcher("named", (environment) => {
        const message = `Cannot read "${environment.argument("text")}"`;
        throw new GraphQLError(message, { extensions: { classification: ErrorType.BAD_REQUEST.name } });
      })
      .dataFetcher("detailed", () => {
        throw new GraphQLError("Detailed", {
          extensions: { classification: "BAD_REQUEST", code: "E1", echo: Array(100_000).fill("detail") },
        });
      }));
  wiring.type("Subscription", (type) =>
    type.dataFetcher("ticks", async function* () {
      yield { ticks: 1 };
      throw new Error("The source failed");
    }));
  wiring.type("Item", (type) =>
    type.dataFetcher("broken", () => {
      throw new GraphQLError("Broken", { extensions: { classification: "BAD_REQUEST" } });
    }));
}

const modules = [new ContainerModule(({ bind }) => void bind(Controller).toConstantValue(new LineController()))];
const repeat = (count: number, make: (index: number) => string, separator = " ") =>
  Array.from({ length: count }, (_, index) => make(index)).join(separator);
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));

interface Echo {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
  /** Part of the last error's message. */
  readonly last: string;
}

const filterQuery = "query ($f: Filter) { count(filter: $f) }";

/** Small inputs of which graphql-js makes large errors, and large inputs that it repeats. */
const echoes: Readonly<Record<string, Echo>> = {
  "37 kB of unknown keys in a variable": {
    query: filterQuery,
    variables: { f: keys(3_000) },
    last: "Cannot list all errors of the variables as their number must be <= 1 for their size",
  },
  "half a megabyte of unknown keys in a variable": {
    query: filterQuery,
    variables: { f: keys(49_000) },
    last: "Cannot list all errors of the variables",
  },
  "unknown keys beside a long text": {
    query: filterQuery,
    variables: { f: { any: Array.from({ length: 60 }, () => ({ text: "x".repeat(15_000), number: "x" })) } },
    last: "Cannot list all errors of the variables",
  },
  "a list of wrong numbers": {
    query: "query ($ids: [Int!]) { count(ids: $ids) }",
    variables: { ids: Array(49_000).fill("no number") },
    last: "Cannot list all errors of the variables",
  },
  "unknown keys in a literal": {
    query: `{ count(filter: { ${repeat(3_700, (index) => `key${index}: 1`)} }) }`,
    last: "Cannot list all errors as their length must be <= 65536 characters",
  },
  "more unknown keys than input values are allowed": {
    query: filterQuery,
    variables: { f: keys(60_000) },
    last: "the number of its input values must be <= 50000",
  },
  "more objects than input values are allowed": {
    query: filterQuery,
    variables: { f: { any: Array(300_000).fill({}) } },
    last: "the number of its input values must be <= 50000",
  },
  "a long text for a number": { query: `{ count(filter: { number: "${"x".repeat(900_000)}" }) }`, last: "characters)" },
  "unknown fields": {
    query: `{ ${repeat(5_000, (index) => `unknown${index}`)} }`,
    last: "the number of its root fields must be <= 50",
  },
  "unknown fields below": {
    query: `{ failing { ${repeat(5_000, (index) => `unknown${index}`)} } }`,
    last: "Cannot list all errors as their number must be <= 100",
  },
  "unknown fields after 400,000 empty lines": {
    query: `${"\n".repeat(400_000)}{ failing { ${repeat(90, (index) => `unknown${index}`)} } }`,
    last: "Cannot query field",
  },
  "a string that never ends": { query: `{ named(text: "${"x".repeat(900_000)}`, last: "Unterminated string" },
  "a long name": { query: `{ ${"x".repeat(900_000)} }`, last: "characters)" },
  "a long name of an operation": { query: "{ field1 }", operationName: "x".repeat(900_000), last: "characters)" },
  "a long name of a fragment": { query: `{ ...${"x".repeat(500_000)} }`, last: "characters)" },
  "fields that conflict in many ways": {
    query: `{ ${repeat(2, () => "failing { id }")} failing { ${
      repeat(2_000, (index) => `name: ${index % 2 === 0 ? "id" : "broken"}`)
    } } }`,
    last: "number of its aliases",
  },
  "fields with differing arguments": {
    query: `{ failing { ${repeat(1_500, (index) => `name(long: ${index % 2 === 0})`)} } }`,
    last: "they have differing arguments",
  },
  "as many operations without a name": {
    query: repeat(2_000, () => "{ field1 }"),
    last: "Cannot list all errors as their number must be <= 100",
  },
  "a field that fails for each of 1,500 items": {
    query: "{ failing { broken } }",
    last: "Cannot list all errors as their number must be <= 100",
  },
  "a resolver that repeats its argument": {
    query: "query ($text: String) { named(text: $text) }",
    variables: { text: "x".repeat(900_000) },
    last: "… (900014 characters)",
  },
  "a resolver with large extensions": { query: "{ detailed }", last: "Detailed" },
  "objections to each of 49,000 items": {
    query: "query ($lines: [LineInput!]) { bound(lines: $lines) }",
    variables: { lines: Array(49_000).fill({}) },
    last: "and 48980 more",
  },
};

const most = 80_000;

for (const [name, { last, ...request }] of Object.entries(echoes)) {
  Deno.test(`G1.1 errors are bounded: ${name}`, async () => {
    await using app = await graphQlApp({ schema, wiring, modules });
    const body = JSON.stringify(request);
    let least = Infinity;
    for (let round = 0; round < 4 && !(least < 150); round++) {
      const before = process.threadCpuUsage();
      const response = await app.fetch(
        new Request("http://localhost/graphql", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        }),
      );
      const text = await response.text();
      const { user, system } = process.threadCpuUsage(before);
      least = Math.min(least, (user + system) / 1_000);
      const { errors } = JSON.parse(text);
      assert(JSON.stringify(errors).length <= most, `The errors have ${JSON.stringify(errors).length} characters`);
      assert(errors.at(-1).message.includes(last), errors.at(-1).message);
    }
    assert(isWithin(least, 250), `Costs ${least} ms of processor time`);
  });
}

Deno.test("G1.1 G1.2 errors are bounded on every transport", async () => {
  await using served = await ServedApp.start({ schema, wiring, properties: { graphql: { incremental: true } } });
  const requests = [
    "37 kB of unknown keys in a variable",
    "unknown keys in a literal",
    "a resolver with large extensions",
  ];
  for (const [transport, send] of Object.entries(rawTransports)) {
    for (const name of requests) {
      const { last: _, ...request } = echoes[name]!; // is in the list
      const text = await send(served, request);
      assert(text.includes("message") && text.length <= most, `${transport}: ${name} has ${text.length} characters`);
    }
  }
});

Deno.test("G1.1 G1.2 errors of a subscription's stream are bounded on every transport", async () => {
  class ManyErrors extends SubscriptionExceptionResolver {
    resolveException() {
      const error = { errorType: ErrorType.BAD_REQUEST, message: "x".repeat(5_000) };
      return Array.from({ length: 3_000 }, () => error);
    }
  }
  const subscriptionExceptionResolvers = [new ManyErrors()];
  await using served = await ServedApp.start({ schema, wiring, subscriptionExceptionResolvers });
  for (const transport of ["event stream", "WebSocket"]) {
    const send = rawTransports[transport]!; // is in the list
    const text = await send(served, { query: "subscription { ticks }" });
    assert(text.includes("(5000 characters)") && text.includes("maxErrorCharacters"), `${transport}: ${text}`);
    assert(text.length <= most, `${transport}: ${text.length} characters`);
  }
});

Deno.test("G1.1 errors of deferred parts are bounded together", async () => {
  const graphql = { incremental: true };
  await using served = await ServedApp.start({ schema, wiring, properties: { graphql } });
  const parts = repeat(20, (index) => `... @defer(label: "d${index}") { f${index}: few { broken } }`);
  for (const [transport, send] of Object.entries(rawTransports)) {
    const text = await send(served, { query: `{ field1 ${parts} }` });
    const count = text.split('"Broken"').length - 1;
    assert(count >= 100 && count <= 160, `${transport}: ${count} errors in ${text.slice(0, 500)}`);
    assert(text.includes('"maxErrors"'), transport);
  }
});

Deno.test("G1.1 limits of 0 leave errors as they are", async () => {
  const graphql = { maxErrors: 0, maxErrorMessageLength: 0, maxErrorCharacters: 0 };
  await using app = await graphQlApp({ schema, wiring, properties: { graphql } });
  const query = `{ failing { ${repeat(300, (index) => `unknown${index}${"x".repeat(2_000)}`)} } }`;
  const request = new Request("http://localhost/graphql", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query }),
  });
  const { errors } = await (await app.fetch(request)).json();
  assertEquals([errors.length, errors[0].message.length > 2_000], [300, true]);
});

Deno.test("Validation that would take too long is refused with the name of its limit", async () => {
  await using app = await graphQlApp({ schema, wiring, properties: { graphql: { maxValidationSteps: 100 } } });
  const request = (count: number) =>
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: `{ failing(first: 1) { ${repeat(count, () => "name(long: true)")} } }` }),
    });
  assertEquals((await (await app.fetch(request(99))).json()).errors, undefined);
  const { errors } = await (await app.fetch(request(100))).json();
  assertEquals(errors, [{
    message: "Cannot validate the document as the number of selections that are compared must be <= 100: use fewer " +
      "fragments and repeated fields",
    extensions: { classification: "BAD_REQUEST", limit: { name: "maxValidationSteps", value: 100 } },
  }]);
});

Deno.test("Validation that graphql-js gives up on is refused with the name of a limit too", async () => {
  await using app = await graphQlApp({ schema, wiring });
  const operations = repeat(800, (index) => `query Q${index} { failing(first: 1) { ...F0 } }`);
  const fragments = repeat(
    400,
    (index) => `fragment F${index} on Item { id ${index < 399 ? `...F${index + 1}` : ""} }`,
  );
  const body = JSON.stringify({ query: `${operations} ${fragments}`, operationName: "Q0" });
  const headers = { "content-type": "application/json" };
  const response = await app.fetch(new Request("http://localhost/graphql", { method: "POST", headers, body }));
  const { errors } = await response.json();
  assertEquals(errors.at(-1).extensions.limit, { name: "maxValidationSteps", value: 50_000 });
});

Deno.test("G1.1 fields that fail for very many items stop the operation", async () => {
  await using app = await graphQlApp({ schema, wiring, properties: { graphql: { maxResultValues: 10_000 } } });
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ query: "{ failing { broken } }" });
  const response = await app.fetch(new Request("http://localhost/graphql", { method: "POST", headers, body }));
  const { data, errors } = await response.json();
  assertEquals([data, errors.length, errors[0].extensions.limit], [null, 1, {
    name: "maxResultValues",
    value: 10_000,
  }]);
});
