import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { type Application, ContainerModule, createApp, createContainer, graphql, Resource } from "@espalier/espalier";
import { BoundedDocumentCache, GraphQlSourceBuilderCustomizer } from "@espalier/espalier/graphql";
import { visibility } from "@espalier/espalier/security";
import { getIntrospectionQuery } from "graphql";
import { times } from "../long.ts";
import { Random } from "../security/random.ts";
import { bareApp, filteredApp, seen, staff } from "./two_apps.ts";

function post(body: unknown, headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/graphql", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

/** Sends the same request to both, and compares all that a client sees. */
async function assertSame(filtered: Application, bare: Application, request: () => Request): Promise<void> {
  assertEquals(await seen(await filtered.fetch(request())), await seen(await bare.fetch(request())));
}

Deno.test("a schema that hides elements is introspected and printed as one that never had them", async () => {
  await using filtered = await filteredApp();
  await using bare = await bareApp();
  const query = getIntrospectionQuery({
    directiveIsRepeatable: true,
    inputValueDeprecation: true,
    schemaDescription: true,
    specifiedByUrl: true,
  });
  await assertSame(filtered, bare, () => post({ query }));
  await assertSame(filtered, bare, () => new Request("http://localhost/graphql/schema"));
  const text = await (await filtered.fetch(new Request("http://localhost/graphql/schema"))).text();
  for (
    const hidden of ["Audit", "secret", "Money", "DRAFT", "COST", "salary", "debug", "internal", "Float", "visible"]
  ) {
    assertEquals(text.includes(hidden) && hidden !== "Float", false, hidden);
  }
  const whole = await (await filtered.fetch(new Request("http://localhost/graphql/schema", { headers: staff }))).text();
  for (const shown of ["Audit", "secret", "Money", "DRAFT", "COST", "salary", "debug", "internal"]) {
    assertStringIncludes(whole, shown);
  }
});

/** Names of everything that the schemas have, hidden or not, some misspelt. */
const fields = [
  "id",
  "title",
  "cost",
  "secret",
  "author",
  "kind",
  "last",
  "name",
  "salary",
  "books",
  "by",
  "rows",
  "margin",
  "audits",
  'book(id: "b0")',
  'book(id: "zz")',
  'node(id: "x1")',
  'node(id: "b1")',
  "search",
  "__typename",
  "titel",
  "cots",
  "secrets",
  "salery",
  "title(upper: true)",
  "books(first: 2)",
  "books(debug: true)",
  "books(order: COST)",
  "books(order: TITLE)",
  "books(order: COSTS)",
  "books(filter: { cost: 1 })",
  "books(filter: { kind: DRAFT })",
  'books(filter: { title: "a", csot: 1 })',
  "audit(id: 1)",
  'rename(id: 1, title: "x")',
  'rename(id: 1, title: "x", input: { force: true })',
  'rename(id: 1, title: "fail", input: { note: "n" })',
  "renamed",
  "audited",
  '__type(name: "Audit") { name fields { name } }',
  '__type(name: "Money") { name }',
  '__type(name: "Node") { fields { name } possibleTypes { name } }',
  '__type(name: "Kind") { enumValues { name } }',
  "__schema { types { name } directives { name } }",
];
const types = ["Book", "Author", "Audit", "Node", "Hit", "Money", "Odit", "Query"];
const variables: Record<string, unknown>[] = [
  {},
  { v: "DRAFT" },
  { v: "NOVEL" },
  { v: { cost: 1, title: "a" } },
  { v: { force: true } },
  { v: 1 },
];
const variableTypes = ["Kind", "Order", "BookFilter", "RenameInput", "Money", "Audit", "Int"];

function randomSelections(random: Random, depth: number): string {
  const selections = Array.from({ length: 1 + random.below(3) }, () => {
    const kind = random.below(8);
    if (kind === 0 && depth > 0) return `... on ${random.pick(types)} ${randomSelections(random, depth - 1)}`;
    if (kind === 1) return `...F`;
    const field = random.pick(fields);
    const directive = random.below(12) === 0 ? random.pick([" @internal", " @loud(by: 1)", " @internel"]) : "";
    const below = !field.includes("{") && depth > 0 && random.below(3) > 0
      ? ` ${randomSelections(random, depth - 1)}`
      : "";
    return `${field}${directive}${below}`;
  });
  return `{ ${selections.join(" ")} }`;
}

function randomDocument(random: Random): string {
  const operation = random.pick(["query", "query", "query", "mutation", "subscription"]);
  const declared = random.below(4) === 0 ? `($v: ${random.pick(variableTypes)})` : "";
  const use = declared === "" ? "" : random.pick([
    "{ books(filter: $v) { id } }",
    "{ books(order: $v) { id } }",
    "{ books(filter: { kind: $v }) { id } }",
    '{ rename(id: 1, title: "x", input: $v) { id } }',
  ]);
  const fragment = `fragment F on ${random.pick(types)} ${randomSelections(random, 1)}`;
  return `${operation} Q${declared} ${use === "" ? randomSelections(random, 4) : use} ${fragment}`;
}

const hiddenName = /cost|secret|salary|debug|margin|audit|Audit/;

/** Documents that are valid for the whole schema; every other one names hidden elements. */
function likelyDocument(random: Random): string {
  const isOpen = random.below(2) === 0;
  const of = (all: readonly string[]) =>
    all.filter((each) => random.below(3) > 0 && (isOpen || !hiddenName.test(each))).join(" ") || "__typename";
  const author = () => of(["id", "name", "salary", "secret", "books { id title }"]);
  const book = () => of(["id", "title", "cost", "secret", "kind", `author { ${author()} }`, `last { ${hit()} }`]);
  const hit = (): string =>
    of(["__typename", "... on Book { title kind }", "... on Author { name }", "... on Audit { rows }"]);
  return `{ ${
    of([
      `book(id: "b0") { ${book()} }`,
      `books { ${book()} }`,
      `books2: books(first: 1, debug: true) { ${book()} }`,
      `node(id: "x1") { __typename id secret }`,
      `node2: node(id: "b1") { __typename id ... on Book { title } }`,
      `search { ${hit()} }`,
      "margin",
      `audits { rows }`,
    ])
  } }`;
}

Deno.test("no document reveals what is hidden: answers equal those of a service without it, byte for byte", async () => {
  await using filtered = await filteredApp();
  await using bare = await bareApp();
  const random = new Random(24);
  let answered = 0;
  for (let i = 0; i < times(150, 40_000); i++) {
    const query = i % 2 === 0 ? likelyDocument(random) : randomDocument(random);
    const accept = random.pick(["application/json", "application/graphql-response+json", "text/event-stream"]);
    const body = { query, variables: random.pick(variables) };
    const [one, other] = await Promise.all(
      [filtered, bare].map(async (app) => await seen(await app.fetch(post(body, { accept })))),
    );
    assertEquals(one, other, query);
    if (one!.text.includes('"data":{')) answered++;
  }
  assert(answered > 5, `Only ${answered} documents had data`);
});

Deno.test("a document that staff registered and executed is validated again for the public", async () => {
  await using filtered = await filteredApp();
  await using bare = await bareApp();
  const query = "{ margin books { id cost } }";
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(query)));
  const extensions = { persistedQuery: { version: 1, sha256Hash: bytes.toHex() } };
  for (let i = 0; i < 3; i++) {
    const whole = await (await filtered.fetch(post({ query, extensions }, staff))).json();
    assertEquals(whole.data.margin, 0.25);
  }
  await bare.fetch(post({ query, extensions }));
  for (let i = 0; i < 3; i++) {
    await assertSame(filtered, bare, () => post({ extensions }));
    await assertSame(filtered, bare, () => post({ query }));
    await assertSame(filtered, bare, () => post([{ query }, { query: "{ books { id } }" }]));
  }
  assertEquals((await (await filtered.fetch(post({ extensions }, staff))).json()).data.margin, 0.25);
});

Deno.test("subscriptions exist for the profiles that see them", async () => {
  await using filtered = await filteredApp();
  await using bare = await bareApp();
  const accept = { accept: "text/event-stream" };
  for (const query of ["subscription { renamed { title kind } }", "subscription { audited { id } }"]) {
    await assertSame(filtered, bare, () => post({ query }, accept));
  }
  const events =
    await (await filtered.fetch(post({ query: "subscription { audited { id } }" }, { ...accept, ...staff })))
      .text();
  assertStringIncludes(events, '{"data":{"audited":{"id":"x1"}}}');
});

function start(schema: string, hide: readonly string[], choose: () => string = () => "public") {
  return createApp(
    createContainer(
      graphql({ schema: [Resource.text("s", schema)] }),
      visibility({ profiles: { public: { hide }, staff: {} }, choose }),
    ),
    { properties: { logging: { level: "OFF" } } },
  );
}

Deno.test("what can't be hidden stops the start, with the profile and the element", async () => {
  const refused: [string, readonly string[], string][] = [
    ["type Query { a: A, b: Int } type A { c: Int }", ["A.c"], 'profile "public"'],
    ["type Query { a: A, b: Int } type A { c: Int }", ["A.c"], "Type A must define one or more fields"],
    ["type Query { a(b: Int!): Int }", ["Query.a(b:)"], 'Cannot hide "Query.a(b:)" as it must be nullable'],
    [
      "type Query { a(b: In): Int } input In { c: Int!, d: Int }",
      ["In.c"],
      'Cannot hide "In.c" as it must be nullable',
    ],
    [
      "type Query { a(b: E = Y): Int } enum E { X Y }",
      ["E.Y"],
      "invalid default value",
    ],
    [
      "type Query { n: N } interface N { a: Int, b: Int } type T implements N { a: Int, b: Int }",
      ["T.b"],
      "Interface field N.b expected but T does not provide it",
    ],
    ["type Query { a: Int, b: Int }", ["Query.c"], 'Cannot hide "Query.c" from profile "public"'],
    ['type Query { a: Int, b: Int @visible(to: ["stuff"]) }', [], 'one of "public", "staff": current value is "stuff"'],
    ["type Query { a: U, b: Int } union U = T type T { c: Int }", ["T"], "Union type U must define one or more"],
  ];
  for (const [schema, hide, message] of refused) {
    const error = await assertRejects(() => start(schema, hide), Error);
    assertStringIncludes(String((error.cause as Error | undefined)?.message ?? error.message) + error.message, message);
  }
});

Deno.test("a request without a profile is refused, and tells nothing", async () => {
  await using app = await start("type Query { a: Int, b: Int }", ["Query.b"], () => "nobody");
  const response = await app.fetch(post({ query: "{ a }" }));
  assertEquals(response.status, 500);
  assertEquals((await response.text()).includes("public"), false);
});

Deno.test("profiles must not share a document provider", async () => {
  const shared = new BoundedDocumentCache();
  const customizer = new ContainerModule(({ bind }) => {
    bind(GraphQlSourceBuilderCustomizer).toConstantValue({
      customize: (builder) => {
        builder.configureGraphQl((engine) => engine.preparsedDocumentProvider(shared));
      },
    });
  });
  const container = createContainer(
    graphql({ schema: [Resource.text("s", "type Query { a: Int }")] }),
    customizer,
    visibility({ profiles: { public: {} }, choose: () => "public" }),
  );
  const error = await assertRejects(() => createApp(container, { properties: { logging: { level: "OFF" } } }), Error);
  assertStringIncludes(error.message + String((error.cause as Error)?.message), "document provider of its own");
});
