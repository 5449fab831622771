import { ContainerModule, createApp, createContainer, data, LogSink } from "@espalier/espalier";
import { Database } from "@espalier/espalier/data";
import {
  ApplicationEvents,
  ApplicationListener,
  eventPublications,
  EventPublicationStore,
  EventSerializer,
  listenAfterCommit,
} from "@espalier/espalier/modulith";
import { assertEquals, assertInstanceOf } from "@std/assert";
import { times } from "../long.ts";
import { onEverySqlStore } from "./sql_stores.ts";
import { Address, brief, fast, LeaseWatch, OrderPlaced, passPauses, shop, until } from "./publishing_shop.ts";

onEverySqlStore(
  "B4.1 C-166 C-181 a listener that fails is tried again with growing pauses, then given up",
  async (database) => {
    const seen: OrderPlaced[] = [];
    await using running = await shop(database, ({ bind }) => {
      bind(ApplicationListener).toConstantValue(
        listenAfterCommit(OrderPlaced, (event) => {
          seen.push(event);
          throw new RangeError(`No ${seen.length}`);
        }, { id: "shipping" }),
      );
    }, { maxAttempts: 3 });
    await running.publish(new OrderPlaced("o-1"));
    await running.settled();
    const listenerId = "shipping";
    const states: unknown[] = [];
    for (let round = 0; round < 3; round++) {
      states.push(...(await running.publications.find()).map(brief));
      await passPauses(running);
      await running.publications.resubmitDue();
      await running.settled();
    }
    assertEquals(states, [
      { listenerId, status: "FAILED", completionAttempts: 1, failure: "RangeError: No 1" },
      { listenerId, status: "FAILED", completionAttempts: 2, failure: "RangeError: No 2" },
      { listenerId, status: "ABANDONED", completionAttempts: 3, failure: "RangeError: No 3" },
    ]);
    assertEquals(await running.publications.resubmitDue(), 0);
    // What is restored is the event that was published.
    const [published, restored] = seen;
    assertInstanceOf(restored, OrderPlaced);
    assertInstanceOf(restored.address, Address);
    assertEquals(restored.address.label, "in Bergen");
    assertEquals(restored, published);
  },
);

onEverySqlStore("B4.1 whatever a listener throws is written down", async (database) => {
  const thrown = [Object.create(null), undefined, { code: 5 }, "cold", new RangeError("no \0 paper")];
  await using running = await shop(database, ({ bind }) => {
    for (const [at, value] of thrown.entries()) {
      const fail = () => {
        throw value;
      };
      bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, fail, { id: `listener ${at}` }));
    }
  });
  await running.publish(new OrderPlaced("o-1"));
  await running.settled();
  const found = (await running.publications.find({ status: "FAILED" })).map(brief);
  assertEquals(
    found.map(({ listenerId, failure }) => [listenerId, failure]).sort(),
    ["[Object: null prototype] {}", "undefined", "{ code: 5 }", "cold", "RangeError: no  paper"]
      .map((failure, at) => [`listener ${at}`, failure]),
  );
});

onEverySqlStore(
  "B4.1 C-173 a publication whose listener or class is unknown is reported and tried again",
  async (database) => {
    await using running = await shop(database, ({ bind }) => {
      bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, () => {}, { id: "shipping" }));
    });
    const db = running.app.container.get(Database);
    await running.publish(new OrderPlaced("o-1"));
    await running.publish(new OrderPlaced("o-2"));
    await running.settled();
    await db.execute(
      "update event_publication set status = 'FAILED', next_attempt_date = 0, event_type = 'Renamed', " +
        "completion_date = null",
    );
    await db.execute(
      "update event_publication set listener_id = 'gone' where id = (select min(id) from event_publication)",
    );
    await running.publications.resubmitDue();
    await running.settled();
    assertEquals((await running.publications.find()).map(({ failure, status }) => [failure, status]).sort(), [
      ['There is no listener "gone"', "FAILED"],
      ['TypeError: There is no event type "Renamed"', "FAILED"],
    ]);
  },
);

onEverySqlStore("B4.1 a restart takes up what the process before left behind", async (database) => {
  const seen: string[] = [];
  const listener = (on: (event: OrderPlaced) => void) => ({ bind }: Parameters<Parameters<typeof shop>[1]>[0]) =>
    void bind(ApplicationListener).toConstantValue(
      listenAfterCommit(OrderPlaced, on, { id: "shipping.v2", formerIds: ["shipping"] }),
    );
  {
    await using before = await shop(database, ({ bind }) => {
      bind(ApplicationListener).toConstantValue(
        listenAfterCommit(OrderPlaced, () => {
          throw new Error("Crash");
        }, { id: "shipping" }),
      );
    });
    await before.publish(new OrderPlaced("o-1"));
    await before.settled();
    await passPauses(before);
  }
  await using after = await shop(database, listener(({ orderId }) => seen.push(orderId)), { checkIntervalMs: 10 });
  await until(() => after.publications.counts(), ({ COMPLETED }) => COMPLETED === 1);
  assertEquals(seen, ["o-1"]);
});

onEverySqlStore(
  "B4.1 C-188 of several instances one takes a publication whose holder fell silent",
  async (database) => {
    const seen: string[] = [];
    const gate = Promise.withResolvers<void>();
    const blocked = Promise.withResolvers<void>();
    const instance = (name: string, on: () => void | Promise<void> = () => {}) =>
      shop(database, ({ bind }) => {
        bind(ApplicationListener).toConstantValue(
          listenAfterCommit(OrderPlaced, async () => {
            seen.push(name);
            await on();
          }, { id: "shipping", transaction: "none" }),
        );
      }, { leaseMs: 20, checkIntervalMs: 5 });
    await using slow = await instance("slow", async () => {
      blocked.resolve();
      await gate.promise;
    });
    await using second = await instance("second");
    await using _third = await instance("third");
    await slow.publish(new OrderPlaced("o-1"));
    await blocked.promise;
    // The holder is cut off from the store: it can't show that it is alive.
    await slow.app.container.get(Database).execute("update event_publication set owner = 'gone'");
    await until(() => second.publications.counts(), ({ COMPLETED }) => COMPLETED === 1);
    gate.resolve();
    await slow.settled();
    assertEquals([seen.length, seen[0]], [2, "slow"]);
    assertEquals(
      (await second.publications.find()).map(({ status, completionAttempts }) => [status, completionAttempts]),
      [
        ["COMPLETED", 2],
      ],
    );
  },
);

onEverySqlStore("B4.1 C-187 what another instance holds is left alone while that one is alive", async (database) => {
  const told: string[] = [];
  const watch = new LeaseWatch();
  await using running = await shop(database, (options) => {
    watch.bind(options);
    const on = ({ orderId }: OrderPlaced) => void told.push(orderId);
    options.bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, on, { id: "shipping" }));
  }, { leaseMs: 30 });
  const store = running.app.container.get(EventPublicationStore);
  const serializedEvent = running.app.container.get(EventSerializer).serialize(new OrderPlaced("o-1"));
  const publication = { id: "p-1", listenerId: "shipping", eventType: "OrderPlaced", serializedEvent };
  const owner = "another";
  await store.beat(owner);
  await store.add([{ ...publication, traceparent: undefined, owner }]);
  // Three leases.
  for (let looks = 0; looks < 9; looks++) {
    await store.beat(owner);
    await watch.next();
  }
  assertEquals([await running.publications.resubmitDue(), await running.publications.counts()], [0, { PUBLISHED: 1 }]);
  await until(() => running.publications.counts(), ({ COMPLETED }) => COMPLETED === 1);
  assertEquals(told, ["o-1"]);
});

Deno.test({
  name:
    "B4.1 a listener that never ends keeps the application from stopping for a time only, and leaves nothing running",
  sanitizeOps: true,
  sanitizeResources: true,
  async fn() {
    const lines: string[] = [];
    const told = Promise.withResolvers<void>();
    const stuck = new ContainerModule(({ bind }) => {
      bind(LogSink).toConstantValue(({ category, message }) =>
        void (category === "espalier.events" && lines.push(message))
      );
      const on = () => {
        told.resolve();
        return new Promise(() => {});
      };
      bind(ApplicationListener).toConstantValue(
        listenAfterCommit(OrderPlaced, on, { id: "stuck", transaction: "none" }),
      );
    });
    const app = await createApp(createContainer(data({ url: "sqlite::memory:" }), eventPublications(fast), stuck), {
      properties: { http: { drainTimeoutMs: 1 } },
    });
    await app.container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
    await told.promise;
    await app[Symbol.asyncDispose]();
    assertEquals(lines, ["Stopping with 1 listener(s) at work: they are called again when the lease expires"]);
  },
});

/** Stands before a database and may answer in its place, also on the connection apart from the pool. */
function inPlaceOf(answer: (text: string) => Promise<Record<string, unknown>[]> | undefined) {
  const before = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, property) {
        const value = Reflect.get(target, property, target);
        if (typeof value !== "function") return value;
        if (property === "dedicate") return () => before(value.call(target));
        if (property !== "execute") return value.bind(target);
        return (text: string, ...rest: unknown[]) => answer(text) ?? value.call(target, text, ...rest);
      },
    });
  return (_: unknown, database: Database): Database => before(database);
}

onEverySqlStore("B4.1 deliveries that end at the same moment leave nothing running", async (database) => {
  const both = Promise.withResolvers<Record<string, unknown>[]>();
  let waiting = 0;
  await using running = await shop(database, ({ bind, onActivation }) => {
    for (const id of ["shipping", "mailing"]) {
      bind(ApplicationListener).toConstantValue(
        listenAfterCommit(OrderPlaced, () => {}, { id, transaction: "none" }),
      );
    }
    onActivation(
      Database,
      inPlaceOf((text) => {
        if (!text.includes("set status = 'PROCESSING'")) return undefined;
        if (++waiting === 2) both.resolve([]);
        return both.promise;
      }),
    );
  });
  await running.publish(new OrderPlaced("o-1"));
  await running.settled();
  assertEquals([waiting, await running.publications.counts()], [2, { PUBLISHED: 2 }]);
});

onEverySqlStore(
  "B4.1 an outcome that could not be written is written later, and the listener is not told again for it",
  async (database) => {
    let shipped = 0;
    let refused = 0;
    await using running = await shop(database, ({ bind, onActivation }) => {
      bind(ApplicationListener).toConstantValue(
        listenAfterCommit(OrderPlaced, () => void shipped++, { id: "shipping", transaction: "none" }),
      );
      onActivation(
        Database,
        inPlaceOf((text) => {
          if (refused === 2 || !text.includes("set status = 'COMPLETED'")) return undefined;
          refused++;
          return Promise.reject(new Error("The connection is gone"));
        }),
      );
    });
    await running.publish(new OrderPlaced("o-1"));
    await running.settled();
    assertEquals([refused, shipped, await running.publications.counts()], [2, 1, { COMPLETED: 1 }]);
  },
);

onEverySqlStore("B4.1 any number of publications is delivered again or given up at once", async (database) => {
  await using running = await shop(database, ({ bind }) => {
    const fail = () => Promise.reject(new Error("Down"));
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, fail, { id: "failing" }));
  });
  await running.publish(new OrderPlaced("o-1"));
  await running.settled();
  const [failed] = await running.publications.find();
  // Between its chunks a file of SQLite lets other writers in, which takes most of the time.
  const length = running.app.container.get(Database).name.startsWith("sqlite") ? times(3_000, 70_000) : 70_000;
  const ids = [...Array.from({ length }, (_, at) => `unknown-${at}`), failed!.id];
  assertEquals([await running.publications.giveUp(...ids), await running.publications.resubmit(...ids)], [1, 1]);
});

onEverySqlStore(
  "B4.1 more publications than are taken at once are delivered again when that is asked for",
  async (database) => {
    let isReady = false;
    await using running = await shop(database, ({ bind }) => {
      const on = () => isReady ? Promise.resolve() : Promise.reject(new Error("Down"));
      bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, on, { id: "shipping" }));
    }, { batchSize: 2 });
    for (let at = 0; at < 5; at++) await running.publish(new OrderPlaced(`o-${at}`));
    await running.settled();
    isReady = true;
    const ids = (await running.publications.find()).map(({ id }) => id);
    assertEquals(await running.publications.resubmit(...ids), 5);
    await running.settled();
    assertEquals(await running.publications.counts(), { COMPLETED: 5 });
  },
);
