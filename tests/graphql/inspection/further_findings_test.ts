import { assertEquals } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import { type DataFetcher, furtherSections, SchemaMappingInspectorInitializer } from "@espalier/espalier/graphql";
import { described, greeting, inspected } from "./described.ts";

class Book {
  declare readonly id: string;
}
describeType(Book, { id: t.id });

const books = described("BookController#books", t.list(t.object(() => Book)));
const author = described("BookController#author", t.string);
const lambda: DataFetcher = () => undefined;

const listing = "type Query { books: [Book!] } type Book { id: ID author: String }";

Deno.test("further findings: a fetcher below a list that is called once per element", () => {
  const { further } = inspected(listing, { "Query.books": books, "Book.author": author });
  assertEquals(further.unbatchedFields, [{
    typeName: "Book",
    fieldName: "author",
    message: 'is fetched once per element of "Query.books": use @BatchMapping or a data loader',
    site: { description: "BookController#author[1 args]" },
  }]);
});

Deno.test("further findings: batched fetchers, loaders, and fetchers below single values are no N+1 risk", () => {
  const batched = Object.assign(described("BookController#author", t.string), { batch: () => [] });
  const loading = Object.assign(described("BookController#author", t.string), { usesDataLoader: true });
  const single = listing.replace("[Book!]", "Book");
  assertEquals(inspected(listing, { "Query.books": books, "Book.author": batched }).further.unbatchedFields, []);
  assertEquals(inspected(listing, { "Query.books": books, "Book.author": loading }).further.unbatchedFields, []);
  assertEquals(inspected(single, { "Query.books": books, "Book.author": author }).further.unbatchedFields, []);
});

Deno.test("further findings: elements of connections and of lists of interfaces are elements of lists", () => {
  const connected = `type Query { books(first: Int): BookConnection } type Book { id: ID author: String }
    type BookConnection { edges: [BookEdge] pageInfo: PageInfo! } type BookEdge { node: Book cursor: String! }
    type PageInfo { hasPreviousPage: Boolean! hasNextPage: Boolean! startCursor: String endCursor: String }`;
  const abstract = `type Query { books: [Node] } interface Node { id: ID }
    type Book implements Node { id: ID author: String }`;
  for (const sdl of [connected, abstract]) {
    const { further } = inspected(sdl, { "Query.books": books, "Book.author": author });
    assertEquals(further.unbatchedFields.map(({ typeName, fieldName }) => [typeName, fieldName]), [["Book", "author"]]);
  }
});

Deno.test("further findings: a registration for a type that no operation reaches", () => {
  const { further } = inspected("type Query { greeting: String } type Lost { at: String }", {
    "Query.greeting": greeting,
    "Lost.at": lambda,
  });
  assertEquals(further.unreachableRegistrations, [
    { typeName: "Lost", fieldName: "at", message: "is never used: no operation reaches its type" },
  ]);
});

Deno.test("further findings: an argument that the handler never reads", () => {
  const sdl = "type Query { greeting(name: String, loud: Boolean): String }";
  const named = described("GreetingController#greeting", t.string, { name: t.nullable(t.string) });
  const seesAll = Object.assign(described("GreetingController#greeting", t.string), { readsAnyArgument: true });
  assertEquals(inspected(sdl, { "Query.greeting": named }).further.unreadArguments, [{
    typeName: "Query",
    fieldName: "greeting",
    message: 'never reads its argument "loud"',
    site: { description: "GreetingController#greeting[1 args]" },
  }]);
  assertEquals(inspected(sdl, { "Query.greeting": seesAll }).further.unreadArguments, []);
  assertEquals(inspected(sdl, { "Query.greeting": lambda }).further.unreadArguments, []);
});

Deno.test("further findings: deprecations that don't say what to use instead", () => {
  const sdl =
    `type Query { a: String @deprecated b: String @deprecated(reason: "") c: String @deprecated(reason: "Use d")
      d(x: Int @deprecated, y: In): E }
    enum E { OLD @deprecated NEW } input In { z: Int @deprecated }`;
  const found = inspected(sdl, {}).further.deprecationsWithoutReason;
  assertEquals(found.map(({ typeName, fieldName }) => `${typeName}.${fieldName}`), [
    "Query.a",
    "Query.b",
    "Query.d(x)",
    "E.OLD",
    "In.z",
  ]);
});

Deno.test("further findings: a connection that the client can read without a limit", () => {
  const sdl = (args: string) =>
    `type Query { books${args}: BookConnection } type Book { id: ID }
    type BookConnection { edges: [BookEdge] pageInfo: PageInfo! } type BookEdge { node: Book cursor: String! }
    type PageInfo { hasPreviousPage: Boolean! hasNextPage: Boolean! startCursor: String endCursor: String }`;
  assertEquals(inspected(sdl(""), {}).further.connectionsWithoutLimit, [{
    typeName: "Query",
    fieldName: "books",
    message: 'is a connection without a page limit: declare the argument "first" or "last"',
  }]);
  assertEquals(inspected(sdl("(last: Int)"), {}).further.connectionsWithoutLimit, []);
});

for (const section of furtherSections) {
  Deno.test(`further findings: the section ${section} can be switched off`, () => {
    const sdl = `type Query { books(first: Int, unread: Int): [Book] all: BookConnection old: Int @deprecated }
      type Book { id: ID author: String } type Lost { at: String }
      type BookConnection { edges: [BookEdge] pageInfo: PageInfo! } type BookEdge { node: Book cursor: String! }
      type PageInfo { hasPreviousPage: Boolean! hasNextPage: Boolean! startCursor: String endCursor: String }`;
    const registrations = { "Query.books": books, "Book.author": author, "Lost.at": lambda };
    const on = inspected(sdl, registrations).further;
    const off = inspected(sdl, registrations, new SchemaMappingInspectorInitializer().without(section)).further;
    assertEquals(on[section].length > 0, true);
    assertEquals(off, { ...on, [section]: [] });
  });
}
