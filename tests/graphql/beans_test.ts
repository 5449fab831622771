import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  BatchMapping,
  controller,
  DataFetcherExceptionResolver,
  param,
  QueryMapping,
  RuntimeWiringConfigurer,
  t,
} from "@espalier/espalier";
import {
  BatchLoaderRegistry,
  DefaultBatchLoaderRegistry,
  ExecutionGraphQlService,
  GraphQlSource,
  GraphQlSourceBuilderCustomizer,
  Instrumentation,
  TypeDefinitionConfigurer,
} from "@espalier/espalier/graphql";
import { beans, startApp } from "./graphql_app.ts";
import { requestOf, sourceOf } from "./graphql_setup.ts";

const schema = "type Query { a: String }";
const returning = (value: string): RuntimeWiringConfigurer => ({
  configure: (wiring) => void wiring.type("Query", (type) => type.dataFetcher("a", () => value)),
});

Deno.test("A3.3 all kinds of beans are found and applied, in binding order, an explicit order deciding first", async () => {
  const calls: string[] = [];
  await using app = await startApp(schema, [beans(({ bind }) => {
    bind(RuntimeWiringConfigurer).toConstantValue({ ...returning("last wins"), order: 1 });
    bind(RuntimeWiringConfigurer).toConstantValue(returning("first"));
    bind(TypeDefinitionConfigurer).toConstantValue({ configure: () => void calls.push("types") });
    bind(Instrumentation).toConstantValue({ beginExecution: () => void calls.push("instrumentation") });
    bind(GraphQlSourceBuilderCustomizer).toConstantValue({
      customize: (builder) => {
        calls.push("customizer");
        builder.configureGraphQl((graphQl) => void graphQl.executionIdProvider({ provide: () => "from customizer" }));
      },
    });
  })]);
  assertEquals((await app.post("{ a }")).body, { data: { a: "last wins" } });
  assertEquals(calls, ["customizer", "types", "instrumentation"]);
});

Deno.test("P4 rebinding the wiring configurer, the exception resolver and the batch loader registry changes the answer", async () => {
  const failing: RuntimeWiringConfigurer = {
    configure: (wiring) =>
      void wiring.type("Query", (type) =>
        type.addDataFetchers({
          a: () => "original",
          fails: () => Promise.reject(new Error("x")),
          loads: (environment) => environment.dataLoader<string, string>("words")?.load("w") ?? "no loader",
        })),
  };
  const original = beans(({ bind }) => {
    bind(RuntimeWiringConfigurer).toConstantValue(failing);
    bind(DataFetcherExceptionResolver).toConstantValue(
      DataFetcherExceptionResolver.forSingleError(() => ({ message: "original" })),
    );
  });
  const everything = "type Query { a: String fails: String loads: String }";
  const answerOf = async (...overrides: ReturnType<typeof beans>[]): Promise<Record<string, unknown>> => {
    await using app = await startApp(everything, [original, ...overrides]);
    const { data, errors } = (await app.post("{ a fails loads }")).body as {
      data: Record<string, unknown>;
      errors: { message: string }[];
    };
    return { ...data, fails: errors[0]!.message };
  };
  assertEquals(await answerOf(), { a: "original", fails: "original", loads: "no loader" });
  const wired = beans(({ rebind }) =>
    void rebind(RuntimeWiringConfigurer).toConstantValue({
      configure: (wiring) => {
        failing.configure(wiring);
        returning("rebound").configure(wiring);
      },
    })
  );
  assertEquals(await answerOf(wired), { a: "rebound", fails: "original", loads: "no loader" });
  const resolved = beans(({ rebind }) =>
    void rebind(DataFetcherExceptionResolver).toConstantValue(
      DataFetcherExceptionResolver.forSingleError(() => ({ message: "rebound" })),
    )
  );
  assertEquals(await answerOf(resolved), { a: "original", fails: "rebound", loads: "no loader" });
  const loading = beans(({ rebind }) => {
    const registry = new DefaultBatchLoaderRegistry();
    registry.forName<string, string>("words").registerBatchLoader((keys) => keys.map((key) => `loaded ${key}`));
    rebind(BatchLoaderRegistry).toConstantValue(registry);
  });
  assertEquals(await answerOf(loading), { a: "original", fails: "original", loads: "loaded w" });
});

Deno.test("two applications with different containers in one process don't meet", async () => {
  class Counter {
    #count = 0;
    @QueryMapping({ params: [] })
    next(): number {
      return ++this.#count;
    }
    @QueryMapping({ params: [] })
    items(): { id: number }[] {
      return [{ id: 1 }];
    }
    @BatchMapping({
      source: () => Object,
      typeName: "Item",
      params: [param.context("app", t.string, { required: false })],
    })
    owner(items: readonly object[], app: string | undefined): string[] {
      return items.map(() => app ?? "nobody");
    }
  }
  const text = "type Query { next: Int items: [Item] a: String } type Item { owner: String }";
  await using one = await startApp(text, [
    controller(Counter),
    beans(({ bind }) => void bind(RuntimeWiringConfigurer).toConstantValue(returning("one"))),
  ]);
  await using two = await startApp(text, [
    controller(Counter),
    beans(({ bind }) => void bind(RuntimeWiringConfigurer).toConstantValue(returning("two"))),
  ]);
  const query = "{ next a items { owner } }";
  const [first, again, other] = [await one.post(query), await one.post(query), await two.post(query)];
  assertEquals([first.body, again.body, other.body], [
    { data: { next: 1, a: "one", items: [{ owner: "nobody" }] } },
    { data: { next: 2, a: "one", items: [{ owner: "nobody" }] } },
    { data: { next: 1, a: "two", items: [{ owner: "nobody" }] } },
  ]);
  assertEquals(one.container.get(GraphQlSource) === two.container.get(GraphQlSource), false);
});

Deno.test("A1.1 transports use one contract, which answers without them; a source of the application's own is kept", async () => {
  const own = await sourceOf(schema, returning("own").configure).build();
  await using app = await startApp(schema, [beans(({ bind }) => void bind(GraphQlSource).toConstantValue(own))]);
  const response = await app.container.get(ExecutionGraphQlService).execute(requestOf("{ a }"));
  assertEquals(response.toMap(), { data: { a: "own" } });
  assertEquals((await app.post("{ a }")).body, { data: { a: "own" } });
});

Deno.test("bad input never ends the process: what is thrown may be anything", async () => {
  const thrown: unknown[] = ["text", null, undefined, 7, Object.create(null), { toString: null }, new Proxy({}, {})];
  const wiring: RuntimeWiringConfigurer = {
    configure: (builder) =>
      void builder.type("Query", (type) =>
        type.dataFetcher("fails", (environment) => {
          throw thrown[environment.argument<number>("at")!];
        })),
  };
  await using app = await startApp("type Query { fails(at: Int!): String }", [
    beans(({ bind }) => void bind(RuntimeWiringConfigurer).toConstantValue(wiring)),
  ]);
  for (let at = 0; at < thrown.length; at++) {
    const { status, body } = await app.post(`{ fails(at: ${at}) }`);
    assertEquals([status, (body as { data: unknown }).data], [200, { fails: null }]);
    assertStringIncludes(JSON.stringify(body), "INTERNAL_ERROR for ");
  }
});
