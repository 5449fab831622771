import { assertEquals, assertInstanceOf } from "@std/assert";
import {
  controller,
  createApp,
  createContainer,
  ErrorType,
  graphql,
  MutationMapping,
  QueryMapping,
  Resource,
  SubscriptionMapping,
  t,
} from "@espalier/espalier";
import { ScrollPosition } from "@espalier/espalier/data";
import {
  BatchLoaderRegistry,
  ConnectionTypeDefinitionConfigurer,
  CursorStrategy,
  DataFetcherExceptionResolver,
  type DataLoaderOptions,
  DefaultBatchLoaderRegistry,
  DefaultExecutionGraphQlService,
  GraphQLContext,
  GraphQLScalarType,
  SubscriptionExceptionResolver,
  WebGraphQlHandler,
  WebGraphQlRequest,
} from "@espalier/espalier/graphql";
import { GraphQlTester } from "@espalier/espalier/testing";
import { ask, sourceOf } from "./graphql_setup.ts";

class Author {
  constructor(readonly name: string) {}
}

Deno.test("A1.8 a type resolver that is wired decides before the class name does", async () => {
  const sdl =
    "type Query { all: [Being] } interface Being { name: String } type Author implements Being { name: String } type Ghost implements Being { name: String }";
  const wired = (typeName: string | undefined) =>
    sourceOf(sdl, (wiring) => {
      wiring.type("Query", (type) => type.dataFetcher("all", () => [new Author("Ada")]));
      if (typeName) wiring.type("Being", (type) => type.setTypeResolver(() => typeName));
    }).build();
  const typenames = async (typeName?: string) => (await ask(await wired(typeName), "{ all { __typename } }")).data;
  assertEquals(await typenames(), { all: [{ __typename: "Author" }] });
  assertEquals(await typenames("Ghost"), { all: [{ __typename: "Ghost" }] });
});

Deno.test("A1.10 the registry of the container gives its loaders to each request", async () => {
  const schema = Resource.text("authors", "type Query { author: String }");
  class AuthorController {
    @QueryMapping({ returns: t.nullable(t.string) })
    async author(): Promise<string | null> {
      return await Promise.resolve(null);
    }
  }
  const container = createContainer(graphql({ schema: [schema] }), controller(AuthorController));
  await using app = await createApp(container);
  assertInstanceOf(app.container.get(BatchLoaderRegistry), DefaultBatchLoaderRegistry);
  const registry = app.container.get(BatchLoaderRegistry);
  assertEquals(registry.hasRegistrations(), false);
  registry.forTypePair(Number, Author).registerBatchLoader((keys) => keys.map((key) => new Author(`${key}`)));
  assertEquals(registry.hasRegistrations(), true);
});

Deno.test("A1.11 connection types that are not declared are added to the definitions", async () => {
  const source = await sourceOf("type Query { authors(first: Int): AuthorConnection } type Author { name: String }")
    .configureTypeDefinitions(new ConnectionTypeDefinitionConfigurer())
    .build();
  const fieldsOf = (name: string) => {
    const type = source.schema.getType(name);
    return type && "getFields" in type ? Object.values(type.getFields()).map((f) => `${f.name}: ${f.type}`) : [];
  };
  assertEquals(fieldsOf("AuthorConnection"), ["edges: [AuthorEdge]!", "pageInfo: PageInfo!"]);
  assertEquals(fieldsOf("AuthorEdge").sort(), ["cursor: String!", "node: Author!"]);
});

Deno.test("A1.18 the web handler takes an operation through interceptors to the service", async () => {
  const source = await sourceOf("type Query { tenant: String }", (wiring) => {
    wiring.type("Query", (type) => type.dataFetcher("tenant", (env) => env.graphQlContext.get("tenant")));
  }).build();
  const handler = WebGraphQlHandler.builder(new DefaultExecutionGraphQlService(source)).interceptors({
    intercept(request, chain) {
      request.configureExecutionInput((input) => {
        input.graphQlContext.put("tenant", request.headers.get("x-tenant"));
        return input;
      });
      return chain(request);
    },
  }).build();
  const response = await handler.handleRequest(
    new WebGraphQlRequest({
      id: "1",
      document: "{ tenant }",
      uri: new URL("http://localhost/graphql"),
      headers: new Headers({ "x-tenant": "acme" }),
    }),
  );
  assertEquals(response.data, { tenant: "acme" });
});

Deno.test("A2.2 configureRuntimeWiring accumulates, in call order", async () => {
  const upper = new GraphQLScalarType({ name: "Upper", coerceOutputValue: (value) => String(value).toUpperCase() });
  const source = await sourceOf("scalar Upper type Query { a: Upper b: Upper }", (wiring) => {
    wiring.type("Query", (type) => type.dataFetcher("a", () => "first").dataFetcher("b", () => "first"));
  })
    .configureRuntimeWiring((wiring) => void wiring.type("Query", (type) => type.dataFetcher("b", () => "second")))
    .configureRuntimeWiring((wiring) => void wiring.scalar(upper))
    .build();
  assertEquals((await ask(source, "{ a b }")).data, { a: "FIRST", b: "SECOND" });
});

Deno.test("A2.10 exceptionResolvers accumulate and are asked in order", async () => {
  const resolver = (name: string, knows: boolean) =>
    DataFetcherExceptionResolver.forSingleError((error) =>
      knows ? { message: `${name}: ${(error as Error).message}`, errorType: ErrorType.NOT_FOUND } : undefined
    );
  const source = await sourceOf("type Query { broken: String }", (wiring) => {
    wiring.type("Query", (type) => type.dataFetcher("broken", () => Promise.reject(new Error("no such thing"))));
  })
    .exceptionResolvers(resolver("first", false))
    .exceptionResolvers(resolver("second", true), resolver("third", true))
    .build();
  const response = await ask(source, "{ broken }");
  assertEquals(response.errors.map(({ message, extensions }) => [message, extensions]), [
    ["second: no such thing", { classification: "NOT_FOUND" }],
  ]);
});

Deno.test("A3.4 connection types, a batch loader registry and a cursor strategy are there by default", async () => {
  const schema = Resource.text("books", "type Query { books: BookConnection } type Book { id: ID }");
  await using app = await createApp(createContainer(graphql({ schema: [schema] })), {
    properties: { logging: { level: "OFF" } },
  });
  const cursor = app.container.get(CursorStrategy).toCursor(ScrollPosition.offset(43));
  assertEquals([app.container.isBound(BatchLoaderRegistry), cursor], [true, "T180Mw=="]);
  const tester = GraphQlTester.create(app);
  const response = await tester.document('{ __type(name: "BookConnection") { fields { name } } }').execute();
  response.path("__type.fields[*].name").entityList(t.string).containsExactly("edges", "pageInfo");
});

Deno.test("A5.2 a field error carries a path, a request error carries none", async () => {
  const source = await sourceOf("type Query { broken: String }", (wiring) => {
    wiring.type("Query", (type) => type.dataFetcher("broken", () => Promise.reject(new Error("secret"))));
  }).build();
  const paths = async (document: string) => (await ask(source, document)).errors.map(({ path }) => path);
  assertEquals(await paths("{ alias: broken }"), [["alias"]]);
  for (const document of ["{ broken", "{ unknown }", "query A { broken } query B { broken }"]) {
    assertEquals(await paths(document), [undefined]);
  }
});

Deno.test("A6.4 default options come from a supplier, asked for each registration", async () => {
  let asked = 0;
  const registry = new DefaultBatchLoaderRegistry((): DataLoaderOptions => {
    asked++;
    return { maxBatchSize: 2 };
  });
  const sizes: number[] = [];
  registry.forName<number, number>("doubled").registerBatchLoader((keys) => {
    sizes.push(keys.length);
    return keys.map((key) => key * 2);
  });
  const source = await sourceOf("type Query { all: [Int] }", (wiring) => {
    wiring.type(
      "Query",
      (type) =>
        type.dataFetcher(
          "all",
          (environment) => environment.dataLoader<number, number>("doubled")!.loadMany([1, 2, 3]),
        ),
    );
  }).build();
  const service = new DefaultExecutionGraphQlService(source).addDataLoaderRegistrar(registry);
  const response = await WebGraphQlHandler.builder(service).build().handleRequest(
    new WebGraphQlRequest({
      id: "1",
      document: "{ all }",
      uri: new URL("http://localhost/graphql"),
      headers: new Headers(),
    }),
  );
  assertEquals([response.data, sizes, asked], [{ all: [2, 4, 6] }, [2, 1], 1]);
});

Deno.test("E6 the failure of a stream goes to SubscriptionExceptionResolver, never to DataFetcherExceptionResolver", async () => {
  const asked: string[] = [];
  const source = await sourceOf("type Query { a: Int } type Subscription { ticks: Int }", (wiring) => {
    wiring.type("Subscription", (type) =>
      type.dataFetcher("ticks", async function* () {
        yield await Promise.resolve({ ticks: 1 });
        throw new Error("the clock stopped");
      }));
  })
    .exceptionResolvers(DataFetcherExceptionResolver.forSingleError(() => {
      asked.push("fetcher");
      return undefined;
    }))
    .subscriptionExceptionResolvers(SubscriptionExceptionResolver.forSingleError((error) => {
      asked.push("subscription");
      return { message: (error as Error).message, errorType: ErrorType.INTERNAL_ERROR };
    }))
    .build();
  const { stream } = await ask(source, "subscription { ticks }");
  let failure: unknown;
  try {
    for await (const _ of stream!);
  } catch (error) {
    failure = error;
  }
  assertEquals(asked, ["subscription"]);
  assertEquals((failure as { errors: { message: string }[] }).errors.map(({ message }) => message), [
    "the clock stopped",
  ]);
});

Deno.test("X3 async methods and async generators are handlers", async () => {
  class ClockController {
    @QueryMapping({ returns: t.int })
    async now(): Promise<number> {
      return await Promise.resolve(1);
    }
    @QueryMapping({ returns: t.list(t.int) })
    async *recent(): AsyncGenerator<number> {
      yield await Promise.resolve(1);
      yield 2;
    }
    @MutationMapping({ returns: t.int })
    async set(): Promise<number> {
      return await Promise.resolve(3);
    }
    @SubscriptionMapping({ returns: t.int })
    async *ticks(): AsyncGenerator<number> {
      yield await Promise.resolve(4);
      yield 5;
    }
  }
  const schema = Resource.text(
    "clock",
    "type Query { now: Int recent: [Int] } type Mutation { set: Int } type Subscription { ticks: Int }",
  );
  await using app = await createApp(createContainer(graphql({ schema: [schema] }), controller(ClockController)), {
    properties: { logging: { level: "OFF" } },
  });
  const tester = GraphQlTester.create(app);
  (await tester.document("{ now recent }").execute()).path("").matchesJson({ now: 1, recent: [1, 2] });
  (await tester.document("mutation { set }").execute()).path("set").entity(t.int).isEqualTo(3);
  const events = tester.document("subscription { ticks }").executeSubscription();
  const ticks: number[] = [];
  for await (const event of events) ticks.push(event.path("ticks").entity(t.int).get());
  assertEquals(ticks, [4, 5]);
  assertEquals(new GraphQLContext().has("x"), false);
});
