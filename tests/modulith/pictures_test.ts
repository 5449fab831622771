import { assertEquals, assertStringIncludes } from "@std/assert";
import { type Application, createApp, createContainer } from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import {
  ApplicationEvents,
  ApplicationListener,
  applicationModule,
  ApplicationModules,
  EventListener,
  events,
  listenTo,
  moduleDocuments,
  type ModuleStructure,
  modulith,
} from "@espalier/espalier/modulith";
import { describeModules } from "../../src/modulith/structure/module_descriptor.ts";
import { structureOf } from "../../src/modulith/structure/structure_of.ts";
import { inMemoryExporter, tracing } from "@espalier/espalier/observability";
import { declaration, type Project, project } from "./project.ts";

const files = {
  "catalog/mod.ts": "export class Books {}\n/** @namedInterface spi */\nexport interface Supplier {}",
  "catalog/internal/price.ts": "export class Price {}",
  "orders/mod.ts": 'import { Books } from "../catalog/mod.ts";\nexport class Orders {}',
  "orders/rebates/mod.ts": 'import { Price } from "../../catalog/internal/price.ts";',
  "orders/rebates/module.ts": declaration(
    '{ displayName: "<Rebates> & \\"more\\"", allowedDependencies: ["catalog"] }',
  ),
  "shipping/mod.ts": 'import { Orders } from "../orders/mod.ts";\nimport "../catalog/mod.ts";',
};

async function structure(shop: Project): Promise<ModuleStructure> {
  return structureOf(await ApplicationModules.scan(shop.root));
}

Deno.test("B2.1 modules are documented by diagrams and a canvas each, always in the same words", async () => {
  using shop = project(files);
  const documents = moduleDocuments(await structure(shop));
  assertEquals([...documents.keys()], [
    "modules.md",
    "components.puml",
    "module-catalog.md",
    "module-orders.md",
    "module-orders.rebates.md",
    "module-shipping.md",
  ]);
  assertEquals(
    documents.get("modules.md"),
    `# shop

\`\`\`mermaid
flowchart TB
  m_catalog["Catalog"]
  subgraph m_orders_frame["Orders"]
    m_orders["Orders"]
    m_orders_2e_rebates["#60;Rebates#62; #38; #34;more#34;"]
  end
  m_shipping["Shipping"]
  m_orders -->|depends on| m_catalog
  m_orders_2e_rebates -->|depends on| m_catalog
  m_shipping -->|depends on| m_catalog
  m_shipping -->|depends on| m_orders
  linkStyle 1 stroke:#c00,color:#c00
\`\`\`

- [Catalog](module-catalog.md)
- [Orders](module-orders.md)
- [<Rebates> & "more"](module-orders.rebates.md)
- [Shipping](module-shipping.md)
`,
  );
  assertStringIncludes(documents.get("components.puml")!, 'Rel(orders_rebates, catalog, "depends on")');
  assertEquals(
    documents.get("module-catalog.md"),
    `# Catalog

| | |
|---|---|
| Base package | \`shop.catalog\` |
| Interface | \`Books\` |
| Interface \`spi\` | \`Supplier\` |
| Used by | \`orders\`, \`orders.rebates\`, \`shipping\` |
`,
  );
  assertEquals(
    documents.get("module-orders.rebates.md"),
    `# <Rebates> & "more"

| | |
|---|---|
| Base package | \`shop.orders.rebates\` |
| Parent | \`orders\` |
| Allowed dependencies | \`catalog\` |
| Dependencies | depends on \`catalog\`: \`Price\` |
`,
  );
  assertEquals([...moduleDocuments(await structure(shop))], [...documents]);
});

Deno.test("B2.1 a canvas shows beans by stereotype, events, variables of the environment, and where they are", async () => {
  using shop = project({
    "catalog/mod.ts": "export class Catalog {}\nexport interface Prices {}",
    "orders/mod.ts": 'export { OrderPlaced } from "./order_placed.ts";',
    "orders/order_placed.ts": "export class OrderPlaced {}",
    "orders/orders.ts": `import { ApplicationEvents } from "@espalier/espalier/modulith";
import { OrderPlaced } from "./order_placed.ts";
// publish(new Commented())
export class Orders extends repository(Order) {
  async place(events: ApplicationEvents) {
    await events.publish(new OrderPlaced());
  }
}
export class Drafts<T extends object> extends Orders {}
`,
    "orders/controllers.ts": "export class OrderController {}\nexport class HalfPrices {}",
    "orders/module.ts": `import { Controller, HealthContributor } from "@espalier/espalier";
import { ApplicationListener, applicationModule, listenTo } from "@espalier/espalier/modulith";
import { Catalog, Prices } from "../catalog/mod.ts";
import { HalfPrices, OrderController } from "./controllers.ts";
import { OrderPlaced } from "./mod.ts";
import { Drafts, Orders } from "./orders.ts";
const port = Deno.env.get("SHOP_PORT") ?? "\\"; bind(NoBean).toSelf()";
export const orders = applicationModule(import.meta.url, {}, ({ bind, fn }) => {
  bind(Orders).toResolvedValue((database) => new Orders(database), [Database]);
  bind(Drafts).toSelf();
  bind(Prices).to(HalfPrices);
  bind(Controller).toResolvedValue(() => new OrderController(), []);
  bind(HealthContributor).toConstantValue({ name: "orders" });
  bind(ApplicationListener).toConstantValue(listenTo(OrderPlaced, () => {}));
  fn.bind(orders).call();
});
`,
    "shipping/mod.ts": `import { OrderPlaced } from "../orders/mod.ts";
export class Shipping {
  @ApplicationModuleListener(OrderPlaced)
  ship() {}
  @EventListener(OrderPlaced, { order: 1 })
  count() {}
}
`,
  });
  const found = await structure(shop);
  const documents = moduleDocuments(found, undefined, "../src/");
  const rows = (name: string) =>
    documents.get(name)!.split("\n").filter((line) => /^\| (Beans|Publishes|Listens|Environment)/.test(line));
  assertEquals(rows("module-orders.md"), [
    "| Beans | Components: [`HalfPrices` as `Prices`](../src/orders/controllers.ts)<br>" +
    "Controllers: [`OrderController`](../src/orders/controllers.ts)<br>" +
    "Event listeners: [`ApplicationListener`](../src/orders/module.ts)<br>" +
    "Health contributors: [`HealthContributor`](../src/orders/module.ts)<br>" +
    "Repositories: [`Drafts`](../src/orders/orders.ts), [`Orders`](../src/orders/orders.ts) |",
    "| Publishes | `OrderPlaced` in [orders.ts](../src/orders/orders.ts) |",
    "| Listens to | `OrderPlaced` in [module.ts](../src/orders/module.ts) |",
    "| Environment | `SHOP_PORT` in [module.ts](../src/orders/module.ts) |",
  ]);
  assertEquals(rows("module-shipping.md"), [
    "| Listens to | `OrderPlaced` of `orders` in [mod.ts](../src/shipping/mod.ts) |",
  ]);
  assertEquals(rows("module-catalog.md"), []);
  // A service may start from the file that holds it, without sources.
  await using _app = await createApp(createContainer(modulith({ structure: JSON.parse(JSON.stringify(found)) })));
});

Deno.test("B2.1 modules of odd names are documented apart from each other, and links lead to them", async () => {
  using shop = project({ "a/b/module.ts": declaration("{}"), "a/mod.ts": "", "a_b/mod.ts": "", "c (d)/mod.ts": "" });
  const documents = moduleDocuments(await structure(shop));
  const aliases = [...documents.get("components.puml")!.matchAll(/Component\((\w+), "/g)].map(([, alias]) => alias);
  assertEquals(aliases.sort(), ["a", "a_b", "a_b_2", "c__d_"]);
  assertStringIncludes(documents.get("modules.md")!, "- [C (d)](module-c%20%28d%29.md)");
  assertEquals(documents.has("module-c (d).md"), true);
});

Deno.test("B2.1 documents show components and listeners where they are known", async () => {
  using shop = project(files);
  const found = await structure(shop);
  const descriptors = describeModules(found, {
    components: new Map([["orders", new Set(["catalog"])]]),
    events: new Map([["shipping", new Set(["orders"])]]),
    unseen: new Map(),
  });
  const overview = moduleDocuments(found, descriptors).get("modules.md")!;
  assertStringIncludes(overview, "m_orders -->|uses| m_catalog");
  assertStringIncludes(overview, "m_shipping -.->|listens to| m_orders");
});

async function page(
  app: Application,
  accept: string,
): Promise<{ type: string | null; text: string; headers: Headers }> {
  const response = await app.fetch(new Request("http://localhost/actuator/modulith", { headers: { accept } }));
  return { type: response.headers.get("content-type"), text: await response.text(), headers: response.headers };
}

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

Deno.test("B1.2 a browser sees the modules as a picture, with violations in red; others get JSON", async () => {
  using shop = project(files);
  await using app = await createApp(createContainer(actuator({ diskSpace: false }), modulith()), {
    root: shop.root,
    properties: { logging: { level: "OFF" }, actuator: { discovery: true, exposureInclude: ["*"] } },
  });
  assertEquals((await page(app, "*/*")).type, "application/json");
  assertEquals((await page(app, "application/json, text/html;q=0.5")).type, "application/json");
  const { type, text, headers } = await page(app, browser);
  assertEquals(type, "text/html; charset=utf-8");
  assertEquals(["x-frame-options", "referrer-policy", "vary"].map((name) => headers.get(name)), [
    "DENY",
    "no-referrer",
    "accept",
  ]);
  assertEquals(text.match(/<rect/g)?.length, 4);
  assertEquals(text.match(/class="dependency DEFAULT"/g)?.length, 3);
  assertEquals(text.match(/class="dependency violation"/g)?.length, 1);
  assertStringIncludes(text, "<li>orders.rebates uses what catalog does not expose (orders/rebates/mod.ts:1)</li>");
  assertStringIncludes(text, "&lt;Rebates&gt; &amp; &quot;more&quot;");
  assertEquals(
    text.includes("<Rebates>") || text.includes("internal/price.ts") || text.includes("http:/" + "/loc"),
    false,
  );
});

Deno.test("B1.2 a cycle is drawn, and no modules are an empty picture", async () => {
  using shop = project({ "a/mod.ts": 'import "../b/mod.ts";', "b/mod.ts": 'import "../a/mod.ts";' });
  const quiet = {
    root: shop.root,
    properties: { logging: { level: "OFF" }, actuator: { discovery: true, exposureInclude: ["*"] } },
  } as const;
  await using app = await createApp(createContainer(actuator({ diskSpace: false }), modulith()), quiet);
  const { text } = await page(app, browser);
  assertEquals(text.match(/class="dependency violation"/g)?.length, 2);
  const structure = { version: 1, systemName: "none", modules: [], violations: [] };
  await using none = await createApp(createContainer(actuator({ diskSpace: false }), modulith({ structure })), quiet);
  assertStringIncludes((await page(none, browser)).text, "<h1>Modules of none</h1>");
});

class Books {
  count(): number {
    return 3;
  }
}
class Orders {
  constructor(readonly books: Books) {}
  total(): number {
    return this.books.count() + this.books.count();
  }
}

Deno.test("B1.2 with tracing the picture shows the calls seen at run time", async () => {
  using shop = project(files);
  const url = (path: string) => new URL(path, shop.root).href;
  const container = createContainer(
    actuator({ diskSpace: false }),
    modulith(),
    tracing({ exporters: [inMemoryExporter()] }),
    applicationModule(url("catalog/module.ts"), {}, ({ bind }) => {
      bind(Books).toResolvedValue(() => new Books(), []);
    }),
    applicationModule(url("orders/module.ts"), {}, ({ bind }) => {
      bind(Orders).toResolvedValue((books) => new Orders(books), [Books]);
    }),
  );
  await using app = await createApp(container, {
    root: shop.root,
    properties: { logging: { level: "OFF" }, actuator: { discovery: true, exposureInclude: ["*"] } },
  });
  assertEquals(app.container.get(Orders).total(), 6);
  const { text } = await page(app, browser);
  assertStringIncludes(text, "uses (2 calls)");
  assertStringIncludes(text, "1 call from outside of all modules");
});

class OrderPlaced {}
class Parcels {
  readonly sent: unknown[] = [];
  @EventListener(OrderPlaced)
  send(event: OrderPlaced) {
    this.sent.push(event);
  }
}
class Till {
  constructor(readonly applicationEvents: ApplicationEvents) {}
  async place() {
    await this.applicationEvents.publish(new OrderPlaced());
    await this.applicationEvents.publish(new OrderPlaced());
  }
}

Deno.test("B1.2 after traffic the diagram distinguishes deliveries of events from calls, and shows no other lines", async () => {
  using shop = project({
    "orders/mod.ts": "export class OrderPlaced {}\nexport class Till {}",
    "shipping/mod.ts": 'import { OrderPlaced } from "../orders/mod.ts";\nexport class Parcels {}',
    "audit/mod.ts": "",
  });
  const url = (path: string) => new URL(path, shop.root).href;
  const heard: unknown[] = [];
  const container = createContainer(
    actuator({ diskSpace: false }),
    modulith(),
    events(),
    tracing({ exporters: [inMemoryExporter()] }),
    applicationModule(url("orders/module.ts"), {}, ({ bind }) => {
      bind(Till).toResolvedValue((published) => new Till(published), [ApplicationEvents]);
    }),
    applicationModule(url("shipping/module.ts"), {}, ({ bind }) => void bind(Parcels).toConstantValue(new Parcels())),
    applicationModule(url("audit/module.ts"), {}, ({ bind }) => {
      bind(ApplicationListener).toConstantValue(listenTo(OrderPlaced, (event) => void heard.push(event)));
    }),
  );
  await using app = await createApp(container, {
    root: shop.root,
    properties: { logging: { level: "OFF" }, actuator: { discovery: true, exposureInclude: ["*"] } },
  });
  await app.container.get(Till).place();
  assertEquals([heard.length, app.container.get(Parcels).sent.length], [2, 2]);
  const { text } = await page(app, browser);
  assertStringIncludes(text, "listens to (2 events)");
  assertEquals(text.match(/<g class="dependency \w+"/g), ['<g class="dependency EVENT_LISTENER"']);
  assertEquals(text.match(/<p class="legend">.*<\/p>/)?.[0].replace(/<[^>]*>/g, ""), "listens to closed module");
  assertEquals(
    text.match(/<tr><td>.*<\/tr>/g)?.map((row) => row.match(/<td>([^<]*)<\/td><td>([^<]*)<\/td><\/tr>/)!.slice(1)),
    [
      ["", "2"],
      ["1", ""],
      ["", "2"],
    ],
  );
  const colors = text.match(/--module: [^"]*/g)!;
  assertEquals([colors.length, new Set(colors).size], [3, 3]);
});
