import { Database } from "@espalier/espalier/data";
import {
  ApplicationListener,
  EventPublications,
  externalization,
  externalize,
  listenAfterCommit,
} from "@espalier/espalier/modulith";
import { createApp, createContainer, data } from "@espalier/espalier";
import { AfterCommitDelivery, ApplicationEvents, eventPublications } from "@espalier/espalier/modulith";
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { recordingTransport, type Sent } from "./recording_transport.ts";
import { onEverySqlStore } from "./sql_stores.ts";
import { fast, OrderPlaced, shop } from "./publishing_shop.ts";

onEverySqlStore(
  "B4.1 publications are delivered again and deleted by listener, class, age, predicate and limit",
  async (database) => {
    let isBroken = true;
    const told: string[] = [];
    await using running = await shop(database, ({ bind }) => {
      for (const id of ["shipping", "mailing"]) {
        bind(ApplicationListener).toConstantValue(
          listenAfterCommit(OrderPlaced, ({ orderId }) => {
            if (isBroken) throw new Error("Down");
            told.push(`${id} ${orderId}`);
          }, { id }),
        );
      }
    });
    const { publications } = running;
    for (const orderId of ["o-1", "o-2", "o-3"]) await running.publish(new OrderPlaced(orderId));
    await running.settled();
    isBroken = false;
    await running.app.container.get(Database).execute(
      `update event_publication set publication_date = publication_date - 60000 where serialized_event like '%"o-1"%'`,
    );
    const resubmit = async (selection: Parameters<EventPublications["resubmitMatching"]>[0]) => {
      const count = await publications.resubmitMatching(selection);
      await running.settled();
      return [count, told.splice(0).sort()];
    };
    assertEquals(await resubmit({ eventType: "Unknown" }), [0, []]);
    assertEquals(await resubmit({ status: "ABANDONED" }), [0, []]);
    assertEquals(await resubmit({ listenerId: "shipping", olderThanMs: 30_000 }), [1, ["shipping o-1"]]);
    const isThird = ({ serializedEvent }: { serializedEvent: string }) => serializedEvent.includes("o-3");
    assertEquals(await resubmit({ listenerId: "mailing", where: isThird }), [1, ["mailing o-3"]]);
    assertEquals((await resubmit({ limit: 1 }))[0], 1);
    await assertRejects(
      () => publications.resubmitMatching({ limit: 0 }),
      RangeError,
      '"limit" must be an integer >= 1',
    );
    const [completed] = await publications.find({ status: "COMPLETED" });
    assertEquals((await publications.get(completed!.id))?.id, completed!.id);
    assertEquals(await publications.get("unknown"), undefined);
    assertEquals(await publications.deleteMatching({ where: isThird }), 1);
    assertEquals(await publications.counts(), { COMPLETED: 2, FAILED: 3 });
    const { counts, oldestMs } = await publications.backlog();
    assertEquals([counts, oldestMs! > 0], [{ FAILED: 3 }, true]);
  },
);

onEverySqlStore("B4.1 many publications are walked through in portions", async (database) => {
  const shipping = listenAfterCommit(OrderPlaced, () => {}, { id: "shipping" });
  // What was completed in 1970 would be deleted as old meanwhile.
  await using running = await shop(
    database,
    ({ bind }) => void bind(ApplicationListener).toConstantValue(shipping),
    {},
    {
      events: { retentionMs: 0 },
    },
  );
  const sources = {
    sqlite:
      "(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 2500) select n from numbers)",
    postgres: "generate_series(1, 2500) as numbers(n)",
    mysql: "(select seq as n from seq_1_to_2500) as numbers",
  };
  const kind = database.options.url.split(":")[0] as keyof typeof sources;
  await running.app.container.get(Database).execute(
    `insert into event_publication (id, listener_id, event_type, serialized_event, publication_date, completion_date,
      status, status_since, completion_attempts)
      select ${
      kind === "mysql" ? "concat('p-', n)" : "'p-' || n"
    }, 'shipping', 'OrderPlaced', '{}', 1, 1, 'COMPLETED', n, 1
      from ${sources[kind]}`,
  );
  let seen = 0;
  const count = await running.publications.deleteMatching({ where: ({ id }) => ++seen > 0 && !id.endsWith("7") });
  assertEquals([seen, count, await running.publications.counts()], [2_500, 2_250, { COMPLETED: 250 }]);
});

onEverySqlStore("B4.1 /actuator/health shows the backlog of publications", async (database) => {
  await using running = await shop(
    database,
    ({ bind }) => {
      const on = () => Promise.reject(new Error("Down"));
      bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, on, { id: "shipping" }));
    },
    {},
    { actuator: { healthDetails: "always" } },
  );
  await running.publish(new OrderPlaced("o-1"));
  await running.settled();
  const response = await running.app.fetch(new Request("http://localhost/actuator/health/events"));
  const { status, details } = await response.json();
  assertEquals([status, details.publications, details.running, details.waiting], ["UP", { FAILED: 1 }, 0, 0]);
});

/** A class of a library, which bears no mark. */
class Invoice {
  constructor(readonly number: number, readonly country: string) {}
}
class Receipt extends Invoice {}

Deno.test("B4.1 C-191 events of classes without a mark leave by routes that code says, in the order of their keys", async () => {
  const sent: Sent[] = [];
  const invoices = externalize(Invoice, {
    target: ({ country }) => ({ target: `invoices.${country}`, key: country }),
    condition: ({ number }) => number > 0,
    payload: ({ number }) => ({ number }),
    headers: () => ({ source: "billing" }),
  });
  const features = [
    data(),
    eventPublications({ ...fast, eventTypes: { Invoice, Receipt } }),
    externalization(recordingTransport(sent), {
      events: [externalize(Receipt, { target: "receipts::#{number}" }), invoices],
      order: "key",
    }),
  ];
  await using app = await createApp(createContainer(...features), { properties: { logging: { level: "OFF" } } });
  const events = app.container.get(ApplicationEvents);
  for (const event of [new Invoice(1, "no"), new Invoice(0, "no"), new Receipt(2, "se"), new Invoice(3, "no")]) {
    await events.publish(event);
  }
  await app.container.get(AfterCommitDelivery).settled();
  const brief = sent.map(({ message: { target, key, payload, headers } }) => [target, key, payload, headers.source]);
  assertEquals(brief.filter(([target]) => target === "invoices.no"), [
    ["invoices.no", "no", '{"number":1}', "billing"],
    ["invoices.no", "no", '{"number":3}', "billing"],
  ]);
  assertEquals(brief.filter(([target]) => target === "receipts"), [[
    "receipts",
    "2",
    '{"number":2,"country":"se"}',
    undefined,
  ]]);
  assertEquals(sent.length, 3);
  assertThrows(() => externalize(Invoice, { target: "invoices::#{" }), TypeError, "must hold the path of a property");
});
