import { ContainerModule, createApp, createContainer, data } from "@espalier/espalier";
import { Database, StatementListener, Transactions } from "@espalier/espalier/data";
import {
  ApplicationEvents,
  ApplicationListener,
  EventPublications,
  eventPublications,
  EventPublicationStore,
  listenAfterCommit,
} from "@espalier/espalier/modulith";
import { assert, assertEquals } from "@std/assert";
import { hasPostgres } from "../data/stores.ts";
import { isLong, times } from "../long.ts";
import { onEverySqlStore, postgresSchema, sqlStores } from "./sql_stores.ts";
import { fast, OrderPlaced, shop, until } from "./publishing_shop.ts";

/** Completed publications of the past, which nobody shall look at. */
async function addCompleted(database: Database, count: number): Promise<void> {
  const isPostgres = database.name.startsWith("postgres:");
  const isMariadb = database.name.startsWith("mysql:");
  const numbers = isPostgres
    ? `generate_series(1, ${count}) as numbers(n)`
    : isMariadb
    ? `(select seq as n from seq_1_to_${count}) as numbers`
    : `(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
        select n from numbers) as numbers`;
  await database.execute(
    `insert into event_publication (id, listener_id, event_type, serialized_event, publication_date, completion_date,
      status, status_since, completion_attempts)
      select ${
      isMariadb ? "concat('old-', n)" : "'old-' || n"
    }, 'shipping', 'OrderPlaced', '{"orderId":"old"}', n, n, 'COMPLETED', n, 1 from ${numbers}
      where n > 0`,
  );
  const analyze = isPostgres ? "analyze event_publication" : isMariadb ? "analyze table event_publication" : "analyze";
  await database.execute(analyze);
}

const size = times(20_000, 2_000_000);

onEverySqlStore(
  "B4.1 a look for work reads ranges of partial indexes, however many publications are completed, and changes nothing",
  async (own) => {
    const statements: string[] = [];
    const shipping = new ContainerModule(({ bind }) => {
      bind(ApplicationListener).toConstantValue(
        listenAfterCommit(OrderPlaced, () => {}, { id: "shipping", orderedBy: ({ orderId }) => orderId }),
      );
      bind(StatementListener).toConstantValue((text) => void statements.push(text));
    });
    const container = createContainer(data(own.options), eventPublications(fast), shipping);
    await using _app = await createApp(container, {
      properties: { logging: { level: "OFF" }, events: { retentionMs: 0 }, data: { statementTimeoutMs: 0 } },
    });
    const database = container.get(Database);
    const store = container.get(EventPublicationStore);
    await addCompleted(database, size);
    const publications = container.get(EventPublications);
    await publications.resubmitDue();
    statements.length = 0;
    const began = performance.now();
    const looks = 20;
    for (let look = 0; look < looks; look++) await publications.resubmitDue();
    const duration = (performance.now() - began) / looks;
    if (isLong) {
      console.log(`a look among ${size} publications: ${duration.toFixed(2)} ms`);
      assert(duration < 5, `a look took ${duration} ms`);
    }
    // What runs beside a look, now and then.
    await store.repairDue("shipping", 1);
    await store.promoteAll();
    await store.holders();
    await store.heldBy("nobody");
    await store.backlog();
    await store.waiting(["shipping"], 10);
    await publications.find({ status: "FAILED" });
    assertEquals(statements.filter((text) => !/^select/.test(text)), []);
    for (const text of new Set(statements)) {
      const plan = await planOf(database, text);
      assert(plan.includes("event_publication_"), `${text}\n${plan}`);
      assert(!/seq scan on event_publication\b|SCAN event_publication$/im.test(plan), `${text}\n${plan}`);
    }
  },
);

Deno.test("B4.1 on SQLite updates find publications by their ids, not by the index of a status that the whole backlog has", async () => {
  const { make } = sqlStores.find(({ name }) => name === "sqlite")!;
  await using own = await make();
  const statements: string[] = [];
  await using running = await shop(own, ({ bind }) => {
    bind(StatementListener).toConstantValue((text) => void statements.push(text));
  });
  const { container } = running.app;
  const store = container.get(EventPublicationStore);
  statements.length = 0;
  const ids = Array.from({ length: 50 }, (_, at) => `p-${at}`);
  await store.beginFirst(ids, "me");
  await store.claim(ids, "me");
  await store.release(ids, "me");
  await store.abandonDue(ids);
  await store.makeDue(ids);
  await store.giveUp(ids);
  await store.deleteEnded(ids);
  const changes = new Set(statements.filter((text) => /^\s*(update|delete)\b/.test(text) && / id in \(/.test(text)));
  // Eight statements, for 20 and for 10 publications.
  assertEquals(changes.size, 16);
  for (const text of changes) {
    // A file has one lock for all writers: no statement holds it for more than a few rows.
    assert(text.split("?").length < 25, text);
    const plan = await planOf(container.get(Database), text);
    assert(/\(id=\?\)/.test(plan) && !/\b(SCAN|event_publication_\w+) \(/.test(plan), `${text}\n${plan}`);
  }
});

/** The plan of a statement, with numbers and texts that find nothing for its parameters. */
async function planOf(database: Database, text: string): Promise<string> {
  const isPostgres = database.name.startsWith("postgres:");
  const named = text.replace(/(\bid|_id|owner|status|ordering_key) = (\$\d+|\?)/g, "$1 = 'x'").replace(
    /\$\d+|\?/g,
    "10",
  );
  if (database.name.startsWith("mysql:")) {
    return (await database.execute(`explain ${named}`)).map(({ key }) => String(key)).join("\n");
  }
  const rows = await database.execute(`${isPostgres ? "explain" : "explain query plan"} ${named}`);
  return rows.map((row) => isPostgres ? row["QUERY PLAN"] : row.detail).join("\n");
}

onEverySqlStore("B4.1 what was completed long ago is deleted in small steps, also from the archive", async (own) => {
  await using running = await shop(own, ({ bind }) => {
    bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, () => {}, { id: "shipping" }));
  }, { leaseMs: 3 });
  const database = running.app.container.get(Database);
  await addCompleted(database, 1_200);
  await database.execute(
    `insert into event_publication_archive (id, listener_id, event_type, serialized_event, publication_date,
      completion_date, status, status_since, completion_attempts)
      values ('archived', 'shipping', 'OrderPlaced', '{}', 1, 1, 'COMPLETED', 1, 1)`,
  );
  await running.publish(new OrderPlaced("new"));
  await running.settled();
  await until(() => running.publications.counts(), ({ COMPLETED }) => COMPLETED === 1);
});

Deno.test({
  name: "B4.1 on PostgreSQL an instance is notified at once of publications that exceed another's capacity",
  ignore: !hasPostgres,
  async fn() {
    await using own = await postgresSchema();
    const told: string[] = [];
    const both = Promise.withResolvers<void>();
    const instance = (name: string) =>
      shop(own, ({ bind }) => {
        const on = async () => {
          told.push(name);
          if (new Set(told).size === 2) both.resolve();
          // Nobody goes on before the other one has got something.
          await both.promise;
        };
        bind(ApplicationListener).toConstantValue(
          listenAfterCommit(OrderPlaced, on, { id: "shipping", transaction: "none", concurrency: 1 }),
        );
      }, { batchSize: 2 });
    await using first = await instance("first");
    await using second = await instance("second");
    const { container } = first.app;
    await container.get(Transactions).run(async () => {
      for (let at = 0; at < 12; at++) await container.get(ApplicationEvents).publish(new OrderPlaced(`o-${at}`));
    });
    await both.promise;
    await until(() => second.publications.counts(), ({ COMPLETED }) => COMPLETED === 12);
    assertEquals(told.length, 12);
  },
});
