import { assertEquals } from "@std/assert";
import {
  controller,
  createApp,
  createContainer,
  DataFetcherResult,
  GraphQlExceptionHandler,
  param,
  SchemaMapping,
  SubscriptionMapping,
  t,
} from "@espalier/espalier";
import {
  type DataFetcher,
  graphql,
  GraphQLContext,
  GraphQLError,
  GraphQlSourceBuilderCustomizer,
  ReferenceExecutionStrategy,
  Resource,
} from "@espalier/espalier/graphql";
import { beans } from "../graphql_app.ts";
import { graphQlApp, post } from "./graphql_app.ts";
import { RawSocket } from "./raw_socket.ts";
import { ServedApp } from "./served_app.ts";
import { eventsOf, type SentEvent } from "./sse_events.ts";

const schema = `
  type Query { unused: String }
  type Subscription { item: Item, items: [Item!]!, text: String }
  type Item { value: Int, place: String }
`;

class Item {
  constructor(readonly value: number) {}
}

class ItemController {
  @SchemaMapping({ params: [param.source(() => Item), param.localContext("place", t.string, { required: false })] })
  place(_: Item, place: string | undefined): string | null {
    return place ?? null;
  }
}

const reference = beans(({ bind }) => {
  bind(GraphQlSourceBuilderCustomizer).toConstantValue({
    customize: (builder) =>
      builder.configureGraphQl((engine) => engine.subscriptionExecutionStrategy(new ReferenceExecutionStrategy())),
  });
});

const engines = { compiled: [], reference: [reference] };

const located = GraphQLContext.of({ place: "shelf" });

for (const [engine, modules] of Object.entries(engines)) {
  const eventsFor = async (query: string, fetchers: Record<string, DataFetcher>): Promise<SentEvent[]> => {
    await using app = await graphQlApp({
      schema,
      modules: [controller(ItemController), ...modules],
      wiring: (wiring) => wiring.type("Subscription", (type) => type.addDataFetchers(fetchers)),
    });
    return await eventsOf(await app.fetch(post({ query }, { accept: "text/event-stream" })));
  };
  const complete = { event: "complete", data: "" };
  const next = (data: unknown, more: object = {}) => ({ event: "next", data: { data, ...more } });
  const error = (message: string, path: readonly string[]) => ({
    message,
    locations: [{ line: 1, column: 16 }],
    path,
    extensions: { classification: "DataFetchingException" },
  });

  Deno.test(`S1 C239 events of a field of a list type are lists, a list that is returned is one event (${engine})`, async () => {
    const lists = async function* () {
      yield await Promise.resolve([new Item(1), new Item(2)]);
      yield [];
    };
    const query = "subscription { items { value } }";
    const both = next({ items: [{ value: 1 }, { value: 2 }] });
    assertEquals(await eventsFor(query, { items: lists }), [both, next({ items: [] }), complete]);
    assertEquals(await eventsFor(query, { items: () => [new Item(1), new Item(2)] }), [both, complete]);
  });

  Deno.test(`S1 an event may be a result with errors and a local context, as may a plain value (${engine})`, async () => {
    const result = () => {
      const errors = [new GraphQLError("beside")];
      return new DataFetcherResult({ data: new Item(1), errors, localContext: located });
    };
    const query = "subscription { item { value place } }";
    const expected = next({ item: { value: 1, place: "shelf" } }, { errors: [error("beside", ["item"])] });
    const events = async function* () {
      yield await Promise.resolve(result());
    };
    assertEquals(await eventsFor(query, { item: events }), [expected, complete]);
    assertEquals(await eventsFor(query, { item: result }), [expected, complete]);
  });

  Deno.test(`S1 a result that has errors and no stream is answered with them (${engine})`, async () => {
    const errors = [new GraphQLError("not yours"), new GraphQLError("nor open")];
    assertEquals(
      await eventsFor("subscription { text }", { text: () => new DataFetcherResult({ data: null, errors }) }),
      [
        { event: "next", data: { errors: [error("not yours", ["text"]), error("nor open", ["text"])] } },
        complete,
      ],
    );
  });
}

class QuietController {
  @SubscriptionMapping()
  item(): AsyncGenerator<Item> {
    throw new RangeError("over before it began");
  }
  @SubscriptionMapping()
  async *text(): AsyncGenerator<string> {
    yield await Promise.resolve("first");
    throw new RangeError("no more");
  }
  @GraphQlExceptionHandler(RangeError)
  over(): void {}
}

Deno.test("E2 S3 a failure that resolves to no error ends a subscription as if nothing had failed", async () => {
  const feature = graphql({ schema: [Resource.text("test", schema)] });
  await using app = await createApp(createContainer(feature, controller(QuietController)));
  const ask = async (query: string) =>
    await eventsOf(await app.fetch(post({ query }, { accept: "text/event-stream" })));
  assertEquals(await ask("subscription { text }"), [
    { event: "next", data: { data: { text: "first" } } },
    { event: "complete", data: "" },
  ]);
  assertEquals(await ask("subscription { item { value } }"), [{ event: "complete", data: "" }]);
});

Deno.test("G1.2 E2 over a WebSocket such a subscription is completed, as a list of errors is never empty", async () => {
  const failing = async function* () {
    yield await Promise.resolve("first");
    throw new Error("no more");
  };
  await using served = await ServedApp.start({
    schema,
    wiring: (wiring) => wiring.type("Subscription", (type) => type.dataFetcher("text", failing)),
    subscriptionExceptionResolvers: [{ resolveException: () => [] }],
  });
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.init();
  await socket.subscribe("s", "subscription { text }");
  assertEquals([await socket.next(), await socket.next()], [
    { id: "s", type: "next", payload: { data: { text: "first" } } },
    { id: "s", type: "complete" },
  ]);
});
