import { assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { DataIntegrityError, increment, OptimisticLockingError, where } from "@espalier/espalier/data";
import { onEveryStoreWith } from "../stores.ts";
import { bins, day, Order, OrderLine, OrderLines, Orders, Product, Products, Stock, Stocks } from "./warehouse.ts";
import { Tagging, Taggings } from "./warehouse.ts";

const onEveryStore = onEveryStoreWith.bind(undefined, [Order, Product, OrderLine, Stock, Tagging]);

const first = { warehouse: "north", day: day("2026-01-05"), bin: bins[0] };
const second = { ...first, bin: bins[1] };

onEveryStore("21.5 an entity of several ids is found, replaced and deleted by them", async (database) => {
  const stocks = new Stocks(database);
  await stocks.saveAll([
    new Stock({ ...first, amount: 1, label: null }),
    new Stock({ ...second, amount: 2, label: "b" }),
  ]);
  const found = await stocks.findById(first);
  assertInstanceOf(found, Stock);
  assertEquals({ ...found }, { ...first, version: 1, amount: 1, label: null });
  assertEquals(await stocks.existsById(second), true);
  assertEquals(await stocks.existsById({ ...first, warehouse: "south" }), false);
  assertEquals(await stocks.findById({ ...first, day: day("2026-01-06") }), null);
  const both = await stocks.findAllById([second, first, first, { ...first, warehouse: "" }]);
  assertEquals(both.map(({ amount }) => amount).sort(), [1, 2]);
  assertEquals(await stocks.findAllById([]), []);

  await stocks.deleteById(first);
  await stocks.deleteById(first);
  assertEquals((await stocks.findAll()).map(({ amount }) => amount), [2]);
  await stocks.deleteAllById([first, second]);
  assertEquals(await stocks.count(), 0);
});

onEveryStore("21.5 an id is an object with each of its properties", async (database) => {
  const taggings = database.repository<Tagging, unknown>(Tagging);
  const needed = 'the id of Tagging as it must be an object with "item", "tag": current value is';
  await assertRejects(() => taggings.findById(1), TypeError, `${needed} 1`);
  await assertRejects(() => taggings.existsById({ item: 1 }), TypeError, `${needed} without "tag"`);
  await assertRejects(() => taggings.deleteAllById([{ item: "x", tag: "a" }]), TypeError, "Tagging.item");
  assertEquals(await taggings.findById({ tag: "a", item: 1 }), null);
  assertEquals(await taggings.findById({ tag: "a", item: null }), null);
  assertEquals(await taggings.findById(new Tagging({ item: 1, tag: "a" })), null);
});

onEveryStore("21.5 saving decides between insert and update as for ids that are given", async (database) => {
  const [taggings, stocks] = [new Taggings(database), new Stocks(database)];
  const saved = await taggings.save(new Tagging({ item: 1, tag: "a" }));
  assertEquals({ ...saved }, { item: 1, tag: "a" });
  await taggings.save(saved);
  await taggings.save(new Tagging({ item: 1, tag: "a" }));
  assertEquals(await taggings.count(), 1);
  const taken = await assertRejects(
    () => taggings.save(new Tagging({ item: 1, tag: "a" }), { isNew: true }),
    DataIntegrityError,
  );
  assertEquals([taken.rule, taken.properties], ["unique", ["item", "tag"]]);
  await taggings.saveAll([new Tagging({ item: 1, tag: "a" }), new Tagging({ item: 1, tag: "b" })]);
  assertEquals(await taggings.count(), 2);

  await stocks.save(new Stock({ ...first, amount: 1, label: null }));
  await assertRejects(() => stocks.save(new Stock({ ...first, amount: 2, label: null })), DataIntegrityError);
  const unsaved = new Tagging({ item: 1, tag: undefined as unknown as string });
  await assertRejects(() => taggings.save(unsaved), TypeError, 'Cannot save a new Tagging as its "tag" must be given');
});

onEveryStore("21.5 versions guard entities of several ids; changed columns alone are written", async (database) => {
  const stocks = new Stocks(database);
  await stocks.save(new Stock({ ...first, amount: 1, label: "a" }));
  await stocks.save(new Stock({ ...second, amount: 10, label: "b" }));
  const [mine, other] = [await stocks.findById(first), await stocks.findById(first)] as [Stock, Stock];
  mine.amount = 5;
  assertEquals((await stocks.save(mine)).version, 2);
  other.label = "late";
  const conflict = await assertRejects(() => stocks.save(other), OptimisticLockingError);
  assertEquals(conflict.message.includes(`"warehouse=north, day=2026-01-05, bin=${bins[0]}"`), true, conflict.message);
  await assertRejects(() => stocks.delete(other), OptimisticLockingError);
  const part = await stocks.findById(first, { select: ["amount"] });
  assertEquals(Object.keys(part!).sort(), ["amount", "bin", "day", "version", "warehouse"]);
  assertEquals((await stocks.findAll()).map(({ amount, label }) => [amount, label]).sort(), [[10, "b"], [5, "a"]]);
  await stocks.delete((await stocks.findById(first))!);
  assertEquals(await stocks.count(), 1);
});

onEveryStore("21.5 upsert adds or changes the row of an id", async (database) => {
  const stocks = new Stocks(database);
  const added = await stocks.upsert(new Stock({ ...first, amount: 1, label: "a" }));
  const changed = await stocks.upsert(new Stock({ ...first, amount: 2, label: "b" }), {
    on: ["bin", "warehouse", "day"],
  });
  assertEquals([added.version, changed.version, changed.amount, await stocks.count()], [1, 2, 2, 1]);
  const taggings = new Taggings(database);
  await taggings.upsert(new Tagging({ item: 1, tag: "a" }));
  assertEquals({ ...await taggings.upsert(new Tagging({ item: 1, tag: "a" })) }, { item: 1, tag: "a" });
  await assertRejects(() => taggings.upsert(new Tagging({ item: 1, tag: "a" }), { on: ["item"] }), TypeError, "upsert");
});

onEveryStore("21.5 criteria change, count, aggregate and delete entities of several ids", async (database) => {
  const stocks = new Stocks(database);
  await stocks.saveAll(
    [1, 2, 3, 4].map((amount) =>
      new Stock({
        warehouse: amount % 2 ? "odd" : "even",
        day: first.day,
        bin: bins[amount > 2 ? 1 : 0],
        amount,
        label: null,
      })
    ),
  );
  assertEquals(await stocks.updateBy(where("warehouse").is("odd"), { amount: increment(10) }), 2);
  assertEquals((await stocks.findAll()).map(({ amount, version }) => [amount, version]).sort(), [
    [11, 2],
    [13, 2],
    [2, 1],
    [4, 1],
  ]);
  await assertRejects(() => stocks.updateBy(where("amount").is(1), { bin: bins[0] } as object), TypeError, "Stock.bin");
  assertEquals(await stocks.countBy(where("bin").is(bins[1])), 2);
  assertEquals(await stocks.deleteBy(where("amount").greaterThan(11)), 1);
  assertEquals(await stocks.count(), 3);
});

onEveryStore("21.5 references are parts of ids: they are read, joined, listed and selected", async (database) => {
  const [orders, products, lines] = [new Orders(database), new Products(database), new OrderLines(database)];
  const [one, two] = await orders.saveAll([
    new Order({ id: 1, customer: "Ada", lines: [] }),
    new Order({ id: 2, customer: "Bob", lines: [] }),
  ]) as [Order, Order];
  const [pen, ink] = await products.saveAll([
    new Product({ sku: "pen", name: "Pen" }),
    new Product({ sku: "ink", name: "Ink" }),
  ]) as [Product, Product];
  await lines.saveAll([
    new OrderLine({ order: one, product: pen, quantity: 1, note: null }),
    new OrderLine({ order: one, product: ink, quantity: 2, note: null }),
    new OrderLine({ order: two, product: pen, quantity: 3, note: null }),
  ]);
  const line = await lines.findById({ order: 1, product: "ink" });
  assertEquals([line?.order.customer, line?.product.name, line?.quantity], ["Ada", "Ink", 2]);
  assertEquals((await lines.findByOrderCustomer("Ada")).length, 2);
  assertEquals((await lines.findBy(where("product.name").is("Pen"))).map(({ quantity }) => quantity).sort(), [1, 3]);
  const order = await orders.findById(1);
  assertEquals(order?.lines.map(({ product }) => product.name).sort(), ["Ink", "Pen"]);
  assertEquals((await orders.findBy(where("lines.product").is("ink"))).map(({ id }) => id), [1]);
  assertEquals((await orders.findBy(where("lines").has(line!))).map(({ id }) => id), [1]);
  const [selected] = await lines.findAllById([{ order: 2, product: "pen" }], { select: ["order.id", "quantity"] });
  assertEquals([selected?.order.id, Object.keys(selected!.order), selected?.quantity], [2, ["id"], 3]);
  const [plain] = await lines.findAllById([{ order: 2, product: "pen" }], { select: ["quantity"] as string[] });
  assertEquals([plain?.order.id, Object.keys(plain!.product), plain?.note], [2, ["sku"], undefined]);

  line!.quantity = 7;
  await lines.save(line!);
  assertEquals((await lines.findById({ order: 1, product: "ink" }))?.quantity, 7);
  const dangling = new OrderLine({
    order: new Order({ id: 9, customer: "", lines: [] }),
    product: pen,
    quantity: 1,
    note: null,
  });
  const error = await assertRejects(() => lines.save(dangling), DataIntegrityError);
  assertEquals([error.rule, error.properties], ["reference", ["order"]]);
  await assertRejects(() => orders.deleteById(2), DataIntegrityError, "OrderLine.order");
  await lines.delete(line!);
  assertEquals(await lines.count(), 2);
});

onEveryStore("21.5 load reads references to their entities, all of one turn by one statement", async (database) => {
  const stocks = new Stocks(database);
  await stocks.saveAll([first, second].map((id, i) => new Stock({ ...id, amount: i, label: null })));
  const stubs = [second, first, { ...first, warehouse: "none" }].map((id) =>
    new Stock({ ...id, amount: 0, label: null })
  );
  const loaded = await Promise.all(stubs.map((stub) => database.load(stub)));
  assertEquals(loaded.map((stock) => stock?.amount), [1, 0, undefined]);
  await assertRejects(
    () => database.load(new Tagging({ item: 1, tag: null as unknown as string })),
    TypeError,
    "Cannot load a reference to Tagging as it must have an id: current value is item=1, tag=null",
  );
});

onEveryStore("21.5 thousands of ids are looked up by one statement, whatever their texts", async (database) => {
  const taggings = new Taggings(database);
  const odd = ["", ",", "%2C", "'", '"', "\\", "ä🌊", "A", "a", "a "];
  const all = Array.from({ length: 3000 }, (_, item) => new Tagging({ item, tag: odd[item % odd.length]! }));
  await taggings.saveAll(all);
  const wanted = all.filter(({ item }) => item % 2 === 0);
  const found = await taggings.findAllById([...wanted, ...wanted.map(({ item }) => ({ item, tag: "other" }))]);
  assertEquals(found.length, wanted.length);
  assertEquals(await taggings.findAllById([{ item: 1, tag: "\0" }, { item: 1, tag: "\ud800" }]), []);
  await taggings.deleteAllById(wanted.slice(0, 900));
  assertEquals(await taggings.count(), 2100);
});
