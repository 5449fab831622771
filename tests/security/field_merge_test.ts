import { assert, assertEquals } from "@std/assert";
import {
  buildSchema,
  getIntrospectionQuery,
  type GraphQLSchema,
  OverlappingFieldsCanBeMergedRule,
  parse,
  validate,
} from "graphql";
import { graphQlApp, post } from "../graphql/transport/graphql_app.ts";
import { times } from "../long.ts";
import { Random } from "./random.ts";

const sdl = `
  type Query { pet: Pet, dog: Dog, cat: Cat, node: Node, pets(first: Int, filter: Filter): [Pet!] }
  input Filter { a: Int, b: [Int] }
  interface Node { id: ID, name(long: Boolean): String, friend: Node }
  union Pet = Dog | Cat
  type Dog implements Node { id: ID, name(long: Boolean): String, friend: Node, size: Int, tags: [String], mate: Dog, pet: Pet }
  type Cat implements Node { id: ID, name(long: Boolean): String, friend: Node, size: String, tags: String, mate: Cat, pet: Pet }
`;

const fieldsOf: Readonly<Record<string, readonly [field: string, type?: string][]>> = {
  Query: [["pet", "Pet"], ["dog", "Dog"], ["cat", "Cat"], ["node", "Node"], ["pets(first: 1)", "Pet"], [
    "pets(first: $n, filter: { a: 1, b: [2] })",
    "Pet",
  ], ["pets(filter: { b: [2], a: 1 }, first: $n)", "Pet"]],
  Pet: [["__typename"]],
  Node: [["id"], ["name"], ["name(long: true)"], ["friend", "Node"]],
  Dog: [["id"], ["name"], ["name(long: false)"], ["friend", "Node"], ["size"], ["tags"], ["mate", "Dog"], [
    "pet",
    "Pet",
  ]],
  Cat: [["id"], ["name"], ["friend", "Node"], ["size"], ["tags"], ["mate", "Cat"], ["pet", "Pet"]],
};
const conditions: Readonly<Record<string, readonly string[]>> = {
  Query: ["Query"],
  Pet: ["Pet", "Dog", "Cat", "Node"],
  Node: ["Node", "Dog", "Cat", "Pet"],
  Dog: ["Dog", "Node", "Pet"],
  Cat: ["Cat", "Node", "Pet"],
};

/** Writes documents in which fields of one name often, but not always, fit together. */
class DocumentWriter {
  readonly #random: Random;
  readonly #fragments: { readonly name: string; readonly type: string; readonly text: string }[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  write(): string {
    for (let i = 0; i < 4; i++) {
      const type = this.#random.pick(["Pet", "Node", "Dog", "Cat"]);
      this.#fragments.push({ name: `F${i}`, type, text: `fragment F${i} on ${type} ${this.#selections(type, 2)}` });
    }
    let text = `query ($n: Int) ${this.#selections("Query", 3)}`;
    // Later fragments spread earlier ones.
    for (const fragment of this.#fragments.toReversed()) {
      if (text.includes(`...${fragment.name}`)) text += `\n${fragment.text}`;
    }
    return text;
  }

  #selections(type: string, depth: number): string {
    const count = 1 + this.#random.below(4);
    return `{ ${Array.from({ length: count }, () => this.#selection(type, depth)).join(" ")} }`;
  }

  #selection(type: string, depth: number): string {
    const spreadable = this.#fragments.filter((fragment) => conditions[type]!.includes(fragment.type));
    const kind = this.#random.below(10);
    if (kind === 0 && spreadable.length > 0) return `...${this.#random.pick(spreadable).name}`;
    if (kind < 4 && depth > 0) {
      const condition = this.#random.pick(conditions[type]!);
      return `... on ${condition} ${this.#selections(condition, depth - 1)}`;
    }
    const [field, inner] = this.#random.pick(fieldsOf[type]!);
    const alias = this.#random.below(4) === 0 ? `${this.#random.pick(["x", "id", "friend"])}: ` : "";
    if (inner === undefined) return alias + field;
    return `${alias}${field} ${depth > 0 ? this.#selections(inner, depth - 1) : "{ __typename }"}`;
  }
}

function conflictsIn(schema: GraphQLSchema, query: string): readonly string[] {
  return validate(schema, parse(query), [OverlappingFieldsCanBeMergedRule], { maxErrors: 1 })
    .map(({ message }) => message);
}

Deno.test("G1.3 fields merge exactly where graphql-js says so", async () => {
  await using app = await graphQlApp({
    schema: sdl,
    wiring: () => {},
    properties: { graphql: { maxCost: 0, maxAliases: 0 } },
  });
  const schema = buildSchema(sdl);
  const random = new Random(18);
  const counts = { mergeable: 0, conflicting: 0 };
  for (let i = 0; i < times(150, 5_000); i++) {
    const query = new DocumentWriter(random).write();
    const expected = conflictsIn(schema, query);
    const { errors = [] } = await (await app.fetch(post({ query }))).json() as { errors?: { message: string }[] };
    const found = errors.map(({ message }) => message).filter((message) => / conflict because /.test(message));
    assertEquals([query, found.length > 0], [query, expected.length > 0], JSON.stringify([found, expected], null, 1));
    counts[expected.length > 0 ? "conflicting" : "mergeable"]++;
  }
  assert(counts.mergeable > 20 && counts.conflicting > 20, JSON.stringify(counts));
});

Deno.test("G1.3 a conflict is told as graphql-js tells it", async () => {
  await using app = await graphQlApp({ schema: sdl, wiring: () => {} });
  const schema = buildSchema(sdl);
  const queries = [
    "{ dog { x: id x: name } }",
    "{ dog { name name(long: true) } }",
    "{ pet { ... on Dog { size } ... on Cat { size } } }",
    "{ pet { ... on Dog { tags } ... on Cat { tags } } }",
    "{ x: dog { id } x: cat { id } }",
    "{ dog { mate { x: id } mate { x: name } } }",
    "{ dog { mate { mate { x: id } } ...F } } fragment F on Dog { mate { mate { x: name } } }",
    "{ pets(first: 1) { __typename } pets(first: 2) { __typename } }",
  ];
  for (const query of queries) {
    const { errors } = await (await app.fetch(post({ query }))).json() as {
      errors: { message: string; locations: unknown }[];
    };
    const expected = validate(schema, parse(query), [OverlappingFieldsCanBeMergedRule]);
    assertEquals(
      errors.map(({ message, locations }) => ({ message, locations })),
      expected.map(({ message, locations }) => ({ message, locations })) as never,
    );
  }
});

Deno.test("G1.3 large ordinary documents pass all limits: 2,000 fields in fragments, and the introspection query", async () => {
  const names = Array.from({ length: 40 }, (_, index) => `field${index}`);
  const large = `
    type Query { viewer: Viewer }
    type Viewer { feed(first: Int): ItemConnection }
    type Item { id: ID! owner: Item ${names.map((name) => `${name}: String`).join(" ")} }
  `;
  await using app = await graphQlApp({ schema: large, wiring: () => {}, properties: { preset: "production" } });
  const fragments = Array.from(
    { length: 50 },
    (_, index) =>
      `fragment Part${index} on Item { id owner { id ${names[index % 40]} } ${names.slice(0, 36).join(" ")} }`,
  );
  const spreads = fragments.map((_, index) => `...Part${index}`).join(" ");
  const query =
    `query ($n: Int) { viewer { feed(first: $n) { edges { node { ${spreads} } } pageInfo { hasNextPage } } } }`;
  const request = { query: `${query} ${fragments.join(" ")}`, variables: { n: 20 } };
  assertEquals(await (await app.fetch(post(request))).json(), { data: { viewer: null } });
  const { data, errors } = await (await app.fetch(post({ query: getIntrospectionQuery() }))).json();
  assertEquals([errors, data.__schema.queryType.name], [undefined, "Query"]);
});
