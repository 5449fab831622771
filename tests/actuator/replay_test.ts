import { assert, assertEquals } from "@std/assert";
import { ContainerModule } from "@espalier/espalier";
import { HttpRoute } from "@espalier/espalier/http";
import { call, endpointsApp } from "./actuator_setup.ts";

interface Exchanges {
  readonly exchanges: {
    readonly id: number;
    readonly isReplayable: boolean;
    readonly request: { readonly method: string; readonly uri: string };
  }[];
}

/** Collects what was ordered, with the credentials of the order. */
function shop(orders: string[]): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(HttpRoute).toConstantValue({
      path: "/orders",
      handle: async ({ request }) => {
        orders.push(`${request.headers.get("authorization")} ${await request.text()}`);
        return Response.json({ number: orders.length, token: "hunter2" }, { status: 201 });
      },
    });
  });
}

function order(body: string): Request {
  return new Request("http://localhost/orders", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: "Bearer hunter2hunter2",
      "content-length": `${new TextEncoder().encode(body).length}`,
    },
    body,
  });
}

Deno.test("25.4 a request of the mailbox is sent again as it was, and shown without its secrets", async () => {
  const orders: string[] = [];
  await using app = await endpointsApp({ preset: "development", logging: { level: "OFF" } }, shop(orders));
  await (await app.fetch(order('{"book":"pg1342","password":"hunter2"}'))).text();
  const { exchanges: [exchange] } = (await call(app, "/actuator/httpexchanges")).body as Exchanges;
  assertEquals([exchange!.id, exchange!.isReplayable, exchange!.request.method], [1, true, "POST"]);

  const shown = await call(app, "/actuator/httpexchanges/1");
  assertEquals((shown.body as { body: string }).body, '{"book":"pg1342","password":"******"}');
  const replayed = await call(app, "/actuator/httpexchanges/1", { method: "POST" });
  const { response, body } = replayed.body as { response: { status: number }; body: string };
  assertEquals([response.status, body], [201, '{"number":2,"token":"******"}']);
  assertEquals(JSON.stringify([shown.body, replayed.body]).includes("hunter2"), false);

  const sent = 'Bearer hunter2hunter2 {"book":"pg1342","password":"hunter2"}';
  assertEquals(orders, [sent, sent]);
  const { exchanges } = (await call(app, "/actuator/httpexchanges")).body as Exchanges;
  assertEquals(exchanges.map(({ id, isReplayable }) => [id, isReplayable]), [[2, true], [1, true]]);
});

Deno.test("25.4 the mailbox is bounded: 200 requests, 64 KiB a body, 4 MB together", async () => {
  const orders: string[] = [];
  await using app = await endpointsApp({ preset: "development", logging: { level: "OFF" } }, shop(orders));
  await (await app.fetch(order("x".repeat(65_537)))).text();
  const tooLong = await call(app, "/actuator/httpexchanges/1", { method: "POST" });
  assertEquals([tooLong.status, orders.length], [404, 1]);
  for (let count = 0; count < 300; count++) await (await app.fetch(order("y".repeat(60_000)))).text();
  const { exchanges } = (await call(app, "/actuator/httpexchanges")).body as Exchanges;
  const kept = exchanges.filter(({ isReplayable }) => isReplayable).map(({ id }) => id);
  assertEquals(exchanges.length, 200);
  assert(kept.length >= 60 && kept.length <= 66, `${kept.length}`);
  assertEquals(kept[0], 301);
});

Deno.test("25.4 outside of development nothing is replayed", async () => {
  const orders: string[] = [];
  const actuator = { httpExchanges: 10, exposureInclude: ["*"] };
  await using app = await endpointsApp({ preset: "production", actuator, logging: { level: "OFF" } }, shop(orders));
  await (await app.fetch(order("{}"))).text();
  const { exchanges } = (await call(app, "/actuator/httpexchanges")).body as Exchanges;
  assertEquals([exchanges.length, "isReplayable" in exchanges[0]!], [1, false]);
  assertEquals((await call(app, "/actuator/httpexchanges/1", { method: "POST" })).status, 404);
  assertEquals(orders.length, 1);
});
