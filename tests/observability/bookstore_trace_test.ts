import { ContainerModule, createApp, createContainer, type EspalierPropertiesInput } from "@espalier/espalier";
import { AfterCommitDelivery } from "@espalier/espalier/modulith";
import { inMemoryExporter, tracing } from "@espalier/espalier/observability";
import { assertEquals } from "@std/assert";
import { features } from "../../examples/bookstore/features.ts";
import { otlpReceiver, receivedOutline } from "./otlp_receiver.ts";
import { outline, spanTrees } from "./span_tree.ts";

const root = new URL("../../examples/bookstore/main.ts", import.meta.url);

// Without the spans of statements: which of them run is not what is tested here.
const expected = [
  "POST /graphql",
  "  graphql mutation",
  "    graphql field placeOrder",
  "      [bookstore] Orders",
  "        [bookstore] Catalog",
  "        [bookstore] Inventory",
  "        [bookstore] Shipping",
  "          [bookstore] Orders",
];

async function bookstore(properties: EspalierPropertiesInput["tracing"], ...more: readonly ContainerModule[]) {
  const app = await createApp(createContainer(...features(), ...more), {
    root,
    properties: {
      logging: { level: "OFF" },
      tracing: { serviceName: "bookstore", statementSpans: false, ...properties },
    },
  });
  return {
    app,
    async checkout() {
      const query = `mutation Checkout($input: PlaceOrderInput!) { placeOrder(input: $input) { status } }`;
      const input = { customer: "Ada", lines: [{ bookId: "pg1342", quantity: 2 }] };
      const response = await app.fetch(
        new Request("http://localhost/graphql", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ query, variables: { input } }),
        }),
      );
      await app.container.get(AfterCommitDelivery).settled();
      return await response.json();
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

Deno.test("B3.1 B3.2 placing an order gives one trace, from the request to the parcel after the commit", async () => {
  const memory = inMemoryExporter();
  await using shop = await bookstore({}, tracing({ exporters: [memory] }));
  assertEquals(await shop.checkout(), { data: { placeOrder: { status: "PLACED" } } });
  const trees = spanTrees(memory);
  assertEquals(outline(trees), expected);
  const called = (span: typeof trees[number]): unknown[] => [
    ...("module.key" in span.attributes
      ? [[
        span.attributes["module.key"],
        span.attributes["code.function.name"],
        span.attributes["module.invocation-type"],
      ]]
      : []),
    ...span.children.flatMap(called),
  ];
  assertEquals(trees.flatMap(called), [
    ["orders", "OrderController.placeOrder", "bean"],
    ["catalog", "Books.findAllById", "bean"],
    ["inventory", "Inventory.reserve", "bean"],
    ["shipping", "Shipping.ship", "event-listener"],
    ["orders", "OrderService.markShipped", "bean"],
  ]);
});

Deno.test("B3.2 B3.4 the same trace arrives at an OTLP receiver over HTTP, with stored publications too", async () => {
  await using receiver = otlpReceiver();
  {
    await using shop = await bookstore({ otlpUrl: receiver.url }, tracing());
    await shop.checkout();
  }
  assertEquals(receivedOutline(receiver.spans), expected);
  assertEquals(new Set(receiver.spans.map(({ service }) => service)), new Set(["bookstore"]));
});
