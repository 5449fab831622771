import { assertEquals, assertMatch } from "@std/assert";
import type { Application } from "@espalier/espalier";
import { sendJson } from "../notes_app.ts";
import { onEveryStoreWith } from "../stores.ts";
import { bins, day, Order, OrderLine, OrderLines, Orders, Product, Products, Stock, Stocks } from "./warehouse.ts";
import { Tagging, Taggings } from "./warehouse.ts";
import { warehouseApp } from "./warehouse_app.ts";
import type { Database } from "@espalier/espalier/data";

const onEveryStore = onEveryStoreWith.bind(undefined, [Order, Product, OrderLine, Stock, Tagging]);

/** Two orders, two products, and a line of each. */
async function withLines(database: Database): Promise<void> {
  const orders = await new Orders(database).saveAll(
    [1, 2].map((id) => new Order({ id, customer: `c${id}`, lines: [] })),
  );
  const products = await new Products(database).saveAll(
    ["pen", "a,b/%2C"].map((sku) => new Product({ sku, name: `<${sku}>` })),
  );
  await new OrderLines(database).saveAll(
    orders.flatMap((order) =>
      products.map((product, i) => new OrderLine({ order, product, quantity: order.id * 10 + i, note: null }))
    ),
  );
}

function path(href: string): string {
  return new URL(href).pathname;
}

/** The parts of an item's own links. */
function hrefs({ body }: { readonly body: { readonly _links: Record<string, { readonly href: string }> } }) {
  return Object.fromEntries(Object.entries(body._links).map(([rel, { href }]) => [rel, path(href)]));
}

onEveryStore("21.5 an item of several ids has a path, links and associations", async (database) => {
  await withLines(database);
  await using app = await warehouseApp(database);
  const line = await sendJson(app, "GET", "/orderLines/1,pen");
  assertEquals([line.status, line.body.quantity], [200, 10]);
  assertEquals(hrefs(line), {
    self: "/orderLines/1,pen",
    orderLine: "/orderLines/1,pen",
    order: "/orderLines/1,pen/order",
    product: "/orderLines/1,pen/product",
  });
  assertEquals((await sendJson(app, "GET", "/orderLines/1,pen/product")).body.name, "<pen>");
  assertEquals((await sendJson(app, "GET", "/orderLines/1,pen/product/pen")).body.name, "<pen>");
  assertEquals((await sendJson(app, "GET", "/orderLines/1,pen/product/other")).status, 404);
  // The self link of what holds a comma, a slash and a percent sign leads back to it, however a client decodes it.
  const odd = await sendJson(app, "GET", "/orderLines?order=/orders/1&product.name=%3Ca%2Cb%2F%252C%3E");
  const [{ _links: { self } }] = odd.body._embedded.orderLines;
  assertEquals(path(self.href), "/orderLines/1,a%252Cb%2F%25252C");
  assertEquals((await sendJson(app, "GET", path(self.href))).body.quantity, 11);
  assertEquals((await sendJson(app, "GET", path(self.href).replace(",", "%2C"))).body.quantity, 11);
  assertEquals((await sendJson(app, "GET", `${path(self.href)}/order`)).body.customer, "c1");
  const lines = await sendJson(app, "GET", "/orders/2/lines");
  const own = lines.body._embedded.orderLines.map((item: { _links: { self: { href: string } } }) =>
    path(item._links.self.href)
  );
  assertEquals(own.toSorted(), ["/orderLines/2,a%252Cb%2F%25252C", "/orderLines/2,pen"]);
  assertEquals((await sendJson(app, "GET", "/orders/2/lines/2,pen")).body.quantity, 20);
  assertEquals((await sendJson(app, "GET", "/orders/2/lines/1,pen")).status, 404);
});

onEveryStore("21.5 what is no id of several properties is not found", async (database) => {
  await withLines(database);
  await using app = await warehouseApp(database);
  const malformed = ["1", "pen,1", "1,pen,2", ",pen", "x,pen", "1,a%25b", "1,a%25", "99999999999,pen"];
  for (const id of malformed) {
    for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
      const { status } = await sendJson(
        app,
        method,
        `/orderLines/${id}`,
        method.startsWith("P") ? { quantity: 1 } : undefined,
      );
      assertEquals([id, method, status], [id, method, 404]);
    }
  }
  assertEquals(await new OrderLines(database).count(), 4);
});

onEveryStore("21.5 an item of several ids is created, replaced, patched and deleted", async (database) => {
  await withLines(database);
  await using app = await warehouseApp(database);
  const created = await post(app, "/orderLines", { order: "/orders/1", product: "/products/none", quantity: 1 });
  assertEquals([created.status >= 400 && created.status < 500, created.location], [true, null]);
  await sendJson(app, "POST", "/products", { sku: "ink", name: "Ink" });
  const line = { order: "/orders/1", product: "/products/ink", quantity: 7, note: "new" };
  const made = await post(app, "/orderLines", line);
  assertEquals([made.status, path(made.location!)], [201, "/orderLines/1,ink"]);
  assertEquals((await post(app, "/orderLines", line)).status, 409);
  const wrong = await sendJson(app, "POST", "/orderLines", { ...line, product: "/orders/1" });
  assertEquals([wrong.status, wrong.body.errors[0].property], [400, "product"]);
  const missing = await sendJson(app, "POST", "/orderLines", { order: "/orders/1", quantity: 1 });
  assertEquals([missing.status, missing.body.errors[0].property], [422, "product"]);

  const replaced = { product: "/products/pen", quantity: 8 };
  assertEquals((await sendJson(app, "PUT", "/orderLines/1,ink", replaced)).status, 204);
  const found = await new OrderLines(database).findById({ order: 1, product: "ink" });
  assertEquals([found?.quantity, found?.note], [8, null]);
  assertEquals((await sendJson(app, "PATCH", "/orderLines/1,ink", { quantity: 9, order: "/orders/2" })).status, 204);
  assertEquals((await sendJson(app, "GET", "/orderLines/1,ink")).body.quantity, 9);
  assertEquals((await sendJson(app, "PUT", "/orderLines/1,ink/product", "/products/pen")).status, 405);
  assertEquals((await sendJson(app, "PUT", "/orderLines/2,ink", { quantity: 3 })).status, 201);
  assertEquals((await sendJson(app, "DELETE", "/orderLines/2,ink")).status, 204);
  assertEquals((await sendJson(app, "GET", "/orderLines/2,ink")).status, 404);
});

async function post(app: Application, url: string, body: unknown) {
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await app.fetch(new Request(`http://localhost${url}`, init));
  await response.body?.cancel();
  return { status: response.status, location: response.headers.get("location") };
}

onEveryStore(
  "21.5 dates and UUIDs are parts of paths; ETags guard, pages by keys visit each item",
  async (database) => {
    const stocks = new Stocks(database);
    const all = ["n", "s,w"].flatMap((warehouse) =>
      bins.map((bin) => new Stock({ warehouse, day: day("2026-01-05"), bin, amount: 1, label: null }))
    );
    await stocks.saveAll(all);
    await using app = await warehouseApp(database);
    const seen: string[] = [];
    let next: string | undefined = "/stocks?size=1";
    while (next !== undefined) {
      const { body }: { body: HalPage } = await sendJson(app, "GET", next);
      seen.push(...body._embedded.stocks.map(({ _links }) => path(_links.self.href)));
      const link: string | undefined = body._links.next?.href;
      next = link === undefined ? undefined : link.slice("http://localhost".length);
    }
    assertEquals(
      seen,
      ["n", "s%252Cw"].flatMap((warehouse) => bins.map((bin) => `/stocks/${warehouse},2026-01-05,${bin}`)),
    );

    const url = `http://localhost${seen[2]}`;
    const read = await app.fetch(new Request(url));
    const etag = read.headers.get("etag")!;
    assertEquals((await read.json()).day, "2026-01-05");
    const change = async (match: string) => {
      const headers = { "content-type": "application/merge-patch+json", "if-match": match };
      return (await app.fetch(new Request(url, { method: "PATCH", headers, body: '{"amount":5}' }))).status;
    };
    assertEquals([await change('"0"'), await change(etag), await change(etag)], [412, 204, 412]);
    assertEquals((await app.fetch(new Request(url, { headers: { "if-none-match": etag } }))).status, 200);
    assertEquals((await stocks.findAll()).map(({ amount }) => amount).toSorted(), [1, 1, 1, 5]);
  },
);

interface HalPage {
  readonly _embedded: { readonly stocks: readonly { readonly _links: { readonly self: { readonly href: string } } }[] };
  readonly _links: { readonly next?: { readonly href: string } };
}

onEveryStore("21.5 OpenAPI, schemas and forms name the parts of an id", async (database) => {
  await using app = await warehouseApp(database);
  const { body: api } = await sendJson(app, "GET", "/openapi.json");
  const [id] = api.paths["/stocks/{id}"].parameters;
  assertMatch(id.description, /^The values of warehouse, day, bin, separated by commas/);
  const [, target] = api.paths["/orders/{id}/lines/{target}"].parameters;
  assertMatch(target.description, /^The values of order, product, separated by commas/);
  const create = api.components.schemas.OrderLineCreate;
  assertEquals([Object.keys(create.properties), create.required], [
    ["order", "product", "quantity", "note"],
    ["order", "product", "quantity"],
  ]);
  assertEquals(Object.keys(api.components.schemas.OrderLineReplace.properties), ["quantity", "note"]);
  const response = await app.fetch(
    new Request("http://localhost/taggings", { headers: { accept: "application/prs.hal-forms+json" } }),
  );
  const { _templates } = await response.json();
  assertEquals(_templates.default.properties.map(({ name }: { name: string }) => name), ["item", "tag"]);
});

onEveryStore(
  "21.5 GraphQL reads entities of several ids: one, many, connections and nested lists",
  async (database) => {
    await withLines(database);
    await new Taggings(database).save(new Tagging({ item: 1, tag: "a" }));
    await using app = await warehouseApp(database);
    const ask = async (query: string) => (await sendJson(app, "POST", "/graphql", { query })).body;
    const one = await ask(`{ line(order: 1, product: "pen") { quantity order { customer } product { name } }
    tagging(item: 1, tag: "a") { tag } linesOf(id: { order: 2, product: "pen" }) { quantity } }`);
    assertEquals(one, {
      data: {
        line: { quantity: 10, order: { customer: "c1" }, product: { name: "<pen>" } },
        tagging: { tag: "a" },
        linesOf: [{ quantity: 20 }],
      },
    });
    assertEquals((await ask(`{ line(order: 3, product: "pen") { quantity } }`)).data, { line: null });
    const seen: number[] = [];
    for (let after = "null", more = true; more;) {
      const { data: { lines } } = await ask(
        `{ lines(first: 3, after: ${after}) { edges { node { quantity } } pageInfo { hasNextPage endCursor } } }`,
      );
      seen.push(...lines.edges.map(({ node }: { node: { quantity: number } }) => node.quantity));
      after = JSON.stringify(lines.pageInfo.endCursor);
      more = lines.pageInfo.hasNextPage;
    }
    assertEquals(seen.toSorted(), [10, 11, 20, 21]);
    const nested = await ask(`{ line(order: 2, product: "pen") { order { lines { quantity product { sku } } } } }`);
    assertEquals(nested.data.line.order.lines.length, 2);
  },
);
