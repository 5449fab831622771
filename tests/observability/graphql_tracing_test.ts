import {
  type Container,
  ContainerModule,
  controller,
  createApp,
  createContainer,
  graphql,
  InstalledModule,
  param,
  QueryMapping,
  SchemaMapping,
  t,
} from "@espalier/espalier";
import {
  BatchLoaderRegistry,
  DefaultBatchLoaderRegistry,
  DefaultExecutionGraphQlService,
  ExecutionGraphQlRequest,
  GraphQlSource,
  Instrumentation,
  Resource,
} from "@espalier/espalier/graphql";
import { inMemoryExporter, Tracing, tracing } from "@espalier/espalier/observability";
import { assertEquals } from "@std/assert";
import { byName, outline, spanTrees } from "./span_tree.ts";

class Author {
  constructor(readonly name: string) {}
}
class Catalog {
  title(id: string) {
    return `title ${id}`;
  }
}

const schema = `
  type Query { plain: String, viaModule(id: ID!): String, later: String, failing: String, book: Book }
  type Book { authors: [Author] }
  type Author { name: String }
  type Subscription { ticks: Int }
`;

async function service(container: Container): Promise<DefaultExecutionGraphQlService> {
  const loaders = await container.getAsync(BatchLoaderRegistry);
  loaders.forTypePair(String, Author).registerBatchLoader((names) => Promise.resolve(names.map((n) => new Author(n))));
  const source = await GraphQlSource.schemaResourceBuilder()
    .schemaResources(Resource.text("schema", schema))
    .configureRuntimeWiring((wiring) =>
      wiring
        .type("Query", (type) =>
          type
            .dataFetcher("plain", () => "now")
            .dataFetcher("viaModule", (env) => container.get(Catalog).title(env.argument<string>("id")!))
            .dataFetcher("later", () => Promise.resolve("later"))
            .dataFetcher("failing", () => Promise.reject(new RangeError("no")))
            .dataFetcher("book", () => ({})))
        .type("Book", (type) =>
          type.dataFetcher("authors", async (env) => await env.dataLoader("Author")!.loadMany(["A", "B"])))
        .type("Subscription", (type) =>
          type.dataFetcher("ticks", async function* () {
            container.get(Catalog).title("tick");
            yield await Promise.resolve(1);
          }))
    )
    .instrumentation(...await container.getAllAsync(Instrumentation))
    .build();
  return new DefaultExecutionGraphQlService(source).addDataLoaderRegistrar(loaders);
}

const catalog: ContainerModule = new ContainerModule(({ bind }) => {
  bind(InstalledModule).toConstantValue({
    identifier: "catalog",
    displayName: "Catalog",
    containerModule: catalog.id,
    exposes: (name) => name === "Catalog",
  });
  bind(Catalog).toSelf();
});

async function traced(fetcherSpans: "async" | "all" | "none" = "async") {
  const memory = inMemoryExporter();
  const loaders = new ContainerModule(({ bind }) => {
    bind(BatchLoaderRegistry).toResolvedValue(() => new DefaultBatchLoaderRegistry(), []);
  });
  const app = await createApp(createContainer(catalog, loaders, tracing({ exporters: [memory] })), {
    properties: { tracing: { fetcherSpans } },
  });
  return { app, memory, graphQl: await service(app.container) };
}

function request(document: string) {
  return new ExecutionGraphQlRequest({ document, id: "execution-1" });
}

Deno.test("B3.1 C466 C469 C472 C475 C478 C479 C482 C485 C491 a GraphQL request is a span; fetchers have one where they wait or call something that is traced", async () => {
  const { app, memory, graphQl } = await traced();
  await using _ = app;
  const response = await graphQl.execute(request(`query Mixed {
    plain viaModule(id: 7) later book { authors { name } }
  }`));
  assertEquals(response.errors, []);
  const trees = byName(spanTrees(memory));
  assertEquals(outline(trees), [
    "graphql query",
    "  graphql field authors",
    "    graphql dataloader author",
    "  graphql field later",
    "  graphql field viaModule",
    "    Catalog",
  ]);
  assertEquals(trees[0]!.attributes, {
    "graphql.execution.id": "execution-1",
    "graphql.operation.name": "Mixed",
    "graphql.operation.type": "query",
    "graphql.outcome": "SUCCESS",
  });
  assertEquals(trees[0]!.children[0]!.attributes, {
    "graphql.error.type": "NONE",
    "graphql.field.name": "authors",
    "graphql.field.path": "/book/authors",
    "graphql.outcome": "SUCCESS",
  });
  assertEquals(trees[0]!.children[0]!.children[0]!.attributes, {
    "graphql.error.type": "NONE",
    "graphql.loader.name": "Author",
    "graphql.loader.size": 2,
    "graphql.outcome": "SUCCESS",
  });
});

Deno.test("B3.1 C470 C484 C487 errors give the outcome and an event each", async () => {
  const { app, memory, graphQl } = await traced();
  await using _ = app;
  await graphQl.execute(request("{ failing }"));
  await graphQl.execute(request("{ nothing }"));
  assertEquals(
    memory.spans.map(({ name, attributes, events }) => [
      name,
      attributes["graphql.outcome"],
      events.map((event) => event.name),
      attributes["graphql.error.type"],
    ]),
    [
      ["graphql field failing", "ERROR", ["exception"], "RangeError"],
      ["graphql query", "INTERNAL_ERROR", ["INTERNAL_ERROR"], undefined],
      ["graphql operation", "REQUEST_ERROR", ["ValidationError"], undefined],
    ],
  );
});

Deno.test("B3.1 a switch gives every data fetcher a span, or none", async () => {
  for (
    const [mode, expected] of [["all", ["graphql query", "  graphql field plain"]], ["none", [
      "graphql query",
    ]]] as const
  ) {
    const { app, memory, graphQl } = await traced(mode);
    await using _ = app;
    await graphQl.execute(request("{ plain }"));
    assertEquals(outline(spanTrees(memory)), [...expected]);
  }
});

Deno.test("B3.2 the events of a subscription belong to the trace in which it was opened", async () => {
  const { app, memory, graphQl } = await traced();
  await using _ = app;
  const response = await graphQl.execute(request("subscription { ticks }"));
  const items = await Array.fromAsync(response.executionResult.stream!);
  assertEquals(items.length, 1);
  assertEquals(outline(spanTrees(memory)), ["graphql subscription", "  Catalog"]);
});

Deno.test("B3.1 C473 C476 a batch is named after its loader, even if it finds nothing, and tells why it failed", async () => {
  const { app, memory } = await traced();
  await using _ = app;
  const registry = await app.container.getAsync(BatchLoaderRegistry);
  class Project {}
  registry.forTypePair(String, Project).registerBatchLoader((ids) =>
    ids.map((id) => id === "1" ? null : new Project())
  );
  registry.forName<string, string>("broken").registerBatchLoader(() => Promise.reject(new RangeError("no")));
  const source = await GraphQlSource.schemaResourceBuilder()
    .schemaResources(Resource.text("schema", "type Query { found: Int broken: String }"))
    .configureRuntimeWiring((wiring) =>
      wiring.type("Query", (type) =>
        type
          .dataFetcher("found", async (env) => (await env.dataLoader("Project")!.loadMany(["1", "2"])).length)
          .dataFetcher("broken", (env) => env.dataLoader("broken")!.load("1")))
    )
    .instrumentation(...await app.container.getAllAsync(Instrumentation)).build();
  const graphQl = new DefaultExecutionGraphQlService(source).addDataLoaderRegistrar(registry);
  await graphQl.execute(request("{ found }"));
  await graphQl.execute(request("{ broken }"));
  const batches = memory.spans.filter(({ name }) => name.startsWith("graphql dataloader"));
  assertEquals(batches.map(({ name, attributes }) => [name, attributes]), [
    ["graphql dataloader project", {
      "graphql.loader.name": "Project",
      "graphql.loader.size": 2,
      "graphql.outcome": "SUCCESS",
      "graphql.error.type": "NONE",
    }],
    ["graphql dataloader broken", {
      "graphql.loader.name": "broken",
      "graphql.outcome": "ERROR",
      "graphql.error.type": "RangeError",
    }],
  ]);
});

Deno.test("B3.1 C481 C490 a request is named by its operation, and belongs to the span in which it was made", async () => {
  const { app, memory, graphQl } = await traced();
  await using _ = app;
  const tracer = app.container.get(Tracing);
  await tracer.inSpan("incoming", () => graphQl.execute(request("{ plain }")));
  const trees = spanTrees(memory);
  assertEquals(outline(trees), ["incoming", "  graphql query"]);
  assertEquals(trees[0]!.children[0]!.attributes["graphql.operation.name"], undefined);
});

Deno.test("B3.1 C488 C491 C496 fetchers and batches of one request: each fetcher below it, the batch asked for once", async () => {
  const shelf = ["Orwell", "Fitzgerald", "Heller", "Woolf", "Orwell"].map((author, i) => ({ id: `${i + 1}`, author }));
  const { app, memory } = await traced("all");
  await using _ = app;
  const types =
    "type Query { bookById: Book booksById: [Book] } type Book { author: Author } type Author { name: String }";
  const source = await GraphQlSource.schemaResourceBuilder()
    .schemaResources(Resource.text("schema", types))
    .configureRuntimeWiring((wiring) =>
      wiring
        .type("Query", (type) => type.dataFetcher("bookById", () => shelf[0]).dataFetcher("booksById", () => shelf))
        .type("Book", (type) =>
          type.dataFetcher("author", (env) =>
            env.dataLoader("Author")!.load((env.source as { author: string }).author)))
    )
    .instrumentation(...await app.container.getAllAsync(Instrumentation)).build();
  const graphQl = new DefaultExecutionGraphQlService(source).addDataLoaderRegistrar(
    await app.container.getAsync(BatchLoaderRegistry),
  );
  await graphQl.execute(request("{ bookById { author { name } } }"));
  const [one] = byName(spanTrees(memory));
  assertEquals(one!.children.map(({ attributes }) => attributes["graphql.field.path"]), [
    "/bookById/author",
    "/bookById",
  ]);
  memory.reset();
  await graphQl.execute(request("{ booksById { author { name } } }"));
  const loaded = memory.spans.filter(({ name }) => name.startsWith("graphql dataloader"));
  assertEquals(
    loaded.map(({ name, attributes }) => [name, attributes["graphql.loader.name"], attributes["graphql.loader.size"]]),
    [
      ["graphql dataloader author", "Author", 4],
    ],
  );
});

Deno.test("B3.1 C488 the fields of controllers tell their path, below lists too", async () => {
  class Shelf {
    constructor(readonly id: string) {}
  }
  class Shelves {
    @QueryMapping({ params: [param.argument("count", t.int)], returns: t.list(t.object(() => Shelf)) })
    shelves(count: number): Promise<Shelf[]> {
      return Promise.resolve(Array.from({ length: count }, (_, i) => new Shelf(`${i}`)));
    }
    @SchemaMapping({ params: [param.source(() => Shelf)], returns: t.string })
    label(shelf: Shelf): Promise<string> {
      return Promise.resolve(`label ${shelf.id}`);
    }
  }
  const memory = inMemoryExporter();
  const types = Resource.text("shelves", "type Query { shelves(count: Int!): [Shelf] } type Shelf { label: String }");
  const modules = [graphql({ schema: [types] }), controller(Shelves), tracing({ exporters: [memory] })];
  await using app = await createApp(createContainer(...modules), { properties: { logging: { level: "OFF" } } });
  const query = new URLSearchParams({ query: "{ all: shelves(count: 2) { label } }" });
  await (await app.fetch(new Request(`http://localhost/graphql?${query}`))).text();
  const fields = memory.spans.filter(({ name }) => name.startsWith("graphql field"));
  assertEquals(fields.map(({ attributes }) => attributes["graphql.field.path"]).toSorted(), [
    "/all",
    "/all/0/label",
    "/all/1/label",
  ]);
});
