import { assertEquals, AssertionError, assertRejects, assertThrows } from "@std/assert";
import { createApp, createContainer, data } from "@espalier/espalier";
import { ApplicationEvents, ApplicationModuleListener, eventPublications, events } from "@espalier/espalier/modulith";
import { Transactions } from "@espalier/espalier/data";
import { PublishedEvents, recordEvents, Scenario } from "@espalier/espalier/testing";

class OrderPlaced {
  constructor(readonly id: string) {}
}
class GiftPlaced extends OrderPlaced {}
class StockReserved {
  constructor(readonly order: string, readonly left: number) {}
}

class Inventory {
  readonly reserved: string[] = [];
  #gate = Promise.withResolvers<void>();
  constructor(readonly events: ApplicationEvents) {}

  open(): void {
    this.#gate.resolve();
  }

  @ApplicationModuleListener(OrderPlaced)
  async reserve({ id }: OrderPlaced): Promise<void> {
    await this.#gate.promise;
    this.reserved.push(id);
    await this.events.publish(new StockReserved(id, 41));
  }
}

async function shop() {
  const container = createContainer(events(), recordEvents());
  container.bind(Inventory).toResolvedValue((published) => new Inventory(published), [ApplicationEvents]);
  const app = await createApp(container);
  return { app, inventory: app.container.get(Inventory), scenario: Scenario.of(app, { timeoutMs: 5000 }) };
}

Deno.test("scenario: waits for an event that a listener publishes later", async () => {
  const { app, inventory, scenario } = await shop();
  await using _ = app;
  const seen: unknown[] = [];
  const run = scenario.publish(() => new OrderPlaced("4711"))
    .forEventOfType(StockReserved).matching(({ order }) => order === "4711").matching(({ left }) => left > 0)
    .toArriveAndVerify((event) => seen.push(event));
  inventory.open();
  await run;
  assertEquals(seen, [new StockReserved("4711", 41)]);
  const published = app.container.get(PublishedEvents);
  assertEquals(published.all, [new OrderPlaced("4711"), new StockReserved("4711", 41)]);
  assertEquals([...published.ofType(StockReserved).matching(({ left }) => left > 41)], []);
  published.clear();
  assertEquals(published.ofType(Object).size, 0);
});

Deno.test("scenario: waits for a state, looking whenever the application was active", async () => {
  const { app, inventory, scenario } = await shop();
  await using _ = app;
  let looks = 0;
  const run = scenario.stimulate(() => app.container.get(ApplicationEvents).publish(new GiftPlaced("7")))
    .forStateChange(() => (looks++, inventory.reserved))
    .andVerify((reserved) => assertEquals(reserved, ["7"]));
  inventory.open();
  await run;
  await scenario.stimulate(() => 1).forStateChange(() => inventory.reserved.length, (length) => length === 1)
    .toBeReached();
  assertEquals(looks < 5, true);
});

Deno.test("scenario C-223 the verification gets event and result; clean-up gets the result, and runs whether or not the stimulus fails", async () => {
  const { app, inventory, scenario } = await shop();
  await using _ = app;
  inventory.open();
  const seen: unknown[] = [];
  const placing = (fail: boolean) =>
    scenario.stimulate(async () => {
      if (fail) throw new Error("Out of stock");
      await app.container.get(ApplicationEvents).publish(new OrderPlaced("foo"));
      return 41;
    }).andCleanup((result) => seen.push("clean", result)).forEventOfType(OrderPlaced)
      .toArriveAndVerify((event, result) => seen.push(event.id, result));
  await placing(false);
  await assertRejects(() => placing(true), Error, "Out of stock");
  assertEquals(seen, ["foo", 41, "clean", 41, "clean", undefined]);
});

Deno.test("scenario: what does not arrive fails in time, naming what was published; earlier events don't count", async () => {
  const { app, inventory, scenario } = await shop();
  await using _ = app;
  inventory.open();
  await scenario.publish(new OrderPlaced("1")).forEventOfType(StockReserved).toArrive();
  const late = scenario.stimulate(() => {}).andWaitAtMost(1).forEventOfType(StockReserved).toArrive();
  assertEquals(
    (await assertRejects(() => late, AssertionError)).message,
    'Expected an event of type "StockReserved" within 1 ms: published were OrderPlaced { id: "1" }, ' +
      'StockReserved { order: "1", left: 41 }',
  );
  await assertRejects(
    () => scenario.stimulate(() => {}).andWaitAtMost(1).forStateChange(() => []).toBeReached(),
    AssertionError,
    "Expected a change of state within 1 ms",
  );
});

Deno.test("scenario: an application that records nothing is told how to", async () => {
  await using app = await createApp(createContainer(events()));
  assertThrows(() => Scenario.of(app), TypeError, "Cannot watch events as the container must hold recordEvents()");
});

Deno.test("scenario C-224 the stimulus runs in a transaction of its own, and rolls back when it fails", async () => {
  const container = createContainer(data(), events(), recordEvents());
  container.bind(Inventory).toResolvedValue((published) => new Inventory(published), [ApplicationEvents]);
  await using app = await createApp(container, { properties: { logging: { level: "OFF" } } });
  const inventory = app.container.get(Inventory);
  inventory.open();
  const place = async (fail: boolean) => {
    if (app.container.get(Transactions).current === undefined) throw new Error("No transaction");
    await app.container.get(ApplicationEvents).publish(new OrderPlaced(fail ? "failed" : "1"));
    assertEquals(inventory.reserved, []);
    if (fail) throw new Error("Out of stock");
  };
  await assertRejects(
    () => Scenario.of(app).stimulate(() => place(true)).forEventOfType(StockReserved).toArrive(),
    Error,
    "Out of stock",
  );
  await Scenario.of(app).stimulate(() => place(false))
    .forStateChange(() => inventory.reserved)
    .andVerify((reserved) => assertEquals(reserved, ["1"]));
});

Deno.test("scenario: events are waited for when publications are stored, too", async () => {
  const container = createContainer(data(), events(), eventPublications(), recordEvents());
  container.bind(Inventory).toResolvedValue((published) => new Inventory(published), [ApplicationEvents]);
  await using app = await createApp(container, { properties: { logging: { level: "OFF" } } });
  app.container.get(Inventory).open();
  await Scenario.of(app, { timeoutMs: 5000 }).publish(new OrderPlaced("4711"))
    .forStateChange(() => app.container.get(Inventory).reserved)
    .andVerify((reserved) => assertEquals(reserved, ["4711"]));
});

Deno.test("scenario: a listener that is told again from the store is activity, too", async () => {
  const printed: string[] = [];
  class Printer {
    #isWarm = false;
    @ApplicationModuleListener(OrderPlaced)
    print({ id }: OrderPlaced): void {
      const isCold = !this.#isWarm;
      this.#isWarm = true;
      if (isCold) throw new Error("The printer is cold");
      printed.push(id);
    }
  }
  const publications = eventPublications({ retryDelayMs: 1, checkIntervalMs: 1 });
  const container = createContainer(data(), publications, recordEvents());
  container.bind(Printer).toSelf();
  await using app = await createApp(container, { properties: { logging: { level: "OFF" } } });
  const start = performance.now();
  await Scenario.of(app, { timeoutMs: 30_000 }).publish(new OrderPlaced("4711")).forStateChange(() => printed)
    .toBeReached();
  // It would be seen when the time is over, too.
  assertEquals([printed, performance.now() - start < 20_000], [["4711"], true]);
});
