import { createApp, createContainer, data } from "@espalier/espalier";
import { Database, Transactions } from "@espalier/espalier/data";
import {
  ApplicationEvents,
  ApplicationListener,
  ApplicationModuleListener,
  EventListener,
  EventListenerRegistry,
  type EventPublication,
  eventPublications,
  EventSerializer,
  listenAfterCommit,
  listenTo,
} from "@espalier/espalier/modulith";
import { assertEquals, assertInstanceOf, assertRejects, assertThrows } from "@std/assert";
import { onEverySqlStore, type OwnDatabase } from "./sql_stores.ts";
import { Address, brief, fast, OrderPlaced, shop } from "./publishing_shop.ts";

onEverySqlStore(
  "B4.1 C-163 C-178 a publication is stored with the publisher's transaction and completed after the listener",
  async (database) => {
    const seen: unknown[] = [];
    class Shipping {
      @ApplicationModuleListener(OrderPlaced)
      async ship(event: OrderPlaced) {
        seen.push(event.orderId, (await running.publications.find()).map(brief));
      }
    }
    await using running = await shop(database, ({ bind }) => void bind(Shipping).toSelf());
    const listenerId = "Shipping.ship(OrderPlaced)";
    const { container } = running.app;
    await container.get(Transactions).run(async () => {
      await container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
      assertEquals((await running.publications.find()).map(({ status }) => status), ["PUBLISHED"]);
    });
    await running.settled();
    assertEquals(seen, ["o-1", [{ listenerId, status: "PROCESSING", completionAttempts: 1, failure: undefined }]]);
    assertEquals(await running.publications.counts(), { COMPLETED: 1 });
    assertEquals(await running.publications.deleteCompleted(60_000), 0);
    assertEquals(await running.publications.deleteCompleted(-60_000), 1);
  },
);

onEverySqlStore("B4.1 C-185 what is rolled back was never published", async (database) => {
  const seen: string[] = [];
  await using running = await shop(database, ({ bind }) => {
    bind(ApplicationListener).toConstantValue(
      listenAfterCommit(OrderPlaced, () => seen.push("after"), { id: "after" }),
    );
    bind(ApplicationListener).toConstantValue(listenTo(OrderPlaced, () => {
      throw new RangeError("Refused");
    }));
  });
  await assertRejects(() => running.publish(new OrderPlaced("o-1")), RangeError, "Refused");
  await running.settled();
  assertEquals([seen, await running.publications.find()], [[], []]);
});

onEverySqlStore("B4.1 C-184 without a transaction the listeners are told at once", async (database) => {
  const seen: string[] = [];
  await using running = await shop(database, ({ bind }) => {
    bind(ApplicationListener).toConstantValue(
      listenAfterCommit(OrderPlaced, () => seen.push("after"), { id: "after" }),
    );
  });
  await running.app.container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
  await running.settled();
  assertEquals([seen, await running.publications.counts()], [["after"], { COMPLETED: 1 }]);
});

onEverySqlStore(
  "B4.1 C-163 C-164 what a listener writes is kept together with the completion, or not at all",
  async (database) => {
    const gate = Promise.withResolvers<void>();
    const blocked = Promise.withResolvers<void>();
    await using running = await shop(database, ({ bind }) => {
      bind(ApplicationListener).toResolvedValue((db) =>
        listenAfterCommit(OrderPlaced, async ({ orderId }) => {
          await db.execute(`insert into shipped values ('${orderId}')`);
          if (orderId === "o-2") throw new Error("After the write");
          blocked.resolve();
          await gate.promise;
        }, { id: "shipping" }), [Database]);
    });
    const db = running.app.container.get(Database);
    await db.execute("create table shipped (id text)");
    await running.publish(new OrderPlaced("o-1"));
    await blocked.promise;
    gate.resolve();
    await running.settled();
    await running.publish(new OrderPlaced("o-2"));
    await running.settled();
    assertEquals((await db.execute("select id from shipped")).map(({ id }) => id), ["o-1"]);
    assertEquals(await running.publications.counts(), { COMPLETED: 1, FAILED: 1 });
  },
);

onEverySqlStore(
  "B4.1 C-157 C-158 C-161 C-200 one row is stored for each listener after the commit whose condition holds",
  async (database) => {
    class Listening {
      @ApplicationModuleListener(OrderPlaced, { condition: ({ cents }) => cents > 0n, transaction: "none" })
      conditional(_event: OrderPlaced) {}
      @ApplicationModuleListener(OrderPlaced)
      always(_event: OrderPlaced) {}
      @EventListener(OrderPlaced)
      inline(_event: OrderPlaced) {}
    }
    await using running = await shop(database, ({ bind }) => void bind(Listening).toSelf());
    const { listeners } = running.app.container.get(EventListenerRegistry);
    assertEquals(listeners.map(({ method, transaction }) => [method, transaction]), [
      ["conditional", "none"],
      ["always", "new"],
      ["inline", "new"],
    ]);
    const stored = async (cents: bigint) => {
      await running.publish(new OrderPlaced("o-1", undefined, undefined, cents));
      await running.settled();
      const found = await running.publications.find();
      await running.publications.deleteCompleted(-60_000);
      return found.map(({ listenerId }) => listenerId).sort();
    };
    assertEquals(await stored(0n), ["Listening.always(OrderPlaced)"]);
    assertEquals(await stored(5n), ["Listening.always(OrderPlaced)", "Listening.conditional(OrderPlaced)"]);
  },
);

onEverySqlStore("B4.1 C-167 two equal events at once each have a publication of their own", async (database) => {
  const bothWait = Promise.withResolvers<void>();
  const told: string[] = [];
  await using running = await shop(database, ({ bind }) => {
    const on = async (_: OrderPlaced, publicationId: string) => {
      if (told.push(publicationId) === 2) bothWait.resolve();
      await bothWait.promise;
    };
    bind(ApplicationListener).toConstantValue(
      listenAfterCommit(OrderPlaced, on, { id: "shipping", transaction: "none", concurrency: 2 }),
    );
  });
  await running.publish(new OrderPlaced("o-1"));
  await running.publish(new OrderPlaced("o-1"));
  await running.settled();
  const found = await running.publications.find({ status: "COMPLETED" });
  assertEquals(found.map(({ id }) => id).sort(), told.sort());
  assertEquals(new Set(told).size, 2);
});

Deno.test("B4.1 an event that could not be restored is refused when it is published", async () => {
  class Unknown extends OrderPlaced {}
  class Plain {
    constructor(readonly address: Address) {}
  }
  await using database: OwnDatabase = {
    options: { url: "sqlite::memory:" },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  await using running = await shop(database, ({ bind }) => {
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, () => {}, { id: "a" }));
    bind(ApplicationListener).toConstantValue(listenAfterCommit(Plain, () => {}, { id: "b" }));
  });
  await assertRejects(
    () => running.publish(new Unknown("1")),
    TypeError,
    'Cannot store an event as its class must be known after a restart: current value is "Unknown"; name it in the ' +
      "option eventTypes, or let a listener name it",
  );
  await assertRejects(
    () => running.publish(new Plain(new Address("Oslo"))),
    TypeError,
    'Cannot store an event as "Plain.address" must be plain data or described with describeType: current value is ' +
      "an instance of Address",
  );
});

Deno.test("B4.1 an event that holds itself, or an invalid date, is refused with the property", async () => {
  class Held {
    constructor(readonly value: unknown) {}
  }
  await using app = await createApp(createContainer(data(), eventPublications(fast)));
  const serializer = app.container.get(EventSerializer);
  const itself: { items: unknown[] } = { items: [] };
  itself.items.push(itself);
  assertThrows(
    () => serializer.serialize(new Held(itself)),
    TypeError,
    'Cannot store an event as "Held.value.items[]" must not refer to an object that contains it',
  );
  assertThrows(
    () => serializer.serialize(new Held(new Date(NaN))),
    TypeError,
    'Cannot store an event as "Held.value" must be plain data or described with describeType: current value is an ' +
      "invalid date",
  );
  const twice = { shared: true };
  assertEquals(serializer.serialize(new Held([twice, twice])), '{"value":[{"shared":true},{"shared":true}]}');
});

Deno.test("B4.1 events keep dates, big numbers, bytes, maps, sets and odd keys on their way through the store", async () => {
  class Everything {
    readonly nothing = null;
    readonly date = new Date(1);
    readonly big = 2n ** 70n;
    readonly bytes = new Uint8Array([1, 2, 255]);
    readonly map = new Map<string, unknown>([["a", new Set([1])]]);
    readonly nested = { "$date": "not a date", "__proto__x": [1, { deep: true }] };
  }
  await using app = await createApp(createContainer(data(), eventPublications(fast)));
  const serializer = app.container.get(EventSerializer);
  const event = new Everything();
  const restored = serializer.deserialize(serializer.serialize(event), Everything);
  assertInstanceOf(restored, Everything);
  assertEquals(restored, event);
});

onEverySqlStore(
  "B4.1 C-182 /actuator/eventpublications lists, resubmits and gives up; it is off by default",
  async (database) => {
    let isBroken = true;
    const bindings: Parameters<typeof shop>[1] = ({ bind }) =>
      void bind(ApplicationListener).toConstantValue(
        listenAfterCommit(OrderPlaced, () => {
          if (isBroken) throw new Error("Out of paper");
        }, { id: "printing" }),
      );
    await using closed = await shop(database, bindings);
    assertEquals((await closed.app.fetch(new Request("http://localhost/actuator/eventpublications"))).status, 404);
    await using running = await shop(database, bindings, { endpoint: true });
    const call = async (method: string, path: string) => {
      const response = await running.app.fetch(
        new Request(`http://localhost/actuator/eventpublications${path}`, { method }),
      );
      const body = await response.text();
      return { status: response.status, body: body === "" ? undefined : JSON.parse(body) };
    };
    await running.publish(new OrderPlaced("o-1"));
    await running.publish(new OrderPlaced("o-2"));
    await running.settled();
    const { body } = await call("GET", "?status=FAILED&listener=printing&limit=10");
    assertEquals(body.counts, { FAILED: 2 });
    assertEquals(
      body.publications.map((p: EventPublication) => [p.listenerId, p.eventType, p.failure, "serializedEvent" in p]),
      [
        ["printing", "OrderPlaced", "Error: Out of paper", false],
        ["printing", "OrderPlaced", "Error: Out of paper", false],
      ],
    );
    const [first, second] = body.publications.map(({ id }: EventPublication) => id);
    assertEquals((await call("DELETE", `/${first}`)).status, 204);
    assertEquals((await call("DELETE", `/${first}`)).status, 409);
    isBroken = false;
    assertEquals((await call("POST", `/${second}/resubmit`)).status, 204);
    await running.settled();
    assertEquals((await call("GET", "")).body.counts, { ABANDONED: 1, COMPLETED: 1 });
    assertEquals((await call("GET", "?status=LOST")).status, 400);
    assertEquals((await call("GET", "?limit=none")).status, 400);
    assertEquals((await call("POST", "")).status, 405);
    assertEquals((await call("PATCH", `/${first}`)).status, 405);
    assertEquals((await call("POST", `/${first}/else`)).status, 404);
  },
);

Deno.test("B4.1 settings that make no sense are refused", () => {
  assertThrows(
    () => eventPublications({ maxAttempts: 0 }),
    TypeError,
    'Cannot use option "maxAttempts" as it must be an integer >= 1: current value is 0',
  );
  assertThrows(
    () => eventPublications({ completionMode: "remove" as "delete" }),
    TypeError,
    'Cannot use option "completionMode" as it must be one of "update", "delete", "archive": current value is "remove"',
  );
  for (const name of ["checkIntervalMs", "leaseMs"]) {
    eventPublications({ [name]: 2 ** 31 - 1 });
    assertThrows(
      () => eventPublications({ [name]: 2 ** 31 }),
      TypeError,
      `Cannot use option "${name}" as it must be an integer < 2147483648: current value is 2147483648`,
    );
  }
});

Deno.test("B4.1 publications are stored by one feature only", () => {
  assertThrows(
    () => createContainer(data(), eventPublications(), eventPublications()),
    TypeError,
    "Cannot install eventPublications() as it must be installed once: it is installed",
  );
});

Deno.test("B4.1 publications can't be stored in a database without SQL", async () => {
  const error = await assertRejects(() => createApp(createContainer(data({ url: "memory:" }), eventPublications())));
  assertInstanceOf(error, Error);
  assertEquals(
    error.message,
    'Cannot start the application as "events: prepare the store of publications" failed: Cannot store event ' +
      'publications as the database must be SQLite, PostgreSQL or MariaDB: current value is "memory:"',
  );
});
