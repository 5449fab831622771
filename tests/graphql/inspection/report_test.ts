import { assertEquals } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import { type DataFetcher, SchemaMappingInspectorInitializer } from "@espalier/espalier/graphql";
import { clean, described, greeting, inspected, type Registrations, text } from "./described.ts";

class Author {
  declare readonly id: string;
  declare readonly firstName: string;
}
describeType(Author, { id: t.id, firstName: t.string });

class Book {
  declare readonly id: string;
  declare readonly name: string;
  declare readonly author: Author;
  get shout(): string {
    return this.name.toUpperCase();
  }
}
describeType(Book, { id: t.id, name: t.string, author: t.object(() => Author) });

class Team {
  declare readonly name: string;
}
describeType(Team, { name: t.string });

class ListContainer<T> {
  declare readonly items: readonly T[];
}
describeType(ListContainer, { items: t.list(t.unknown) });

class Undescribed {}

class Vehicle {
  declare readonly name: string;
}
class Car extends Vehicle {}
class Bike extends Vehicle {}
describeType(Vehicle, { name: t.string });
class CarImpl extends Vehicle {}
class BikeImpl extends Vehicle {}

class Article {
  declare readonly id: string;
}
class Photo {
  declare readonly height: number;
}
class Video {
  declare readonly title: string;
}
describeType(Article, { id: t.id });
describeType(Photo, { height: t.int });
describeType(Video, { title: t.string });

class NullableFieldBook {
  declare readonly title: string | null;
  declare readonly anything: unknown;
}
describeType(NullableFieldBook, { title: t.nullable(t.string), anything: t.unknown });

const book = t.object(() => Book);
const lambda: DataFetcher = () => undefined;
const optionsWith = (change: (options: SchemaMappingInspectorInitializer) => unknown) => {
  const options = new SchemaMappingInspectorInitializer();
  change(options);
  return options;
};

const connection = `
  type BookConnection { edges: [BookEdge]! pageInfo: PageInfo! }
  type BookEdge { node: Book! cursor: String! }
  type PageInfo { hasPreviousPage: Boolean! hasNextPage: Boolean! startCursor: String endCursor: String }`;

const vehicles = `
  type Query { vehicles: [Vehicle!]! }
  interface Vehicle { name: String! price: Int! }
  type Car implements Vehicle { name: String! price: Int! engineType: String! }
  type Bike implements Vehicle { name: String! price: Int! }`;

const search = `
  type Query { search: [SearchResult] }
  union SearchResult = Article | Photo | Video
  type Article { id: ID missing: String }
  type Photo { height: Int missing: String }
  type Video { title: String missing: String }`;

interface Row {
  readonly name: string;
  readonly sdl: string;
  readonly registrations: Registrations;
  readonly options?: SchemaMappingInspectorInitializer;
  readonly expected: string;
}

const allVehicles = described("VehicleController#vehicles", t.list(t.object(() => Vehicle)));
const searchAll = described("SearchController#search", t.list(t.unknown));

const rows: readonly Row[] = [
  {
    name: "C229 a query without code is unmapped",
    sdl: "type Query { greeting: String }",
    registrations: {},
    expected: text({ "Unmapped fields": "{Query=[greeting]}" }),
  },
  {
    name: "C230 C257 a mapped query gives the empty report",
    sdl: "type Query { greeting: String }",
    registrations: { "Query.greeting": greeting },
    expected: clean,
  },
  {
    name: "C232 the type behind a nullable return is inspected",
    sdl: "type Query { optionalBook: Book } type Book { id: ID missing: Boolean }",
    registrations: { "Query.optionalBook": described("BookController#optionalBook", t.nullable(book)) },
    expected: text({ "Unmapped fields": "{Book=[missing]}" }),
  },
  {
    name: "C233 a connection is looked through, and its own types are no finding",
    sdl: `type Query { paginatedBooks: BookConnection } type Book { id: ID missing: Boolean } ${connection}`,
    registrations: {
      "Query.paginatedBooks": described("BookController#paginatedBooks", t.container(() => ListContainer, book)),
    },
    expected: text({ "Unmapped fields": "{Book=[missing]}" }),
  },
  {
    name: "connection edges of every nullability are recognised",
    sdl: `type Query { paginatedBooks: BookConnection! } type Book { id: ID missing: Boolean }
      ${connection.replace("[BookEdge]!", "[BookEdge!]")}`,
    registrations: {
      "Query.paginatedBooks": described("BookController#paginatedBooks", t.container(() => ListContainer, book)),
    },
    expected: text({ "Unmapped fields": "{Book=[missing]}" }),
  },
  {
    name: "C235 C238 fields of extensions without code are unmapped",
    sdl: "type Query extend type Query { greeting: String } " +
      "type Mutation { a: Int } extend type Mutation { createBook: Book } type Book { id: ID }",
    registrations: { "Mutation.a": described("BookController#a", t.int) },
    expected: text({ "Unmapped fields": "{Query=[greeting], Mutation=[createBook]}" }),
  },
  {
    name: "C236 a mutation without code is unmapped",
    sdl: "type Query { greeting: String } type Mutation { createBook: Book } type Book { id: ID }",
    registrations: { "Query.greeting": greeting },
    expected: text({ "Unmapped fields": "{Mutation=[createBook]}" }),
  },
  {
    name: "C239 a subscription without code is unmapped",
    sdl:
      "type Query { greeting: String } type Subscription { bookSearch(author: String): [Book!]! } type Book { id: ID }",
    registrations: { "Query.greeting": greeting },
    expected: text({ "Unmapped fields": "{Subscription=[bookSearch]}" }),
  },
  {
    name: "C241 a subscription's stream of lists is looked through, its unknown argument is reported",
    sdl:
      "type Query { greeting: String } type Subscription { bookSearch(author: String): [Book!]! } type Book { id: ID missing: Int }",
    registrations: {
      "Query.greeting": greeting,
      "Subscription.bookSearch": described("BookController#bookSearch", t.list(t.list(book)), { myAuthor: t.string }),
    },
    expected: text({
      "Unmapped fields": "{Book=[missing]}",
      "Unmapped arguments": "{BookController#bookSearch[1 args]=[myAuthor]}",
    }),
  },
  {
    name: "C242 C244 properties, getters and data fetchers are code",
    sdl: "type Query { bookById: Book } type Book { id: ID name: String shout: String fetcher: String }",
    registrations: {
      "Query.bookById": described("BookController#bookById", book),
      "Book.fetcher": described("BookController#fetcher", t.string),
    },
    expected: clean,
  },
  {
    name: "C245 a batch mapping is code",
    sdl: "type Query { books: [Book] } type Book { id: ID author: Author } type Author { id: ID missing: Int }",
    registrations: {
      "Query.books": described("BookController#books", t.list(book)),
      "Book.author": described("@BatchMapping BookController#author", t.object(() => Author)),
    },
    expected: text({ "Unmapped fields": "{Author=[missing]}" }),
  },
  {
    name: "C247 C253 a field without property is unmapped",
    sdl: "type Query { bookById: Book } type Book { id: ID missing: Boolean }",
    registrations: { "Query.bookById": described("BookController#bookById", book) },
    expected: text({ "Unmapped fields": "{Book=[missing]}" }),
  },
  {
    name: "C248 a registration for a field that the schema lacks",
    sdl: "type Query { anything: String }",
    registrations: { "Query.anything": greeting, "Query.greeting": greeting, "Nothing.at": lambda },
    expected: text({
      "Unmapped registrations": "{Query.greeting=GreetingController#greeting[1 args], Nothing.at=lambda}",
    }),
  },
  {
    name: "C250 a property's own type is inspected",
    sdl:
      "type Query { bookById: Book } type Book { id: ID author: Author } type Author { firstName: String missing: Int }",
    registrations: { "Query.bookById": described("BookController#bookById", book) },
    expected: text({ "Unmapped fields": "{Author=[missing]}" }),
  },
  {
    name: "C251 a generic class: unknown inside stands for the element",
    sdl:
      "type Query { teamContainer: TeamContainer } type TeamContainer { items: [Team] } type Team { name: String missing: Int }",
    registrations: {
      "Query.teamContainer": described(
        "TeamController#teamContainer",
        t.container(() => ListContainer, t.object(() => Team)),
      ),
    },
    expected: text({ "Unmapped fields": "{Team=[missing]}" }),
  },
  {
    name: "C254 a fetcher that says nothing skips the type",
    sdl: "type Query { bookById: Book } type Book { id: ID missing: Int }",
    registrations: { "Query.bookById": lambda },
    expected: text({ "Skipped types": "[Book]" }),
  },
  {
    name: "I3 a class without description is skipped",
    sdl: "type Query { bookById: Book } type Book { id: ID }",
    registrations: { "Query.bookById": described("BookController#bookById", t.object(() => Undescribed)) },
    expected: text({ "Skipped types": "[Book]" }),
  },
  {
    name: "I6 an explicit class mapping is the remedy for a skipped type",
    sdl: "type Query { bookById: Book } type Book { id: ID missing: Int }",
    registrations: { "Query.bookById": lambda },
    options: optionsWith((options) => options.classMapping("Book", Book)),
    expected: text({ "Unmapped fields": "{Book=[missing]}" }),
  },
  {
    name: "C256 a scalar is never skipped",
    sdl: "type Query { greeting: String }",
    registrations: { "Query.greeting": lambda },
    expected: clean,
  },
  {
    name: "I4 C259 interfaces: implementations found by name among the known classes",
    sdl: vehicles,
    registrations: { "Query.vehicles": allVehicles },
    options: optionsWith((options) => options.classes(Car, Bike)),
    expected: text({ "Unmapped fields": "{Car=[price, engineType], Bike=[price]}" }),
  },
  {
    name: "I6 C260 a name function finds the classes of interfaces",
    sdl: vehicles,
    registrations: { "Query.vehicles": allVehicles },
    options: optionsWith((options) =>
      options.classes(CarImpl, BikeImpl).classNameFunction(({ name }) => `${name}Impl`)
    ),
    expected: text({ "Unmapped fields": "{Car=[price, engineType], Bike=[price]}" }),
  },
  {
    name: "C262 the fields of a type are reported once",
    sdl: vehicles.replace("vehicles: [Vehicle!]!", "vehicles: [Vehicle!]! cars: [Car]"),
    registrations: {
      "Query.vehicles": allVehicles,
      "Query.cars": described("VehicleController#cars", t.list(t.object(() => Car))),
    },
    options: optionsWith((options) => options.classes(Bike)),
    expected: text({ "Unmapped fields": "{Car=[price, engineType], Bike=[price]}" }),
  },
  {
    name: "C263 implementations without classes are skipped",
    sdl: vehicles,
    registrations: { "Query.vehicles": allVehicles },
    expected: text({ "Skipped types": "[Car, Bike]" }),
  },
  {
    name: "I4 C265 unions: members found by name among the known classes",
    sdl: search,
    registrations: { "Query.search": searchAll },
    options: optionsWith((options) => options.classes(Article, Photo, Video)),
    expected: text({ "Unmapped fields": "{Article=[missing], Photo=[missing], Video=[missing]}" }),
  },
  {
    name: "C266 a class resolver is asked before anything else",
    sdl: search,
    registrations: { "Query.search": searchAll },
    options: optionsWith((options) =>
      options.classes(Article, Photo).classResolver(({ name }) => name === "Photo" ? [Video] : [])
    ),
    expected: text({ "Unmapped fields": "{Article=[missing], Photo=[height, missing]}", "Skipped types": "[Video]" }),
  },
  {
    name: "C268 union members without classes are skipped",
    sdl: search,
    registrations: { "Query.search": searchAll },
    expected: text({ "Skipped types": "[Article, Photo, Video]" }),
  },
  {
    name: "C269 a member is not skipped where it is inspected elsewhere",
    sdl: search.replace("search:", "article: Article search:"),
    registrations: {
      "Query.search": searchAll,
      "Query.article": described("SearchController#article", t.object(() => Article)),
    },
    expected: text({ "Unmapped fields": "{Article=[missing]}", "Skipped types": "[Photo, Video]" }),
  },
  {
    name: "I2 C271 C272 unspecified or non-null behind a non-null field, non-null behind a nullable one: no errors",
    sdl: "type Query { book: Book! } type Book { id: ID! name: String } type Other { id: ID }",
    registrations: { "Query.book": described("BookController#book", book) },
    expected: clean,
  },
  {
    name: "I2 C274 C277 non-null properties and returns, behind nullable and non-null fields: no errors",
    sdl: "type Query { book: Book! maybe: Book } type Book { id: ID! name: String }",
    registrations: {
      "Query.book": described("BookController#book", book),
      "Query.maybe": described("BookController#maybe", book),
    },
    expected: clean,
  },
  {
    name: "C275 a nullable property behind a non-null field",
    sdl: "type Query { book: NullableFieldBook } type NullableFieldBook { title: String! anything: String! }",
    registrations: { "Query.book": described("BookController#book", t.object(() => NullableFieldBook)) },
    expected: text({
      "Field nullness errors": "{NullableFieldBook=[title is NON_NULL -> 'NullableFieldBook#title' is NULLABLE]}",
    }),
  },
  {
    name: "C278 a nullable return behind a non-null field",
    sdl: "type Query { bookById(id: ID!): Book! } type Book { id: ID }",
    registrations: {
      "Query.bookById": described("NullableBookController#bookById", t.nullable(book), { id: t.id }),
    },
    expected: text({
      "Field nullness errors":
        "{Query=[bookById is NON_NULL -> 'NullableBookController#bookById[1 args]' is NULLABLE]}",
    }),
  },
  {
    name: "26.5 what is nullable behind a semantically non-null field",
    sdl: "type Query { book: NullableFieldBook @semanticNonNull books: [Book] @semanticNonNull(levels: [1]) } " +
      "type NullableFieldBook { title: String @semanticNonNull } type Book { id: ID }",
    registrations: {
      "Query.book": described("BookController#book", t.nullable(t.object(() => NullableFieldBook))),
      "Query.books": described("BookController#books", t.nullable(t.list(book))),
    },
    expected: text({
      "Field nullness errors": "{Query=[book is NON_NULL -> 'BookController#book[1 args]' is NULLABLE], " +
        "NullableFieldBook=[title is NON_NULL -> 'NullableFieldBook#title' is NULLABLE]}",
    }),
  },
  {
    name: "C280 fetchers that load by batch are exempt from the nullness of fields",
    sdl: "type Query { books: [Book] } type Book { author: Author! } type Author { id: ID }",
    registrations: {
      "Query.books": described("BookController#books", t.list(book)),
      "Book.author": Object.assign(described("BookController#author", t.nullable(t.object(() => Author))), {
        usesDataLoader: true,
      }),
    },
    expected: clean,
  },
  {
    name: "C283 a non-null parameter for a nullable argument",
    sdl: "type Query { bookById(id: ID): Book } type Book { id: ID }",
    registrations: { "Query.bookById": described("NonNullArgBookController#bookById", book, { id: t.string }) },
    expected: text({
      "Argument nullness errors": "{NonNullArgBookController#bookById[1 args]=[String id should be NULLABLE]}",
    }),
  },
];

for (const { name, sdl, registrations, options, expected } of rows) {
  Deno.test(/^I\d /.test(name) ? name : `I1 ${name}`, () => {
    assertEquals(inspected(sdl, registrations, options).toString(), expected);
  });
}

Deno.test("I1 the programmatic report tells coordinates, classes and reasons", () => {
  const fetcher = described("BookController#book", book);
  const report = inspected(
    "type Query { book: Book other: Other } type Book { id: ID missing: Int } type Other { id: ID }",
    { "Query.book": fetcher, "Query.other": lambda },
  );
  assertEquals(report.unmappedFields, [{ typeName: "Book", fieldName: "missing", className: "Book" }]);
  assertEquals(report.skippedTypes, [{
    typeName: "Other",
    coordinates: { typeName: "Query", fieldName: "other" },
    reason: "No class information",
  }]);
  assertEquals(report.dataFetcher({ typeName: "Query", fieldName: "book" }), fetcher);
  assertEquals(report.dataFetcher({ typeName: "Query", fieldName: "none" }), undefined);
  assertEquals(report.schema().getType("Book")?.name, "Book");
});
