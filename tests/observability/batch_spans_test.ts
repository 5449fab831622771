import {
  BatchMapping,
  ContainerModule,
  controller,
  createApp,
  createContainer,
  graphql,
  QueryMapping,
  Resource,
  t,
} from "@espalier/espalier";
import { ScrollPosition, Window, windowOf } from "@espalier/espalier/data";
import {
  AsyncLocalAccessor,
  GraphQlSourceBuilderCustomizer,
  ReferenceExecutionStrategy,
  ThreadLocalAccessor,
} from "@espalier/espalier/graphql";
import { inMemoryExporter, tracing } from "@espalier/espalier/observability";
import { recordWork, WorkRecorder } from "@espalier/espalier/testing";
import { assertEquals } from "@std/assert";

class Author {
  constructor(readonly name: string) {}
}

class Authors {
  @QueryMapping({ returns: t.list(t.object(() => Author)) })
  authors(): Author[] {
    return [new Author("Woolf"), new Author("Orwell")];
  }
  @BatchMapping({ source: () => Author, params: [], returns: t.string })
  motto(authors: readonly Author[]): string[] {
    return authors.map(({ name }) => `${name} writes`);
  }
  @BatchMapping({ source: () => Author, params: [], returns: windowOf(t.unknown) })
  books(authors: readonly Author[]): Window<unknown>[] {
    return authors.map(({ name }) => Window.from([{ title: `${name}'s` }], (i) => ScrollPosition.offset(i), false));
  }
}

const schema = Resource.text(
  "authors",
  `type Query { authors: [Author!]! }
  type Author { motto: String! books: BookConnection! }
  type Book { title: String }`,
);

const expected = ["Woolf", "Orwell"].map((name) => ({
  motto: `${name} writes`,
  books: { edges: [{ node: { title: `${name}'s` } }] },
}));

const waysToAsk: Record<string, ContainerModule> = {
  "the engine gathers the sources": new ContainerModule(() => {}),
  "the engine asks for each source": new ContainerModule(({ bind }) => {
    bind(GraphQlSourceBuilderCustomizer).toConstantValue({
      customize: (builder) =>
        void builder.configureGraphQl((graphQl) => {
          graphQl.queryExecutionStrategy(new ReferenceExecutionStrategy());
        }),
    });
  }),
  "local contexts are restored around each source": new ContainerModule(({ bind }) => {
    bind(ThreadLocalAccessor).toConstantValue(new AsyncLocalAccessor<string>("tenant"));
  }),
};

for (const [way, module] of Object.entries(waysToAsk)) {
  for (const fetcherSpans of ["async", "none"] as const) {
    Deno.test(`B3.1 C496 each batch of a batch mapping is one span where ${way}, fetchers "${fetcherSpans}"`, async () => {
      const memory = inMemoryExporter();
      const modules = [graphql({ schema: [schema] }), controller(Authors), recordWork(), module];
      await using app = await createApp(createContainer(...modules, tracing({ exporters: [memory] })), {
        properties: { logging: { level: "OFF" }, tracing: { fetcherSpans } },
      });
      const query = "{ authors { motto books { edges { node { title } } } } }";
      const url = `http://localhost/graphql?${new URLSearchParams({ query })}`;
      const work = await app.container.get(WorkRecorder).during(async () =>
        await (await app.fetch(new Request(url))).json()
      );
      assertEquals(work.result, { data: { authors: expected } });
      const batches = memory.spans.filter(({ name }) => name.startsWith("graphql dataloader"));
      const told = batches.map(({ name, attributes }) => [
        name,
        attributes["graphql.loader.name"],
        attributes["graphql.loader.size"],
        attributes["graphql.outcome"],
      ]);
      assertEquals(told.toSorted(), [
        ["graphql dataloader author.books", "Author.books", 2, "SUCCESS"],
        ["graphql dataloader author.motto", "Author.motto", 2, "SUCCESS"],
      ]);
      assertEquals(new Set(work.batches), new Set(["motto", "books"].map((f) => ({ name: `Author.${f}`, size: 2 }))));
      assertEquals(work.batches.length, 2);
    });
  }
}
