import {
  getIntrospectionQuery,
  GraphQLError,
  GraphQLObjectType,
  type GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
} from "graphql";
import type { EngineCase } from "./engines.ts";
import { fail, schemaOf } from "./schema_of.ts";

/** A case with a schema of its own. */
export interface AdversarialCase extends EngineCase {
  readonly name: string;
}

/** An object that can't be asked whether it is a promise; JSON doesn't see the property. */
function failingThen(): unknown {
  return Object.defineProperty({}, "then", { get: fail(new Error("then")) });
}

function table(schema: GraphQLSchema, cases: Record<string, string>, more: Partial<EngineCase> = {}) {
  return Object.entries(cases).map(([name, query]): AdversarialCase => ({ name, schema, query, ...more }));
}

/** One field `a` of each type, whose value is what the case says. */
const values: Record<string, () => unknown> = {
  "an error": () => new Error("As a value"),
  "an error in a list": () => [1, new Error("In a list"), 3],
  "a rejected promise of no error": () => Promise.reject("text"),
  "a function that throws no error": () => fail({ odd: 1 }),
  "a function that throws undefined": () => fail(undefined),
  "a function that throws null": () => fail(null),
  "a symbol": () => Symbol("s"),
  "a bigint": () => 10n,
  "NaN": () => NaN,
  "minus zero": () => -0,
  "infinity": () => Infinity,
  "a fraction": () => 1.5,
  "a big integer": () => 2 ** 31,
  "an unsafe integer": () => 2 ** 60,
  "empty text": () => "",
  "a numeric text": () => "12",
  "a hexadecimal text": () => "0x1F",
  "an exponent": () => "1e3",
  "a blank": () => " ",
  "text": () => "text",
  "true": () => true,
  "a date": () => new Date(0),
  "an object with valueOf": () => ({ valueOf: () => 7 }),
  "an object with toJSON": () => ({ toJSON: () => "json" }),
  "an object with valueOf that gives an object": () => ({ valueOf: () => ({}), toJSON: () => 5 }),
  "an object with a throwing valueOf": () => ({ valueOf: fail(new Error("valueOf")) }),
  "a boxed number": () => Object(5),
  "a boxed text": () => Object("boxed"),
  "an object without prototype": () => Object.create(null),
  "an array of arrays": () => [[1, null], null, [undefined, 2]],
  "an array of promised arrays": () => [Promise.resolve([1]), [Promise.resolve(2), Promise.resolve(null)]],
  "a thenable that calls twice": () => ({
    then: (ok: (v: unknown) => void, no: (e: unknown) => void) => {
      ok(1);
      ok(2);
      no(new Error("Late"));
    },
  }),
  "a thenable that throws": () => ({ then: fail(new Error("then")) }),
  "a thenable that throws after calling": () => ({
    then: (ok: (v: unknown) => void) => {
      ok(1);
      throw new Error("After");
    },
  }),
  "a thenable of a thenable": () => ({
    then: (ok: (v: unknown) => void) => ok({ then: (inner: (v: unknown) => void) => inner(4) }),
  }),
  "a proxy of a promise": () => new Proxy(Promise.resolve(1), {}),
  "an object that inherits from promises": () => Object.create(Promise.prototype),
  "a promise with a `then` of its own": () => Object.assign(Promise.resolve(1), { then: fail(new Error("Own then")) }),
  "a thenable that says that it is a promise": () => ({
    constructor: Promise,
    then: (ok: (v: unknown) => void) => {
      ok(Promise.resolve(1));
      ok(2);
    },
  }),
  "a thenable that says that it is a promise, and throws": () => ({ constructor: Promise, then: fail(new Error("t")) }),
  "a getter `then` that throws": () => failingThen(),
  "a `then` that is no function": () => ({ then: 5 }),
  "items whose `then` throws": () => [failingThen(), 1],
  "an iterator that throws midway": () => ({
    *[Symbol.iterator]() {
      yield 1;
      throw new Error("Midway");
    },
  }),
  "an iterable that throws at once": () => ({ [Symbol.iterator]: fail(new Error("At once")) }),
  "an iterable without iterator": () => ({ [Symbol.iterator]: () => undefined }),
  "an async iterable that throws midway": () => ({
    async *[Symbol.asyncIterator]() {
      yield 1;
      throw new Error("Midway");
    },
  }),
  "an async iterable that throws at once": () => ({ [Symbol.asyncIterator]: fail(new Error("At once")) }),
  "an async iterable of nulls": () => ({
    async *[Symbol.asyncIterator]() {
      yield null;
      yield 1;
      yield undefined;
    },
  }),
  "an async iterable of errors": () => ({
    async *[Symbol.asyncIterator]() {
      yield new Error("Item");
      yield 1;
    },
  }),
  "an async iterable of arrays": () => ({
    async *[Symbol.asyncIterator]() {
      yield [1, null];
      yield 1;
    },
  }),
  "a map": () => new Map([[1, 2]]),
  "a typed array": () => new Uint8Array([1, 2]),
  // deno-lint-ignore no-sparse-arrays
  "an array with a hole": () => [1, , 3],
  "an array with an iterator of its own": () =>
    Object.assign([1, 2], {
      *[Symbol.iterator]() {
        yield 9;
      },
    }),
  "an object like an array": () => ({ length: 1, 0: 1 }),
  "a proxy": () => new Proxy({}, { get: (_, key) => typeof key === "string" ? key : undefined }),
  "a function that gives a function": () => () => () => 1,
  "a class": () => class {},
  "an async function": () => () => Promise.resolve(3),
  "an error with extensions": () => fail(new GraphQLError("Own", { extensions: { code: 7 } })),
  "an error with a path of its own": () => fail(new GraphQLError("Placed", { path: ["else", 1] })),
  "an error with extensions of no GraphQLError": () => fail(Object.assign(new Error("Like"), { extensions: { c: 1 } })),
  "an error with an original": () => fail(new GraphQLError("Outer", { originalError: new TypeError("Inner") })),
  "an error that is frozen": () => fail(Object.freeze(new Error("Frozen"))),
  "an error without message": () => fail(Object.assign(Object.create(Error.prototype), { message: undefined })),
  "an object that looks like an error": () => fail({ message: "Like", stack: "s" }),
  "a promise of an error": () => Promise.resolve(new Error("Promised")),
  "a promise of a function": () => Promise.resolve(() => 1),
  "a promise of an iterator": () =>
    Promise.resolve((function* () {
      yield 1;
      yield Promise.reject(new Error("Item"));
    })()),
};

const shapes = [
  "String",
  "String!",
  "Int",
  "Int!",
  "Float",
  "ID",
  "Boolean!",
  "Color",
  "Odd",
  "[Int]",
  "[Int!]",
  "[Int!]!",
  "[[Int]]",
  "[[Int!]]",
  "[[Int]!]!",
  "[Query]",
  "[Query!]",
  "Query",
  "Named",
  "[Named!]",
];

function valueCases(): AdversarialCase[] {
  return shapes.flatMap((shape) => {
    const hasFields = /Query|Named/.test(shape);
    const definitions =
      `enum Color { text BLUE } scalar Odd interface Named { n: Int } type N implements Named { n: Int }
      type Query { a(x: Int): ${shape} r: ${shape} before: Int after: Int n: Int }`;
    return Object.entries(values).map(([name, value]) => ({
      name: `${shape} from ${name}`,
      schema: schemaOf(definitions, { Query: { r: value } }),
      query: `{ before a${hasFields ? " { __typename n }" : ""} b: a(x: 2) ${hasFields ? "{ n }" : ""} r ${
        hasFields ? "{ n }" : ""
      } after }`,
      rootValue: () => ({
        get a() {
          return value();
        },
        before: 1,
        after: () => 2,
      }),
    }));
  });
}

const abstractTypes = `
  interface Node { id: ID! } interface Named implements Node { id: ID! name: String }
  type User implements Node & Named { id: ID! name: String friend: Node }
  type Page implements Node { id: ID! url: String }
  union Thing = User | Page
  type Other { id: ID }
  type Query { node: Node nodes: [Node] named: Named thing: Thing sure: Node! things: [Thing!]! }
`;

const typeAnswers: Record<string, () => unknown> = {
  User: () => "User",
  Page: () => "Page",
  Other: () => "Other",
  Node: () => "Node",
  Thing: () => "Thing",
  Nobody: () => "Nobody",
  String: () => "String",
  empty: () => "",
  undefined: () => undefined,
  null: () => null,
  number: () => 5,
  object: () => ({}),
  type: () => new GraphQLObjectType({ name: "User", fields: { id: { type: GraphQLString } } }),
  boxed: () => Object("User"),
  error: () => new Error("Returned"),
  throwing: fail(new Error("resolveType")),
  "throwing text": fail("text"),
  promise: () => Promise.resolve("User"),
  "promise of nobody": () => Promise.resolve("Nobody"),
  rejecting: () => Promise.reject(new Error("Later")),
  "promise of undefined": () => Promise.resolve(undefined),
  function: () => () => "User",
  "thenable that answers at once": () => ({ then: (ok: (v: unknown) => unknown) => ok("User") }),
};

const nodeQueries = {
  node:
    "{ node { __typename id ... on Named { name } ... on User { friend { id } } ... on Page { url } } named { id } }",
  nodes:
    "{ nodes { id ...N } thing { ...N ... on Page { url } } } fragment N on Node { i: id ...M } fragment M on Named { name }",
  sure: "{ named { name ... on Node { id } } sure { id } }",
  things: "{ things { ... on Node { __typename ... on Named { ... on User { name } } } } named { name } }",
};

function abstractCases(): AdversarialCase[] {
  const object = () => ({ id: 1, name: "N", url: "U", friend: { id: 2 } });
  const rootValue = () => ({
    node: object,
    nodes: () => [object(), null, Promise.resolve(object())],
    named: object,
    thing: object,
    sure: object,
    things: () => [object(), object()],
  });
  const resolved = Object.entries(typeAnswers).flatMap(([name, resolveType]) => {
    const each = { resolveType };
    const schema = schemaOf(abstractTypes, { Node: each, Named: each, Thing: each });
    return table(schema, nodeQueries, { rootValue }).map((found) => ({ ...found, name: `${found.name}: ${name}` }));
  });
  const answers: unknown[] = [true, false, undefined, 1, Promise.resolve(true), Promise.resolve(false)];
  const guesses = [
    ...answers.map((answer) => () => answer),
    fail(new Error("isTypeOf")),
    () => Promise.reject(new Error("isTypeOf later")),
  ];
  const guessed = guesses.flatMap((user, i) =>
    guesses.flatMap((page, j) => {
      const schema = schemaOf(abstractTypes, { User: { isTypeOf: user }, Page: { isTypeOf: page } });
      return table(schema, nodeQueries, { rootValue }).map((found) => ({ ...found, name: `${found.name}: ${i} ${j}` }));
    })
  );
  return [...resolved, ...guessed];
}

const inputs = `
  scalar Odd
  enum Color { RED GREEN NAN OBJECT }
  input Point { x: Int! = 1 y: Int = 2 next: Point tags: [String!] = ["a", "b"] color: Color = GREEN }
  input One @oneOf { a: Int b: String c: Point }
  directive @note(text: String) on VARIABLE_DEFINITION | FIELD | QUERY
  type Query {
    point(p: Point = { x: 5, next: { y: null, next: { tags: ["deep"] } } }): String
    points(p: [[Point!]!] = [[{ x: 1 }], []]): String
    one(o: One, list: [One!]): String
    odd(o: Odd, list: [Odd] = [1, 2]): String
    color(c: Color = NAN, list: [Color!] = [RED, OBJECT]): String
    plain(i: Int = 3, f: Float = 1, s: String = "s", b: Boolean = true, id: ID = 7): String
    sure(i: Int! = 4, s: String!): String
    nested: Query
  }
`;

const inputQueries: readonly (readonly [string, readonly Record<string, unknown>[]])[] = [
  ["{ point points odd color plain nested { point } }", [{}]],
  ["{ point(p: {}) b: point(p: { next: {} }) c: point(p: { y: null, tags: null }) d: point(p: null) }", [{}]],
  ["{ points(p: { x: 2 }) b: points(p: [{ x: 2 }]) c: points(p: []) d: points(p: null) }", [{}]],
  ["query ($x: Int) { point(p: { x: $x }) b: point(p: { y: $x, next: { y: $x } }) }", [{}, { x: null }, { x: 3 }, {
    x: "3",
  }]],
  ['query ($x: Int = 8) { point(p: { x: $x }) plain(i: $x) sure(i: $x, s: "t") }', [{}, { x: null }, { x: 3 }, {
    x: undefined,
  }]],
  ["query ($p: Point = { x: 9 }) { point(p: $p) points(p: [[$p]]) }", [
    {},
    { p: null },
    { p: {} },
    { p: { x: null } },
    {
      p: { x: 1, z: 1 },
    },
    { p: { next: { next: { x: "no" } } } },
    { p: [] },
    { p: { tags: "one" } },
    { p: { tags: [null] } },
  ]],
  ["query ($o: One) { one(o: $o) }", [
    {},
    { o: null },
    { o: {} },
    { o: { a: 1 } },
    { o: { a: null } },
    {
      o: { a: 1, b: "b" },
    },
    { o: { a: 1, b: null } },
    { o: { a: undefined, b: "x" } },
    { o: { c: {} } },
    { o: { z: 1 } },
  ]],
  ["query ($a: Int!, $b: String) { one(o: { a: $a }) two: one(o: { b: $b }) }", [{ a: 1 }, { a: 1, b: null }, {
    a: 1,
    b: "b",
  }]],
  ["query ($a: Int, $b: String) { one(o: { a: $a, b: $b }) two: one(list: [{ a: $a }]) }", [{}, { a: 1 }, {
    a: 1,
    b: "b",
  }, { a: 1, b: null }]],
  ["query ($o: Odd, $l: [Odd] = [5]) { odd(o: $o, list: $l) two: odd(o: [$o, { k: $o }]) }", [
    {},
    { o: 1 },
    {
      o: "throw",
    },
    { o: "undefined" },
    { o: null },
    { o: { a: [1] } },
    { l: ["throw", "undefined"] },
    { o: "text error" },
  ]],
  ['{ odd(o: "throw") two: odd(o: "undefined") three: odd(o: "text error") four: odd(o: ["throw"]) }', [{}]],
  ["query ($c: Color, $l: [Color!]) { color(c: $c, list: $l) two: color(c: RED) three: color(list: [$c]) }", [
    {},
    {
      c: "RED",
    },
    { c: "OBJECT", l: ["NAN"] },
    { c: "NONE" },
    { c: 1 },
    { l: "RED" },
    { l: [null] },
    { c: null },
  ]],
  ["query ($i: Int, $f: Float, $s: String, $b: Boolean, $id: ID) { plain(i: $i, f: $f, s: $s, b: $b, id: $id) }", [
    {},
    { i: 1.0, f: 1, s: "", b: false, id: 1 },
    { i: -0, f: -0, id: -0 },
    { i: 2 ** 31 },
    { i: NaN },
    { i: 1n, id: 1n, f: 1n },
    { f: Infinity },
    { s: 1 },
    { b: 1 },
    { b: "true" },
    { id: 1.5 },
    { id: true },
    { id: "" },
    { i: null, f: null, s: null, b: null, id: null },
    { s: ["a"] },
    { s: Object("boxed") },
    { f: "1" },
    { i: [1] },
  ]],
  ['query ($i: Int! = 2, $s: String! = "d") { sure(i: $i, s: $s) two: sure(s: $s) }', [{}, { i: null }, { s: null }, {
    i: 3,
    s: "x",
  }, { i: undefined }]],
  ["query ($i: Int, $s: String!) { sure(s: $s) sure2: sure(s: $s, i: $i) }", [{ s: "x" }, { s: "x", i: null }, {}]],
  ['query ($missing: Int @note(text: "t")) @note { plain(i: $missing) @note nested @note(text: "x") { plain } }', [{}, {
    missing: 4,
    surplus: true,
  }]],
  ["query ($u: Unknown) { plain }", [{}, { u: 1 }]],
  ["query ($o: Query) { plain }", [{}, { o: 1 }]],
  ["{ plain(i: $nowhere) sure(s: $nowhere) }", [{}, { nowhere: 1 }]],
  ['{ plain(i: "x") sure }', [{}]],
  ["query ($constructor: Int, $__proto__: Int) { plain(i: $constructor) b: plain(i: $__proto__) }", [{}, {
    constructor: 1,
  }, JSON.parse('{"__proto__": 5}')]],
];

const coerceOdd = (value: unknown) => {
  if (value === "throw") throw new Error("Odd value");
  if (value === "text error") throw "text";
  return value === "undefined" ? undefined : { odd: value };
};

function show(_: unknown, args: unknown): string {
  return JSON.stringify(
    args,
    (_key, value) => Number.isNaN(value) ? "NaN" : typeof value === "bigint" ? `${value}n` : value,
  );
}

function inputSchema(): GraphQLSchema {
  const names = ["point", "points", "one", "odd", "color", "plain", "sure"];
  const resolvers = Object.fromEntries(names.map((name) => [name, show]));
  const schema = schemaOf(inputs, { Query: { ...resolvers, nested: () => ({}) } });
  const odd = schema.getType("Odd") as GraphQLScalarType;
  odd.coerceInputValue = coerceOdd;
  return schema;
}

function inputCases(): AdversarialCase[] {
  const schema = inputSchema();
  return inputQueries.flatMap(([query, all]) => all.map((variables) => ({ name: query, schema, query, variables })));
}

const conditions: readonly (readonly [string, readonly Record<string, unknown>[]])[] = [
  [
    "query ($a: Boolean = true, $b: Boolean) { ...F @include(if: $a) ... on Query @skip(if: $a) { y } x @skip(if: $b) }",
    [
      {},
      { a: false, b: true },
      { a: null },
      { b: null },
      { a: "x" },
      { a: false, b: false },
    ],
  ],
  ["{ ...F @skip(if: true) ...F x @include(if: false) ... @include(if: true) @skip(if: false) { y } }", [{}]],
  ["{ ...F @skip(if: null) ...F x @include }", [{}]],
  ["{ ...F ...F @skip(if: true) q { ...F } ...G } ", [{}]],
  ["query ($a: Boolean!) { q { ...F @include(if: $a) } q @skip(if: $a) { y } q { q { x @include(if: $a) } } }", [
    { a: true },
    { a: false },
    {},
  ]],
  ["{ x @skip(if: $nowhere) y }", [{}, { nowhere: true }]],
  ["{ unknown x q { unknown { y } } }", [{}]],
  ["{ x { y } q }", [{}]],
  ["{ ...Missing x ... on Missing { y } }", [{}]],
  ["{ x @skip(if: true) }", [{}]],
  ["{ q @include(if: true) { x @skip(if: true) } }", [{}]],
];

function conditionCases(): AdversarialCase[] {
  const schema = schemaOf("type Query { x: Int y: Int q: Query }");
  const q = () => ({ x: 1, y: 2, q });
  return conditions.flatMap(([query, all]) =>
    all.map((variables) => ({
      name: query,
      schema,
      query: `${query} fragment F on Query { x q { y } } fragment G on Query { ...F y @skip(if: true) }`,
      variables,
      rootValue: q,
    }))
  );
}

/** More outcomes of conditions than an operation keeps plans for. */
function manyConditions(): AdversarialCase[] {
  const schema = schemaOf("interface I { x: Int } type Query implements I { x: Int y: Int q: Query }");
  const q = () => ({ __typename: "Query", x: 1, y: 2, q });
  const names = Array.from({ length: 20 }, (_, i) => `v${i}`);
  const selections = names.map((name, i) =>
    [
      `a${i}: x @include(if: $${name})`,
      `q @skip(if: $${name}) { b${i}: y ...F }`,
      `... on I @include(if: $${name}) { x }`,
    ][i % 3]
  );
  const query = `query (${names.map((name, i) => `$${name}: Boolean = ${i % 2 === 0}`)}) { ${selections.join(" ")} x }
    fragment F on I { x @skip(if: $v1) @include(if: $v2) ... on Query @skip(if: $v3) { y } }`;
  return names.map((_, i) => ({
    name: `conditions of ${i} variables`,
    schema,
    query,
    variables: Object.fromEntries(names.slice(0, i).map((name, n) => [name, n % 3 === 0])),
    rootValue: q,
  }));
}

function rootCases(): AdversarialCase[] {
  const custom = schemaOf(
    "schema { query: Q mutation: M subscription: S } type Q { a: Int m: M } type M { a: Int q: Q } type S { a: Int }",
  );
  const queryOnly = new GraphQLSchema({
    query: new GraphQLObjectType({ name: "Query", fields: { a: { type: GraphQLString } } }),
  });
  const roots: Record<string, () => unknown> = {
    null: () => null,
    undefined: () => undefined,
    number: () => 5,
    text: () => "text",
    function: () => Object.assign(() => {}, { a: 4 }),
    array: () => Object.assign([1], { a: 3 }),
    "a promise": () => Promise.resolve({ a: 1 }),
    "an error": () => Object.assign(new Error("root"), { a: 2 }),
    "with getters that throw": () => ({
      get a() {
        throw new Error("getter");
      },
      get m() {
        throw "text";
      },
    }),
    "with inherited fields": () => Object.create({ a: 6, m: { a: 7 } }),
  };
  return Object.entries(roots).flatMap(([name, rootValue]) =>
    [
      ...table(custom, {
        query: "{ a m { a q { a __typename } } __typename }",
        mutation: "mutation { a q { a m { a } } b: a __typename }",
        "subscription as query": "subscription { a }",
        "several": "query A { a } mutation B { a }",
        "introspected": '{ __schema { queryType { name } mutationType { name } } __type(name: "S") { name } }',
      }, { rootValue }),
      ...table(queryOnly, { query: "{ a }", mutation: "mutation { a }", subscription: "subscription { a }" }, {
        rootValue,
      }),
    ].map((found) => ({ ...found, name: `${found.name} on ${name}` }))
  );
}

/** Arguments that a resolver changes, documents of many levels, introspection in full. */
function otherCases(): AdversarialCase[] {
  const changing = schemaOf(
    "type Query { a(n: [Int] = [1], p: P = { x: [2] }): String b: [Query] } input P { x: [Int] }",
    {
      Query: {
        a: (_: unknown, args: { n: number[] | null; extra?: boolean }) => {
          const before = JSON.stringify(args);
          args.n = null;
          args.extra = true;
          return before;
        },
        b: () => [{}, {}],
      },
    },
  );
  const deep = schemaOf("type Query { q: Query x: Int! }");
  const nested = (levels: number): unknown => levels === 0 ? { x: null } : { q: () => nested(levels - 1) };
  const described = schemaOf(
    `"Described" directive @d("arg" a: Int = 3 @deprecated(reason: "no")) repeatable on FIELD
    type Query { "field" a(old: Int @deprecated, i: I = { e: A, l: [[1]] }): E @deprecated }
    enum E { A B @deprecated(reason: "b") } input I { e: E = B l: [[Int!]!] = [] old: Int @deprecated }
    input O @oneOf { a: Int } scalar S @specifiedBy(url: "https://example.org") extend type Query { s(o: O): S }`,
  );
  return [
    ...table(changing, {
      changed: "query ($n: [Int] = [7]) { a c: a b { a(n: [3]) d: a(n: $n, p: { x: $n }) } }",
    }),
    ...table(deep, { "200 levels": `{ ${"q { ".repeat(200)} x ${"} ".repeat(200)} }` }, {
      rootValue: () => nested(200),
    }),
    ...table(described, {
      introspection: getIntrospectionQuery({
        descriptions: true,
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        inputValueDeprecation: true,
        oneOf: true,
      }),
      "introspection of odd names":
        '{ __type(name: "") { name } b: __type(name: "__Type") { fields { name } } __typename }',
    }),
  ];
}

/** All cases by feature. */
export const adversarialCases: Readonly<Record<string, readonly AdversarialCase[]>> = {
  "values of every kind": valueCases(),
  "abstract types": abstractCases(),
  inputs: inputCases(),
  conditions: [...conditionCases(), ...manyConditions()],
  "root values and operations": rootCases(),
  "arguments, depth and introspection": otherCases(),
};
