import { assertEquals, assertThrows } from "@std/assert";
import { inspectSchemaMappings, SchemaMappingInspectorInitializer } from "@espalier/espalier/graphql";
import { parseTypeFacts } from "../../../src/graphql/inspection/type_facts.ts";
import { collectTypeFacts } from "@espalier/espalier/graphql/facts";
import { buildSchema } from "graphql";
import { Shelf, ShelfController, Times } from "./fixtures/shelf.ts";

const root = new URL("./fixtures/", import.meta.url);
const facts = await collectTypeFacts({ root, entryPoints: [new URL("shelf.ts", root)] });

Deno.test("I5 the facts task collects classes with the types of their members, file and line", () => {
  const shelf = facts.classes.find(({ name }) => name === "Shelf");
  assertEquals(shelf, {
    name: "Shelf",
    file: "shelf.ts",
    line: 8,
    members: [
      { name: "label", kind: "property", type: { kind: "leaf", name: "String" }, line: 9 },
      {
        name: "remark",
        kind: "property",
        type: { kind: "nullable", inner: { kind: "leaf", name: "String" } },
        line: 10,
      },
      {
        name: "books",
        kind: "property",
        type: { kind: "list", element: { kind: "class", name: "ShelvedBook" } },
        line: 11,
      },
      { name: "size", kind: "property", type: { kind: "leaf", name: "Number" }, line: 14 },
      { name: "newest", kind: "method", type: { kind: "class", name: "ShelvedBook" }, parameters: [], line: 17 },
      {
        name: "byTitle",
        kind: "method",
        type: { kind: "nullable", inner: { kind: "class", name: "ShelvedBook" } },
        isSynchronous: true,
        parameters: [{ name: "title", type: { kind: "leaf", name: "String" } }],
        line: 20,
      },
    ],
  });
});

Deno.test("I5 a class without any description is inspected from the stored facts, with nullness and location", () => {
  const schema = buildSchema(`
    type Query { shelf: Shelf! }
    type Shelf { label: String! remark: String! books: [Book] size: Int newest: Book byTitle: Book missing: Int }
    type Book { title: String missing: Int }`);
  const fetcher = Object.assign(() => undefined, {
    description: "ShelfController#shelf[0 args]",
    expectedArguments: new Map(),
    method: { owner: ShelfController, name: "shelf" },
  });
  const report = inspectSchemaMappings({
    schema,
    dataFetchers: new Map([["Query", new Map([["shelf", fetcher]])]]),
    initializer: new SchemaMappingInspectorInitializer().typeFacts(parseTypeFacts(JSON.stringify(facts))),
  });
  assertEquals(report.unmappedFields, [
    { typeName: "Book", fieldName: "missing", className: "ShelvedBook" },
    { typeName: "Shelf", fieldName: "byTitle", className: "Shelf" },
    { typeName: "Shelf", fieldName: "missing", className: "Shelf" },
  ]);
  assertEquals(report.fieldNullnessErrors, [
    {
      typeName: "Query",
      fieldName: "shelf",
      site: { description: "ShelfController#shelf[0 args]", location: { file: "shelf.ts", line: 26 } },
    },
    {
      typeName: "Shelf",
      fieldName: "remark",
      site: { description: "Shelf#remark", location: { file: "shelf.ts", line: 10 } },
    },
  ]);
  assertEquals(report.skippedTypes, []);
  assertEquals(Shelf.name, "Shelf");
});

Deno.test("I5 a method gives its value at once unless it returns a promise, a stream, a function, or who knows what", () => {
  const times = facts.classes.find(({ name }) => name === "Times");
  const synchronous = times?.members.filter(({ isSynchronous }) => isSynchronous).map(({ name }) => name);
  assertEquals(synchronous, ["text", "texts", "perhaps", "value", "mapped"]);
  assertEquals(times?.members.length, 14);
});

Deno.test("further findings: a method that gives its value at once asks no store, so it may be called once per element", () => {
  const schema = buildSchema(
    "type Query { shelves: [Shelf!]! } type Shelf { text: String later: String either: String }",
  );
  const fetcher = (name: string) =>
    Object.assign(() => undefined, {
      description: `Times#${name}`,
      expectedArguments: new Map(),
      method: { owner: Times, name },
    });
  const shelf = new Map(["text", "later", "either"].map((name) => [name, fetcher(name)]));
  const initializer = new SchemaMappingInspectorInitializer().typeFacts(facts);
  const dataFetchers = new Map([["Shelf", shelf]]);
  const found = inspectSchemaMappings({ schema, dataFetchers, initializer }).further.unbatchedFields;
  assertEquals(found.map(({ fieldName }) => fieldName), ["later", "either"]);
  // Without stored facts nobody knows.
  const unknown = inspectSchemaMappings({ schema, dataFetchers }).further.unbatchedFields;
  assertEquals(unknown.map(({ fieldName }) => fieldName), ["text", "later", "either"]);
});

Deno.test("I5 facts of another version are refused", () => {
  assertThrows(
    () => parseTypeFacts('{"version":2,"classes":[]}'),
    TypeError,
    'Cannot use "graphql-facts.json" as it must be of version 1: write it again with the facts task',
  );
});
