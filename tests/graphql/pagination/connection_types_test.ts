import { assertEquals, assertRejects } from "@std/assert";
import {
  lexicographicSortSchema,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  printSchema,
  printType,
  visit,
} from "graphql";
import {
  ConnectionTypeDefinitionConfigurer,
  type ConnectionTypeOptions,
  GraphQlSource,
  Resource,
} from "@espalier/espalier/graphql";

async function schemaOf(text: string, options?: ConnectionTypeOptions) {
  const configurer = new ConnectionTypeDefinitionConfigurer(options);
  const builder = GraphQlSource.schemaResourceBuilder().schemaResources(Resource.text("schema", text));
  return (await builder.configureTypeDefinitions(configurer).build()).schema;
}

const book = "type Book { title: String }";

async function typesOf(text: string, options?: ConnectionTypeOptions): Promise<string> {
  const schema = await schemaOf(text, options);
  return ["BookConnection", "BookEdge", "PageInfo"].map((name) => schema.getType(name))
    .map((type) => type === undefined ? "-" : printType(type).replace(/\s+/g, " ")).join("\n");
}

const generated = [
  "type BookConnection { edges: [BookEdge]! pageInfo: PageInfo! }",
  "type BookEdge { node: Book! cursor: String! }",
  "type PageInfo { hasPreviousPage: Boolean! hasNextPage: Boolean! startCursor: String endCursor: String }",
].join("\n");

Deno.test("A4.1 C161 C163 C167 the types of a connection that is not declared are added", async () => {
  assertEquals(await typesOf(`type Query { books(first: Int): BookConnection } ${book}`), generated);
  assertEquals(await typesOf(`type Query { books: BookConnection! } ${book}`), generated);
  assertEquals(await typesOf(`type Query { a: Int } extend type Query { books: BookConnection } ${book}`), generated);
  assertEquals(
    await typesOf(`type Query { a: Shelf } interface Shelf { books: BookConnection! } ${book}`),
    generated,
  );
});

Deno.test("A4.1 edges may be made nullable", async () => {
  assertEquals(
    (await typesOf(`type Query { books: BookConnection } ${book}`, { edgesNullable: true })).split("\n")[0],
    "type BookConnection { edges: [BookEdge] pageInfo: PageInfo! }",
  );
});

Deno.test("A4.1 C164 C166 nothing is added where no connection is used", async () => {
  assertEquals(await typesOf(`type Query { book: Book } ${book}`), "-\n-\n-");
  await assertRejects(() => schemaOf(`type Query { books: [BookConnection] } ${book}`), Error, "BookConnection");
});

Deno.test("A4.1 a connection of a type that does not exist is told with the place of the field", async () => {
  const error = await assertRejects(() => schemaOf("type Query {\n  films: FilmConnection!\n}"), TypeError);
  assertEquals(
    error.message,
    'Cannot make a schema of the type definitions: Unknown type "Film". (schema, line 2, column 10)',
  );
});

Deno.test("A4.2 types that are declared stay as they are", async () => {
  const own = "type PageInfo { hasNextPage: Boolean! } type BookEdge { node: Book }";
  assertEquals(
    await typesOf(`type Query { books: BookConnection } ${book} ${own}`),
    [
      "type BookConnection { edges: [BookEdge]! pageInfo: PageInfo! }",
      "type BookEdge { node: Book }",
      "type PageInfo { hasNextPage: Boolean! }",
    ].join("\n"),
  );
  assertEquals(
    await typesOf(`type Query { books: BookConnection } ${book} type BookConnection { nodes: [Book] }`),
    "type BookConnection { nodes: [Book] }\n-\n-",
  );
});

Deno.test("A4.4 a large schema with its own connections loads unchanged", async () => {
  const { schema } = await import("@octokit/graphql-schema");
  const idl = print(visit(parse(schema.idl), { ObjectTypeDefinition: withoutRepeatedFields }));
  const plain = await GraphQlSource.schemaResourceBuilder().schemaResources(Resource.text("github", idl))
    .build();
  const configured = await schemaOf(idl);
  assertEquals(
    printSchema(lexicographicSortSchema(configured)) === printSchema(lexicographicSortSchema(plain.schema)),
    true,
  );
});

/** This edition of GitHub's schema defines two fields twice. */
function withoutRepeatedFields(type: ObjectTypeDefinitionNode): ObjectTypeDefinitionNode {
  return { ...type, fields: [...new Map(type.fields?.map((field) => [field.name.value, field])).values()] };
}
