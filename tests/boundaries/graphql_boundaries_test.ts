import { assertEquals, assertMatch } from "@std/assert";
import {
  BatchMapping,
  ContainerModule,
  controller,
  DataFetcherExceptionResolver,
  GraphQlExceptionHandler,
  QueryMapping,
  RuntimeWiringConfigurer,
  t,
  WebGraphQlInterceptor,
} from "@espalier/espalier";
import {
  BatchLoaderRegistry,
  DataFetcherExceptionResolverAdapter,
  DataFetcherResult,
  GraphQLScalarType,
  GraphQlSourceBuilderCustomizer,
  ReferenceExecutionStrategy,
} from "@espalier/espalier/graphql";
import { fail, Fault, Observation } from "./observation.ts";

const schema = `
  directive @loud on FIELD_DEFINITION
  scalar Odd
  interface Node { id: ID }
  union Either = A | B
  type A implements Node { id: ID name: String }
  type B { id: ID }
  type Book { id: ID title: String! author: String odd: Odd strict: Odd! }
  type Query {
    value: String required: String! book: Book books: [Book] bookList: [Book!]! node: Node either: Either
    odd: Odd odds: [Odd] takes(odd: Odd): String loud: String @loud
  }
  type Mutation { change: String }
`;

type Configure = RuntimeWiringConfigurer["configure"];

const books = Array.from({ length: 500 }, (_, id) => ({ id: String(id) }));

const wiring = (configure: Configure) =>
  new ContainerModule(({ bind }) => void bind(RuntimeWiringConfigurer).toConstantValue({ configure }));

const query = (fetchers: Record<string, () => unknown>) =>
  wiring((builder) => {
    builder.type("Query", (type) => type.addDataFetchers(fetchers));
  });

const beans = (bindings: ConstructorParameters<typeof ContainerModule>[0]) => new ContainerModule(bindings);

interface Case {
  readonly modules: readonly ContainerModule[];
  readonly query: string;
  readonly data?: unknown;
  readonly status?: number;
  /** Where only one engine does so. */
  readonly engines?: "compiled";
  readonly lines: readonly (readonly ["WARN" | "ERROR", string, string])[];
}

const unresolved = "Unresolved Fault for executionId ";
const scalar = (parts: Partial<ConstructorParameters<typeof GraphQLScalarType>[0]>) =>
  wiring((builder) => void builder.scalar(new GraphQLScalarType({ name: "Odd", ...parts })));

const refuse = () => {
  throw new TypeError("A value must be odd");
};

class Book {
  constructor(readonly id: string) {}
}

class BatchedBooks {
  @QueryMapping({ params: [] })
  books(): unknown[] {
    return books.map(({ id }) => new Book(id));
  }
  @BatchMapping({ source: () => Book, field: "author" })
  author(): Promise<string[]> {
    return Promise.reject(new Fault("batch mapping"));
  }
}

class ThrowingHandler {
  @QueryMapping({ params: [] })
  value(): string {
    throw new Fault("fetcher");
  }
  @GraphQlExceptionHandler(Fault)
  handle(): never {
    throw new Fault("exception handler");
  }
}

class Adapter extends DataFetcherExceptionResolverAdapter {
  protected override resolveToSingleError(): never {
    throw new Fault("adapter");
  }
}

const failing = query({ value: () => fail("fetcher") });

const cases: Record<string, Case> = {
  "a data fetcher": {
    modules: [failing],
    query: "{ value }",
    data: { value: null },
    lines: [["ERROR", "fetcher", unresolved]],
  },
  "a data fetcher's promise": {
    modules: [query({ value: () => Promise.reject(new Fault("fetcher")) })],
    query: "{ value }",
    data: { value: null },
    lines: [["ERROR", "fetcher", unresolved]],
  },
  "a data fetcher for each of 500 items": {
    modules: [
      query({ books: () => books }),
      wiring((builder) => void builder.type("Book", (type) => type.dataFetcher("author", () => fail("author")))),
    ],
    query: "{ books { author } }",
    data: { books: books.map(() => ({ author: null })) },
    lines: [["ERROR", "author", unresolved]],
  },
  "the promise in a result": {
    modules: [query({ value: () => new DataFetcherResult({ data: Promise.reject(new Fault("data")) } as never) })],
    query: "{ value }",
    data: { value: null },
    lines: [["ERROR", "data", unresolved]],
  },
  "a batch mapping of 500 sources": {
    modules: [controller(BatchedBooks)],
    query: "{ books { author } }",
    data: { books: books.map(() => ({ author: null })) },
    lines: [["ERROR", "batch mapping", unresolved]],
  },
  "a batch loader of 500 keys": {
    modules: [
      query({ books: () => books }),
      wiring((builder) =>
        void builder.type(
          "Book",
          (type) =>
            type.dataFetcher("author", (env) => env.dataLoader("authors")!.load((env.source as { id: string }).id)),
        )
      ),
      beans(({ bind }) => {
        bind(GraphQlSourceBuilderCustomizer).toResolvedValue((registry: BatchLoaderRegistry) => {
          registry.forTypePair(String, String as never).withName("authors").registerBatchLoader(() =>
            Promise.reject(new Fault("batch loader"))
          );
          return { customize: () => {} };
        }, [BatchLoaderRegistry]);
      }),
    ],
    query: "{ books { author } }",
    data: { books: books.map(() => ({ author: null })) },
    lines: [["ERROR", "batch loader", unresolved]],
  },
  "a null for a field that may not be null, in 500 items": {
    modules: [query({ books: () => books })],
    query: "{ books { title } }",
    data: { books: books.map(() => null) },
    lines: [["ERROR", "nothing", "Cannot return null for non-nullable field Book.title for executionId "]],
  },
  "an exception handler method": {
    modules: [controller(ThrowingHandler)],
    query: "{ value }",
    data: { value: null },
    lines: [["WARN", "exception handler", "Failure in @GraphQlExceptionHandler"], ["ERROR", "fetcher", unresolved]],
  },
  "an exception resolver": {
    modules: [
      failing,
      beans(({ bind }) =>
        void bind(DataFetcherExceptionResolver).toConstantValue({ resolveException: () => fail("resolver") })
      ),
    ],
    query: "{ value }",
    data: { value: null },
    lines: [["WARN", "resolver", "Failure while resolving "], ["ERROR", "fetcher", unresolved]],
  },
  "an exception resolver's promise": {
    modules: [
      failing,
      beans(({ bind }) =>
        void bind(DataFetcherExceptionResolver).toConstantValue({
          resolveException: () => Promise.reject(new Fault("resolver")),
        })
      ),
    ],
    query: "{ value }",
    data: { value: null },
    lines: [["WARN", "resolver", "Failure while resolving "], ["ERROR", "fetcher", unresolved]],
  },
  "an adapter without a logger": {
    modules: [failing, beans(({ bind }) => void bind(DataFetcherExceptionResolver).toConstantValue(new Adapter()))],
    query: "{ value }",
    data: { value: null },
    lines: [["WARN", "adapter", "Failed to resolve "], ["ERROR", "fetcher", unresolved]],
  },
  "an interceptor before the execution": {
    modules: [
      beans(({ bind }) => void bind(WebGraphQlInterceptor).toConstantValue({ intercept: () => fail("interceptor") })),
    ],
    query: "{ __typename }",
    status: 500,
    lines: [["ERROR", "interceptor", "Cannot answer operation "]],
  },
  "an interceptor after the execution": {
    modules: [
      beans(({ bind }) =>
        void bind(WebGraphQlInterceptor).toConstantValue({
          intercept: async (request, next) => {
            await next(request);
            return fail("interceptor");
          },
        })
      ),
    ],
    query: "{ __typename }",
    status: 500,
    lines: [["ERROR", "interceptor", "Cannot answer operation "]],
  },
  "a type resolver": {
    modules: [
      query({ either: () => ({ id: 1 }) }),
      wiring((builder) =>
        void builder.type("Either", (type) => type.setTypeResolver({ getType: () => fail("type resolver") }))
      ),
    ],
    query: "{ either { __typename } }",
    data: { either: null },
    lines: [["ERROR", "type resolver", unresolved]],
  },
  "a scalar that can't write any of 500 values": {
    modules: [query({ odds: () => books }), scalar({ coerceOutputValue: () => fail("scalar") })],
    query: "{ odds }",
    data: { odds: books.map(() => null) },
    lines: [["ERROR", "scalar", unresolved]],
  },
  "a scalar that refuses a literal": {
    modules: [query({ takes: () => "x" }), scalar({ coerceInputValue: refuse, coerceInputLiteral: refuse })],
    query: "{ takes(odd: 1) }",
    status: 400,
    lines: [],
  },
  "a scalar that refuses a variable": {
    modules: [query({ takes: () => "x" }), scalar({ coerceInputValue: refuse })],
    query: "query ($odd: Odd = 1) { takes(odd: $odd) }",
    status: 400,
    lines: [],
  },
  "a getter of a source": {
    modules: [query({
      book: () => ({
        get author() {
          return fail("getter");
        },
      }),
    })],
    query: "{ book { author } }",
    data: { book: { author: null } },
    lines: [["ERROR", "getter", unresolved]],
  },
  "a method of a source": {
    modules: [query({ book: () => ({ author: () => Promise.reject(new Fault("method")) }) })],
    query: "{ book { author } }",
    data: { book: { author: null } },
    lines: [["ERROR", "method", unresolved]],
  },
  "a list that fails in the middle": {
    modules: [query({
      books: function* () {
        yield books[0];
        fail("generator");
      },
    })],
    query: "{ books { id } }",
    data: { books: null },
    lines: [["ERROR", "generator", unresolved]],
  },
  "a stream that fails in the middle": {
    modules: [query({
      books: async function* () {
        yield await Promise.resolve(books[0]);
        fail("stream");
      },
    })],
    query: "{ books { id } }",
    data: { books: null },
    lines: [["ERROR", "stream", unresolved]],
  },
  "the finally of a stream whose items failed": {
    modules: [
      query({
        bookList: async function* () {
          try {
            yield await Promise.resolve(null);
            yield books[0];
          } finally {
            fail("finally");
          }
        },
      }),
    ],
    query: "{ bookList { id } }",
    // graphql-js gathers a stream before it looks at the items.
    engines: "compiled",
    lines: [
      ["WARN", "finally", 'The source of field "Query.bookList" failed while it was closed'],
      ["ERROR", "nothing", "Cannot return null for non-nullable field Query.bookList for executionId "],
    ],
  },
  "a directive's wrapper": {
    modules: [
      query({ loud: () => "x" }),
      wiring((builder) =>
        void builder.directive("loud", {
          onField: ({ wrapDataFetcher }) => wrapDataFetcher(() => () => fail("directive")),
        })
      ),
    ],
    query: "{ loud }",
    data: { loud: null },
    lines: [["ERROR", "directive", unresolved]],
  },
  "a parameter of a method": {
    modules: [controller(
      class Reading {
        @QueryMapping({
          params: [{ name: "x", prepare: () => ({ read: () => fail("parameter") }) } as never],
          returns: t.string,
        })
        value(_: unknown): string {
          return "x";
        }
      },
    )],
    query: "{ value }",
    data: { value: null },
    lines: [["ERROR", "parameter", unresolved]],
  },
  "an iterable that throws at once": {
    modules: [query({ books: () => ({ [Symbol.iterator]: () => fail("iterator") }) })],
    query: "{ books { id } }",
    data: { books: null },
    lines: [["ERROR", "iterator", unresolved]],
  },
};

const reference = beans(({ bind }) => {
  bind(GraphQlSourceBuilderCustomizer).toConstantValue({
    customize: (builder) =>
      builder.configureGraphQl((graphQl) => graphQl.queryExecutionStrategy(new ReferenceExecutionStrategy())),
  });
});

for (const [engine, modules] of [["compiled", []], ["reference", [reference]]] as const) {
  for (const [name, { modules: own, query, data, status, lines, engines = engine }] of Object.entries(cases)) {
    if (engines !== engine) continue;
    Deno.test(`E2 what ${name} throws is logged once, and no client reads it (${engine})`, async () => {
      await using observation = await Observation.start(schema, [...own, ...modules]);
      const { status: answered, body } = await observation.ask(query, { accept: "application/graphql-response+json" });
      if (status !== undefined) assertEquals(answered, status);
      if (data !== undefined) assertEquals((body as { data: unknown }).data, data);
      if (lines.length > 0) {
        const [{ message }] = (body as { errors: { message: string }[] }).errors as [{ message: string }];
        assertMatch(message, /^INTERNAL_ERROR for [\w-]+$|^Cannot return null for non-nullable field /);
      }
      const executions = observation.lines.filter(({ message }) => message.startsWith("Unresolved "));
      for (const { fields } of executions) assertMatch(String(fields.path), /^\w+(\[\d+\])?(\.\w+)?$/);
      await observation.expect(...lines);
    });
  }
}
