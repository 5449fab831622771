import { assertEquals } from "@std/assert";
import { createApp, createContainer } from "@espalier/espalier";
import { ResponseCache } from "@espalier/espalier/cache";
import { caching } from "../../examples/bookstore/caching.ts";
import { features } from "../../examples/bookstore/features.ts";
import { publishedOperations } from "../../examples/bookstore/published_operations.ts";
import { faults, Validators } from "../rest/json_schemas.ts";

Deno.test("26.4 26.8 the bookstore keeps its bestsellers until books are ordered through a published operation", async () => {
  const root = new URL("../../examples/bookstore/main.ts", import.meta.url);
  await using app = await createApp(createContainer(...features(), caching(), publishedOperations()), {
    root,
    properties: { logging: { level: "OFF" } },
  });
  const base = "http://localhost/api/operations";
  const read = async (path: string, init?: RequestInit) => {
    const response = await app.fetch(new Request(`${base}/${path}`, init));
    return { body: await response.json(), headers: response.headers, status: response.status };
  };
  const first = await read("Bestsellers?first=3");
  assertEquals([first.headers.get("cache-control"), first.body.bestsellers.length], ["max-age=60, public", 3]);
  const validators = new Validators((await read("openapi.json")).body);
  const response = ["paths", "/api/operations/Bestsellers", "get", "responses", "200", "content", "application/json"];
  assertEquals(faults(validators.at(...response, "schema"), first.body), []);
  assertEquals((await read("Bestsellers?first=3")).body, first.body);
  const cache = app.container.get(ResponseCache);
  assertEquals(cache.statistics.hits, 1);
  const bookId = first.body.bestsellers[0].book.id;
  const ordered = await read("PlaceOrder", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ input: { customer: "ada@example.com", lines: [{ bookId, quantity: 1 }] } }),
  });
  assertEquals([ordered.status, ordered.body.placeOrder?.status], [200, "PLACED"], JSON.stringify(ordered.body));
  await read("Bestsellers?first=3");
  assertEquals(cache.statistics.hits, 1);
});

Deno.test("26.4 the bookstore's copies are counted anew after each order, others' responses stay", async () => {
  const root = new URL("../../examples/bookstore/main.ts", import.meta.url);
  await using app = await createApp(createContainer(...features(), caching()), {
    root,
    properties: { logging: { level: "OFF" } },
  });
  const ask = async (query: string) => {
    const response = await app.fetch(
      new Request("http://localhost/graphql", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ query }),
      }),
    );
    return (await response.json()).data;
  };
  const available = async () => (await ask('{ book(id: "pg1342") { available } }')).book.available;
  const before = await available();
  assertEquals(await available(), before);
  await ask('{ author(id: "austen-jane") { name } }');
  const { hits } = app.container.get(ResponseCache).statistics;
  await ask('mutation { placeOrder(input: { customer: "Ada", lines: [{ bookId: "pg1342", quantity: 2 }] }) { id } }');
  assertEquals(await available(), before - 2);
  await ask('{ author(id: "austen-jane") { name } }');
  assertEquals(app.container.get(ResponseCache).statistics.hits, hits! + 1);
});
