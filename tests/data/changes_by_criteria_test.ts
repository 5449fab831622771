import { AsyncLocalStorage } from "node:async_hooks";
import { assertEquals, assertRejects } from "@std/assert";
import { describeType, t } from "@espalier/espalier";
import {
  type Database,
  DataIntegrityError,
  Example,
  increment,
  OptimisticLockingError,
  UnknownPropertyError,
  where,
} from "@espalier/espalier/data";
import { onEveryStoreWith } from "./stores.ts";

class Shop {
  constructor(readonly id: string, readonly town: string) {}
}
describeType(Shop, { id: t.id, town: t.string }, { id: "id" });

class Price {
  constructor(readonly cents: number, readonly currency: string) {}
}
describeType(Price, { cents: t.int, currency: t.string });

class Item {
  constructor(
    readonly id: string,
    readonly version: number,
    readonly name: string,
    readonly copies: number,
    readonly sold: bigint | null,
    readonly price: Price,
    readonly shop: Shop | null,
    readonly tags: readonly string[],
  ) {}
}
describeType(Item, {
  id: t.id,
  version: t.int,
  name: t.string,
  copies: t.int,
  sold: t.nullable(t.bigint),
  price: t.object(() => Price),
  shop: t.nullable(t.object(() => Shop)),
  tags: t.list(t.string),
}, { id: "id", version: "version" });

const shops = [new Shop("n", "North"), new Shop("s", "South")];

async function filled(database: Database) {
  await database.repository<Shop, string>(Shop).saveAll(shops);
  const items = database.repository<Item, string>(Item);
  await items.saveAll(
    ["a", "b", "c"].map((id, i) =>
      new Item(id, 0, `Item ${id}`, i, i === 0 ? null : BigInt(i), new Price(100 * i, "EUR"), shops[i % 2]!, ["new"])
    ),
  );
  return items;
}

/** Runs work outside of the transaction that is open. */
const outside = AsyncLocalStorage.snapshot();

onEveryStoreWith(
  [Shop, Item],
  "21.5 properties change by criteria, others stay, versions count on",
  async (database) => {
    const items = await filled(database);
    const before = (await items.findById("b"))!;
    const changed = await items.updateBy(where("shop.town").is("South"), {
      name: "Renamed",
      price: new Price(5, "USD"),
      shop: shops[0]!,
      tags: ["old", "used"],
      sold: null,
    });
    assertEquals(changed, 1);
    const after = (await items.findById("b"))!;
    assertEquals(after, new Item("b", 2, "Renamed", 1, null, new Price(5, "USD"), shops[0]!, ["old", "used"]));
    assertEquals((await items.findById("a"))!.version, 1);
    await assertRejects(() => items.save(Object.assign(before, { name: "Late" })), OptimisticLockingError);
    assertEquals(await items.updateBy(Example.of(Item, { name: "Renamed" }), { name: "Again" }), 1);
    assertEquals(await items.updateBy(where("id").in([]), { name: "Nothing" }), 0);
    assertEquals(await items.updateBy(where("copies").atLeast(1), {}), 2);
    assertEquals((await items.findById("c"))!.version, 1);
  },
);

onEveryStoreWith(
  [Shop, Item],
  "21.5 increments add to what is stored, and to nothing where there is none",
  async (database) => {
    const items = await filled(database);
    const one = () => items.updateBy(where("id").in(["a", "b"]), { copies: increment(2), sold: increment(-3n) });
    assertEquals(await Promise.all(Array.from({ length: 10 }, one)), Array(10).fill(2));
    const [a, b] = await Promise.all([items.findById("a"), items.findById("b")]);
    assertEquals([a!.copies, a!.sold, a!.version], [20, null, 11]);
    assertEquals([b!.copies, b!.sold, b!.version], [21, -29n, 11]);
    const reserve = () => items.updateBy(where("copies").is(21), { copies: increment(-21) });
    // Whoever comes second sees what the first has left.
    assertEquals((await Promise.all([reserve(), reserve(), reserve()])).toSorted(), [0, 0, 1]);
  },
);

onEveryStoreWith([Shop, Item], "21.5 changes that can't be made are refused, and change nothing", async (database) => {
  const items = await filled(database);
  const before = await items.findAll();
  const all = where("copies").atLeast(0);
  const anything = (changes: object) => items.updateBy(all, changes as { name: string });
  await assertRejects(() => anything({ nme: "x" }), UnknownPropertyError, 'did you mean "name"?');
  await assertRejects(() => anything({ id: "x" }), TypeError, "neither id, version nor a list");
  await assertRejects(() => anything({ version: 7 }), TypeError, "neither id, version nor a list");
  await assertRejects(() => anything({ copies: "many" }), TypeError, "Item.copies");
  await assertRejects(() => anything({ name: increment(1) }), TypeError, "a number to be added");
  await assertRejects(() => anything({ copies: increment(0.5) }), TypeError, "a number to be added");
  await assertRejects(() => anything({ sold: increment(1) }), TypeError, "a number to be added");
  await assertRejects(() => anything({ name: null }), DataIntegrityError);
  await assertRejects(() => anything({ shop: new Shop("x", "Nowhere") }), DataIntegrityError);
  await assertRejects(() => items.updateBy(where("nme" as string).is(1), { name: "x" }), UnknownPropertyError);
  await assertRejects(() => items.updateBy(all, { name: "x" }, { signal: AbortSignal.abort() }), DOMException);
  assertEquals(await items.findAll(), before);
});

onEveryStoreWith(
  [Shop, Item],
  "21.5 changes and deletions by criteria are part of the transaction",
  async (database) => {
    const items = await filled(database);
    const before = await items.findAll();
    const failed = database.transactions.run(async () => {
      assertEquals(await items.updateBy(where("copies").lessThan(2), { name: "x", copies: increment(1) }), 2);
      assertEquals(await items.deleteBy(where("copies").atLeast(2)), 2);
      throw new RangeError("rolled back");
    });
    await assertRejects(() => failed, RangeError);
    assertEquals(await items.findAll(), before);
    assertEquals(await items.deleteBy(where("shop.town").is("North")), 2);
    assertEquals((await items.findAll()).map(({ id }) => id), ["b"]);
    await assertRejects(
      () => database.repository<Shop, string>(Shop).deleteBy(where("town").is("South")),
      DataIntegrityError,
    );
  },
);

onEveryStoreWith(
  [Shop, Item],
  "21.5 what was changed meanwhile is not deleted or changed as if it had not been",
  async (database) => {
    const items = await filled(database);
    const isOne = where("copies").is(1);
    const others: [expected: unknown, other: (stale: Item) => Promise<unknown>][] = [
      ["OptimisticLockingError", (stale) => items.delete(stale).then(() => "deleted", (error) => error.name)],
      [0, () => items.deleteBy(isOne)],
      [0, () => items.updateBy(isOne, { copies: increment(100) })],
    ];
    for (const [expected, other] of others) {
      await items.updateBy(where("id").is("b"), { copies: 1 });
      const stale = (await items.findById("b"))!;
      let late: Promise<unknown> | undefined;
      await database.transactions.run(async () => {
        await items.updateBy(where("id").is("b"), { copies: increment(10) });
        if (!database.name.startsWith("postgres")) return;
        const [own] = await database.execute("select pg_backend_pid() as pid");
        late = outside(() => other(stale));
        // The other statement has found the row as it was, and waits for it.
        const waiting = "select count(*)::int as n from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))";
        while ((await outside(() => database.execute(waiting, [own!.pid])))[0]!.n === 0);
      });
      assertEquals(await (late ?? other(stale)), expected);
      assertEquals((await items.findById("b"))!.copies, 11);
    }
  },
);

Deno.test("21.5 the compiler knows which properties can be changed, and how", () => {
  const checked = (items: import("@espalier/espalier/data").EntityRepository<Item, string>) => {
    void items.updateBy(where("name").is("a"), { copies: increment(1), sold: increment(1n), shop: null });
    // @ts-expect-error no such property
    void items.updateBy(where("name").is("a"), { nme: "x" });
    // @ts-expect-error no such property
    void items.updateBy(where("nme").is("a"), { name: "x" });
    // @ts-expect-error a text is not counted
    void items.updateBy(where("name").is("a"), { name: increment(1) });
    // @ts-expect-error a bigint is not a number
    void items.updateBy(where("name").is("a"), { sold: increment(1) });
    // @ts-expect-error null where there is always a value
    void items.updateBy(where("name").is("a"), { name: null });
    // @ts-expect-error no such property
    void items.deleteBy(where("nme").is("a"));
  };
  assertEquals(typeof checked, "function");
});
