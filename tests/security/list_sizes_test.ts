import { assertEquals } from "@std/assert";
import type { RuntimeWiringBuilder } from "@espalier/espalier/graphql";
import { type CostCase, costOf, errorsOf, many, startCosting } from "./costing_app.ts";

const schema = `
  scalar Count
  type Query {
    books(first: Int, after: String, last: Int): BookConnection
    all: BookConnection
    odd(first: Int): OddConnection
    own(first: Int): [Book]
    tags(first: Int): [String]
    text(first: String): [Book]
    flag(first: Boolean): [Book]
    key(first: ID): [Book]
    custom(first: Count, last: Count): [Book]
    found(page: Paging, more: Paging): [Book]
    outer(by: Outer): [Book]
    filtered(by: Filter): [Book]
    tagged(tags: [String!]): [Book]
    paged(pages: [Paging!]): [Book]
    grid(numbers: [[Int!]!]): [Book]
    hit(page: Paging): Hit
    hits: [Hit]
    label(page: Paging): Label
    initials(first: Int, upper: Boolean): String
    ending(last: Int): String
    printed(year: Int): [Book]
    words(prefix: String): [String]
    group(ids: [ID!]): Group
    shelf(first: Int): Shelf
    shop(page: Paging): Shop
    tagging(page: Paging): Tagging
  }
  input Paging { first: Int, ids: [ID!], nested: Paging, preset: PresetPaging, kind: String }
  input PresetPaging { limit: Int = 50, kind: String }
  input Outer { inner: Paging }
  input Filter { and: [Filter!], text: String }
  union Hit = Book | Label
  type Group { books: [Book] }
  type Shelf { nodes: [Book] }
  type Shop { name: String, books: [Book] }
  type Tagging { tags: [String], book: Book }
  type Label { text: String }
  type OddConnection { nodes: [Book] others: [Book] }
  type Book { id: ID, similar: [Book], books(first: Int): BookConnection }
`;

/** What a repository says of its pages. */
const ownPages = Object.assign(() => [], { defaultPageSize: 70 });

function wiring(wiring: RuntimeWiringBuilder): void {
  wiring.type("Query", (type) => type.dataFetcher("own", ownPages));
}

const page = "{ edges { node { id } } }";
const ofPage = (size: number) => 2 + 2 * size;
/** A list of books with their ids, and the field itself. */
const ofList = (length: number) => 1 + length;

const sized: Readonly<Record<string, CostCase>> = {
  "an inline fragment": {
    query: `{ ... { books(first: 7) ${page} } ... on Query { own(first: 5) { id } } }`,
    cost: 22,
  },
  "an inline fragment of another type than the field's": {
    query: "{ hits { ... on Book { similar { id } } ... on Label { text } } }",
    cost: 1 + 10 * (1 + 10 + 1),
  },
  "after beside first": { query: `{ books(first: 1, after: "MA==") ${page} }`, cost: ofPage(1) },
  "last alone": { query: `{ books(last: 3) ${page} }`, cost: ofPage(3) },
  "a connection without arguments": { query: `{ all ${page} }`, cost: ofPage(20) },
  "the nodes of a connection by its size, its other lists by what is assumed": {
    query: "{ odd(first: 3) { nodes { id } others { id } } }",
    cost: 1 + (1 + 3) + (1 + 10),
  },
  "the nodes of a connection alone": { query: "{ odd(first: 3) { nodes { id } } }", cost: 1 + 1 + 3 },
  "nodes of what is no connection by what is assumed at least": {
    query: "{ shelf(first: 3) { nodes { id } } }",
    cost: 1 + 1 + 10,
  },
  "a list of ids for an object that holds lists": {
    query: "query ($ids: [ID!]) { group(ids: $ids) { books { id } } }",
    variables: { ids: many(90) },
    cost: 1 + 1 + 90,
  },
  "the default size of the field's own data fetcher": { query: "{ own { id } }", cost: ofList(70) },
  "a list of texts": { query: "{ tags(first: 500) }", cost: ofList(500) },
};

const unsized: Readonly<Record<string, CostCase>> = {
  "a text that is called as a size": { query: '{ text(first: "300") { id } }', cost: ofList(10) },
  "a flag that is called as a size": { query: "{ flag(first: true) { id } }", cost: ofList(10) },
  "an id that is called as a size": { query: '{ key(first: "300") { id } }', cost: ofList(10) },
  "a number that is called otherwise": { query: "{ printed(year: 1984) { id } }", cost: ofList(10) },
  "a list of texts without a size": { query: '{ words(prefix: "a") printed { id } }', cost: 1 + ofList(10) },
  "a custom scalar that is no number": {
    query: "query ($n: Count) { custom(first: $n, last: 300) { id } }",
    variables: { n: "abc" },
    cost: ofList(300),
  },
  "a custom scalar that is true": {
    query: "query ($n: Count) { custom(first: $n) { id } }",
    variables: { n: true },
    cost: ofList(20),
  },
  "a custom scalar that is an object": { query: "{ custom(first: { a: 300 }) { id } }", cost: ofList(20) },
  "a part of a number, which is rounded up": {
    query: "query ($n: Count) { custom(first: $n) { id } }",
    variables: { n: 300.5 },
    cost: ofList(301),
  },
  "numbers in a list": { query: "{ grid(numbers: [[300]]) { id } }", cost: ofList(10) },
  "numbers in a list in a variable": {
    query: "query ($n: [[Int!]!]) { grid(numbers: $n) { id } }",
    variables: { n: [[300]] },
    cost: ofList(10),
  },
  "a long text in the place of a list": {
    query: "query ($tags: [String!]) { tagged(tags: $tags) { id } }",
    variables: { tags: "x".repeat(90) },
    cost: ofList(10),
  },
  "null in the place of a list": { query: "{ tagged(tags: null) { id } }", cost: ofList(10) },
};

const nested: Readonly<Record<string, CostCase>> = {
  "the longest of several lists": {
    query: "query ($a: [ID!], $b: [ID!]) { found(page: { ids: $a }, more: { ids: $b }) { id } }",
    variables: { a: many(90), b: many(30) },
    cost: ofList(90),
  },
  "a size in a list of input objects": {
    query: "{ paged(pages: [{ first: 5 }, { first: 80 }]) { id } }",
    cost: ofList(80),
  },
  "one input object for a list of them": { query: "{ paged(pages: { first: 80 }) { id } }", cost: ofList(80) },
  "input objects in a variable": {
    query: "query ($p: [Paging!]) { paged(pages: $p) { id } }",
    variables: { p: [{ first: 5 }, { first: 80 }] },
    cost: ofList(80),
  },
  "one input object in a variable for a list of them": {
    query: "query ($p: [Paging!]) { paged(pages: $p) { id } }",
    variables: { p: { first: 80 } },
    cost: ofList(80),
  },
  "the larger one of two variables": {
    query: "query ($a: Int, $b: Int) { found(page: { first: $a }, more: { first: $b }) { id } }",
    variables: { a: 5, b: 80 },
    cost: ofList(80),
  },
  "the default of a variable that is called as what each object has": {
    query: "query ($toString: Int = 50) { own(first: $toString) { id } }",
    cost: ofList(50),
  },
  "an object with a list of objects": { query: "{ shop(page: { first: 80 }) { books { id } } }", cost: 2 + 80 },
  "an object with a list of texts": { query: "{ tagging(page: { first: 80 }) { book { id } } }", cost: 3 },
  "a long list of input objects": {
    query: `{ paged(pages: [${Array(60).fill("{}").join()}]) { id } }`,
    cost: ofList(60),
  },
  "a long list of lists": {
    query: "query ($n: [[Int!]!]) { grid(numbers: $n) { id } }",
    variables: { n: [[], Array(90).fill(1)] },
    cost: ofList(90),
  },
  "a size two input objects deep": { query: "{ outer(by: { inner: { first: 80 } }) { id } }", cost: ofList(80) },
  "an input object that holds itself and no size": {
    query: '{ filtered(by: { and: [{ text: "a" }] }) { id } }',
    cost: ofList(10),
  },
  "null for an input object": { query: "{ found(page: null) { id } }", cost: ofList(20) },
  "null for an input object with defaults, in a variable": {
    query: "query ($p: Paging) { found(page: $p) { id } }",
    variables: { p: { preset: null } },
    cost: ofList(20),
  },
  "a value in the place of a default": { query: "{ found(page: { preset: { limit: 3 } }) { id } }", cost: ofList(3) },
  "a value in the place of a default, in a variable": {
    query: "query ($p: Paging) { found(page: $p) { id } }",
    variables: { p: { preset: { limit: 3 } } },
    cost: ofList(3),
  },
  "a page of a union's types": { query: "{ hit(page: { first: 80 }) { ... on Book { similar { id } } } }", cost: 82 },
  "an object without lists": { query: "{ label(page: { first: 80 }) { text } }", cost: 2 },
};

for (const [kind, cases] of Object.entries({ "sizes": sized, "what is no size": unsized, "input objects": nested })) {
  Deno.test(`G1.1 the cost limit reads ${kind} as resolvers do`, async (t) => {
    await using app = await startCosting(schema, wiring);
    for (const [name, { query, variables, cost }] of Object.entries(cases)) {
      await t.step(name, async () => assertEquals(await costOf(app, query, variables), cost));
    }
  });
}

Deno.test("G1.1 a list argument is compared with the length that the service assumes", async () => {
  await using app = await startCosting(schema, wiring, { assumedListSize: 1, assumedPageSize: 1 });
  assertEquals(await costOf(app, '{ tagged(tags: "a") { id } }'), 2);
  assertEquals(await costOf(app, '{ tagged(tags: ["a", "b"]) { id } }'), 3);
});

Deno.test("G1.1 `first` and `last` are page sizes of fields without lists too, other numbers are not", async () => {
  await using app = await startCosting(schema, wiring, { maxCost: 0, maxPageSize: 30 });
  const refusal = "Cannot execute the operation as the size of a page must be <= 30: current value is 31";
  for (const field of ["initials(first: 31)", "ending(last: 31)"]) {
    assertEquals((await errorsOf(app, `{ ${field} }`))?.map(({ message }) => message), [refusal]);
    assertEquals(await errorsOf(app, `{ ${field.replace("31", "30")} }`), undefined);
  }
});

Deno.test("G1.1 a refusal names the limit that is exceeded, and no limit that is just met", async () => {
  await using app = await startCosting(schema, wiring, { maxCost: 20, maxPageSize: 30 });
  const limits = async (query: string) => (await errorsOf(app, query))?.map(({ extensions }) => extensions);
  const classification = "BAD_REQUEST";
  const ofCost = { classification, limit: { name: "maxCost", value: 20 } };
  const ofPages = { classification, limit: { name: "maxPageSize", value: 30 } };
  assertEquals(await limits("{ own(first: 30) { id } }"), [ofCost]);
  assertEquals(await limits("{ own(first: 31) { id } }"), [ofPages, ofCost]);
  assertEquals(await limits("{ own(first: 19) { id } }"), undefined);
});
