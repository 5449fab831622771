import { assertEquals } from "@std/assert";
import {
  type AnyDescriptor,
  controller,
  describeType,
  GraphQlSource,
  param,
  QueryMapping,
  Resource,
  SchemaMapping,
  t,
} from "@espalier/espalier";
import { type DataFetcher, furtherSections, SchemaMappingInspectorInitializer } from "@espalier/espalier/graphql";
import { startApp } from "../graphql_app.ts";
import { described, greeting, inspected } from "./described.ts";

class Book {
  declare readonly id: string;
}
describeType(Book, { id: t.id });

const books = described("BookController#books", t.list(t.object(() => Book)));
const author = described("BookController#author", t.string);
enum Mood {
  GOOD,
  BAD,
}
const lambda: DataFetcher = () => undefined;

const listing = "type Query { books: [Book!] } type Book { id: ID author: String }";

/** What is said about `Query.value` when its code returns a type. */
function mismatchOf(declared: string, returned: AnyDescriptor, more = ""): string | undefined {
  const sdl = `type Query { value: ${declared} } ${more}
    enum Status { OPEN SHUT } scalar Money directive @changed on FIELD_DEFINITION`;
  const { mismatchedTypes } = inspected(sdl, { "Query.value": described("C#value", returned) }).further;
  assertEquals(mismatchedTypes.every(({ site }) => site?.description === "C#value[1 args]"), true);
  return mismatchedTypes.map(({ message }) => message)[0];
}

Deno.test("further findings: what GraphQL's own scalars and enums refuse, whatever the value", () => {
  const cases: readonly (readonly [declared: string, returned: AnyDescriptor, message: string])[] = [
    ["Boolean!", t.string, "returns String, but is declared as Boolean"],
    ["ID", t.nullable(t.boolean), "returns Boolean, but is declared as ID"],
    ["Int", t.date, "returns Date, but is declared as Int"],
    ["String", t.bytes, "returns Bytes, but is declared as String"],
    ["String", t.list(t.string), "returns a list, but is declared as String"],
    ["[String!]", t.string, "returns String, but is declared as [String!]"],
    ["[[Boolean]]", t.list(t.list(t.string)), "returns String, but is declared as Boolean"],
    ["Status", t.enum("OPEN", "LOST"), 'may return "LOST", which is no value of Status'],
    ["[Status!]!", t.list(t.int), "returns Int, but is declared as Status"],
    ["Int", t.enum("1", "two"), 'may return "two", but is declared as Int'],
    ["Money", t.list(t.int), ""],
  ];
  for (const [declared, returned, message] of cases) assertEquals(mismatchOf(declared, returned) ?? "", message);
});

/** What is said about an argument of `Query.value` when its code expects a type. */
function argumentMismatchOf(declared: string, expected: AnyDescriptor, more = ""): string | undefined {
  const sdl = `type Query { value(a: ${declared}): Int } ${more} enum Status { OPEN SHUT } scalar Money`;
  const fetcher = described("C#value", t.nullable(t.int), { a: expected });
  return inspected(sdl, { "Query.value": fetcher }).further.mismatchedTypes.map(({ message }) => message)[0];
}

class Weight {
  constructor(readonly grams: number, readonly unit: string, readonly inner: Weight | null) {}
}
describeType(Weight, { grams: t.int, unit: t.string, inner: t.nullable(t.object(() => Weight)) });
const weights = "input In { grams: Int unit: String inner: In } input Odd { grams: ID unit: String inner: Odd }";

Deno.test("further findings: an argument that the code does not take as the schema declares it", () => {
  const cases: readonly (readonly [declared: string, expected: AnyDescriptor, message: string])[] = [
    ["ID!", t.int, 'takes ID for "a", but its code expects Int'],
    ["ID", t.nullable(t.bigint), 'takes ID for "a", but its code expects BigInt'],
    ["Float!", t.int, 'takes Float for "a", but its code expects Int'],
    ["Int!", t.boolean, 'takes Int for "a", but its code expects Boolean'],
    ["String!", t.bytes, 'takes String for "a", but its code expects Bytes'],
    ["[ID!]!", t.list(t.int), 'takes ID for "a", but its code expects Int'],
    ["[String!]!", t.string, 'takes [String!] for "a", but its code expects String'],
    ["Status!", t.int, 'takes Status for "a", but its code expects Int'],
    ["Status!", t.enum("OPEN"), 'takes Status for "a", but its code expects one of OPEN'],
    ["Int!", t.enum("OPEN"), 'takes Int for "a", but its code expects one of OPEN'],
    ["In!", t.string, 'takes In for "a", but its code expects String'],
    ["String!", t.object(() => Weight), 'takes String for "a", but its code expects Weight'],
    ["Odd!", t.object(() => Weight), 'takes ID for "a.grams", but its code expects Int'],
  ];
  for (const [declared, expected, message] of cases) {
    assertEquals(argumentMismatchOf(declared, expected, weights), message);
  }
});

Deno.test("further findings: an argument that is taken as it is, or converted as documented, is left alone", () => {
  const cases: readonly (readonly [declared: string, expected: AnyDescriptor])[] = [
    ["ID!", t.id],
    ["ID!", t.string],
    ["String!", t.int],
    ["String!", t.date],
    ["Int!", t.float],
    ["Int!", t.id],
    ["Money!", t.bytes],
    ["Money!", t.object(() => Weight)],
    ["Status!", t.string],
    ["Status!", t.enum("OPEN", "SHUT", "LOST")],
    ["String!", t.list(t.string)],
    ["In!", t.object(() => Weight)],
    ["In!", t.map(t.unknown)],
    ["In!", t.json],
    ["ID!", t.unknown],
  ];
  for (const [declared, expected] of cases) assertEquals(argumentMismatchOf(declared, expected, weights), undefined);
});

Deno.test("further findings: what a scalar or an enum may take is left alone", () => {
  class Money {}
  const cases: readonly (readonly [declared: string, returned: AnyDescriptor])[] = [
    // Databases give large numbers as text.
    ["Int", t.string],
    ["Float", t.id],
    ["String", t.int],
    ["String", t.date],
    ["Boolean", t.int],
    ["ID", t.bigint],
    ["ID", t.float],
    ["Status", t.string],
    ["Status", t.enum("OPEN")],
    ["[Int]", t.bytes],
    ["[Int]", t.object(() => Money)],
    ["Float", t.object(() => Money)],
    ["Boolean", t.json],
    ["Boolean", t.unknown],
    ["Money", t.boolean],
    ["Boolean @changed", t.string],
  ];
  for (const [declared, returned] of cases) {
    assertEquals([declared, mismatchOf(declared, returned)], [declared, undefined]);
  }
  assertEquals(mismatchOf("Boolean @deprecated", t.string), "returns String, but is declared as Boolean");
});

Deno.test("further findings: the internal values of an enum are what its code returns", async () => {
  const mood = async (returned: AnyDescriptor) => {
    let found: readonly string[] | undefined;
    await GraphQlSource.schemaResourceBuilder()
      .schemaResources(Resource.text("mood", "type Query { mood: Mood } enum Mood { GOOD BAD }"))
      .configureRuntimeWiring((wiring) =>
        void wiring.type("Query", (type) => type.dataFetcher("mood", described("C#mood", returned)))
          .type("Mood", (type) => type.setEnumValues({ GOOD: Mood.GOOD, BAD: Mood.BAD }))
      )
      .inspectSchemaMappings(({ further }) => found = further.mismatchedTypes.map(({ message }) => message))
      .build();
    return found;
  };
  assertEquals(await mood(t.int), []);
  assertEquals(await mood(t.string), ["returns String, but is declared as Mood"]);
});

Deno.test("further findings: properties of described classes are compared, and events of subscriptions", () => {
  class Shop {
    declare readonly open: string;
  }
  describeType(Shop, { open: t.string });
  const { mismatchedTypes } = inspected(
    "type Query { shop: Shop } type Shop { open: Boolean } type Subscription { opened: Boolean closed: Boolean }",
    {
      "Query.shop": described("C#shop", t.object(() => Shop)),
      "Subscription.opened": described("C#opened", t.list(t.boolean)),
      "Subscription.closed": described("C#closed", t.list(t.string)),
    },
  ).further;
  assertEquals(mismatchedTypes.map(({ typeName, fieldName, site }) => [typeName, fieldName, site?.description]), [
    ["Shop", "open", "Shop#open"],
    ["Subscription", "closed", "C#closed[1 args]"],
  ]);
});

Deno.test("further findings: a fetcher below a list that is called once per element", () => {
  const { further } = inspected(listing, { "Query.books": books, "Book.author": author });
  assertEquals(further.unbatchedFields, [{
    typeName: "Book",
    fieldName: "author",
    message: 'is fetched once per element of "Query.books": use @BatchMapping or a data loader',
    site: { description: "BookController#author[1 args]" },
  }]);
});

Deno.test("20.12 further findings: a connection below a list is read for all sources by scrollEach", () => {
  const nested = `type Query { authors: [Author!]! }
    type Author { books(first: Int): BookConnection! }
    type Book { title: String }
    type BookConnection { edges: [BookEdge] pageInfo: PageInfo! }
    type BookEdge { node: Book cursor: String! }
    type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }`;
  const { further } = inspected(nested, {
    "Query.authors": described("C#authors", t.list(t.unknown)),
    "Author.books": described("C#books", t.unknown),
  });
  assertEquals(further.unbatchedFields.map(({ message }) => message), [
    'is fetched once per element of "Query.authors": use @BatchMapping with scrollEach of the repository',
  ]);
});

Deno.test("further findings: batched fetchers, loaders, and fetchers below single values are no N+1 risk", () => {
  const batched = Object.assign(described("BookController#author", t.string), { batch: () => [] });
  const loading = Object.assign(described("BookController#author", t.string), { usesDataLoader: true });
  const single = listing.replace("[Book!]", "Book");
  assertEquals(inspected(listing, { "Query.books": books, "Book.author": batched }).further.unbatchedFields, []);
  assertEquals(inspected(listing, { "Query.books": books, "Book.author": loading }).further.unbatchedFields, []);
  assertEquals(inspected(single, { "Query.books": books, "Book.author": author }).further.unbatchedFields, []);
  const misspelt = inspected(listing, { "Query.books": books, "Book.autor": author });
  assertEquals([misspelt.unmappedRegistrations.length, misspelt.further.unbatchedFields], [1, []]);
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
      type Book { id: Boolean author: String } type Lost { at: String }
      type BookConnection { edges: [BookEdge] pageInfo: PageInfo! } type BookEdge { node: Book cursor: String! }
      type PageInfo { hasPreviousPage: Boolean! hasNextPage: Boolean! startCursor: String endCursor: String }`;
    const registrations = { "Query.books": books, "Book.author": author, "Lost.at": lambda };
    const on = inspected(sdl, registrations).further;
    const off = inspected(sdl, registrations, new SchemaMappingInspectorInitializer().without(section)).further;
    assertEquals(on[section].length > 0, true);
    assertEquals(off, { ...on, [section]: [] });
  });
}

Deno.test("further findings: a handler with a data loader as its parameter loads by batch", async () => {
  class Loading {
    @QueryMapping({ params: [], returns: t.list(t.object(() => Book)) })
    books(): Book[] {
      return [];
    }
    @SchemaMapping({
      typeName: "Book",
      params: [param.source(() => Book), param.dataLoader("authors")],
      returns: t.nullable(t.string),
    })
    author(_: Book, authors: { load(key: string): Promise<unknown> }): Promise<string> {
      return authors.load("1") as Promise<string>;
    }
  }
  await using app = await startApp("type Query { books: [Book!]! } type Book { id: ID author: String! }", [
    controller(Loading),
  ]);
  const messages = app.logged.filter(({ category }) => category.includes("inspection")).map(({ message }) => message);
  assertEquals(messages, ["GraphQL schema inspection: no findings"]);
});
