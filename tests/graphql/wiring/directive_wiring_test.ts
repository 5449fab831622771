import { assertEquals, assertRejects } from "@std/assert";
import { GraphQLNonNull, GraphQLString } from "graphql";
import type { DataFetcher, SchemaDirectiveWiring } from "@espalier/espalier/graphql";
import { ask, sourceOf } from "../graphql_setup.ts";

const upperCase: SchemaDirectiveWiring = {
  onField: ({ wrapDataFetcher }) =>
    wrapDataFetcher((fetcher): DataFetcher => async (environment) => String(await fetcher(environment)).toUpperCase()),
};

Deno.test("A1.5 C137 a directive wraps the data fetcher of a field, or the property where there is none", async () => {
  const schema =
    "directive @upperCase on FIELD_DEFINITION type Query { a: String @upperCase b: B } type B { c: String @upperCase }";
  const source = await sourceOf(schema, (wiring) => {
    wiring.directive("upperCase", upperCase);
    wiring.type("Query", (type) => type.addDataFetchers({ a: () => Promise.resolve("hello"), b: () => ({ c: "x" }) }));
  }).build();
  assertEquals((await ask(source, "{ a b { c } }")).toMap(), { data: { a: "HELLO", b: { c: "X" } } });
});

Deno.test("A1.5 several directives of an element run in the order of the schema, each with its arguments", async () => {
  const schema = 'directive @wrap(with: String! = "-") repeatable on FIELD_DEFINITION ' +
    'type Query { a: String @wrap(with: "1") @wrap(with: "2") @wrap }';
  const source = await sourceOf(schema, (wiring) => {
    wiring.directive("wrap", {
      onField: (environment) =>
        environment.wrapDataFetcher((fetcher) => (env) => {
          const text = environment.arguments["with"];
          return `${text}${fetcher(env)}${text}`;
        }),
    });
    wiring.type("Query", (type) => type.dataFetcher("a", () => "x"));
  }).build();
  assertEquals((await ask(source, "{ a }")).data, { a: "-21x12-" });
});

Deno.test("A1.5 directive code may wrap a fetcher several times", async () => {
  const schema = "directive @twice on FIELD_DEFINITION type Query { a: String @twice }";
  const source = await sourceOf(schema, (wiring) => {
    wiring.directive("twice", {
      onField: ({ wrapDataFetcher }) => {
        wrapDataFetcher((fetcher) => (environment) => `1${fetcher(environment)}`);
        wrapDataFetcher((fetcher) => (environment) => `2${fetcher(environment)}`);
      },
    });
    wiring.type("Query", (type) => type.dataFetcher("a", () => "x"));
  }).build();
  assertEquals((await ask(source, "{ a }")).data, { a: "21x" });
});

Deno.test("A1.5 directive code runs for every location and may replace the element", async () => {
  const seen: string[] = [];
  const note = (environment: { coordinates: string; kind: string }) => {
    seen.push(`${environment.kind} ${environment.coordinates}`);
  };
  const schema = `
    directive @d on OBJECT | FIELD_DEFINITION | ARGUMENT_DEFINITION | INTERFACE | UNION | ENUM | ENUM_VALUE | SCALAR | INPUT_OBJECT | INPUT_FIELD_DEFINITION
    type Query @d { a(x: In @d): Either @d e: E s: S n: Named }
    interface Named @d { name: String }
    type O implements Named { name: String }
    union Either @d = O
    enum E @d { ONE @d }
    scalar S @d
    input In @d { y: Int @d }`;
  const source = await sourceOf(schema, (wiring) => {
    wiring.directiveWiring({
      onObject: (environment) => {
        note(environment);
        return { ...environment.element, description: "replaced object" };
      },
      onField: (environment) => {
        note(environment);
        return { ...environment.element, description: "replaced field" };
      },
      onArgument: (environment) => {
        note(environment);
        return { ...environment.element, description: "replaced argument" };
      },
      onInterface: note,
      onUnion: note,
      onEnum: note,
      onEnumValue: (environment) => {
        note(environment);
        return { ...environment.element, value: 1 };
      },
      onScalar: (environment) => {
        note(environment);
        return { ...environment.element, coerceOutputValue: () => "scalar!" };
      },
      onInputObject: note,
      onInputField: (environment) => {
        note(environment);
        return { ...environment.element, type: new GraphQLNonNull(GraphQLString) };
      },
    });
    wiring.type("Query", (type) => type.addDataFetchers({ e: () => 1, s: () => 2 }));
  }).build();
  assertEquals(seen.toSorted(), [
    "argument Query.a(x:)",
    "enum E",
    "enumValue E.ONE",
    "field Query.a",
    "inputField In.y",
    "inputObject In",
    "interface Named",
    "object Query",
    "scalar S",
    "union Either",
  ]);
  assertEquals((await ask(source, "{ e s }")).data, { e: "ONE", s: "scalar!" });
  const query = source.schema.getQueryType()!;
  assertEquals(query.description, "replaced object");
  assertEquals(query.getFields()["a"]!.description, "replaced field");
  assertEquals(query.getFields()["a"]!.args[0]!.description, "replaced argument");
  const missing = await ask(source, "{ a(x: {}) { __typename } }");
  assertEquals(missing.errors[0]!.extensions, { classification: "ValidationError" });
});

Deno.test("A1.5 wrapping a fetcher elsewhere than on a field is an error that names the element", async () => {
  const builder = sourceOf("directive @d on OBJECT type Query @d { a: Int }", (wiring) => {
    wiring.directive("d", { onObject: (environment) => environment.wrapDataFetcher((fetcher) => fetcher) });
  });
  const error = await assertRejects(() => builder.build(), TypeError);
  assertEquals(error.message, 'Cannot wrap a data fetcher of "Query" as it must be a field');
});
