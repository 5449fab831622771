import { assertEquals } from "@std/assert";
import { serve, t } from "@espalier/espalier";
import { GraphQlTester, HalTester } from "@espalier/espalier/testing";
import { Application as Oak, Router } from "@oakserver/oak";
import { Hono } from "hono";
import { createShop } from "./shop/shop.ts";

type Fetch = (request: Request) => Response | Promise<Response>;

/** What must work wherever the application is mounted: GraphQL, subscriptions, HAL; and the host's own route. */
async function isMounted(fetch: Fetch, base = "http://localhost"): Promise<void> {
  const tester = GraphQlTester.http({ url: `${base}/graphql`, fetch });
  await tester.document('mutation { addProduct(name: "Pen", cents: 5) { id } }').executeAndVerify();
  (await tester.document("{ products { name } }").execute()).path("products[0].name").entity(t.string).isEqualTo("Pen");
  const countdown = tester.document("subscription { countdown(from: 3) }").subscribe("countdown", t.int);
  assertEquals(await Array.fromAsync(countdown), [3, 2, 1]);
  const hal = new HalTester({ url: base, fetch });
  assertEquals((await hal.get("/products")).page?.totalElements, 1);
  const missing = await fetch(new Request(`${base}/nothing-here`));
  assertEquals([missing.status, (await missing.json()).status], [404, 404]);
  assertEquals(await (await fetch(new Request(`${base}/own`))).text(), "the host's own");
}

Deno.test("P3 app.fetch is mounted in Hono", async () => {
  await using app = await createShop();
  const hono = new Hono();
  hono.get("/own", (context) => context.text("the host's own"));
  hono.mount("/", (request) => app.fetch(request));
  await isMounted((request) => hono.fetch(request));
});

Deno.test("P3 app.fetch is mounted in Hono, WebSockets included", async () => {
  await using app = await createShop();
  const hono = new Hono();
  hono.get("/own", (context) => context.text("the host's own"));
  // A copy of the request could not become a WebSocket.
  hono.mount("/", app.fetch, { replaceRequest: false });
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, hono.fetch);
  const base = `http://127.0.0.1:${server.addr.port}`;
  await isMounted((request) => fetch(request), base);
  await using tester = GraphQlTester.webSocket({ url: `${base}/graphql` });
  const countdown = tester.document("subscription { countdown(from: 3) }").subscribe("countdown", t.int);
  assertEquals(await Array.fromAsync(countdown), [3, 2, 1]);
});

Deno.test("P3 app.fetch is mounted in Oak", async () => {
  await using app = await createShop();
  const router = new Router();
  router.get("/own", (context) => {
    context.response.body = "the host's own";
  });
  const oak = new Oak();
  oak.use(router.routes());
  oak.use(async (context) => {
    // Oak's npm edition has the types of Node's fetch; at run time these are Deno's own classes.
    const { status, headers, body } = await app.fetch(context.request.source as unknown as Request);
    context.response.status = status;
    context.response.headers = headers as never;
    context.response.body = body;
  });
  const handle = oak.handle.bind(oak) as unknown as (request: Request) => Promise<Response | undefined>;
  await isMounted(async (request) => await handle(request) ?? new Response(null, { status: 500 }));
});

Deno.test("P3 app.fetch is mounted in a bare Deno.serve router", async () => {
  await using app = await createShop();
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request, info) => {
    const { pathname } = new URL(request.url);
    return pathname === "/own" ? new Response("the host's own") : app.fetch(request, info);
  });
  await isMounted((request) => fetch(request), `http://127.0.0.1:${server.addr.port}`);
});

Deno.test("P3 deno run starts a service that stops on request", async () => {
  await using server = await serve(await createShop(), { port: 0, quiet: true });
  const health = await (await fetch(`${server.url}/actuator/health`)).json();
  assertEquals(health.status, "UP");
});
