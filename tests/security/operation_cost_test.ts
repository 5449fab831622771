import process from "node:process";
import { assert, assertEquals } from "@std/assert";
import type { Application, EspalierPropertiesInput } from "@espalier/espalier";
import type { RuntimeWiringBuilder } from "@espalier/espalier/graphql";
import { type CostCase, costOf, errorsOf, many, startCosting } from "./costing_app.ts";
import { isWithin } from "./processor_time.ts";

const schema = `
  scalar Count
  type Query {
    books(first: Int, after: String, last: Int, before: String): BookConnection
    preset(first: Int = 40): BookConnection
    custom(first: Count): [Book]
    found(page: Paging, ids: [ID!]): [Book]
    tagged(tags: [String!]): [Book]
    matrix: [[Book]]
    shop: Shop
    shelves(first: Int): Shop
    portrait(size: Int): String
    me(limit: Int): Person
  }
  type Mutation { upload(file: Upload!): File }
  input Upload { name: String, size: Int }
  input Paging { first: Int, nested: Paging, preset: PresetPaging, ids: [ID!] }
  input PresetPaging { limit: Int = 50 }
  type File { name: String, versions: [File] }
  type Shop { inner: Shop, books: [Book] }
  type Person { friends: [Person], id: ID }
  type Book { id: ID, similar: [Book], books(first: Int): BookConnection }
`;

function wiring(wiring: RuntimeWiringBuilder): void {
  wiring.type("Query", (type) => type.dataFetcher("me", () => ({ id: "1", friends: [] })));
}

function start(graphql: EspalierPropertiesInput["graphql"] = {}): Promise<Application> {
  return startCosting(schema, wiring, graphql);
}

const page = "{ edges { node { id } } }";
// One page: the field, its edges, and a node with its id for each.
const ofPage = (size: number) => 2 + 2 * size;

const cases: Readonly<Record<string, CostCase>> = {
  "a page size": { query: `{ books(first: 7) ${page} }`, cost: ofPage(7) },
  "an omitted page size as the page that is read": { query: `{ books ${page} }`, cost: ofPage(20) },
  "a page size of null": { query: `{ books(first: null) ${page} }`, cost: ofPage(20) },
  "a page size of 0": { query: `{ books(first: 0) ${page} }`, cost: ofPage(20) },
  "a variable that is absent": { query: `query ($n: Int) { books(first: $n) ${page} }`, cost: ofPage(20) },
  "a variable of null": {
    query: `query ($n: Int = 5) { books(first: $n) ${page} }`,
    variables: { n: null },
    cost: ofPage(20),
  },
  "a default of the schema": { query: `{ preset ${page} }`, cost: ofPage(40) },
  "a default of the schema for an absent variable": {
    query: `query ($n: Int) { preset(first: $n) ${page} }`,
    cost: ofPage(40),
  },
  "a default of the variable": { query: `query ($n: Int = 30) { preset(first: $n) ${page} }`, cost: ofPage(30) },
  "both first and last as the larger one": { query: `{ books(first: 3, last: 50) ${page} }`, cost: ofPage(50) },
  "last beside after, which reads forward": { query: `{ books(last: 1, after: "MA==") ${page} }`, cost: ofPage(20) },
  "the rows of a page of which only the info is selected": {
    query: "{ books(first: 500) { pageInfo { hasNextPage } } }",
    cost: 501,
  },
  "a custom scalar": { query: `query ($n: Count) { custom(first: $n) { id } }`, variables: { n: "300" }, cost: 301 },
  "a whole number written as a float": {
    query: `query ($n: Int) { books(first: $n) ${page} }`,
    variables: { n: 60.0 },
    cost: ofPage(60),
  },
  "a size in an input object": { query: "{ found(page: { first: 80 }) { id } }", cost: 81 },
  "a size deep in an input object": {
    query: "{ found(page: { nested: { nested: { first: 80 } } }) { id } }",
    cost: 81,
  },
  "a variable in an input object": {
    query: "query ($n: Int) { found(page: { first: $n }) { id } }",
    variables: { n: 70 },
    cost: 71,
  },
  "an input object in a variable": {
    query: "query ($p: Paging) { found(page: $p) { id } }",
    variables: { p: { nested: { first: 70 } } },
    cost: 71,
  },
  "a default in an input object": { query: "{ found(page: { preset: {} }) { id } }", cost: 51 },
  "a default in an input object of a variable": {
    query: "query ($p: Paging) { found(page: $p) { id } }",
    variables: { p: { preset: {} } },
    cost: 51,
  },
  "an empty list as a list of which nothing is known": { query: "{ tagged(tags: []) { id } }", cost: 11 },
  "a short list likewise": { query: '{ tagged(tags: ["a"]) { id } }', cost: 11 },
  "one value for a list likewise": { query: '{ tagged(tags: "a") { id } }', cost: 11 },
  "a longer list by its length": {
    query: "query ($tags: [String!]) { tagged(tags: $tags) { id } }",
    variables: { tags: many(90) },
    cost: 91,
  },
  "a longer list in an input object": {
    query: "query ($ids: [ID!]) { found(page: { ids: $ids }) { id } }",
    variables: { ids: many(90) },
    cost: 91,
  },
  "lists in lists": { query: "{ matrix { id } }", cost: 101 },
  "a page size through wrappers": { query: "{ shelves(first: 90) { inner { books { id } } } }", cost: 93 },
  "a size that can't lower what is assumed": { query: "{ me(limit: 1) { friends { id } } }", cost: 12 },
  "a list inside a page by what is assumed": {
    query: "{ books(first: 50) { edges { node { similar { id } } } } }",
    cost: 2 + 50 * 12,
  },
  "fragments wherever they are spread": {
    query: `query ($n: Int) { a: books(first: 5) { ...P } b: books(first: $n) { ...P } }
      fragment P on BookConnection ${page}`,
    variables: { n: 50 },
    cost: ofPage(5) + ofPage(50),
  },
};

Deno.test("G1.1 an operation costs what its pages and lists may hold", async (t) => {
  await using app = await start();
  for (const [name, { query, variables, cost }] of Object.entries(cases)) {
    await t.step(name, async () => assertEquals(await costOf(app, query, variables), cost));
  }
});

Deno.test("G1.1 negative page sizes are refused, wherever they stand", async () => {
  await using app = await start({ maxCost: 1_000 });
  const refusal = "Cannot execute the operation as the size of a page must be >= 0: current value is -1";
  const queries: readonly [string, unknown?][] = [
    [`{ books(first: -1) ${page} }`],
    [`{ books(first: 5, last: -1) ${page} }`],
    [`query ($n: Int) { books(first: $n) ${page} }`, { n: -1 }],
    [`query ($n: Int = -1) { books(first: $n) ${page} }`],
    ["{ found(page: { nested: { first: -1 } }) { id } }"],
    ["query ($p: Paging) { found(page: $p) { id } }", { p: { first: -1 } }],
    [`{ me(limit: 1) { id } books(first: 1) { edges { node { books(first: -1) ${page} } } } }`],
  ];
  for (const [query, variables] of queries) {
    assertEquals([query, (await errorsOf(app, query, variables))?.[0]?.message], [query, refusal]);
  }
});

Deno.test("G1.1 a page size over the limit is refused in an input object and by a default too", async () => {
  await using app = await start({ maxCost: 0, maxPageSize: 30 });
  const refusal = (size: number) =>
    `Cannot execute the operation as the size of a page must be <= 30: current value is ${size}`;
  const found = async (query: string, variables?: unknown) => (await errorsOf(app, query, variables))?.[0]?.message;
  assertEquals(await found("{ found(page: { first: 31 }) { id } }"), refusal(31));
  assertEquals(await found("query ($p: Paging) { found(page: $p) { id } }", { p: { first: 99 } }), refusal(99));
  assertEquals(await found(`{ preset ${page} }`), refusal(40));
});

Deno.test("Numbers that size no list are no page sizes", async () => {
  await using app = await start({ maxCost: 0, maxPageSize: 30 });
  assertEquals(await errorsOf(app, "{ portrait(size: 4000) }"), undefined);
  assertEquals(await errorsOf(app, 'mutation { upload(file: { name: "a", size: 4000 }) { name } }'), undefined);
});

/** Nested connections behind fragments: each level spreads the next one twice, in lists of two lengths. */
function nestedConnections(levels: number): string {
  const spread = (level: number) => `...F${level + 1}`;
  const fragments = Array.from(
    { length: levels },
    (_, level) =>
      `fragment F${level} on Book { books(first: $n) { edges { node { ${spread(level)} } } } similar { ${
        spread(level)
      } } }`,
  );
  const last = `fragment F${levels} on Book { id }`;
  return `query ($n: Int) { books(first: $n) { edges { node { ...F0 } } } } ${fragments.join(" ")} ${last}`;
}

async function processorTime(run: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

Deno.test("G1.1 nested connections behind fragments cost their sum, and time in proportion to their length", async () => {
  await using app = await start({ maxDepth: 0, maxInputValues: 0 });
  assertEquals(await costOf(app, nestedConnections(1), { n: 3 }), 2 + 3 * (1 + 2 + 3 * 2 + 1 + 10));
  let least = Infinity;
  for (let round = 0; round < 4 && !(least < 100); round++) {
    // A comment makes it another document, which is planned anew.
    const query = `# ${round}\n${nestedConnections(120)}`;
    const cost = () => costOf(app, query, { n: 1_000 }).then((found) => assertEquals(found, "beyond counting"));
    least = Math.min(least, await processorTime(cost));
  }
  assert(isWithin(least, 100), `Costs ${least} ms of processor time`);
});

Deno.test("G1.1 a large variable that many fields use is read once", async () => {
  await using app = await start({ maxCost: 100_000, maxAliases: 0, maxRootFields: 0, maxInputValues: 0 });
  const fields = Array.from({ length: 1_000 }, (_, index) => `a${index}: found(page: $p) { id }`).join(" ");
  const variables = { p: { nested: { ids: many(20_000) } } };
  const [{ message } = { message: "" }] = await errorsOf(app, `query ($p: Paging) { ${fields} }`, variables) ?? [];
  assertEquals(message, "Cannot execute the operation as its cost must be <= 100000: current value is 20001000");
});
