import { Database, openDatabase, StatementListener, Transactions } from "@espalier/espalier/data";
import { ContainerModule, createApp, createContainer, data, LogSink } from "@espalier/espalier";
import {
  AfterCommitDelivery,
  ApplicationEvents,
  ApplicationListener,
  eventPublications,
  EventPublicationStore,
  events,
  EventSerializer,
  listenAfterCommit,
} from "@espalier/espalier/modulith";
import { assert, assertEquals } from "@std/assert";
import { hasPostgres } from "../data/stores.ts";
import { times } from "../long.ts";
import { onEverySqlStore, type OwnDatabase, postgresSchema, sqlStores } from "./sql_stores.ts";
import { OrderPlaced, passPauses, shop, until } from "./publishing_shop.ts";

function pool({ options, ...rest }: OwnDatabase, maxConnections: number): OwnDatabase {
  const url = options.url;
  return { ...rest, options: url.startsWith("sqlite:") ? options : { ...options, maxConnections } };
}

async function publishMany(container: { get: typeof createContainer.prototype.get }, count: number): Promise<void> {
  await container.get(Transactions).run(async () => {
    for (let at = 0; at < count; at++) await container.get(ApplicationEvents).publish(new OrderPlaced(`o-${at}`));
  });
}

const burst = times(60, 800);

onEverySqlStore(
  "B4.1 listeners of many events of one transaction take turns, and leave connections to others",
  async (database) => {
    for (const isStored of [true, false]) {
      let running = 0;
      let most = 0;
      const told: string[] = [];
      const shipping = new ContainerModule(({ bind }) => {
        bind(ApplicationListener).toResolvedValue((db) =>
          listenAfterCommit(OrderPlaced, async ({ orderId }) => {
            most = Math.max(most, ++running);
            await db.execute("select 1");
            await new Promise((resolve) => setTimeout(resolve, 1));
            told.push(orderId);
            running--;
          }, { id: "shipping" }), [Database]);
      });
      const stored = isStored ? [eventPublications()] : [];
      await using app = await createApp(
        createContainer(data(pool(database, 5).options), events(), ...stored, shipping),
        {
          properties: { logging: { level: "OFF" } },
        },
      );
      await publishMany(app.container, burst);
      await app.container.get(AfterCommitDelivery).settled();
      assertEquals(told.length, burst);
      assertEquals(new Set(told).size, burst);
      assert(most <= 2, `${most} listeners ran at the same time`);
    }
  },
);

onEverySqlStore("B4.1 a pool of one and of two connections is enough for transactional listeners", async (database) => {
  for (const connections of [1, 2]) {
    const told: string[] = [];
    await using running = await shop(pool(database, connections), ({ bind }) => {
      for (const id of ["shipping", "mailing"]) {
        bind(ApplicationListener).toResolvedValue(
          (db) =>
            listenAfterCommit(OrderPlaced, async ({ orderId }) => {
              await db.execute("select 1");
              // Longer than the lease. On SQLite nobody can look after leases meanwhile: the listener holds the one connection.
              await new Promise((resolve) => setTimeout(resolve, 40));
              told.push(`${id} ${orderId}`);
            }, { id }),
          [Database],
        );
      }
    }, { leaseMs: 30 });
    await publishMany(running.app.container, 3);
    await running.settled();
    assertEquals(told.length, 6);
    assertEquals(
      (await running.publications.find()).map(({ completionAttempts }) => completionAttempts),
      Array(6).fill(1),
    );
    await running.publications.deleteCompleted(-60_000);
  }
});

Deno.test({
  name: "B4.1 a listener that waits for a connection has made no attempt",
  ignore: !hasPostgres,
  fn: async () => {
    await using database = await postgresSchema();
    const told: string[] = [];
    const gate = Promise.withResolvers<void>();
    const properties = { data: { connectTimeoutMs: 50 }, logging: { level: "WARN" as const } };
    let waits = 0;
    await using running = await shop(
      pool(database, 1),
      ({ bind }) => {
        bind(LogSink).toConstantValue(({ message }) => void (message.endsWith("waits") && waits++));
        bind(ApplicationListener).toConstantValue(
          listenAfterCommit(OrderPlaced, ({ orderId }) => void told.push(orderId), { id: "shipping" }),
        );
      },
      {},
      properties,
    );
    const { container } = running.app;
    const holding = container.get(Transactions).run(() => gate.promise);
    await container.get(Transactions).run(() => Promise.resolve()).catch(() => undefined);
    // Published outside of the pool that is taken.
    const store = container.get(EventPublicationStore);
    const serializedEvent = container.get(EventSerializer).serialize(new OrderPlaced("o-1"));
    await using other = await openDatabase(database.options.url, {
      schema: database.options.schema!,
    });
    await other.execute(
      `insert into event_publication (id, listener_id, event_type, serialized_event, publication_date, status,
      status_since, completion_attempts, next_attempt_date) values ('p-1', 'shipping', 'OrderPlaced', $1, 1, 'PUBLISHED', 1, 0, 1)`,
      [serializedEvent],
    );
    const due = running.publications.resubmitDue();
    await until(() => store.backlog(), ({ counts }) => counts.PROCESSING === 1);
    await until(() => Promise.resolve(waits), (count) => count >= 2);
    assertEquals(told, []);
    gate.resolve();
    await holding;
    await due;
    await running.settled();
    assertEquals(told, ["o-1"]);
    assertEquals((await running.publications.find()).map(({ completionAttempts }) => completionAttempts), [1]);
  },
});

onEverySqlStore(
  "B4.1 events of one key are told in their order, also by two instances, while others overtake them",
  async (database) => {
    const told = new Map<string, number[]>();
    let failures = 0;
    const bindings: Parameters<typeof shop>[1] = ({ bind }) => {
      bind(ApplicationListener).toConstantValue(
        listenAfterCommit(OrderPlaced, async ({ orderId }) => {
          const [key, at] = orderId.split("-") as [string, string];
          await new Promise((resolve) => setTimeout(resolve, 0));
          // One event of each key fails at first.
          if (at === "3" && failures++ < 3) throw new Error("Not yet");
          told.set(key, [...told.get(key) ?? [], Number(at)]);
        }, { id: "shipping", orderedBy: ({ orderId }) => orderId.split("-")[0], transaction: "none", concurrency: 4 }),
      );
    };
    const options = { batchSize: 4, retryDelayMs: 1, maxRetryDelayMs: 10, checkIntervalMs: 10 };
    await using first = await shop(database, bindings, options);
    await using second = await shop(database, bindings, options);
    const { container } = first.app;
    await container.get(Transactions).run(async () => {
      for (let at = 0; at < 10; at++) {
        for (const key of ["a", "b", "c"]) {
          await container.get(ApplicationEvents).publish(new OrderPlaced(`${key}-${at}`));
        }
      }
    });
    await until(() => second.publications.counts(), ({ COMPLETED }) => COMPLETED === 30);
    const inOrder = Array.from({ length: 10 }, (_, at) => at);
    assertEquals(Object.fromEntries([...told].sort()), { a: inOrder, b: inOrder, c: inOrder });
  },
);

// SQLite locks no rows.
for (const store of sqlStores.filter(({ name }) => name !== "sqlite")) {
  const name = "B4.1 a delivery is written down although another instance has its row locked at the moment";
  Deno.test({
    name: `${name} [${store.name}]`,
    ignore: store.ignore,
    fn: async () => {
      await using database = await store.make();
      const [called, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const bindings: Parameters<typeof shop>[1] = ({ bind }) => {
        const listener = async () => {
          called.resolve();
          await mayEnd.promise;
        };
        bind(ApplicationListener).toConstantValue(
          listenAfterCommit(OrderPlaced, listener, { id: "shipping", transaction: "none" }),
        );
      };
      await using running = await shop(database, bindings);
      await using other = await openDatabase(database.options.url, { ...database.options, maxConnections: 1 });
      await running.app.container.get(ApplicationEvents).publish(new OrderPlaced("o-1"));
      await called.promise;
      await other.transactions.run(async () => {
        await other.execute("select id from event_publication for update");
        mayEnd.resolve();
        // The write waits now.
        while ((await other.execute(waitingStatements(database.options.url)))[0]!.count === 0);
      });
      await until(() => running.publications.counts(), ({ COMPLETED }) => COMPLETED === 1);
    },
  });
}

/** Counts the statements about publications that wait for a lock. */
function waitingStatements(url: string): string {
  return url.startsWith("postgres:")
    ? `select count(*)::int as count from pg_stat_activity
         where pg_backend_pid() = any(pg_blocking_pids(pid)) and query like '%event_publication%'`
    : `select cast(count(*) as int) as count from information_schema.processlist where db = database()
         and command <> 'Sleep' and time_ms > 100 and id <> connection_id() and info like '%event_publication%'`;
}

Deno.test("B4.1 a burst leaves the event loop to others, also where nothing in it waits", async () => {
  await using own = await sqlStores[0]!.make();
  for (const features of [[events()], [data(), eventPublications()], [data(own.options), eventPublications()]]) {
    let told = 0;
    const busy = new ContainerModule(({ bind }) => {
      bind(ApplicationListener).toConstantValue(
        listenAfterCommit(OrderPlaced, () => {
          // Half a millisecond of work.
          for (const began = performance.now(); performance.now() - began < 0.5;);
          told++;
        }, { id: "busy" }),
      );
    });
    await using app = await createApp(createContainer(...features, busy), {
      properties: { logging: { level: "OFF" }, events: { maxBacklog: 0 } },
    });
    let isOver = false;
    let turns = 0;
    const other = async () => {
      for (; !isOver; turns++) await new Promise((resolve) => void setImmediate(resolve));
    };
    const others = other();
    for (let at = 0; at < 100; at++) {
      await app.container.get(ApplicationEvents).publish(new OrderPlaced(`o-${at}`));
    }
    await app.container.get(AfterCommitDelivery).settled();
    isOver = true;
    await others;
    assertEquals(told, 100);
    assert(turns >= 10, `others had ${turns} turns in 50 ms of work`);
  }
});

onEverySqlStore(
  "B4.1 first attempts of a listener that is quick are written down several at once, further ones alone",
  async (database) => {
    const marked: string[] = [];
    const calls: string[] = [];
    await using running = await shop(database, ({ bind }) => {
      bind(StatementListener).toConstantValue((text) => void (text.includes("'PROCESSING',") && marked.push(text)));
      const on = ({ orderId }: OrderPlaced) => {
        calls.push(orderId);
        if (orderId === "o-7" && calls.length < 60) throw new Error("Not yet");
      };
      bind(ApplicationListener).toConstantValue(listenAfterCommit(OrderPlaced, on, { id: "quick" }));
    });
    await publishMany(running.app.container, 50);
    await running.settled();
    // MariaDB takes several statements for each, so that no attempt counts as quick. On a busy machine only some do.
    assert(
      marked.length < (database.options.url.startsWith("mysql:") ? 51 : 50),
      `${marked.length} statements for 50 attempts`,
    );
    assertEquals(new Set(calls).size, 50);
    const found = await running.publications.find();
    assertEquals(found.map(({ completionAttempts }) => completionAttempts), Array(50).fill(1));
    await passPauses(running);
    marked.length = 0;
    await running.publications.resubmitDue();
    await running.settled();
    const [again] = await running.publications.find({ status: "FAILED" });
    assertEquals([marked.length, again?.completionAttempts, calls.length], [1, 2, 51]);
  },
);

onEverySqlStore(
  "B4.1 what an instance wrote down ahead when it died has lost one attempt at most",
  async (database) => {
    const told: string[] = [];
    await using running = await shop(database, ({ bind }) => {
      bind(ApplicationListener).toConstantValue(
        listenAfterCommit(OrderPlaced, ({ orderId }) => void told.push(orderId), { id: "shipping" }),
      );
    }, { leaseMs: 30, maxAttempts: 2 });
    const store = running.app.container.get(EventPublicationStore);
    const serializedEvent = running.app.container.get(EventSerializer).serialize(new OrderPlaced("o-1"));
    const ids = ["p-1", "p-2", "p-3"];
    const publication = { listenerId: "shipping", eventType: "OrderPlaced", serializedEvent, traceparent: undefined };
    await store.add(ids.map((id) => ({ id, ...publication, owner: "another" })));
    assertEquals((await store.beginFirst([...ids, "unknown"], "another")).sort(), ids);
    assertEquals(await store.beginFirst(ids, "another"), []);
    assertEquals(await store.beginFirst(ids, "a third"), []);
    await until(() => running.publications.counts(), ({ COMPLETED }) => COMPLETED === 3);
    assertEquals(told.length, 3);
    const found = await running.publications.find();
    assertEquals(found.map(({ completionAttempts }) => completionAttempts), [2, 2, 2]);
  },
);

onEverySqlStore(
  "B4.1 publishers that outrun their listeners are slowed down after the commit, without a connection, for a time",
  async (own) => {
    for (const stored of [[eventPublications()], []]) {
      for (const maxPublisherDelayMs of [60_000, 20]) {
        let isOpen = false;
        const gate = Promise.withResolvers<void>();
        const slow = new ContainerModule(({ bind }) => {
          bind(ApplicationListener).toConstantValue(
            listenAfterCommit(OrderPlaced, () => gate.promise, { id: "slow", transaction: "none", concurrency: 1 }),
          );
        });
        await using app = await createApp(createContainer(data(pool(own, 1).options), events(), ...stored, slow), {
          properties: { logging: { level: "OFF" }, events: { maxBacklog: 3, maxPublisherDelayMs } },
        });
        const transactions = app.container.get(Transactions);
        let committed = 0;
        const publishers = Array.from({ length: 10 }, async (_, at) => {
          await transactions.run(async () => {
            transactions.current!.afterCommit(() => void committed++);
            await app.container.get(ApplicationEvents).publish(new OrderPlaced(`o-${at}`));
          });
          return isOpen;
        });
        await until(() => Promise.resolve(committed), (count) => count === 10);
        // The pool of one is free while publishers wait.
        await transactions.run(() => app.container.get(Database).execute("select 1"));
        if (maxPublisherDelayMs > 1_000) {
          isOpen = true;
          gate.resolve();
        }
        // One event is at work, and three wait: that is not too many.
        const slowed = (await Promise.all(publishers)).filter((wasOpen) => wasOpen).length;
        assertEquals(slowed, maxPublisherDelayMs > 1_000 ? 6 : 0);
        gate.resolve();
        await app.container.get(AfterCommitDelivery).settled();
      }
    }
  },
);
