import { assertEquals, assertThrows } from "@std/assert";
import { GraphQLError, GraphQLScalarType } from "graphql";
import { DataFetcherResult, GraphQlResponse } from "@espalier/espalier/graphql";
import { ask, sourceOf } from "../graphql_setup.ts";

const schema =
  "type Query { a: String strict: String! animal: Animal number(of: Int!): Int when: When odd: Int } scalar When " +
  "interface Animal { name: String } type Dog implements Animal { name: String }";

function source() {
  const broken = new GraphQLScalarType({
    name: "When",
    coerceOutputValue: () => {
      throw new TypeError("not a time");
    },
  });
  return sourceOf(schema, (wiring) => {
    wiring.scalar(broken);
    wiring.type("Query", (type) =>
      type.addDataFetchers({
        a: () => new DataFetcherResult({ data: "A", errors: [new GraphQLError("beside")], extensions: { x: 1 } }),
        animal: () => ({ name: "?" }),
        strict: () => null,
        when: () => 1,
        odd: () => "x",
      }));
  }).build();
}

const classified:
  readonly (readonly [what: string, document: string, classification: string, isDataPresent: boolean])[] = [
    ["a syntax error", "{", "InvalidSyntax", false],
    ["an unknown field", "{ nope }", "ValidationError", false],
    ["a literal of the wrong type", '{ number(of: "x") }', "ValidationError", false],
    ["a cyclic fragment", "{ ...A } fragment A on Query { ...A }", "ValidationError", false],
    ["an operation type that the schema lacks", "mutation { a }", "OperationNotSupported", false],
    ["a missing variable", "query ($n: Int!) { number(of: $n) }", "ValidationError", false],
    ["null in a non-null field", "{ strict }", "NullValueInNonNullableField", true],
    ["a type that can't be resolved", "{ animal { name } }", "DataFetchingException", true],
    ["a value that a scalar refuses", "{ odd }", "DataFetchingException", true],
    ["a scalar that throws", "{ when }", "INTERNAL_ERROR", true],
  ];
for (const [what, document, classification, isDataPresent] of classified) {
  Deno.test(`A5.1 A5.2 A5.3 C020 C022 C023 ${what} is classified as ${classification}`, async () => {
    const response = await ask(await source(), document);
    assertEquals(response.errors.map(({ extensions }) => extensions["classification"]), [classification]);
    assertEquals(response.isDataPresent, isDataPresent);
    assertEquals("data" in response.toMap(), isDataPresent);
    assertEquals(response.errors[0]!.path !== undefined, isDataPresent);
  });
}

Deno.test("E4 what a scalar throws by accident is masked, graphql-js's own words are left as they are", async () => {
  const messageOf = async (document: string) => (await ask(await source(), document)).errors[0]!.message;
  assertEquals(await messageOf("{ when }"), "INTERNAL_ERROR for request-1");
  assertEquals(await messageOf("{ odd }"), 'Int cannot represent non-integer value: "x"');
});

Deno.test("E4 an exception that has a path of its own, as those of validating libraries have, is masked as any other", async () => {
  const placed = new GraphQLScalarType({
    name: "When",
    coerceOutputValue: () => {
      throw Object.assign(new TypeError("not a time"), { path: ["secret"] });
    },
  });
  const failing = await sourceOf("type Query { when: When sure: When! later: When! } scalar When", (wiring) => {
    wiring.scalar(placed);
    wiring.type("Query", (type) => type.addDataFetchers({ when: () => 1, sure: () => 1, later: async () => await 1 }));
  }).build();
  for (const document of ["{ when }", "{ sure }", "{ later }"]) {
    const { errors, isDataPresent } = await ask(failing, document);
    assertEquals([errors.map(({ message }) => message), isDataPresent], [["INTERNAL_ERROR for request-1"], true]);
  }
});

Deno.test("A5.3 C113 an unknown operation name is classified as ValidationError", async () => {
  const response = await ask(await source(), { document: "{ a }", operationName: "unknown" });
  assertEquals(response.toMap(), {
    errors: [{ message: 'Unknown operation named "unknown".', extensions: { classification: "ValidationError" } }],
  });
});

Deno.test("A5.1 keys come in the order errors, data, extensions; those of an error as message, locations, path, extensions", async () => {
  const response = await ask(await source(), "{ a }");
  assertEquals(
    JSON.stringify(response.toMap()),
    '{"errors":[{"message":"beside","locations":[{"line":1,"column":3}],"path":["a"],' +
      '"extensions":{"classification":"DataFetchingException"}}],"data":{"a":"A"},"extensions":{"x":1}}',
  );
});

Deno.test("A5.1 data that is null is apart from data that is not there", () => {
  assertEquals(new GraphQlResponse({ data: null }).toMap(), { data: null });
  assertEquals(new GraphQlResponse({ data: null }).isDataPresent, true);
  const failed = new GraphQlResponse({ errors: [new GraphQLError("x")] });
  assertEquals([failed.data, failed.isDataPresent, failed.isValid], [null, false, false]);
});

const data = { me: { name: "Luke", friends: [{ name: "Han" }, { name: null }], " name ": "padded" } };

Deno.test("C508 a path leads to a value; what is missing is null", () => {
  const response = new GraphQlResponse({ data });
  const valueOf = (path: string) => response.field(path).value;
  assertEquals(valueOf(""), data);
  assertEquals(valueOf("  "), data);
  assertEquals(valueOf("me.name"), "Luke");
  assertEquals(valueOf("me.friends[0].name"), "Han");
  assertEquals(valueOf("me. name "), "padded");
  assertEquals([valueOf("me.friends[7].name"), valueOf("you.name"), response.field("me.friends[1].name").hasValue], [
    null,
    null,
    false,
  ]);
});

Deno.test("C509 C511 malformed paths and steps into the wrong kind of value are told", () => {
  const response = new GraphQlResponse({ data });
  const malformed = [
    ".me",
    "me..name",
    "me.friends]",
    "me.friends[[",
    "me.friends[.",
    "me.friends[]",
    "me.friends[5]name",
    "me.friends[5]]",
  ];
  for (const path of [...malformed, "me.friends.name", "me.name.x", "me[0]"]) {
    assertThrows(() => response.field(path), TypeError, `Invalid path: '${path}'`);
  }
});

Deno.test("C515 the errors of a field are those at it, above it and below it", () => {
  const at = (...path: (string | number)[]) => new GraphQLError(path.join("/"), path.length > 0 ? { path } : {});
  const response = new GraphQlResponse({
    data,
    errors: [at(), at("me"), at("me", "friends"), at("me", "friends", 0, "name"), at("me", "name")],
  });
  assertEquals(response.field("me.friends").errors.map(({ message }) => message), [
    "me",
    "me/friends",
    "me/friends/0/name",
  ]);
});

Deno.test("E8 A3 a field without fetcher or property is null", async () => {
  const built = await sourceOf("type Query { nothing: String }").build();
  assertEquals((await ask(built, "{ nothing }")).toMap(), { data: { nothing: null } });
});

Deno.test("X7 toJSON on source objects has no effect, what a scalar's serialize returns is written as JSON", async () => {
  const json = new GraphQLScalarType({ name: "Json", coerceOutputValue: (value) => value });
  class Secretive {
    readonly name = "real";
    toJSON(): string {
      return "faked";
    }
  }
  const built = await sourceOf("scalar Json type Query { box: Box any: Json } type Box { name: String }", (wiring) => {
    wiring.scalar(json).type(
      "Query",
      (type) =>
        type.addDataFetchers({ box: () => new Secretive(), any: () => ({ at: new Date(0), list: [undefined] }) }),
    );
  }).build();
  assertEquals(
    JSON.stringify((await ask(built, "{ box { name } any }")).toMap()),
    '{"data":{"box":{"name":"real"},"any":{"at":"1970-01-01T00:00:00.000Z","list":[null]}}}',
  );
});
