import { ContainerModule, createApp, createContainer, data } from "@espalier/espalier";
import { Database, openDatabase } from "@espalier/espalier/data";
import {
  ApplicationListener,
  type EventPublication,
  EventPublications,
  eventPublications,
  listenAfterCommit,
} from "@espalier/espalier/modulith";
import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { onEverySqlStore } from "./sql_stores.ts";
import { fast, OrderPlaced, shop } from "./publishing_shop.ts";

onEverySqlStore(
  "B4.1 C-178 completed publications are deleted or archived where that is asked for",
  async (database) => {
    const bindings: Parameters<typeof shop>[1] = ({ bind }) =>
      void bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, () => {}, { id: "shipping" }));
    for (const [completionMode, archived] of [["delete", 0], ["archive", 1]] as const) {
      await using running = await shop(database, bindings, { completionMode });
      await running.publish(new OrderPlaced("o-1"));
      await running.settled();
      const rows = await running.app.container.get(Database).execute("select status from event_publication_archive");
      assertEquals([await running.publications.find(), rows.length], [[], archived]);
    }
  },
);

onEverySqlStore("B4.1 C-172 C-175 the oldest come first, and the oldest go first", async (database) => {
  const told: string[] = [];
  let isReady = false;
  await using running = await shop(database, ({ bind }) => {
    const on = ({ orderId }: OrderPlaced) => {
      if (!isReady) throw new Error("Not ready");
      told.push(orderId);
    };
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, on, { id: "shipping" }));
  }, { batchSize: 1 });
  const db = running.app.container.get(Database);
  const hour = 3_600_000;
  for (const [orderId, hours] of [["three", 3], ["none", 0], ["one", 1]] as const) {
    await running.publish(new OrderPlaced(orderId));
    await running.settled();
    const date = Date.now() - hours * hour;
    await db.execute(
      `update event_publication set publication_date = ${date}, next_attempt_date = ${date}
        where serialized_event like '%"${orderId}"%'`,
    );
  }
  isReady = true;
  for (let round = 0; round < 3; round++) {
    await running.publications.resubmitDue();
    await running.settled();
  }
  const byAge = ["three", "one", "none"];
  const stored = async () =>
    (await running.publications.find()).map((each) => JSON.parse(each.serializedEvent).orderId);
  assertEquals([told, await stored()], [byAge, byAge]);
  await db.execute(`update event_publication set completion_date = completion_date - 30000
    where serialized_event like '%"one"%'`);
  assertEquals([await running.publications.deleteCompleted(15_000), await stored()], [1, ["three", "none"]]);
});

onEverySqlStore("B4.1 C-176 publications that are completed or given up are deleted by their ids", async (database) => {
  let isBroken = false;
  const bindings: Parameters<typeof shop>[1] = ({ bind }) => {
    const on = () => isBroken ? Promise.reject(new Error("Down")) : Promise.resolve();
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, on, { id: "shipping" }));
  };
  await using running = await shop(database, bindings);
  const { publications } = running;
  const published = async (status: EventPublication["status"]) => {
    for (const id of ["o-1", "o-2"]) await running.publish(new OrderPlaced(id));
    await running.settled();
    return (await publications.find({ status })).map(({ id }) => id);
  };
  const [completed, completedToo] = await published("COMPLETED");
  isBroken = true;
  const [failed, failedToo] = await published("FAILED");
  await publications.giveUp(failed!);
  assertEquals(await publications.delete(completed!, failed!, failedToo!, "unknown"), 2);
  assertEquals((await publications.find()).map(({ id }) => id).sort(), [completedToo, failedToo].sort());
});

onEverySqlStore("B4.1 C-176 what was archived is deleted by its id, too", async (database) => {
  await using running = await shop(database, ({ bind }) => {
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, () => {}, { id: "shipping" }));
  }, { completionMode: "archive" });
  await running.publish(new OrderPlaced("o-1"));
  await running.settled();
  const archived = () => running.app.container.get(Database).execute("select id from event_publication_archive");
  const ids = (await archived()).map(({ id }) => String(id));
  assertEquals([ids.length, await running.publications.delete(...ids), await archived()], [1, 1, []]);
});

onEverySqlStore("B4.1 C-178 what was archived is found as completed, and counted", async (database) => {
  const bindings: Parameters<typeof shop>[1] = ({ bind }) => {
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, () => {}, { id: "shipping" }));
  };
  const orders = async (publications: EventPublications, filter: Parameters<EventPublications["find"]>[0]) =>
    (await publications.find(filter)).map(({ serializedEvent }) => JSON.parse(serializedEvent).orderId);
  for (const [completionMode, orderId] of [["archive", "o-1"], ["update", "o-2"], ["archive", "o-3"]] as const) {
    await using running = await shop(database, bindings, { completionMode });
    await running.publish(new OrderPlaced(orderId));
    await running.settled();
  }
  await using running = await shop(database, bindings, { completionMode: "archive" });
  const { publications } = running;
  assertEquals(await orders(publications, { status: "COMPLETED", listenerId: "shipping" }), ["o-1", "o-2", "o-3"]);
  assertEquals(await orders(publications, { status: "COMPLETED", limit: 2 }), ["o-1", "o-2"]);
  assertEquals(await orders(publications, { status: "COMPLETED", listenerId: "other" }), []);
  assertEquals(await orders(publications, {}), ["o-2"]);
  assertEquals(await publications.counts(), { COMPLETED: 3 });
});

Deno.test("B4.1 publications are deleted by an age that is a number", async () => {
  await using app = await createApp(createContainer(data(), eventPublications(fast)));
  await assertRejects(
    () => app.container.get(EventPublications).deleteCompleted(NaN),
    RangeError,
    'Cannot delete publications as "olderThanMs" must be a finite number: current value is NaN',
  );
});

Deno.test("B4.1 C-169 publications are found up to a limit that is an integer from 1", async () => {
  await using app = await createApp(createContainer(data(), eventPublications(fast)));
  const publications = app.container.get(EventPublications);
  for (const limit of [0, -1, 1.5, NaN]) {
    await assertRejects(
      () => publications.find({ limit }),
      RangeError,
      `Cannot find publications as "limit" must be an integer >= 1: current value is ${limit}`,
    );
  }
});

onEverySqlStore(
  "B4.1 a table of somebody else's under the same name is told with the columns it needs",
  async (database) => {
    const { url, ...options } = database.options;
    await using opened = await openDatabase(url, options);
    await opened.execute(
      "create table event_publication (id varchar(36) primary key, listener_id text, completion_date bigint)",
    );
    const error = await assertRejects(
      () => createApp(createContainer(data(database.options), eventPublications())),
      Error,
    );
    assertMatch(
      error.message,
      /Cannot store event publications as table "event_publication" must have the columns id, listener_id, .* owner: rename the table that is there \(.*event_type/,
    );
  },
);

onEverySqlStore("B4.1 C-178 publications are archived from a table that has further columns", async (database) => {
  const bindings: ConstructorParameters<typeof ContainerModule>[0] = ({ bind }) => {
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, () => {}, { id: "shipping" }));
  };
  await using running = await shop(database, bindings, { completionMode: "archive" });
  await running.app.container.get(Database).execute("alter table event_publication add column note text");
  await running.publish(new OrderPlaced("o-1"));
  await running.settled();
  const rows = await running.app.container.get(Database).execute("select status from event_publication_archive");
  assertEquals([await running.publications.find(), rows.map(({ status }) => status)], [[], ["COMPLETED"]]);
});
