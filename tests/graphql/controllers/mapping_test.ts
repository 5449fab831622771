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
  RuntimeWiringConfigurer,
  SchemaMapping,
  SubscriptionMapping,
  t,
} from "@espalier/espalier";
import {
  AnnotatedControllerConfigurer,
  Authentication,
  type BatchLoaderEnvironment,
  type DataFetchingEnvironment,
  type DataFetchingFieldSelectionSet,
  GraphQLContext,
  type HandlerParameter,
  RuntimeWiringBuilder,
  WebGraphQlInterceptor,
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

Deno.test("C332 C334 C338 C343 C344 C346 C335 parameters read context, locale, selection, signal and what a promise brings", async () => {
  const seen: unknown[] = [];
  class Reading {
    @QueryMapping({
      params: [
        param.context("tenant", t.string),
        param.context("missing", t.string, { required: false }),
        param.graphQlContext(),
        param.selectionSet(),
        param.locale(),
        param.signal(),
      ],
      returns: t.object(() => Book),
    })
    all(
      tenant: string,
      missing: string | undefined,
      context: GraphQLContext,
      selection: DataFetchingFieldSelectionSet,
      locale: string,
      signal: AbortSignal,
    ): Book {
      seen.push(
        tenant,
        missing,
        context.get("n"),
        selection.fields,
        selection.contains("auth*/**"),
        locale,
        signal.aborted,
      );
      return books[0]!;
    }
    @QueryMapping({ params: [param.context("nobody", t.string)] })
    required(nobody: string): string {
      return nobody;
    }
  }
  const schema =
    "type Query { all: Book required: String } type Book { id: ID author: Author } type Author { name: String }";
  await using app = await startApp(schema, [
    controller(Reading),
    beans(({ bind }) => {
      bind(WebGraphQlInterceptor).toConstantValue({
        intercept: (request, next) => {
          request.graphQlContext.put("tenant", Promise.resolve("acme")).put("n", 1);
          return next(request);
        },
      });
    }),
  ]);
  await app.post("{ all { id author { name } } }", { "accept-language": "fr-CA, en;q=0.5" });
  assertEquals(seen, ["acme", undefined, 1, ["id", "author", "author/name"], true, "fr-CA", false]);
  await app.post("{ required }");
  const { fields } = app.logged.find((record) => record.level === "ERROR")!;
  assertEquals(
    (fields["error"] as Error).message,
    "Missing required context value for method 'required' parameter 0",
  );
});

Deno.test("C364 C365 a source that is not there or of another class is told", async () => {
  class Sources {
    @QueryMapping({ params: [param.source(() => Book)] })
    none(book: Book): string {
      return book.name;
    }
    @QueryMapping({ params: [] })
    author(): Author {
      return authors.get("101")!;
    }
    @SchemaMapping({ typeName: "Author", params: [param.source(() => Book)] })
    wrong(book: Book): string {
      return book.name;
    }
  }
  await using app = await startApp("type Query { none: String author: Author } type Author { wrong: String }", [
    controller(Sources),
  ]);
  await app.post("{ none author { wrong } }");
  const messages = app.logged.filter((record) => record.level === "ERROR").map(({ fields }) =>
    (fields["error"] as Error).message
  );
  assertEquals(messages, [
    "Parameter [0] in Sources#none[1 args]: was not recognized by any resolver and there is no source/parent either. " +
    "Please, refer to the documentation for the full list of supported parameters.",
    "Parameter [0] in Sources#wrong[1 args]: does not match the source Object type 'class Author'.",
  ]);
});

Deno.test("C367 C371 C374 C370 C376 C377 the principal comes from the request's authentication; without it the client gets UNAUTHORIZED", async () => {
  class Reader {
    constructor(readonly name: string) {}
  }
  class Greetings {
    @QueryMapping({ params: [param.principal(() => Reader)] })
    greeting(reader: Reader): string {
      return `Hello ${reader.name}`;
    }
    @QueryMapping({ params: [param.principal(() => Reader, { required: false })] })
    anyone(reader: Reader | undefined): string {
      return `Hello ${reader?.name ?? "stranger"}`;
    }
  }
  await using app = await startApp("type Query { greeting: String anyone: String }", [
    controller(Greetings),
    beans(({ bind }) => {
      bind(WebGraphQlInterceptor).toConstantValue({
        intercept: (request, next) => {
          const name = request.headers.get("x-reader");
          const isAnonymous = name === "nobody";
          const principal = isAnonymous ? name : new Reader(name ?? "");
          if (name) request.graphQlContext.put(Authentication, new Authentication(principal, { isAnonymous }));
          return next(request);
        },
      });
    }),
  ]);
  const known = await app.post("{ greeting anyone }", { "x-reader": "Ada" });
  assertEquals(known.body, { data: { greeting: "Hello Ada", anyone: "Hello Ada" } });
  assertEquals((await app.post("{ anyone }")).body, { data: { anyone: "Hello stranger" } });
  const anonymous = { "x-reader": "nobody" };
  assertEquals((await app.post("{ anyone }", anonymous)).body, { data: { anyone: "Hello stranger" } });
  for (const headers of [{}, anonymous]) {
    const { body } = await app.post("{ greeting }", headers);
    assertEquals((body as { errors: unknown[] }).errors, [{
      message: "Unauthorized",
      locations: [{ line: 1, column: 3 }],
      path: ["greeting"],
      extensions: { classification: "UNAUTHORIZED" },
    }]);
  }
});

Deno.test("C392 a parameter kind of the user's own works like those that ship, and finds its bean", async () => {
  class Clock {
    now(): string {
      return "noon";
    }
  }
  const now = (): HandlerParameter<string> => ({
    kind: "now",
    prepare: (site) => {
      const clock = site.bean<Clock>(Clock);
      return { read: () => clock!.now(), direct: () => clock!.now() };
    },
  });
  class Timely {
    @QueryMapping({ params: [now()] })
    time(text: string): string {
      return text;
    }
  }
  await using app = await startApp("type Query { time: String }", [
    controller(Timely),
    beans(({ bind }) => void bind(Clock).toConstantValue(new Clock())),
  ]);
  assertEquals((await app.post("{ time }")).body, { data: { time: "noon" } });
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

const coursesSchema = "type Query { courses: [Course] } type Course { id: ID name: String instructor: Person " +
  "students(first: Int): [Person] } type Person { id: ID firstName: String }";

class Person {
  constructor(readonly id: number, readonly firstName: string) {}
}
class Course {
  constructor(readonly id: number, readonly name: string, readonly people: readonly Person[]) {}
}
const [josh, bonnie, john, albert] = [
  new Person(15, "Josh"),
  new Person(22, "Bonnie"),
  new Person(26, "John"),
  new Person(17, "Albert"),
];
const courses = [
  new Course(11, "Ethical Hacking", [josh!, bonnie!, john!]),
  new Course(19, "Docker", [albert!, john!]),
];
const courseQueries = {
  courses: () => new DataFetcherResult({ data: courses, localContext: GraphQLContext.of({ room: "B2" }) }),
};
const courseWiring: RuntimeWiringConfigurer = {
  configure: (wiring) => void wiring.type("Query", (type) => type.addDataFetchers(courseQueries)),
};
const withCourses = beans(({ bind }) => void bind(RuntimeWiringConfigurer).toConstantValue(courseWiring));
const instructors = {
  data: { courses: [{ instructor: { firstName: "Josh" } }, { instructor: { firstName: "Albert" } }] },
};

const styles: Record<string, (sources: readonly Course[]) => unknown> = {
  "a promise of a map": (sources) => Promise.resolve(new Map(sources.map((course) => [course, course.people[0]]))),
  "a map": (sources) => new Map(sources.map((course) => [course, course.people[0]])),
  "a stream": async function* (sources) {
    for (const course of sources) yield course.people[0];
  },
  "a list": (sources) => sources.map((course) => course.people[0]),
};
for (const [style, load] of Object.entries(styles)) {
  Deno.test(`C406 A6.7 a batch method may return ${style}`, async () => {
    let calls = 0;
    class Courses {
      @BatchMapping({ source: () => Course, returns: t.unknown })
      instructor(sources: readonly Course[]): never {
        calls++;
        // The style is the test's: the description says only that it is unknown.
        return load(sources) as never;
      }
    }
    await using app = await startApp(coursesSchema, [controller(Courses), withCourses]);
    assertEquals((await app.post("{ courses { instructor { firstName } } }")).body, instructors);
    assertEquals(calls, 1);
  });
}

Deno.test("C409 A6.7 a batch method gets arguments, context and the key contexts; each set of arguments is a batch", async () => {
  const calls: unknown[] = [];
  class Courses {
    @BatchMapping({
      source: () => Course,
      params: [param.argument("first", t.nullable(t.int)), param.context("tenant", t.string), param.batchEnvironment()],
      returns: t.list(t.object(() => Person)),
    })
    students(
      sources: readonly Course[],
      first: number | null,
      tenant: string,
      environment: BatchLoaderEnvironment,
    ): Person[][] {
      const rooms = environment.keyContexts.map((context) => (context as GraphQLContext).get("room"));
      calls.push([sources.length, first, tenant, rooms, environment.signal.aborted]);
      return sources.map((course) => course.people.slice(1, 1 + (first ?? 99)));
    }
  }
  await using app = await startApp(coursesSchema, [
    controller(Courses),
    withCourses,
    beans(({ bind }) => {
      bind(WebGraphQlInterceptor).toConstantValue({
        intercept: (request, next) => {
          request.graphQlContext.put("tenant", "acme");
          return next(request);
        },
      });
    }),
  ]);
  const { body } = await app.post("{ courses { all: students { id } one: students(first: 1) { id } } }");
  assertEquals(body, {
    data: {
      courses: [
        { all: [{ id: "22" }, { id: "26" }], one: [{ id: "22" }] },
        { all: [{ id: "26" }], one: [{ id: "26" }] },
      ],
    },
  });
  assertEquals(
    calls.toSorted(),
    [
      [2, 1, "acme", ["B2", "B2"], false],
      [2, null, "acme", ["B2", "B2"], false],
    ].toSorted(),
  );
});

Deno.test("C388 a batch method that returns something else, or too little, fails its field for each source", async () => {
  class Courses {
    @BatchMapping({ source: () => Course })
    instructor(): never {
      return "nonsense" as never;
    }
    @BatchMapping({ source: () => Course })
    students(): never {
      return [[]] as never;
    }
  }
  await using app = await startApp(coursesSchema, [controller(Courses), withCourses]);
  const { body } = await app.post("{ courses { instructor { id } students { id } } }");
  assertEquals((body as { data: unknown }).data, {
    courses: [{ instructor: null, students: null }, { instructor: null, students: null }],
  });
  const logged = app.logged.filter(({ level }) => level === "ERROR").map(({ fields }) => String(fields["error"]))
    .join();
  assertStringIncludes(logged, "@BatchMapping method is expected to return");
});

Deno.test("A6 maxBatchSize splits a batch", async () => {
  const sizes: number[] = [];
  class Numbers {
    @QueryMapping({ params: [] })
    items(): Course[] {
      return Array.from({ length: 8 }, (_, id) => new Course(id, "", []));
    }
    @BatchMapping({ source: () => Course, typeName: "Item", maxBatchSize: 5 })
    twice(sources: readonly Course[]): number[] {
      sizes.push(sources.length);
      return sources.map(({ id }) => id * 2);
    }
  }
  await using app = await startApp("type Query { items: [Item] } type Item { twice: Int }", [controller(Numbers)]);
  const { body } = await app.post("{ items { twice } }");
  assertEquals((body as { data: { items: unknown[] } }).data.items.length, 8);
  assertEquals(sizes, [5, 3]);
});

Deno.test("a batch method whose parameter makes no sense for many sources is refused at start-up", async () => {
  class Courses {
    @BatchMapping({ source: () => Course, params: [param.environment()] })
    instructor(sources: readonly Course[], _environment: DataFetchingEnvironment): Course[] {
      return [...sources];
    }
  }
  const error = await assertRejects(() => startApp(coursesSchema, [controller(Courses)]));
  assertStringIncludes(
    (error as Error).message,
    "Parameter [1] in @BatchMapping Courses#instructor[1 args]: Unexpected argument type.",
  );
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
