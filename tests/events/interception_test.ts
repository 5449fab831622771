import {
  type Container,
  ContainerModule,
  ContainerPreparation,
  createApp,
  createContainer,
  InstalledModule,
  type ModuleCall,
  ModuleCallInterceptor,
  token,
} from "@espalier/espalier";
import { ApplicationModuleListener, EventListener, interceptModuleCalls } from "@espalier/espalier/modulith";
import { assertEquals, assertInstanceOf, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";

/** Loads bindings as an application module does. */
function moduleOf(
  identifier: string,
  bindings: ConstructorParameters<typeof ContainerModule>[0],
  exposes?: (name: string) => boolean,
): ContainerModule {
  const module: ContainerModule = new ContainerModule((options) => {
    const installed = { identifier, displayName: identifier.toUpperCase(), containerModule: module.id };
    options.bind(InstalledModule).toConstantValue(exposes === undefined ? installed : { ...installed, exposes });
    return bindings(options);
  });
  return module;
}

/** Records calls, one line each, and when they ended. */
function recorder(lines: string[]): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(ContainerPreparation).toConstantValue({ name: "intercept", prepare: interceptModuleCalls });
    bind(ModuleCallInterceptor).toConstantValue({
      intercept({ module, type, method, invocation }: ModuleCall, proceed) {
        lines.push(`${module.identifier} ${type}.${method}${invocation === "bean" ? "" : ` ${invocation}`}`);
        return proceed();
      },
    });
  });
}

async function prepared(...modules: ContainerModule[]): Promise<Container> {
  return (await createApp(createContainer(...modules))).container;
}

class Stock {
  readonly #held = new Map<string, number>();
  label = "main";
  get size() {
    return this.#held.size;
  }
  hold(sku: string) {
    this.#held.set(sku, this.held(sku) + 1);
    return this;
  }
  held(sku: string) {
    return this.#held.get(sku) ?? 0;
  }
  async later(sku: string) {
    await Promise.resolve();
    return this.held(sku);
  }
  *[Symbol.iterator]() {
    yield* this.#held.keys();
  }
}
class ColdStock extends Stock {
  override held(sku: string) {
    return super.held(sku) * 10;
  }
}

Deno.test("B3.1 C-155 private members, getters, setters, inheritance and symbols work where calls are seen", async () => {
  const lines: string[] = [];
  const inventory = moduleOf("inventory", ({ bind }) => void bind(Stock).to(ColdStock));
  const stock = (await prepared(recorder(lines), inventory)).get(Stock);
  assertInstanceOf(stock, ColdStock);
  assertStrictEquals(stock.hold("a"), stock);
  stock.label = "cold";
  assertEquals(
    [stock.held("a"), stock.size, [...stock], stock.label, await stock.later("a"), stock.held === stock.held],
    [10, 1, ["a"], "cold", 10, true],
  );
  assertEquals(lines, ["inventory ColdStock.hold", "inventory ColdStock.held", "inventory ColdStock.later"]);
  assertEquals(Object.keys(stock), ["label"]);
  assertEquals(String(stock), "[object Object]");
});

class Pricing {
  constructor(readonly fail = false) {}
  price(sku: string): number {
    if (this.fail) throw new RangeError(`No price for ${sku}`);
    return sku.length;
  }
}
class Orders {
  constructor(readonly pricing: Pricing, readonly stock: Stock) {}
  async place(sku: string) {
    const price = this.pricing.price(sku);
    await Promise.resolve();
    await this.stock.hold(sku).later(sku);
    return this.check(price);
  }
  check(price: number) {
    return this.pricing.price("x".repeat(price));
  }
}

Deno.test("B3.1 C-140 C-142 C-143 only calls that come from another module are seen, across asynchronous steps", async () => {
  const lines: string[] = [];
  class Auditor {
    constructor(readonly orders: Orders) {}
    async audit() {
      await Promise.resolve();
      return this.orders.check(3);
    }
  }
  class Reports {
    constructor(readonly auditor: Auditor) {}
    all() {
      return this.auditor.audit();
    }
  }
  const container = await prepared(
    recorder(lines),
    moduleOf("orders", ({ bind }) => {
      bind(Pricing).toResolvedValue(() => new Pricing(), []);
      bind(Orders).toResolvedValue((pricing: Pricing, stock: Stock) => new Orders(pricing, stock), [Pricing, Stock]);
      bind(Reports).toResolvedValue((auditor: Auditor) => new Reports(auditor), [Auditor]);
    }),
    moduleOf("inventory", ({ bind }) => void bind(Stock).toSelf()),
    moduleOf("audit", ({ bind }) => {
      bind(Auditor).toResolvedValue((orders: Orders) => new Auditor(orders), [Orders]);
    }),
  );
  assertEquals(await container.get(Orders).place("abc"), 3);
  assertEquals(lines.splice(0), ["orders Orders.place", "inventory Stock.hold", "inventory Stock.later"]);
  assertEquals(await container.get(Reports).all(), 3);
  assertEquals(lines, ["orders Reports.all", "audit Auditor.audit", "orders Orders.check"]);
});

Deno.test("B3.1 C-145 an exception passes through unchanged", async () => {
  const pricing = moduleOf("orders", ({ bind }) => void bind(Pricing).toResolvedValue(() => new Pricing(true), []));
  const container = await prepared(recorder([]), pricing);
  assertThrows(() => container.get(Pricing).price("a"), RangeError, "No price for a");
});

class Basket {
  readonly #skus: string[] = [];
  get self() {
    return this;
  }
  add(sku: string): this {
    this.#skus.push(sku);
    return this;
  }
  async added(sku: string): Promise<this> {
    await Promise.resolve();
    return this.add(sku);
  }
  valueOf() {
    return this;
  }
  count() {
    return this.#skus.length;
  }
}

Deno.test("B3.1 a bean that returns itself, directly or as a promise, stays intercepted", async () => {
  const lines: string[] = [];
  const shop = moduleOf("shop", ({ bind }) => void bind(Basket).toSelf());
  const basket = (await prepared(recorder(lines), shop)).get(Basket);
  const chained = (await (await basket.add("a").added("b")).added("c")).self.add("d");
  assertEquals(chained.count(), 4);
  assertEquals([chained === basket, basket.valueOf() === basket], [true, true]);
  assertEquals(lines, ["add", "added", "added", "add", "count"].map((method) => `shop Basket.${method}`));
});

interface Catalog {
  titles(): AsyncIterable<string>;
}
const Catalog = token<Catalog>("Catalog");
class Shelf {
  title(n: number) {
    if (n > 2) throw new RangeError("Shelf is empty");
    return `title ${n}`;
  }
}
class ShelfCatalog implements Catalog {
  constructor(readonly shelf: Shelf) {}
  async *titles() {
    for (let n = 1;; n++) yield await Promise.resolve(this.shelf.title(n));
  }
}

Deno.test("B3.1 the body of a generator runs in its module, though others ask for the items", async () => {
  const lines: string[] = [];
  const catalog = moduleOf("catalog", ({ bind }) => {
    bind(Shelf).toSelf();
    bind(Catalog).toResolvedValue((shelf: Shelf) => new ShelfCatalog(shelf), [Shelf]);
  });
  const container = await prepared(recorder(lines), catalog);
  const items: string[] = [];
  await assertRejects(
    async () => {
      for await (const item of container.get(Catalog).titles()) items.push(item);
    },
    RangeError,
    "Shelf is empty",
  );
  assertEquals([items, lines], [["title 1", "title 2"], ["catalog ShelfCatalog.titles"]]);
});

class Feed implements Iterator<number, undefined> {
  #at = 0;
  closed = 0;
  next() {
    return this.#at < 3 ? { done: false as const, value: ++this.#at } : { done: true as const, value: undefined };
  }
  [Symbol.iterator]() {
    return this;
  }
  [Symbol.dispose]() {
    this.closed++;
  }
  left() {
    return 3 - this.#at;
  }
}
class Feeds {
  readonly feed = new Feed();
  open() {
    return this.feed;
  }
  *numbers() {
    yield* [1, 2, 3];
  }
  frozen(): IterableIterator<number> {
    const feed = new Feed();
    return Object.freeze({ next: () => feed.next(), [Symbol.iterator]: () => feed });
  }
}

Deno.test("B3.1 an iterator from another module keeps its helpers, its own members and its disposal", async () => {
  const container = await prepared(recorder([]), moduleOf("feeds", ({ bind }) => void bind(Feeds).toSelf()));
  const feeds = container.get(Feeds);
  assertEquals(feeds.numbers().filter((n) => n > 1).map((n) => n * 2).toArray(), [4, 6]);
  assertEquals([...feeds.frozen()], [1, 2, 3]);
  {
    using feed = feeds.open();
    assertInstanceOf(feed, Feed);
    assertEquals([feed.next().value, feed.left(), [...feed], feed.left()], [1, 2, [2, 3], 0]);
  }
  assertEquals(feeds.feed.closed, 1);
});

class Placed {}
class Internal {
  peek() {}
}
class Listener {
  @EventListener(Placed)
  now(_event: Placed) {}
  @ApplicationModuleListener(Placed)
  later(_event: Placed) {}
  other() {}
}

Deno.test("B3.1 C-098 C-131 C-137 C-146 what mod.ts exports and what the framework calls is wrapped, listener calls say so", async () => {
  const lines: string[] = [];
  const shipping = moduleOf("shipping", ({ bind }) => {
    bind(Internal).toSelf();
    bind(Stock).toSelf();
    bind<Listener>("anything").toResolvedValue(() => new Listener(), []);
  }, (name) => name === "Stock");
  const container = await prepared(recorder(lines), shipping);
  container.get(Internal).peek();
  container.get(Stock).held("a");
  const listener = container.get<Listener>("anything");
  listener.now(new Placed());
  listener.later(new Placed());
  listener.other();
  assertEquals(lines, [
    "shipping Stock.held",
    "shipping Listener.now event-listener",
    "shipping Listener.later event-listener",
    "shipping Listener.other",
  ]);
});

Deno.test("B3.3 C-133 nothing is wrapped where nothing intercepts, nor outside of modules", async () => {
  const bean = new Stock();
  const withoutInterceptors = new ContainerModule(({ bind }) => {
    bind(ContainerPreparation).toConstantValue({ name: "intercept", prepare: interceptModuleCalls });
  });
  const inventory = moduleOf("inventory", ({ bind }) => void bind(Stock).toConstantValue(bean));
  assertStrictEquals((await prepared(withoutInterceptors, inventory)).get(Stock), bean);
  const outside = new ContainerModule(({ bind }) => void bind(Stock).toConstantValue(bean));
  assertStrictEquals((await prepared(recorder([]), outside)).get(Stock), bean);
});

const Endpoint = token<object>("Endpoint");
class StockEndpoint {
  @EventListener(Placed)
  told(_event: Placed) {}
  count(_sku: string, _shelf: number) {
    return 1;
  }
}
class PriceEndpoint extends StockEndpoint {}

Deno.test("B3.1 C-134 of a contract that several modules bind, each bean belongs to its own module", async () => {
  const lines: string[] = [];
  const container = await prepared(
    recorder(lines),
    moduleOf("inventory", ({ bind }) => void bind(Endpoint).toResolvedValue(() => new StockEndpoint(), [])),
    moduleOf("pricing", ({ bind }) => void bind(Endpoint).toResolvedValue(() => new PriceEndpoint(), [])),
    moduleOf("plain", ({ bind }) => void bind(Endpoint).toConstantValue({ count: () => 2 })),
  );
  const endpoints = container.getAll(Endpoint) as StockEndpoint[];
  assertEquals(endpoints.map((endpoint) => endpoint.count("a", 1)), [1, 1, 2]);
  assertEquals(lines, ["inventory StockEndpoint.count", "pricing PriceEndpoint.count"]);
  assertEquals([endpoints[0]!.count.name, endpoints[0]!.count.length], ["count", 2]);
});
