/** One question in the corpus: a query on the schema of `feature_schema.ts`, with variables. */
export interface FeatureCase {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly operationName?: string;
}

const q = (query: string, variables?: Record<string, unknown>): FeatureCase =>
  variables ? { query, variables } : { query };

/** Each combination of a template's places. */
function each(template: string, ...places: readonly (readonly string[])[]): FeatureCase[] {
  let queries = [template];
  for (const [i, texts] of places.entries()) {
    queries = queries.flatMap((query) => texts.map((text) => query.replaceAll(`$${i + 1}`, text)));
  }
  return queries.map((query) => q(query));
}

const petKinds = [
  "dog",
  "cat",
  "unnamed",
  "wrongName",
  "interfaceName",
  "foreignType",
  "missing",
  "throwing",
  "asyncDog",
  "asyncFailing",
  "primitive",
  "nothing",
];

/** The corpus by feature. */
export const featureCases: Readonly<Record<string, readonly FeatureCase[]>> = {
  "aliases and merging": [
    ...each("{ person { $1 $2 } }", ["name", "a: name", "name a: name", "__typename", "t: __typename name"], [
      "age",
      "b: age",
      "friend { name }",
      "friend { name } friend { age }",
      "__proto__: name",
      "friend { __proto__: name }",
      "constructor: name",
      "toString: age",
    ]),
    ...each("{ $1: person { $2: name } }", ["__proto__", "hasOwnProperty", "then", "person", "data"], [
      "__proto__",
      "then",
      "valueOf",
      "toJSON",
      "length",
      "prototype",
    ]),
  ],
  fragments: [
    ...each(
      "{ person { ...$1 } } fragment F on Person { name ...G } fragment G on Person { age $2 } fragment N on Named { name $3 }",
      ["F", "G", "N", "F ...G", "F ...F"],
      ["friend { ...N }", "friend { name }", "__typename"],
      ["... on Person { age }", "... on Robot { serial }", "__typename"],
    ),
    ...each("{ person { ...$1 { name } ... $2 { age } } }", [
      "",
      "on Person",
      "on Named",
      "@include(if: true)",
      "on Person @skip(if: true)",
    ], ["", "on Person", "on Named"]),
  ],
  conditions: [true, false].flatMap((a) =>
    [true, false].flatMap((b) =>
      [
        "{ person { name @include(if: $a) age @skip(if: $b) } }",
        "{ person @include(if: $a) { name } other: person @skip(if: $b) { age } }",
        "{ person { ... @include(if: $a) { name } ...F @skip(if: $b) } } fragment F on Person { age friend { name @include(if: $b) } }",
        "{ person { name @include(if: $a) @skip(if: $b) age } }",
        "{ person { friend @include(if: $a) { name } friend @skip(if: $b) { age } } }",
      ].map((body) => q(`query ($a: Boolean!, $b: Boolean!) ${body}`, { a, b }))
    )
  ),
  "conditions with defaults and nulls": ["true", "false"].flatMap((d) =>
    [{}, { a: true }, { a: false }, { a: null }].map((variables) =>
      q(`query ($a: Boolean = ${d}) { person { name @include(if: $a) age friend { name @skip(if: $a) } } }`, variables)
    )
  ),
  arguments: [
    ...each("{ echo(text: $1, number: $2) }", ['"a"', "null", '""', '"""block"""'], ["1", "null", "-5", "2147483647"]),
    ...each("{ echo($1) }", [
      'text: "x"',
      "number: 3",
      "list: [1, 2]",
      "list: 5",
      "list: null",
      "list: [null]",
      "filter: {}",
      'filter: { text: "t" }',
      'filter: { nested: { nested: { text: "deep" } } }',
      "filter: null",
      "color: RED",
      "color: BLUE",
      "choice: { a: 1 }",
      'choice: { b: "x" }',
      "any: 1",
      'any: { a: [1, "x", true, null] }',
      "any: [1, [2]]",
      'ids: [1, "b"]',
      "matrix: [[1, 2], [3], null]",
      "float: 1",
      "float: 1.5e3",
      "flag: true",
      "strict: [{ must: 1 }]",
      "strict: { must: 2 }",
    ]),
  ],
  "arguments by variables": [
    ...[{}, { v: "x" }, { v: null }, { v: "" }].flatMap((variables) => [
      q("query ($v: String) { echo(text: $v) }", variables),
      q('query ($v: String = "default") { echo(text: $v) }', variables),
      q("query ($v: String) { echo(filter: { text: $v }) }", variables),
      q("query ($v: String) { withDefault(text: $v) }", variables),
      q('query ($v: String = "default") { required(text: $v) }', variables),
      q("query ($v: String) { echo(any: { a: [$v] }) }", variables),
    ]),
    ...[{}, { v: 1 }, { v: null }, { v: "1" }, { v: 1.5 }, { v: 2 ** 31 }, { v: true }, { v: [1] }].flatMap((
      variables,
    ) => [
      q("query ($v: Int) { echo(number: $v) }", variables),
      q("query ($v: Int!) { echo(number: $v) }", variables),
      q("query ($v: Int = 4) { echo(number: $v, list: [$v]) }", variables),
      q("query ($v: [Int!]) { echo(list: $v) }", variables),
      q("query ($v: Float) { echo(float: $v) }", variables),
      q("query ($v: ID!) { echo(ids: [$v]) }", variables),
      q("query ($v: Any) { echo(any: $v) }", variables),
    ]),
    ...[
      {},
      { v: {} },
      { v: { text: "t" } },
      { v: { text: 1 } },
      { v: { unknown: 1 } },
      { v: { nested: { text: null } } },
      { v: null },
      { v: [] },
      { v: "s" },
    ].flatMap((variables) => [
      q("query ($v: Filter) { echo(filter: $v) }", variables),
      q("query ($v: Filter!) { echo(filter: $v) }", variables),
      q("query ($v: [Filter]) { echo(filters: $v) }", variables),
      q('query ($v: Filter = { text: "d" }) { echo(filter: $v) }', variables),
    ]),
    ...[{ v: { a: 1 } }, { v: { b: "x" } }, { v: { a: 1, b: "x" } }, { v: {} }, { v: { a: null } }, {}].map((
      variables,
    ) => q("query ($v: Choice) { echo(choice: $v) }", variables)),
    ...[{ v: 1 }, { v: null }, {}].map((variables) => q("query ($v: Int) { echo(choice: { a: $v }) }", variables)),
    ...[{ v: "RED" }, { v: "PURPLE" }, { v: 1 }, { v: null }, {}].map((variables) =>
      q("query ($v: Color = GREEN) { echo(color: $v) }", variables)
    ),
  ],
  "abstract types": [
    ...each('{ pet(kind: "$1") { $2 } }', petKinds, [
      "__typename",
      "... on Dog { barks }",
      "... on Named { name }",
      "__typename ... on Cat { meows name } ... on Dog { name }",
    ]),
    ...each('{ pets(kinds: ["$1", "$2"]) { __typename ... on Dog { barks name } } }', petKinds, [
      "dog",
      "cat",
      "throwing",
      "asyncDog",
    ]),
    ...each('{ surePets(kinds: ["$1", "dog"]) { ... on Dog { barks } ... on Cat { meows } } }', petKinds),
    ...each('{ named(kind: "$1") { name $2 } }', ["person", "robot", "asyncRobot", "liar", "asyncLiar", "nobody"], [
      "__typename",
      "... on Robot { serial }",
      "... on Person { friend { name } }",
    ]),
  ],
  lists: each('{ collection(kind: "$1") { $2 } sure: sureCollection(kind: "$1") { $2 } }', [
    "array",
    "set",
    "generator",
    "map",
    "empty",
    "holes",
    "nulls",
    "promises",
    "promiseOfArray",
    "rejecting",
    "errors",
    "text",
    "number",
    "object",
    "throwingGenerator",
    "asyncGenerator",
    "asyncNulls",
    "asyncThrowing",
    "asyncRejecting",
    "typed",
    "nested",
  ], ["name", "name friend { name }", "sureName", "later", "sureLater"]),
  "lists of lists": each('{ matrix(kind: "$1") sureMatrix(kind: "$1") people(kind: "$1") { name } }', [
    "plain",
    "nullRow",
    "nullCell",
    "badCell",
    "promiseRow",
    "promiseCell",
    "rejectedRow",
    "rejectedCell",
    "generators",
    "notAList",
    "null",
  ]),
  "null propagation": [
    ...each('{ a: chain(fail: "$1") { $2 } }', [
      "none",
      "first",
      "second",
      "third",
      "asyncFirst",
      "asyncSecond",
      "asyncThird",
      "nullThird",
      "asyncNullThird",
    ], [
      "sure { sure { value } }",
      "maybe { sure { value } }",
      "sure { maybe { value } other: value }",
      "value sure { value sure { value } }",
      "list { sure { value } }",
      "sureList { sure { value maybe { value } } }",
      "maybe { list { sure { value } } value }",
    ]),
    ...each("{ $1 $2 $3 }", ["fails", "failsLater", "failsMuchLater", "person { name }"], [
      "b: fails",
      "c: failsLater",
      "sureFails",
      "sureFailsLater",
    ], ["d: failsMuchLater", "e: sureFailsMuchLater", "f: person { name }"]),
  ],
  mutations: [
    ...each("mutation { $1 $2 $3 }", ["a: add(n: 1)", "a: addLater(n: 1)", "a: failNow", "a: failLater"], [
      "b: add(n: 2)",
      "b: addLater(n: 2)",
      "b: failNow",
      "b: failLater",
    ], ["c: total", "c: sureFail", "c: sureFailLater", "c: addLater(n: 3) d: total"]),
    ...each("mutation { a: $1 b: person { name } c: $2 }", ["total", "addLater(n: 5)"], [
      "total",
      "failLater",
      "sureFail",
    ]),
  ],
  introspection: [
    ...each("{ __schema { $1 } }", [
      "types { name kind }",
      "queryType { name fields { name args { name defaultValue type { name } } } }",
      "directives { name locations args { name } }",
      "mutationType { name }",
      "subscriptionType { name }",
    ]),
    ...each(
      '{ __type(name: "$1") { $2 } }',
      ["Person", "Pet", "Named", "Color", "Filter", "Choice", "Any", "Nothing"],
      [
        "name kind",
        "fields(includeDeprecated: true) { name type { kind name ofType { name } } isDeprecated }",
        "enumValues { name }",
        "inputFields { name defaultValue }",
        "possibleTypes { name }",
        "interfaces { name }",
        "isOneOf description",
      ],
    ),
  ],
  operations: [
    { query: "query A { person { name } } query B { person { age } }", operationName: "A" },
    { query: "query A { person { name } } query B { person { age } }", operationName: "B" },
    { query: "query A { person { name } } query B { person { age } }", operationName: "C" },
    { query: "query A { person { name } } query B { person { age } }" },
    { query: "query A { person { name } } mutation B { total }", operationName: "B" },
    { query: "fragment F on Person { name }" },
    { query: "query A { person { name } }", operationName: "A" },
    { query: "query A { person { name } }", operationName: "" },
  ],
};
