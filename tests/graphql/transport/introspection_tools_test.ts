import { assertEquals } from "@std/assert";
import * as current from "graphql";
import * as previous from "graphql-16";
import { graphQlApp, post } from "./graphql_app.ts";

const schema = `
  "The root"
  type Query { book(id: ID!, old: Int @deprecated(reason: "unused"), kind: Kind = NOVEL): Book, find(by: By): [Found!]! }
  "A book"
  type Book implements Named { title: String! @deprecated, name: String }
  interface Named { name: String }
  union Found = Book
  enum Kind { NOVEL, ESSAY @deprecated(reason: "rare") }
  input By @oneOf { id: ID, title: String }
  scalar Url @specifiedBy(url: "https://example.org/url")
  directive @tagged(name: String = "x") repeatable on FIELD_DEFINITION | QUERY | VARIABLE_DEFINITION
  type Subscription { added: Book }
`;

const locationsOf16 = new Set(
  ("QUERY MUTATION SUBSCRIPTION FIELD FRAGMENT_DEFINITION FRAGMENT_SPREAD INLINE_FRAGMENT VARIABLE_DEFINITION SCHEMA " +
    "SCALAR OBJECT FIELD_DEFINITION ARGUMENT_DEFINITION INTERFACE UNION ENUM ENUM_VALUE INPUT_OBJECT " +
    "INPUT_FIELD_DEFINITION").split(" "),
);

for (const incremental of [false, true]) {
  const name = `graphql.incremental = ${incremental}`;
  Deno.test(`G1.1 tools with graphql 16, such as GraphQL Code Generator, read the introspection: ${name}`, async () => {
    await using app = await graphQlApp({ schema, wiring: () => {}, properties: { graphql: { incremental } } });
    const all = { descriptions: true, specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true };
    const query = previous.getIntrospectionQuery({ ...all, inputValueDeprecation: true, oneOf: true });
    for (const text of [query, previous.getIntrospectionQuery(), current.getIntrospectionQuery()]) {
      const { data, errors } = await (await app.fetch(post({ query: text }))).json();
      assertEquals(errors, undefined);
      // Earlier versions of graphql 16 know these locations only; they print and parse the directives of a schema.
      for (const { locations } of data.__schema.directives) {
        assertEquals(locations.filter((location: string) => !locationsOf16.has(location)), []);
      }
      const built = previous.buildClientSchema(data);
      assertEquals(previous.validateSchema(built), []);
      // What they print can be read by both.
      assertEquals(previous.buildSchema(previous.printSchema(built)).getType("Book")?.name, "Book");
      assertEquals(current.buildSchema(previous.printSchema(built)).getType("Book")?.name, "Book");
    }
  });

  Deno.test(`G1.1 tools with graphql 16 read the schema endpoint: ${name}`, async () => {
    const properties = { graphql: { incremental, schemaEndpoint: true } };
    await using app = await graphQlApp({ schema, wiring: () => {}, properties });
    const text = await (await app.fetch(new Request("http://localhost/graphql/schema"))).text();
    assertEquals(previous.validateSchema(previous.buildSchema(text)), []);
  });
}

Deno.test("G1.1 a schema may deprecate its directives, and declare @deprecated itself", async () => {
  const deprecating = 'directive @old @deprecated(reason: "unused") on FIELD type Query { a: Int @deprecated }';
  const declaring = "directive @deprecated(reason: String) on FIELD_DEFINITION type Query { a: Int @deprecated }";
  for (const schema of [deprecating, declaring]) {
    await using app = await graphQlApp({ schema, wiring: () => {} });
    const query = '{ __type(name: "Query") { fields(includeDeprecated: true) { name isDeprecated } } }';
    const { data } = await (await app.fetch(post({ query }))).json();
    assertEquals(data.__type.fields, [{ name: "a", isDeprecated: true }]);
  }
});
