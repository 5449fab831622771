import { assertEquals, assertInstanceOf, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import {
  BatchMapping,
  ContainerModule,
  controller,
  createApp,
  createContainer,
  graphql,
  param,
  QueryMapping,
  Resource,
  SchemaMapping,
  t,
} from "@espalier/espalier";
import {
  BatchingDataLoader,
  type BatchLoaderEnvironment,
  BatchLoaderRegistry,
  DataFetcherExceptionResolver,
  type DataLoaderOptions,
  DefaultBatchLoaderRegistry,
  GraphQLContext,
  type RegisteredDataLoader,
  RequestDataLoaders,
  WebGraphQlInterceptor,
} from "@espalier/espalier/graphql";

class Author {
  constructor(readonly id: string, readonly name: string) {}
}

const contextWith = (key: string, value: unknown): GraphQLContext => new GraphQLContext().put(key, value);

function loadersOf(registry: BatchLoaderRegistry, context: GraphQLContext = new GraphQLContext()): RequestDataLoaders {
  const loaders = new RequestDataLoaders();
  registry.registerDataLoaders(loaders, context);
  return loaders;
}

Deno.test("A6.5 A6.8 a batch loader gets keys and environment and is fetched by name", async () => {
  const registry = new DefaultBatchLoaderRegistry();
  assertEquals(registry.hasRegistrations(), false);
  const seen: unknown[] = [];
  registry.forTypePair(String, Author).registerBatchLoader((keys, environment) => {
    seen.push([...keys], environment.graphQlContext.get("key"), environment.keyContexts, environment.signal.aborted);
    return keys.map((id) => new Author(id, `Author ${id}`));
  });
  assertEquals(registry.hasRegistrations(), true);
  const loaders = loadersOf(registry, contextWith("key", "value"));
  assertEquals(loaders.names, ["Author"]);
  const loader = loaders.getDataLoader<string, Author>("Author")!;
  const one = loader.load("1", "context of 1");
  const many = loader.loadMany(["2", "1"]);
  assertEquals(await loader.dispatchAndJoin(), [
    new Author("1", "Author 1"),
    new Author("2", "Author 2"),
    new Author("1", "Author 1"),
  ]);
  assertStrictEquals((await many)[1], await one);
  assertEquals(seen, [["1", "2"], "value", ["context of 1", undefined], false]);
  assertEquals(await loader.dispatchAndJoin(), []);
});

Deno.test("A6.5 C118 a mapped batch loader answers a map; a missing key is null", async () => {
  const registry = new DefaultBatchLoaderRegistry();
  registry.forTypePair(Number, Author).registerMappedBatchLoader((keys, environment) => {
    assertEquals(environment.graphQlContext.get("key"), "value");
    return Promise.resolve(
      new Map([...keys].filter((key) => key !== 2).map((key) => [key, new Author(`${key}`, "x")])),
    );
  });
  const loader = loadersOf(registry, contextWith("key", "value")).getDataLoader<number, Author>("Author")!;
  assertEquals(await loader.loadMany([1, 2, 3]), [new Author("1", "x"), null, new Author("3", "x")] as Author[]);
});

Deno.test("A6.3 A6.4 C119 options: defaults from the supplier, changed per registration", async () => {
  let asked = 0;
  const registry = new DefaultBatchLoaderRegistry(() => (asked++, { batch: false } as DataLoaderOptions));
  const counting = (name: string, options: DataLoaderOptions) => {
    let count = name === "cached" ? 3 : 0;
    registry.forName<number, number>(name).withOptions(options).registerBatchLoader((keys) => keys.map(() => ++count));
  };
  counting("uncached", { cache: false });
  counting("cached", { cache: true });
  const loaders = loadersOf(registry);
  const thrice = async (name: string) => {
    const loader = loaders.getDataLoader<number, number>(name)!;
    return [await loader.load(1), await loader.load(1), await loader.load(1)];
  };
  assertEquals([await thrice("uncached"), await thrice("cached"), asked], [[1, 2, 3], [4, 4, 4], 2]);
});

Deno.test("A6.3 batches are cut to the largest size, and keys compared by what the options say", async () => {
  const registry = new DefaultBatchLoaderRegistry();
  const sizes: number[] = [];
  registry.forName<{ id: number }, number>("sized")
    .withOptions({ maxBatchSize: 5, cacheKeyFn: (key) => (key as { id: number }).id })
    .registerBatchLoader((keys) => (sizes.push(keys.length), keys.map(({ id }) => id)));
  const loader = loadersOf(registry).getDataLoader<{ id: number }, number>("sized")!;
  await loader.loadMany(Array.from({ length: 9 }, (_, i) => ({ id: i % 8 })));
  assertEquals(sizes, [5, 3]);
});

Deno.test("A6.1 A6.2 C121 C122 names are unique", () => {
  const registry = new DefaultBatchLoaderRegistry();
  registry.forName("x").registerBatchLoader((keys) => keys.map(() => null));
  registry.forTypePair(String, Author).withName("x").registerBatchLoader((keys) => keys.map(() => null));
  assertThrows(() => loadersOf(registry), Error, "More than one DataLoader named 'x'");
  const other = { Author: class Author {} };
  const classes = new DefaultBatchLoaderRegistry();
  classes.forTypePair(String, Author).registerBatchLoader((keys) => keys.map(() => null));
  assertThrows(
    () => classes.forTypePair(Number, other.Author).registerBatchLoader((keys) => keys.map(() => null)),
    TypeError,
    'another class "Author", by keys of String, is registered; name one of them with withName',
  );
  classes.forTypePair(Number, other.Author).withName("OtherAuthor").registerBatchLoader((keys) => keys.map(() => null));
  assertEquals(loadersOf(classes).names, ["Author", "OtherAuthor"]);
  const unnamed = () => classes.forName("").registerBatchLoader((keys) => keys.map(() => null));
  assertThrows(unnamed, TypeError, "DataLoader '' should be named");
  const unnamedClass = () => classes.forTypePair(Number, class {}).registerBatchLoader((keys) => keys.map(() => null));
  assertThrows(unnamedClass, TypeError, "DataLoader 'Number -> unnamed class' should be named");
});

Deno.test("A6.5 a key that fails fails alone; a batch of another length fails whole", async () => {
  const registry = new DefaultBatchLoaderRegistry();
  registry.forName<number, number>("failing").registerBatchLoader((keys) =>
    keys.map((key) => key === 2 ? new Error("no 2") : key)
  );
  registry.forName<number, number>("short").registerBatchLoader((keys) => keys.slice(1));
  const loaders = loadersOf(registry);
  const [one, two] = await loaders.getDataLoader<number, number>("failing")!.loadMany([1, 2]);
  assertEquals(one, 1);
  assertInstanceOf(two, Error);
  await assertRejects(
    () => loaders.getDataLoader<number, number>("short")!.load(1),
    TypeError,
    'Cannot load a batch of "short" as the function must return one value per key, 1: current value is "a list of 0"',
  );
});

Deno.test("A6.6 C116 each request has loaders of its own", async () => {
  const registry = new DefaultBatchLoaderRegistry();
  let loads = 0;
  registry.forTypePair(String, Author).registerBatchLoader((keys) => (loads++, keys.map((id) => new Author(id, ""))));
  const [first, second] = [loadersOf(registry), loadersOf(registry)];
  await first.getDataLoader<string, Author>("Author")!.load("1");
  await first.getDataLoader<string, Author>("Author")!.load("1");
  await second.getDataLoader<string, Author>("Author")!.load("1");
  assertEquals(loads, 2);
});

class Book {
  constructor(readonly id: string, readonly authorId: string) {}
}

const schema = Resource.text(
  "books",
  `type Query { books: [Book] }
   type Book { id: ID author: Author byBatch: Author editor: Author missing: Author }
   type Author { id: ID name: String }`,
);

const log: string[] = [];

class BookController {
  @QueryMapping({ params: [], returns: t.list(t.object(() => Book)) })
  books(): Book[] {
    return Array.from({ length: 100 }, (_, i) => new Book(`${i}`, `${i % 10}`));
  }

  @SchemaMapping({
    params: [param.source(() => Book), param.dataLoader(() => Author)],
    returns: t.nullable(t.object(() => Author)),
  })
  author(book: Book, loader: RegisteredDataLoader<string, Author>): Promise<Author | null> {
    return loader.load(book.authorId);
  }

  @SchemaMapping({
    params: [param.source(() => Book), param.dataLoader<Author>("editors"), param.dataLoader(() => Author)],
    returns: t.nullable(t.object(() => Author)),
  })
  async editor(
    book: Book,
    editors: RegisteredDataLoader<string, Author>,
    authors: RegisteredDataLoader<string, Author>,
  ): Promise<Author | null> {
    const editor = await editors.load(book.authorId);
    return await authors.load(editor.id);
  }

  @SchemaMapping({
    params: [param.source(() => Book), param.dataLoader<Author>("nowhere")],
    returns: t.nullable(t.object(() => Author)),
  })
  missing(book: Book, loader: RegisteredDataLoader<string, Author>): Promise<Author | null> {
    return loader.load(book.authorId);
  }

  @BatchMapping({
    source: () => Book,
    params: [param.context("tenant", t.string)],
    returns: t.nullable(t.object(() => Author)),
  })
  byBatch(books: readonly Book[], tenant: string): Map<Book, Author> {
    log.push(`@BatchMapping ${books.length} ${tenant}`);
    return new Map(books.map((book) => [book, new Author(book.authorId, tenant)]));
  }
}

const loaders = new ContainerModule(({ rebind, bind }) => {
  const load = (name: string) => (keys: readonly string[], { graphQlContext }: BatchLoaderEnvironment) => {
    const tenant = String(graphQlContext.get("tenant"));
    log.push(`${name} ${keys.length} ${tenant}`);
    return keys.map((id) => new Author(id, tenant));
  };
  rebind(BatchLoaderRegistry).toResolvedValue(() => {
    const registry = new DefaultBatchLoaderRegistry();
    registry.forTypePair(String, Author).registerBatchLoader(load("Author"));
    registry.forName<string, Author>("editors").registerBatchLoader(load("editors"));
    return registry;
  });
  bind(WebGraphQlInterceptor).toConstantValue({
    intercept: (request, next) => {
      request.configureExecutionInput((input) => (input.graphQlContext.put("tenant", "north"), input));
      return next(request);
    },
  });
});

/** Puts a registry of its own, with a loader of its own, into the execution input. */
const ownRegistry = new ContainerModule(({ bind }) => {
  bind(WebGraphQlInterceptor).toConstantValue({
    intercept: (request, next) => {
      request.configureExecutionInput((input) => {
        const own = new BatchingDataLoader<string, Author>({
          name: "nowhere",
          load: (keys) => Promise.resolve(keys.map((id) => new Author(id, "own"))),
          request: { graphQlContext: input.graphQlContext, signal: new AbortController().signal },
          options: {},
        });
        return input.transform({ dataLoaderRegistry: new RequestDataLoaders().register(own) });
      });
      return next(request);
    },
  });
});

async function answer(
  query: string,
  ...modules: ContainerModule[]
): Promise<{ data?: { books: Record<string, unknown>[] }; errors?: { message: string }[] }> {
  await using app = await createApp(
    createContainer(graphql({ schema: [schema] }), controller(BookController), loaders, ...modules),
    {
      properties: { logging: { level: "OFF" } },
    },
  );
  log.length = 0;
  const response = await app.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query }),
    }),
  );
  return await response.json();
}

Deno.test("P4 A6.2 A6.7 C115 C349 a controller asks for a loader by class; loaders and batch methods share the context", async () => {
  const { data } = await answer("{ books { author { id name } byBatch { id name } } }");
  assertEquals(data?.books[13], { author: { id: "3", name: "north" }, byBatch: { id: "3", name: "north" } });
  assertEquals(log.toSorted(), ["@BatchMapping 100 north", "Author 10 north"]);
});

Deno.test("A6.6 C350 chained loaders load each key once", async () => {
  const { data, errors } = await answer("{ books { author { id } editor { id name } } }");
  assertEquals([data?.books[42]?.editor, errors], [{ id: "2", name: "north" }, undefined]);
  assertEquals(log, ["Author 10 north", "editors 10 north"]);
});

Deno.test("A6.2 C353 a loader that is not registered is an error of the field", async () => {
  const told = new ContainerModule(({ bind }) => {
    bind(DataFetcherExceptionResolver).toConstantValue(
      DataFetcherExceptionResolver.forSingleError((exception) => ({ message: (exception as Error).message })),
    );
  });
  const { data, errors } = await answer("{ books { missing { id } } }", told);
  assertEquals([data?.books[0], errors?.length], [{ missing: null }, 100]);
  assertEquals(
    errors?.[0]?.message,
    'Cannot call BookController#missing[2 args] as a DataLoader named "nowhere" must be registered: ' +
      "The DataLoaderRegistry contains: [Author, editors]",
  );
});

Deno.test("A6.8 a loader can be made by hand", async () => {
  const request = { graphQlContext: new GraphQLContext(), signal: new AbortController().signal };
  const loader = new BatchingDataLoader<number, number>({
    name: "doubles",
    load: (keys) => Promise.resolve(keys.map((key) => key * 2)),
    request,
    options: {},
  });
  const loaders = new RequestDataLoaders().register(loader);
  assertEquals(await loaders.getDataLoader<number, number>("doubles")!.loadMany([1, 2]), [2, 4]);
  assertThrows(() => loaders.register(loader), Error, "More than one DataLoader named 'doubles'");
});

Deno.test("A6.8 a registry that was put into the execution input is kept, and gains the registered loaders", async () => {
  const { data, errors } = await answer("{ books { missing { name } author { name } } }", ownRegistry);
  assertEquals([data?.books[7], errors], [{ missing: { name: "own" }, author: { name: "north" } }, undefined]);
});
