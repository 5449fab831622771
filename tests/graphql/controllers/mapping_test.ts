import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { of } from "rxjs";
import {
  BatchMapping,
  controller,
  DataFetcherResult,
  describeType,
  MutationMapping,
  param,
  QueryMapping,
  SchemaMapping,
  SubscriptionMapping,
  t,
} from "@espalier/espalier";
import {
  AnnotatedControllerConfigurer,
  type DataFetchingEnvironment,
  GraphQLContext,
  RuntimeWiringBuilder,
} from "@espalier/espalier/graphql";
import { Author, authors, Book, books, booksBy, booksSchema } from "../books.ts";
import { beans, startApp } from "../graphql_app.ts";

class BookCriteria {
  id?: string;
  author?: string;
}
describeType(BookCriteria, { id: t.optional(t.id), author: t.optional(t.string) });

class BookController {
  @QueryMapping({ params: [param.argument("id", t.id)], returns: t.nullable(t.object(() => Book)) })
  bookById(id: string): Book | null {
    return books.find((book) => book.id === id) ?? null;
  }
  @QueryMapping({
    params: [param.argument("criteria", t.object(() => BookCriteria))],
    returns: t.list(t.object(() => Book)),
  })
  booksByCriteria(criteria: BookCriteria): Promise<Book[]> {
    return Promise.resolve(booksBy(criteria.author!));
  }
  @QueryMapping()
  authorById(environment: DataFetchingEnvironment): Author | undefined {
    environment.graphQlContext.put("key", "value");
    return authors.get(environment.argument<string>("id")!);
  }
  @MutationMapping({ params: [param.arguments()], returns: t.object(() => Author) })
  addAuthor(args: Readonly<Record<string, unknown>>): Author {
    return new Author("99", args["firstName"] as string, args["lastName"] as string);
  }
  @SubscriptionMapping({ params: [param.argument("author", t.string)], returns: t.object(() => Book) })
  async *bookSearch(author: string): AsyncGenerator<Book> {
    yield* booksBy(author);
  }
  @BatchMapping({ source: () => Book, returns: t.object(() => Author) })
  author(sources: readonly Book[]): Map<Book, Author> {
    return new Map(sources.map((book) => [book, authors.get(book.authorId)!]));
  }
}

Deno.test("C382 C397 C400 C401 X3 controllers serve queries, mutations, nested fields and subscriptions", async () => {
  await using app = await startApp(booksSchema, [controller(BookController)]);
  const { body } = await app.post(
    '{ bookById(id: "3") { name } booksByCriteria(criteria: { author: "Orwell" }) { name author { lastName } } ' +
      'authorById(id: "101") { id firstName lastName } }',
  );
  assertEquals(body, {
    data: {
      bookById: { name: "Catch-22" },
      booksByCriteria: [
        { name: "Nineteen Eighty-Four", author: { lastName: "Orwell" } },
        { name: "Animal Farm", author: { lastName: "Orwell" } },
      ],
      authorById: { id: "101", firstName: "George", lastName: "Orwell" },
    },
  });
  const added = await app.post('mutation { addAuthor(firstName: "James", lastName: "Joyce") { id firstName } }');
  assertEquals(added.body, { data: { addAuthor: { id: "99", firstName: "James" } } });
});

Deno.test("C383 C385 fields and loaders get explicit names, the type name comes from the source, the class or the mapping", () => {
  class Mapped {
    @QueryMapping("custom")
    other(): string {
      return "";
    }
    @SchemaMapping({ params: [param.source(() => Book)], field: "title" })
    heading(book: Book): string {
      return book.name;
    }
    @SchemaMapping({ typeName: "Author", field: "fullName", params: [param.source()] })
    fullName(): string {
      return "";
    }
    @BatchMapping({ source: () => Book, field: "tags", maxBatchSize: 5 })
    bookTags(sources: readonly Book[]): string[][] {
      return sources.map(() => []);
    }
  }
  @SchemaMapping({ typeName: "Author" })
  class OfAuthor {
    @SchemaMapping({ params: [param.environment()] })
    age(): number {
      return 1;
    }
  }
  const wiring = new RuntimeWiringBuilder();
  new AnnotatedControllerConfigurer().addControllers(new Mapped(), new OfAuthor()).configure(wiring);
  const registered = [...wiring.types.values()].flatMap((type) =>
    [...type.dataFetchers].map(([field, fetcher]) =>
      `${type.typeName}.${field} ${(fetcher as unknown as { description: string }).description}`
    )
  );
  assertEquals(registered.toSorted(), [
    "Author.age OfAuthor#age[1 args]",
    "Author.fullName Mapped#fullName[1 args]",
    "Book.tags @BatchMapping Mapped#bookTags[1 args]",
    "Book.title Mapped#heading[1 args]",
    "Query.custom Mapped#other[0 args]",
  ]);
});

Deno.test("C389 C394 C395 mappings that can't be are refused at start-up, naming the methods", async () => {
  class First {
    @QueryMapping()
    a(): string {
      return "";
    }
  }
  class Second {
    @QueryMapping("a")
    other(): string {
      return "";
    }
  }
  const ambiguous = await assertRejects(() =>
    startApp("type Query { a: String }", [controller(First), controller(Second)])
  );
  assertStringIncludes(
    (ambiguous as Error).message,
    "Ambiguous mapping. Cannot map 'Second' method Second#other[0 args] to Query.a: " +
      "There is already 'First' bean method First#a[0 args] mapped.",
  );
  class Both {
    @SchemaMapping({ typeName: "Book", params: [] })
    @BatchMapping({ source: () => Book, params: [] })
    author(): never[] {
      return [];
    }
  }
  const both = await assertRejects(() => startApp("type Query { a: String }", [controller(Both)]));
  assertStringIncludes(
    (both as Error).message,
    "Expected either @BatchMapping or @SchemaMapping, not both: Both#author",
  );
  class Typeless {
    @SchemaMapping({ params: [] })
    title(): string {
      return "";
    }
  }
  const typeless = await assertRejects(() => startApp("type Query { a: String }", [controller(Typeless)]));
  assertStringIncludes(
    (typeless as Error).message,
    "No parentType specified, and a source/parent method argument was also not found: Typeless#title[0 args]",
  );
});

Deno.test("C391 mappings of an interface serve the types that implement it, unless they have one of their own", async () => {
  class Activity {
    constructor(readonly label: string) {}
  }
  class FooActivity extends Activity {}
  class BarActivity extends Activity {}
  const activities = [new FooActivity("foo"), new BarActivity("bar")];
  class ActivityController {
    @QueryMapping({ params: [] })
    activities(): Activity[] {
      return activities;
    }
    @SchemaMapping({ typeName: "Activity", params: [param.source(() => Activity)] })
    label(activity: Activity): string {
      return `label of ${activity.label}`;
    }
    @SchemaMapping({ typeName: "FooActivity", field: "label", params: [param.source()] })
    fooLabel(): string {
      return "foo-label";
    }
    @BatchMapping({ source: () => Activity, returns: t.string })
    coordinator(sources: readonly Activity[]): string[] {
      return sources.map(({ label }) => `user of ${label}`);
    }
  }
  const schema = "type Query { activities: [Activity!]! } interface Activity { label: String coordinator: String } " +
    "type FooActivity implements Activity { label: String coordinator: String } " +
    "type BarActivity { label: String coordinator: String } extend type BarActivity implements Activity";
  await using app = await startApp(schema, [controller(ActivityController)]);
  assertEquals((await app.post("{ activities { label coordinator } }")).body, {
    data: {
      activities: [
        { label: "foo-label", coordinator: "user of foo" },
        { label: "label of bar", coordinator: "user of bar" },
      ],
    },
  });
});

Deno.test("a subclass keeps the mappings of the class that it extends and may map a method anew", async () => {
  class Base {
    @QueryMapping()
    a(): string {
      return "base";
    }
    @QueryMapping()
    b(): string {
      return "base";
    }
  }
  class Derived extends Base {
    @QueryMapping("c")
    override b(): string {
      return "derived";
    }
  }
  await using app = await startApp("type Query { a: String b: String c: String }", [controller(Derived)]);
  assertEquals((await app.post("{ a b c }")).body, { data: { a: "base", b: null, c: "derived" } });
});

Deno.test("X1 C341 handlers return values, promises, streams, observables and results with local context", async () => {
  class Returning {
    @QueryMapping({ params: [] })
    value(): number[] {
      return [1];
    }
    @QueryMapping({ params: [] })
    async *stream(): AsyncGenerator<number> {
      yield 1;
      await Promise.resolve();
      yield 2;
    }
    @QueryMapping({ params: [], returns: t.list(t.int) })
    observable() {
      return of(1, 2, 3);
    }
    @QueryMapping({ params: [] })
    result(): DataFetcherResult<Book> {
      return new DataFetcherResult({
        data: books[0]!,
        localContext: GraphQLContext.of({ shelf: "A3" }),
        extensions: { cost: 1 },
      });
    }
    @SchemaMapping({ params: [param.source(() => Book), param.localContext("shelf", t.string)] })
    shelf(book: Book, shelf: string): string {
      return `${book.name} in ${shelf}`;
    }
  }
  const schema = "type Query { value: [Int] stream: [Int] observable: [Int] result: Book } type Book { shelf: String }";
  await using app = await startApp(schema, [controller(Returning)]);
  assertEquals((await app.post("{ value stream observable result { shelf } }")).body, {
    data: {
      value: [1],
      stream: [1, 2],
      observable: [1, 2, 3],
      result: { shelf: "Nineteen Eighty-Four in A3" },
    },
    extensions: { cost: 1 },
  });
});

Deno.test("X1 a stream that fails in the middle fails the field, and only the field", async () => {
  class Failing {
    @QueryMapping({ params: [] })
    async *numbers(): AsyncGenerator<number> {
      yield 1;
      throw new Error("secret");
    }
    @QueryMapping({ params: [] })
    fine(): string {
      return "fine";
    }
  }
  await using app = await startApp("type Query { numbers: [Int] fine: String }", [controller(Failing)]);
  const { body } = await app.post("{ numbers fine }");
  const { data, errors } = body as { data: unknown; errors: { path: unknown; extensions: unknown }[] };
  assertEquals(data, { numbers: null, fine: "fine" });
  assertEquals(errors.map(({ path, extensions }) => ({ path, extensions })), [
    { path: ["numbers"], extensions: { classification: "INTERNAL_ERROR" } },
  ]);
});

Deno.test("dependencies of a controller are given by identifier", async () => {
  class Shelf {
    readonly book = books[0]!;
  }
  class ShelfController {
    constructor(readonly shelf: Shelf) {}
    @QueryMapping({ params: [] })
    name(): string {
      return this.shelf.book.name;
    }
  }
  await using app = await startApp("type Query { name: String }", [
    controller(ShelfController, Shelf),
    beans(({ bind }) => void bind(Shelf).toConstantValue(new Shelf())),
  ]);
  assertEquals((await app.post("{ name }")).body, { data: { name: "Nineteen Eighty-Four" } });
});

Deno.test("a mapping of a type or field that the schema lacks is reported, and harms nothing", async () => {
  class Lost {
    @QueryMapping({ params: [] })
    there(): string {
      return "there";
    }
    @SchemaMapping({ typeName: "Nowhere", params: [] })
    nothing(): string {
      return "";
    }
  }
  await using app = await startApp("type Query { there: String }", [controller(Lost)]);
  assertEquals((await app.post("{ there }")).body, { data: { there: "there" } });
  const reports = app.logged.map(({ message }) => message).filter((message) => message.includes("Nowhere"));
  assertStringIncludes(reports.join("\n"), "Nowhere");
});

Deno.test("a method that is replaced on its controller is called from then on, also by generated code", async () => {
  class Greeting {
    readonly who = "world";
    @QueryMapping({ params: [param.argument("n", t.int), param.argument("word", t.string)], returns: t.string })
    greet(n: number, word: string): string {
      return `${word} ${this.who}`.repeat(n);
    }
  }
  await using app = await startApp("type Query { greet(n: Int!, word: String!): String }", [controller(Greeting)]);
  const ask = async () => (await app.post('{ greet(n: 1, word: "hello") }')).body;
  for (let time = 1; time <= 4; time++) assertEquals(await ask(), { data: { greet: "hello world" } });
  const bean = app.container.get(Greeting);
  bean.greet = function (this: Greeting, n, word) {
    return `${n} ${word} of ${this.who}`;
  };
  assertEquals(await ask(), { data: { greet: "1 hello of world" } });
});
