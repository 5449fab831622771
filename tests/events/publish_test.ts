import { ContainerModule, createApp, createContainer, InstalledModule, token } from "@espalier/espalier";
import {
  AfterCommitDelivery,
  ApplicationEvents,
  ApplicationListener,
  ApplicationModuleListener,
  EventListener,
  EventListenerRegistry,
  events,
  listenAfterCommit,
  listenTo,
} from "@espalier/espalier/modulith";
import { HttpRoute } from "@espalier/espalier/http";
import { assertEquals, assertRejects, assertThrows } from "@std/assert";

class OrderEvent {
  constructor(readonly orderId: string) {}
}
class OrderPlaced extends OrderEvent {}
class OrderCancelled extends OrderEvent {}

function app(bindings: ConstructorParameters<typeof ContainerModule>[0]) {
  return createApp(createContainer(events(), new ContainerModule(bindings)), {
    properties: { logging: { level: "OFF" } },
  });
}

class Journal {
  readonly #lines: string[] = [];
  get lines() {
    return this.#lines;
  }
  @EventListener(OrderPlaced, { order: 2 })
  placed(event: OrderPlaced) {
    this.#lines.push(`placed ${event.orderId}`);
  }
  @EventListener(OrderEvent, { order: 1 })
  async any(event: OrderEvent) {
    await Promise.resolve();
    this.#lines.push(`any ${event.orderId}`);
  }
  @EventListener(OrderPlaced, { order: 3, condition: (event) => event.orderId.startsWith("big") })
  big(event: OrderPlaced) {
    this.#lines.push(`big ${event.orderId}`);
  }
}

Deno.test("B4.1 listener methods are called one after another, by order, by class and by condition", async () => {
  await using running = await app(({ bind }) => void bind(Journal).toSelf());
  const applicationEvents = running.container.get(ApplicationEvents);
  await applicationEvents.publish(new OrderPlaced("small-1"));
  await applicationEvents.publish(new OrderCancelled("small-1"));
  await applicationEvents.publish(new OrderPlaced("big-2"));
  assertEquals(running.container.get(Journal).lines, [
    "any small-1",
    "placed small-1",
    "any small-1",
    "any big-2",
    "placed big-2",
    "big big-2",
  ]);
});

Deno.test("B4.1 synchronous listeners are done when publish returns its promise", async () => {
  const seen: string[] = [];
  await using running = await app(({ bind }) => {
    bind(ApplicationListener).toConstantValue(listenTo(OrderPlaced, (event) => seen.push(event.orderId)));
  });
  const published = running.container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
  assertEquals(seen, ["o-1"]);
  await published;
});

Deno.test("B4.1 a thenable returned by a listener is awaited, such as a query of a library", async () => {
  const seen: string[] = [];
  await using running = await app(({ bind }) => {
    const query = ({ orderId }: OrderPlaced): PromiseLike<string> => ({
      then(done, fail) {
        seen.push(orderId);
        return (orderId === "o-2" ? Promise.reject(new RangeError("No row")) : Promise.resolve("row")).then(done, fail);
      },
    });
    bind(ApplicationListener).toConstantValue(listenTo(OrderPlaced, query, { order: 1 }));
    bind(ApplicationListener).toConstantValue(listenTo(OrderPlaced, () => seen.push("next"), { order: 2 }));
  });
  const applicationEvents = running.container.get(ApplicationEvents);
  await applicationEvents.publish(new OrderPlaced("o-1"));
  await assertRejects(() => applicationEvents.publish(new OrderPlaced("o-2")), RangeError, "No row");
  assertEquals(seen, ["o-1", "next", "o-2"]);
});

Deno.test("B4.1 an error of a listener reaches the publisher, and later listeners are not called", async () => {
  const seen: string[] = [];
  await using running = await app(({ bind }) => {
    bind(ApplicationListener).toConstantValue(listenTo(OrderPlaced, () => seen.push("second"), { order: 2 }));
    bind(ApplicationListener).toConstantValue(listenTo(OrderPlaced, () => {
      throw new RangeError("Out of stock");
    }, { order: 1 }));
  });
  const applicationEvents = running.container.get(ApplicationEvents);
  await assertRejects(() => applicationEvents.publish(new OrderPlaced("o-1")), RangeError, "Out of stock");
  assertEquals(seen, []);
});

Deno.test("B4.1 an after-commit listener runs separately from the publisher, which its failure does not reach", async () => {
  const seen: string[] = [];
  const published = Promise.withResolvers<void>();
  class Shipping {
    @ApplicationModuleListener(OrderPlaced)
    async ship(event: OrderPlaced) {
      await published.promise;
      seen.push(`ship ${event.orderId}`);
    }
  }
  await using running = await app(({ bind }) => {
    bind(Shipping).toSelf();
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, () => {
      throw new Error("Printer is on fire");
    }, { id: "print" }));
  });
  await running.container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
  seen.push("published");
  published.resolve();
  await running.container.get(AfterCommitDelivery).settled();
  assertEquals(seen, ["published", "ship o-1"]);
});

Deno.test("B4.1 stopping waits for listeners that are still at work", async () => {
  const seen: string[] = [];
  const gate = Promise.withResolvers<void>();
  const running = await app(({ bind }) => {
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, async () => {
      await gate.promise;
      seen.push("told");
    }, { id: "slow" }));
  });
  await running.container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
  const stopped = running[Symbol.asyncDispose]().then(() => seen.push("stopped"));
  gate.resolve();
  await stopped;
  assertEquals(seen, ["told", "stopped"]);
});

Deno.test("B4.1 stopping waits for listeners of events that a last request publishes", async () => {
  const seen: string[] = [];
  const [request, listener] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const running = await app(({ bind }) => {
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, async () => {
      await listener.promise;
      seen.push("told");
    }, { id: "slow" }));
    bind(HttpRoute).toResolvedValue((events) => ({
      path: "/orders",
      handle: async () => {
        await request.promise;
        await events.publish(new OrderPlaced("o-1"));
        return new Response("placed");
      },
    }), [ApplicationEvents]);
  });
  const answer = running.fetch(new Request("http://localhost/orders", { method: "POST" }));
  const stopped = running[Symbol.asyncDispose]().then(() => seen.push("stopped"));
  request.resolve();
  assertEquals(await (await answer).text(), "placed");
  await new Promise((resolve) => void setImmediate(resolve));
  listener.resolve();
  await stopped;
  assertEquals(seen, ["told", "stopped"]);
});

Deno.test("B4.1 C-170 only an instance of a class is an event", async () => {
  await using running = await app(() => {});
  const applicationEvents = running.container.get(ApplicationEvents);
  for (
    const [event, shown] of [
      [{ orderId: "1" }, "an object"],
      [Object.create(null), "an object"],
      [[new OrderPlaced("1")], "a list"],
      [Promise.resolve(new OrderPlaced("1")), "a promise"],
      [OrderPlaced, 'class "OrderPlaced"'],
      ["placed", '"placed"'],
      [null, "null"],
    ]
  ) {
    await assertRejects(
      () => applicationEvents.publish(event as object),
      TypeError,
      `Cannot publish an event as it must be an instance of a class: current value is ${shown}`,
    );
  }
});

interface Warehouse {
  reserve(event: OrderPlaced): void;
}
const Warehouse = token<Warehouse>("Warehouse");
class ShelfWarehouse implements Warehouse {
  @ApplicationModuleListener(OrderPlaced)
  reserve(_event: OrderPlaced) {}
}
class ColdWarehouse extends ShelfWarehouse {
  override reserve(_event: OrderPlaced) {}
}

Deno.test("B1.3 the registry names each listener's module, class, method and event, whatever the bean is bound under", async () => {
  const inventory = new ContainerModule(({ bind }) => {
    bind(InstalledModule).toConstantValue({
      identifier: "inventory",
      displayName: "Inventory",
      containerModule: inventory.id,
    });
    bind(Warehouse).toResolvedValue(() => new ColdWarehouse(), []);
    bind<Warehouse>("alias").toService(Warehouse);
  });
  await using running = await createApp(createContainer(events(), inventory));
  const { listeners } = running.container.get(EventListenerRegistry);
  assertEquals(
    listeners.map((l) => [l.id, l.phase, l.module?.identifier, l.type?.name, l.method, l.eventType.name]),
    [[
      "inventory.ColdWarehouse.reserve(OrderPlaced)",
      "afterCommit",
      "inventory",
      "ColdWarehouse",
      "reserve",
      "OrderPlaced",
    ]],
  );
});

Deno.test("B4.1 two listeners of stored publications can't have one id", async () => {
  const error = await assertRejects(
    () =>
      app(({ bind }) => {
        for (const formerIds of [[], ["other"]]) {
          bind(ApplicationListener).toConstantValue(
            listenAfterCommit(OrderPlaced, () => {}, { id: "same", formerIds }),
          );
        }
      }),
    Error,
  );
  assertEquals(
    error.message,
    'Cannot start the application as "events: find listeners" failed: Cannot tell listeners apart as two have the id ' +
      '"same": give one of them another id',
  );
});

Deno.test("a listener needs the class of its events", () => {
  const late = undefined as never;
  for (const declare of [() => EventListener(late), () => listenTo(late, () => {})]) {
    assertThrows(
      declare,
      TypeError,
      "Cannot listen to an event as it must be given a class: current value is undefined",
    );
  }
});
