import { assertEquals } from "@std/assert";
import {
  BatchMapping,
  controller,
  DataFetcherResult,
  param,
  QueryMapping,
  RuntimeWiringConfigurer,
  SchemaMapping,
  SubscriptionMapping,
  t,
} from "@espalier/espalier";
import {
  AnnotatedControllerConfigurer,
  ExecutionGraphQlService,
  GraphQLContext,
  type GraphqlErrorBuilder,
  GraphQlSourceBuilderCustomizer,
  type ObservableLike,
  ReferenceExecutionStrategy,
  RuntimeWiringBuilder,
  WebGraphQlInterceptor,
} from "@espalier/espalier/graphql";
import { Author, authors, Book, booksBy, booksSchema } from "../books.ts";
import { beans, startApp, type TestApp } from "../graphql_app.ts";
import { requestOf } from "../graphql_setup.ts";

class Person {
  constructor(readonly id: string, readonly firstName: string) {}
}
class Course {
  constructor(readonly id: string, readonly students: readonly Person[]) {}
}
const person = (id: string, firstName: string) => new Person(id, firstName);
const alaine = person("31", "Alaine");
const courses = [
  new Course("11", [person("22", "Bonnie"), person("26", "John"), alaine]),
  new Course("19", [alaine, person("39", "Jeff"), person("44", "Jared"), person("45", "Benjamin")]),
];

const studentsIn: Record<string, (sources: readonly Course[]) => unknown> = {
  "a promise of a map": (sources) => Promise.resolve(new Map(sources.map((course) => [course, course.students]))),
  "a map": (sources) => new Map(sources.map((course) => [course, course.students])),
  "a stream": async function* (sources) {
    for (const course of sources) yield await Promise.resolve(course.students);
  },
  "a promise of a list": (sources) => Promise.resolve(sources.map((course) => course.students)),
  "a list": (sources) => sources.map((course) => course.students),
};
for (const [style, load] of Object.entries(studentsIn)) {
  Deno.test(`C407 C413 A6.7 a batch method gives each source a list, as ${style}`, async () => {
    class Courses {
      @QueryMapping({ params: [] })
      courses(): readonly Course[] {
        return courses;
      }
      @BatchMapping({ source: () => Course, returns: t.unknown })
      students(sources: readonly Course[]): never {
        // The style is the test's: the description says only that it is unknown.
        return load(sources) as never;
      }
    }
    const schema = "type Query { courses: [Course] } type Course { id: ID students: [P] } type P { firstName: String }";
    await using app = await startApp(schema, [controller(Courses)]);
    const students = (...names: string[]) => names.map((firstName) => ({ firstName }));
    assertEquals((await app.post("{ courses { id students { firstName } } }")).body, {
      data: {
        courses: [
          { id: "11", students: students("Bonnie", "John", "Alaine") },
          { id: "19", students: students("Alaine", "Jeff", "Jared", "Benjamin") },
        ],
      },
    });
  });
}

async function eventsOf(app: TestApp, document: string): Promise<unknown[]> {
  const { stream } = await app.container.get(ExecutionGraphQlService).execute(requestOf(document));
  return (await Array.fromAsync(stream!)).map(({ data, errors }) => errors ?? { ...data });
}

Deno.test("C134 C412 S1 streams come from asynchronous generators, promises of streams and results around streams", async () => {
  async function* found(author: string): AsyncGenerator<Book> {
    for (const book of booksBy(author)) yield await Promise.resolve(book);
  }
  const handlers: Record<string, (author: string) => unknown> = {
    generator: found,
    promise: (author) => Promise.resolve(found(author)),
    result: (author) => new DataFetcherResult({ data: found(author) }),
    "result of a promise": (author) => new DataFetcherResult({ data: Promise.resolve(found(author)) }),
    "results of items": async function* (author) {
      for await (const data of found(author)) yield new DataFetcherResult({ data });
    },
  };
  const query = 'subscription { bookSearch(author: "Orwell") { id } }';
  for (const [style, search] of Object.entries(handlers)) {
    class Searching {
      @SubscriptionMapping({ params: [param.argument("author", t.string)], returns: t.unknown })
      bookSearch(author: string): never {
        // The style is the test's: the description says only that it is unknown.
        return search(author) as never;
      }
    }
    const plain: RuntimeWiringConfigurer = {
      configure: (wiring) =>
        void wiring.type(
          "Subscription",
          (type) => type.dataFetcher("bookSearch", (environment) => search(environment.argument<string>("author")!)),
        ),
    };
    for (
      const module of [
        controller(Searching),
        beans(({ bind }) => void bind(RuntimeWiringConfigurer).toConstantValue(plain)),
      ]
    ) {
      await using app = await startApp(booksSchema, [module]);
      const events = await eventsOf(app, query);
      assertEquals({ style, events }, { style, events: [{ bookSearch: { id: "1" } }, { bookSearch: { id: "5" } }] });
    }
  }
});

Deno.test("X1 an observable is whatever can be subscribed to, in lists, in batches and as the stream of a subscription", async () => {
  let unsubscribed = 0;
  const observable = <T>(...values: readonly T[]): ObservableLike<T> => ({
    subscribe: ({ next, complete }) => {
      for (const value of values) queueMicrotask(() => next(value));
      queueMicrotask(complete);
      return { unsubscribe: () => void unsubscribed++ };
    },
  });
  class Observing {
    @QueryMapping({ params: [], returns: t.list(t.object(() => Course)) })
    courses(): ObservableLike<Course> {
      return observable(...courses);
    }
    @BatchMapping({ source: () => Course, params: [], returns: t.int })
    size(sources: readonly Course[]): never {
      // The types of batch methods speak of async iterables alone.
      return observable(...sources.map(({ students }) => students.length)) as never;
    }
    @SubscriptionMapping({ params: [], returns: t.int })
    numbers(): ObservableLike<number> {
      return observable(1, 2);
    }
  }
  const schema = "type Query { courses: [Course] } type Course { size: Int } type Subscription { numbers: Int }";
  const reference = beans(({ bind }) => {
    bind(GraphQlSourceBuilderCustomizer).toConstantValue({
      customize: (builder) =>
        builder.configureGraphQl((graphQl) => graphQl.queryExecutionStrategy(new ReferenceExecutionStrategy())),
    });
  });
  for (const modules of [[], [reference]]) {
    await using app = await startApp(schema, [controller(Observing), ...modules]);
    assertEquals((await app.post("{ courses { size } }")).body, { data: { courses: [{ size: 3 }, { size: 4 }] } });
    assertEquals(await eventsOf(app, "subscription { numbers }"), [{ numbers: 1 }, { numbers: 2 }]);
  }
  assertEquals(unsubscribed, 6);
});

Deno.test("C386 batch methods say that they load by batch", () => {
  class Books {
    @QueryMapping({ params: [], returns: t.list(t.object(() => Book)) })
    books(): Book[] {
      return [];
    }
    @BatchMapping({ source: () => Book, returns: t.object(() => Author) })
    author(books: readonly Book[]): Author[] {
      return books.map(({ authorId }) => authors.get(authorId)!);
    }
  }
  const wiring = new RuntimeWiringBuilder();
  new AnnotatedControllerConfigurer().addControllers(new Books()).configure(wiring);
  const marks = [...wiring.types.values()].flatMap(({ typeName, dataFetchers }) =>
    [...dataFetchers].map(([field, fetcher]) => [`${typeName}.${field}`, "usesDataLoader" in fetcher])
  );
  assertEquals(Object.fromEntries(marks), { "Query.books": false, "Book.author": true });
});

Deno.test("C331 parameters that a generic superclass describes serve the classes that extend it", async () => {
  abstract class Lookup<T> {
    abstract find(id: string, name: string): T;
    @QueryMapping({ field: "one", params: [param.argument("id", t.id), param.argument("name", t.string)] })
    one(id: string, name: string): T {
      return this.find(id, name);
    }
  }
  class TextLookup extends Lookup<string> {
    find(id: string, name: string): string {
      return `${id} ${name}`;
    }
  }
  await using app = await startApp("type Query { one(id: ID, name: String): String }", [controller(TextLookup)]);
  assertEquals((await app.post('{ one(id: 7, name: "Emma") }')).body, { data: { one: "7 Emma" } });
});

Deno.test("C337 C340 values of the request and of the field's own context are apart, and may be missing", async () => {
  const book = { title: "Emma" };
  class Reading {
    @QueryMapping({ params: [], returns: t.unknown })
    shelf(): DataFetcherResult<object> {
      return new DataFetcherResult({ data: {}, localContext: GraphQLContext.of({ localBook: book }) });
    }
    @SchemaMapping({
      typeName: "Shelf",
      params: [
        param.context("requestBook", t.json, { required: false }),
        param.context("localBook", t.json, { required: false }),
        param.localContext("localBook", t.json, { required: false }),
        param.localContext("requestBook", t.json, { required: false }),
      ],
      returns: t.string,
    })
    read(...found: unknown[]): string {
      return found.map((one) => one === book ? "the book" : String(one)).join(", ");
    }
  }
  let isThere = true;
  const putting = beans(({ bind }) => {
    bind(WebGraphQlInterceptor).toConstantValue({
      intercept: (request, next) => {
        if (isThere) request.graphQlContext.put("requestBook", book);
        return next(request);
      },
    });
  });
  await using app = await startApp("type Query { shelf: Shelf } type Shelf { read: String }", [
    controller(Reading),
    putting,
  ]);
  const read = async () => ((await app.post("{ shelf { read } }")).body as { data: { shelf: object } }).data.shelf;
  assertEquals(await read(), { read: "the book, undefined, the book, undefined" });
  isThere = false;
  assertEquals(await read(), { read: "undefined, undefined, the book, undefined" });
});

Deno.test("C334 C337 a context value whose type says that there may be none is not required", async () => {
  class Reading {
    @QueryMapping({ params: [], returns: t.unknown })
    shelf(): DataFetcherResult<object> {
      return new DataFetcherResult({ data: {}, localContext: { of: "the application's own" } });
    }
    @SchemaMapping({
      typeName: "Shelf",
      params: [
        param.context("a", t.nullable(t.string)),
        param.context("a", t.optional(t.string)),
        param.localContext("a", t.nullable(t.string)),
        param.context("a", t.nullable(t.string), { required: false }),
        param.context("b", t.nullable(t.string)),
      ],
      returns: t.string,
    })
    read(...found: unknown[]): string {
      return found.map(String).join(", ");
    }
    @SchemaMapping({ typeName: "Shelf", params: [param.context("a", t.nullable(t.string), { required: true })] })
    needed(a: string | null): string | null {
      return a;
    }
  }
  const putting = beans(({ bind }) => {
    bind(WebGraphQlInterceptor).toConstantValue({
      intercept: (request, next) => {
        request.graphQlContext.put("b", "Emma");
        return next(request);
      },
    });
  });
  const schema = "type Query { shelf: Shelf } type Shelf { read: String needed: String }";
  await using app = await startApp(schema, [controller(Reading), putting]);
  const { body } = await app.post("{ shelf { read needed } }");
  const { data, errors } = body as { data: unknown; errors: { path: unknown }[] };
  assertEquals(data, { shelf: { read: "null, undefined, null, undefined, Emma", needed: null } });
  assertEquals(errors.map(({ path }) => path), [["shelf", "needed"]]);
});

Deno.test("C347 an error builder is located at the field", async () => {
  const built: unknown[] = [];
  class Building {
    @QueryMapping({ params: [param.errorBuilder()], returns: t.string })
    greeting(builder: GraphqlErrorBuilder): string {
      const { path, locations } = builder.message("boo").build();
      built.push(path, locations?.map(({ line, column }) => ({ line, column })));
      return "";
    }
  }
  await using app = await startApp("type Query { greeting: String }", [controller(Building)]);
  await app.post("{ greeting }");
  assertEquals(built, [["greeting"], [{ line: 1, column: 3 }]]);
});
