import { buildSchema, type GraphQLFieldResolver, type GraphQLObjectType, type GraphQLSchema } from "graphql";

const definitions = `
  enum Color { RED GREEN BLUE }
  scalar Any
  input Filter { text: String = "none" number: Int nested: Filter }
  input Strict { must: Int! }
  input Choice @oneOf { a: Int b: String }
  interface Named { name: String }
  type Person implements Named { name: String sureName: String! age: Int friend: Person later: String sureLater: String! }
  type Robot implements Named { name: String serial: ID! }
  type Dog implements Named { name: String barks: Boolean! }
  type Cat implements Named { name: String meows: Boolean }
  union Pet = Dog | Cat
  type Link { value: String! sure: Link! maybe: Link list: [Link] sureList: [Link!]! }
  type Query {
    person: Person
    echo(text: String, number: Int, list: [Int], filter: Filter, filters: [Filter], color: Color, choice: Choice, any: Any, ids: [ID!], matrix: [[Int]], float: Float, flag: Boolean, strict: [Strict!]): String
    withDefault(text: String = "from the schema", color: Color = RED): String
    required(text: String!): String
    pet(kind: String!): Pet
    pets(kinds: [String!]!): [Pet]
    surePets(kinds: [String!]!): [Pet!]
    named(kind: String!): Named
    collection(kind: String!): [Person]
    sureCollection(kind: String!): [Person!]
    matrix(kind: String!): [[Int]]
    sureMatrix(kind: String!): [[Int!]!]
    people(kind: String!): [[Person!]]
    chain(fail: String!): Link
    fails: String
    failsLater: String
    failsMuchLater: String
    sureFails: String!
    sureFailsLater: String!
    sureFailsMuchLater: String!
  }
  type Mutation { add(n: Int!): Int addLater(n: Int!): Int total: Int person: Person failNow: Int failLater: Int sureFail: Int! sureFailLater: Int! }
  type Subscription { ticks: Int }
`;

type Resolver = GraphQLFieldResolver<{ total: number }, unknown>;

function after<T>(hops: number, value: () => T): Promise<T> {
  const promise = hopped(hops, value);
  // A resolver that throws beside it, and graphql-js after the answer, leave it alone.
  promise.catch(() => {});
  return promise;
}

async function hopped<T>(hops: number, value: () => T): Promise<T> {
  for (let i = 0; i < hops; i++) await null;
  return value();
}

const fail = (message: string) => () => {
  throw new Error(message);
};

/** A person, whose fields are properties, methods and promises. */
export function person(name: string, depth = 0): Record<string, unknown> {
  return {
    name,
    sureName: name === "Nameless" ? null : name,
    age: () => name.length,
    get friend() {
      return depth < 3 ? person(`${name}'s friend`, depth + 1) : null;
    },
    get later() {
      return name === "Rude" ? after(0, fail("Rude")) : Promise.resolve(name);
    },
    get sureLater() {
      return after(name.length % 4, () => name === "Nameless" ? null : name);
    },
  };
}

const pets: Record<string, () => unknown> = {
  dog: () => ({ __typename: "Dog", name: "Rex", barks: true }),
  cat: () => ({ __typename: "Cat", name: "Tom", meows: null }),
  unnamed: () => ({ name: "?" }),
  wrongName: () => ({ __typename: "Nothing" }),
  interfaceName: () => ({ __typename: "Named" }),
  foreignType: () => ({ __typename: "Person" }),
  missing: () => undefined,
  throwing: fail("No such pet"),
  asyncDog: () => after(2, () => ({ __typename: "Dog", name: "Late", barks: null })),
  asyncFailing: () => after(1, fail("No pet any more")),
  primitive: () => "dog",
  nothing: () => null,
};

const named: Record<string, () => unknown> = {
  person: () => ({ ...person("Ada"), kind: "Person" }),
  robot: () => ({ name: "R2", serial: 2, kind: "Robot" }),
  asyncRobot: () => ({ name: "R3", serial: null, kind: Promise.resolve("Robot") }),
  liar: () => ({ name: "Liar", kind: "Cat" }),
  asyncLiar: () => ({ name: "Liar", kind: after(2, fail("Lied")) }),
  nobody: () => ({ name: "Nobody", kind: 5 }),
};

const two = () => [person("Ada"), person("Nameless")];

const collections: Record<string, () => unknown> = {
  array: two,
  set: () => new Set(two()),
  generator: function* () {
    yield* two();
  },
  map: () => new Map([[1, 2]]).keys(),
  empty: () => [],
  // deno-lint-ignore no-sparse-arrays
  holes: () => [person("Ada"), , person("Bob")],
  nulls: () => [null, person("Ada"), undefined],
  promises: () => [after(3, () => person("Ada")), person("Rude"), after(1, () => person("Cy"))],
  promiseOfArray: () => after(2, two),
  rejecting: () => [after(2, fail("Second")), after(1, fail("First")), person("Ada")],
  errors: () => [new Error("An item"), person("Ada")],
  text: () => "text",
  number: () => 5,
  object: () => ({ length: 1 }),
  throwingGenerator: function* () {
    yield person("Ada");
    throw new Error("Broken");
  },
  asyncGenerator: async function* () {
    yield* await Promise.resolve(two());
  },
  asyncNulls: async function* () {
    yield null;
    yield await Promise.resolve(person("Ada"));
  },
  asyncThrowing: async function* () {
    yield person("Ada");
    await null;
    throw new Error("Broken stream");
  },
  asyncRejecting: () => ({
    [Symbol.asyncIterator]: () => {
      let i = 0;
      return {
        next: () =>
          i++ < 2
            ? Promise.resolve({ value: i === 1 ? person("Ada") : 7, done: false })
            : Promise.resolve({ value: undefined, done: true }),
      };
    },
  }),
  typed: () => new Int8Array(2),
  nested: () => [[person("Ada")]],
};

const matrices: Record<string, () => unknown> = {
  plain: () => [[1, 2], [3]],
  nullRow: () => [[1], null],
  nullCell: () => [[1, null], [2]],
  badCell: () => [[1, "x"], [2]],
  promiseRow: () => [after(2, () => [1]), [2]],
  promiseCell: () => [[after(2, () => 1), 2]],
  rejectedRow: () => [after(1, fail("Row")), [2]],
  rejectedCell: () => [[after(2, fail("Cell")), 2], [after(1, fail("Other cell"))]],
  generators: () =>
    (function* () {
      yield new Set([1, 2]);
      yield [3];
    })(),
  notAList: () => [1, 2],
  null: () => null,
};

const people: Record<string, () => unknown> = {
  ...Object.fromEntries(
    Object.entries(matrices).map(([kind]) => [kind, () => [[person(kind)], [person("b"), person("c")]]]),
  ),
  nullRow: () => [null, [person("Ada")]],
  nullCell: () => [[null, person("Ada")], [person("Bob")]],
  promiseRow: () => [after(2, two), [person("Rude")]],
  rejectedRow: () => [after(2, fail("Row")), after(1, fail("Row 2"))],
  rejectedCell: () => [[after(2, fail("Cell")), person("Ada")], [after(1, fail("Cell 2"))]],
  notAList: () => [person("Ada")],
};

function link(failing: string, depth = 0): Record<string, unknown> {
  const isAsync = failing.startsWith("async") || failing.startsWith("asyncNull");
  const at = { first: 0, second: 1, third: 2 }[failing.replace(/^async/, "").replace(/^null/i, "").toLowerCase()];
  const value = () => {
    if (at !== depth) return `value ${depth}`;
    if (/null/i.test(failing)) return null;
    throw new Error(`Fails at ${depth}`);
  };
  const next = () => depth < 4 ? link(failing, depth + 1) : null;
  return {
    value: isAsync ? () => after(depth + 1, value) : value,
    sure: isAsync ? () => after(1, next) : next,
    maybe: next,
    list: () => [next(), isAsync ? after(2, next) : next()],
    sureList: () => [next(), next()],
  };
}

const resolvers: Record<string, Record<string, Resolver>> = {
  Query: {
    person: () => person("Ada"),
    echo: (_, args) => JSON.stringify(args),
    withDefault: (_, args) => JSON.stringify(args),
    required: (_, args) => JSON.stringify(args),
    pet: (_, { kind }) => pets[kind]!(),
    pets: (_, { kinds }) => kinds.map((kind: string) => pets[kind]!()),
    surePets: (_, { kinds }) => kinds.map((kind: string) => pets[kind]!()),
    named: (_, { kind }) => named[kind]!(),
    collection: (_, { kind }) => collections[kind]!(),
    sureCollection: (_, { kind }) => collections[kind]!(),
    matrix: (_, { kind }) => matrices[kind]!(),
    sureMatrix: (_, { kind }) => matrices[kind]!(),
    people: (_, { kind }) => people[kind]!(),
    chain: (_, args) => link(args.fail),
    fails: fail("Fails"),
    failsLater: () => after(1, fail("Fails later")),
    failsMuchLater: () => after(5, fail("Fails much later")),
    sureFails: fail("Surely fails"),
    sureFailsLater: () => after(2, fail("Surely fails later")),
    sureFailsMuchLater: () => after(6, fail("Surely fails much later")),
  },
  Mutation: {
    add: (root, { n }) => root.total += n,
    addLater: (root, { n }) => after(3, () => root.total += n),
    total: (root) => root.total,
    person: () => person("Eve"),
    failNow: fail("Now"),
    failLater: () => after(2, fail("Later")),
    sureFail: fail("Surely"),
    sureFailLater: () => after(2, fail("Surely later")),
  },
};

/** The schema of the corpus, with code that behaves in every way that graphql-js knows. */
export function featureSchema(): GraphQLSchema {
  const schema = buildSchema(definitions);
  for (const [typeName, fields] of Object.entries(resolvers)) {
    const type = schema.getType(typeName) as GraphQLObjectType;
    for (const [name, resolve] of Object.entries(fields)) type.getFields()[name]!.resolve = resolve as never;
  }
  const named = schema.getType("Named") as { resolveType?: unknown } & object;
  named.resolveType = (value: { kind: unknown }) => value.kind;
  const dog = schema.getType("Dog") as GraphQLObjectType;
  dog.isTypeOf = (value) => (value as { name?: string } | null)?.name !== "Impostor";
  return schema;
}
