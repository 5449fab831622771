import {
  GraphQLEnumType,
  type GraphQLEnumValueConfig,
  GraphQLError,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from "graphql";
import type { AdversarialCase } from "./adversarial_cases.ts";
import { after, fail, schemaOf } from "./schema_of.ts";

type Values = Readonly<Record<string, () => unknown>>;

/** What the code of a scalar may answer. */
const coercions: Values = {
  "a promise": () => Promise.resolve(5),
  "a promise of null": () => Promise.resolve(null),
  "a promise that fails": () => Promise.reject(new Error("Coerced later")),
  "a promise that takes its time": () => after(5, () => 5),
  "an error": () => new Error("As a result"),
  "a symbol": () => Symbol("s"),
  "a function": () => () => 1,
  "an object": () => ({ a: [1, undefined] }),
  "NaN": () => NaN,
  "a bigint": () => 5n,
  "undefined": () => undefined,
  "null": () => null,
};

/** What code may throw. */
const thrown: Values = {
  "an error with a path": () => Object.assign(new Error("Placed"), { path: ["q", 1] }),
  "a frozen error with a path": () => Object.freeze(Object.assign(new Error("Placed"), { path: [] })),
  "an error with a path and extensions": () => Object.assign(new Error("P"), { path: ["a"], extensions: { code: 1 } }),
  "an error whose extensions are null": () => Object.assign(new Error("E"), { path: ["a"], extensions: null }),
  "a GraphQLError with a path": () => new GraphQLError("G", { path: ["x"], extensions: { code: 7 } }),
  "an object with a path": () => ({ path: ["x"], message: "m" }),
  "null": () => null,
  "a symbol": () => Symbol("thrown"),
  "an aggregate": () => new AggregateError([new Error("a")], "Several"),
  "a DOMException": () => new DOMException("Dom", "AbortError"),
  "a number as message": () => Object.assign(new Error("x"), { message: 5 }),
};

const object = (): Record<string, unknown> => ({
  x: 1,
  later: () => after(3, () => 7),
  one: 1,
  sure: 2,
  list: [1, 2],
  sureItems: [3, null],
  lists: [[1], [2]],
  q: object,
  sureQ: object,
});

const selections = [
  "{ one }",
  "{ sure x }",
  "{ one sure later x }",
  "{ list }",
  "{ sureItems x }",
  "{ lists later }",
  "{ x q { one x } }",
  "{ q { sure x } x }",
  "{ sureQ { sure } }",
  "{ later sure }",
  "{ q { list later } sureQ { one } }",
];

function scalarCases(): AdversarialCase[] {
  const codes: [string, () => unknown][] = [
    ...Object.entries(coercions),
    ...Object.entries(thrown).map((
      [name, value],
    ): [string, () => unknown] => [`throwing ${name}`, () => fail(value())()]),
  ];
  return codes.flatMap(([name, coerceOutputValue]) => {
    const schema = schemaOf(
      `scalar S type Query { one: S sure: S! list: [S] sureItems: [S!] lists: [[S]] later: S x: Int q: Query sureQ: Query! }`,
      { S: { coerceOutputValue } },
    );
    return selections.map((query) => ({ name, schema, query, rootValue: object }));
  });
}

function exceptionCases(): AdversarialCase[] {
  return Object.entries(thrown).flatMap(([name, value]) => {
    const schema = schemaOf(
      "type Query { a: Int b: Int! list: [Int] items: [Int!] q: Query sureQ: Query! later: Int failed: Query many: [Query!] }",
      { Query: { a: () => fail(value())() } },
    );
    const root = (): Record<string, unknown> => ({
      get b() {
        throw value();
      },
      list: [1, value(), 2],
      items: () => [1, Promise.reject(value())],
      q: root,
      sureQ: root,
      later: () => Promise.reject(value()),
      failed: value,
      many: () => [root(), value(), Promise.reject(value())],
    });
    return [
      "{ a }",
      "{ q { a b } }",
      "{ list items }",
      "{ sureQ { b later } }",
      "{ failed { a } later }",
      "{ many { b } later }",
    ]
      .map((query) => ({ name, schema, query, rootValue: root }));
  });
}

const failingThen = () => Object.defineProperty({}, "then", { get: fail(new Error("Then")) });

/** An iterable whose iterator is written by hand. */
const iterable = (kind: "iterator" | "asyncIterator", iterator: () => unknown) => ({ [Symbol[kind]]: iterator });

class Subclass extends Array<unknown> {}

const lists: Values = {
  "an array that is an async iterable, too": () =>
    Object.assign([1, 2], {
      async *[Symbol.asyncIterator]() {
        yield await Promise.resolve(7);
      },
    }),
  "a subclass of array": () => Subclass.from([1, 2]),
  "a proxy of an array": () => new Proxy([1, 2, null], {}),
  "an array with a getter that throws": () => Object.defineProperty([1, 2, 3], 1, { get: fail(new Error("Item")) }),
  "an array in an array that throws when it is read":
    () => [[1], Object.defineProperty([1, 2], 1, { get: fail(new Error("Item")) })],
  "a failed item before a getter that throws": () =>
    Object.defineProperty([new Error("First"), 2], 1, { get: fail(new Error("Item")) }),
  "a failed item before a `then` that throws": () => [new Error("First"), { then: fail(new Error("Thrown")) }, 1],
  "a null before a `then` that throws": () => [null, { then: fail(new Error("Thrown")) }, 1],
  "a failed item before a getter `then` that throws": () => [new Error("First"), failingThen(), 1],
  "a null before a getter `then` that throws": () => [null, failingThen()],
  "a failed item before a failed promise": () => [new Error("First"), Promise.reject(new Error("Second")), 1],
  "an iterator that is no object": () => iterable("iterator", () => 5),
  "an iterator that gives undefined": () => iterable("iterator", () => ({ next: () => undefined })),
  "an iterator whose `done` is a number": () => iterable("iterator", () => ({ next: () => ({ done: 1, value: 4 }) })),
  "an iterator whose `value` throws": () =>
    iterable("iterator", () => ({
      next: () => ({
        get value() {
          throw new Error("Value");
        },
      }),
    })),
  "an async iterator that is synchronous": () => {
    let i = 0;
    return iterable("asyncIterator", () => ({ next: () => ({ value: i, done: i++ > 1 }) }));
  },
  "an async iterator that throws in next and return": () =>
    iterable("asyncIterator", () => ({ next: fail(new Error("Next")), return: fail(new Error("Return")) })),
  "an async iterator that fails with null": () =>
    iterable(
      "asyncIterator",
      () => ({ next: () => Promise.reject(null), return: () => Promise.reject(new Error("R")) }),
    ),
  "an async iterator that is undefined": () => iterable("asyncIterator", () => undefined),
  "an async iterator that gives undefined": () => iterable("asyncIterator", () => ({ next: () => undefined })),
  "an async iterator with an item that can't be asked for `then`": () => {
    let i = 0;
    return iterable("asyncIterator", () => ({
      next: () => Promise.resolve({ done: i > 2, value: i++ === 1 ? failingThen() : 1 }),
      return: () => ({ then: fail(new Error("Return")) }),
    }));
  },
  "a function that is an async iterable": () =>
    Object.assign(() => [1], {
      async *[Symbol.asyncIterator]() {
        yield await Promise.resolve(4);
      },
    }),
  "a boxed text": () => new String("ab"),
  "a getter Symbol.iterator that throws": () =>
    Object.defineProperty({}, Symbol.iterator, { get: fail(new Error("S")) }),
  "thenables that settle at once, twice, and with null": () => [
    {
      then(ok: (v: unknown) => void, no: (e: unknown) => void) {
        ok(1);
        ok(2);
        no(3);
      },
    },
    { then: (_: unknown, no: (e: unknown) => void) => no(null) },
  ],
  "proxies of promises, and thenables that say that they are promises": () => [
    new Proxy(Promise.resolve(1), {}),
    Object.create(Promise.prototype),
    { constructor: Promise, then: fail(new Error("Thrown")) },
    Object.assign(Promise.resolve(2), { then: fail(new Error("Own")) }),
  ],
  "a promise of a subclass":
    () => [new (class extends Promise<unknown> {})((resolve) => resolve(1)), Promise.reject(5)],
  "frozen objects and objects without prototype": () => [
    Object.freeze({ x: 1 }),
    Object.assign(Object.create(null), { x: 2 }),
  ],
  "objects around a failed one": () => [{ x: 1 }, new Error("Item"), { x: 2 }, failingThen()],
};

const shapes = [
  "[Int]",
  "[Int!]",
  "[Int!]!",
  "[String]",
  "[[Int]]",
  "[[Int!]!]",
  "[Query]",
  "[Query!]",
  "[Query!]!",
  "[N!]",
  "[E!]",
];

function listCases(): AdversarialCase[] {
  return shapes.flatMap((shape) => {
    const selection = /Query|N/.test(shape) ? "{ x }" : "";
    return Object.entries(lists).flatMap(([name, value]) => {
      const schema = schemaOf(
        `enum E { A B } interface N { x: Int } type T implements N { x: Int }
        type Query { a: ${shape} method(z: Int): ${shape} resolved: ${shape} later: ${shape} x: Int y: Int q: Query }`,
        { N: { resolveType: () => "T" }, Query: { resolved: value, later: () => after(3, value) } },
      );
      const root = (): Record<string, unknown> => ({
        get a() {
          return value();
        },
        method: value,
        x: 1,
        y: () => after(4, () => 2),
        q: root,
      });
      const queries = [
        `{ a ${selection} x }`,
        `{ q { a ${selection} y } y }`,
        `{ method(z: 1) ${selection} y resolved ${selection} }`,
        `{ later ${selection} y q { resolved ${selection} } }`,
      ];
      return queries.map((query) => ({ name: `${shape} from ${name}`, schema, query, rootValue: root }));
    });
  });
}

const key = { k: 1 };
const internal: Readonly<Record<string, GraphQLEnumValueConfig>> = {
  OBJECT: { value: key },
  NAN: { value: NaN },
  UNDEFINED: { value: undefined },
  NULL: { value: null },
  FUNCTION: { value: fail },
  FIRST: { value: 1 },
  SECOND: { value: 1 },
  SWAPPED: { value: "OTHER" },
  OTHER: { value: 7 },
  ZERO: { value: 0 },
  TRUE: { value: true },
};

const enumValues: readonly unknown[] = [
  key,
  NaN,
  "UNDEFINED",
  "NULL",
  1,
  "OTHER",
  "SWAPPED",
  7,
  -0,
  true,
  Object(7),
  { valueOf: () => 7 },
  [7],
  Promise.resolve(NaN),
  () => fail,
];

function enumCases(): AdversarialCase[] {
  const type = new GraphQLEnumType({ name: "E", values: { ...internal } });
  const show = (args: Readonly<Record<string, unknown>>) =>
    Object.entries(args).map(([name, value]) => `${name} ${[value].flat().map((v) => v === key ? "key" : String(v))}`);
  const args = {
    x: { type },
    y: { type: new GraphQLList(type), defaultValue: [NaN, key] },
    z: { type, defaultValue: key },
  };
  const fields = {
    a: { type },
    b: { type: new GraphQLNonNull(type) },
    list: { type: new GraphQLList(type) },
    given: { type: GraphQLString, args, resolve: (_: unknown, given: Record<string, unknown>) => show(given).join() },
  };
  const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: "Query", fields }) });
  const outputs = enumValues.flatMap((value) =>
    ["{ a }", "{ b }", "{ list a }"].map((query) => ({
      name: String(value),
      schema,
      query,
      rootValue: () => ({ a: value, b: value, list: [value, value] }),
    }))
  );
  const inputs = Object.keys(internal).flatMap((name) =>
    [{}, { x: name }, { y: [name], d: name }, { y: [null] }].map((variables) => ({
      name,
      schema,
      query:
        `query ($x: E, $y: [E!], $d: E = ${name}) { given(x: $x, y: $y) b: given(x: $d, y: [$x, $d]) c: given(z: $x) ` +
        `d: given(x: ${name}, y: [${name}, null]) }`,
      variables,
    }))
  );
  return [...outputs, ...inputs];
}

/** All cases by feature. */
export const oddValueCases: Readonly<Record<string, readonly AdversarialCase[]>> = {
  "results of scalars": scalarCases(),
  exceptions: exceptionCases(),
  "lists of every kind": listCases(),
  "internal values of enums": enumCases(),
};
