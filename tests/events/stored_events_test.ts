import { createApp, createContainer, data } from "@espalier/espalier";
import { Database } from "@espalier/espalier/data";
import {
  ApplicationListener,
  eventPublications,
  EventSerializer,
  listenAfterCommit,
} from "@espalier/espalier/modulith";
import { assertEquals, assertThrows } from "@std/assert";
import { onEverySqlStore } from "./sql_stores.ts";
import { brief, fast, LeaseWatch, OrderPlaced, passPauses, shop, until } from "./publishing_shop.ts";

class Parcel {
  constructor(readonly content: unknown) {}
}

async function serializerOfApp(): Promise<EventSerializer> {
  await using app = await createApp(createContainer(data(), eventPublications(fast)), {
    properties: { logging: { level: "OFF" } },
  });
  return app.container.get(EventSerializer);
}

Deno.test("B4.1 a stored event is checked when it is read, and the invalid value is named", async () => {
  const serializer = await serializerOfApp();
  for (
    const [text, at, needed, shown] of [
      ["[]", "Parcel", "an object", "[]"],
      ['"x"', "Parcel", "an object", '"x"'],
      ["null", "Parcel", "an object", "null"],
      ["{", "Parcel", "JSON", "{"],
      ['{"content":{"$date":"never"}}', "Parcel.content", "a date", '"never"'],
      ['{"content":{"$date":5}}', "Parcel.content", "a date", "5"],
      ['{"content":[{"$bigint":"1.5"}]}', "Parcel.content[]", "a whole number", '"1.5"'],
      ['{"content":{"$bytes":"?"}}', "Parcel.content", "bytes in base64", '"?"'],
      ['{"content":{"$set":{}}}', "Parcel.content", "a list", "{}"],
      ['{"content":{"$map":[[1]]}}', "Parcel.content", "a list of pairs", "[[1]]"],
      ['{"content":{"$regexp":"a"}}', "Parcel.content", "data without other tags", '"$regexp"'],
    ] as const
  ) {
    assertThrows(
      () => serializer.deserialize(text, Parcel),
      TypeError,
      `Cannot restore an event as "${at}" must be stored as ${needed}: current value is ${shown}`,
    );
  }
});

Deno.test("B4.1 objects without a prototype, as a GraphQL field's arguments are, can be published", async () => {
  const serializer = await serializerOfApp();
  const input: Record<string, unknown> = Object.assign(Object.create(null), {
    title: "Orlando",
    author: Object.assign(Object.create(null), { name: "Virginia Woolf" }),
  });
  const restored = serializer.deserialize(serializer.serialize(new Parcel(input)), Parcel);
  assertEquals(restored, new Parcel({ title: "Orlando", author: { name: "Virginia Woolf" } }));
});

onEverySqlStore("B4.1 an unreadable stored event fails without affecting others, with its reason", async (database) => {
  const told: string[] = [];
  await using running = await shop(database, ({ bind }) => {
    const on = ({ orderId }: OrderPlaced) => {
      if (told.push(orderId) <= 2) throw new Error("Not yet");
    };
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, on, { id: "shipping" }));
  });
  await running.publish(new OrderPlaced("o-1"));
  await running.publish(new OrderPlaced("o-2"));
  await running.settled();
  await running.app.container.get(Database).execute(
    `update event_publication set serialized_event = '[]' where serialized_event like '%"o-1"%'`,
  );
  await passPauses(running);
  await running.publications.resubmitDue();
  await running.settled();
  assertEquals(told, ["o-1", "o-2", "o-2"]);
  // Publications of one millisecond are found in any order.
  const found = (await running.publications.find()).map(brief).map(({ status, failure }) => [status, failure]);
  assertEquals(found.toSorted(), [
    ["COMPLETED", undefined],
    [
      "FAILED",
      'TypeError: Cannot restore an event as "OrderPlaced" must be stored as an object: current value is []',
    ],
  ]);
});

onEverySqlStore(
  "B4.1 a clock that was set back delays no publication longer than the maximum delay",
  async (database) => {
    let isReady = false;
    await using running = await shop(database, ({ bind }) => {
      const on = () => isReady ? Promise.resolve() : Promise.reject(new Error("Down"));
      bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, on, { id: "shipping" }));
    }, { leaseMs: 20, retryDelayMs: 60_000, maxRetryDelayMs: 60_000 });
    await running.publish(new OrderPlaced("o-1"));
    await running.settled();
    isReady = true;
    // As it is after the database's clock was set back by a day.
    await running.app.container.get(Database).execute(
      "update event_publication set next_attempt_date = next_attempt_date + 86400000, " +
        "publication_date = publication_date + 86400000",
    );
    await until(() => running.publications.counts(), ({ COMPLETED }) => COMPLETED === 1);
  },
);

onEverySqlStore("B4.1 clocks of processes that jump neither end leases nor start listeners twice", async (database) => {
  const told: string[] = [];
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const now = Date.now;
  const watch = new LeaseWatch();
  const instance = (isWatched = false) =>
    shop(database, (options) => {
      const { bind } = options;
      if (isWatched) watch.bind(options);
      const on = async ({ orderId }: OrderPlaced) => {
        told.push(orderId);
        begun.resolve();
        await gate.promise;
      };
      bind(ApplicationListener).toConstantValue(
        listenAfterCommit(OrderPlaced, on, { id: "shipping", transaction: "none" }),
      );
    }, { leaseMs: 60, checkIntervalMs: 5 });
  await using first = await instance();
  await using second = await instance(true);
  try {
    await first.publish(new OrderPlaced("o-1"));
    await begun.promise;
    for (const hours of [1, -1, 24]) {
      Date.now = () => now() + hours * 3_600_000;
      // Longer than a lease, in which there are three looks.
      await watch.next(5);
      await second.publications.resubmitDue();
    }
    gate.resolve();
    await Promise.all([first.settled(), second.settled()]);
    assertEquals([told, await first.publications.counts()], [["o-1"], { COMPLETED: 1 }]);
  } finally {
    Date.now = now;
  }
});

onEverySqlStore(
  "B4.1 a listener that never settles is abandoned or called again, as events.onListenerTimeout configures",
  async (database) => {
    for (const [onListenerTimeout, status] of [["retry", "FAILED"], ["abandon", "ABANDONED"]] as const) {
      let aborted = 0;
      await using running = await shop(
        database,
        ({ bind }) => {
          const on = (_: OrderPlaced, __: string, signal: AbortSignal) => {
            signal.addEventListener("abort", () => aborted++);
            return new Promise(() => {});
          };
          bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, on, { id: "stuck" }));
        },
        {},
        { events: { onListenerTimeout, listenerTimeoutMs: 20, staleAfterMs: 5 } },
      );
      await running.publish(new OrderPlaced("o-1"));
      await running.settled();
      const [found] = await running.publications.find({ status });
      assertEquals([aborted, found?.failure], [
        1,
        'ListenerTimeoutError: Cannot wait for listener "stuck" any longer as it must settle within 20 ms',
      ]);
      await running.app.container.get(Database).execute("delete from event_publication");
    }
  },
);
