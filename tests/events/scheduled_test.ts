import { ContainerModule, createApp, createContainer, data } from "@espalier/espalier";
import { Database, openDatabase } from "@espalier/espalier/data";
import {
  ApplicationListener,
  EventPublicationStore,
  events,
  scheduled,
  type ScheduledRun,
  type ScheduledTaskOptions,
} from "@espalier/espalier/modulith";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { onEverySqlStore } from "./sql_stores.ts";
import { shop, until } from "./publishing_shop.ts";

const quick = { leaseMs: 30, checkIntervalMs: 5 };

onEverySqlStore("B4.1 a scheduled task runs again and again, once for all instances", async (database) => {
  let running = 0;
  let most = 0;
  const runs: string[] = [];
  const task = async ({ at }: ScheduledRun) => {
    most = Math.max(most, ++running);
    runs.push(at.toISOString());
    await new Promise((resolve) => setTimeout(resolve, 1));
    running--;
  };
  const bindings: Parameters<typeof shop>[1] = ({ bind }) =>
    void bind(ApplicationListener).toConstantValue(
      scheduled("clean-up", { fixedDelayMs: 5, initialDelayMs: 0, transaction: "none" }, task),
    );
  await using first = await shop(database, bindings, quick);
  await using second = await shop(database, bindings, quick);
  await until(() => Promise.resolve(runs.length), (count) => count >= 8);
  assertEquals(most, 1);
  const rows = await first.publications.find({ listenerId: "scheduled:clean-up" });
  assertEquals([rows.length, await second.publications.counts().then(({ COMPLETED }) => COMPLETED)], [1, undefined]);
});

onEverySqlStore(
  "B4.1 a scheduled task that fails runs again at its next time, and keeps nothing of the run that failed",
  async (database) => {
    let runs = 0;
    const again = Promise.withResolvers<void>();
    const { url, ...options } = database.options;
    await using db = await openDatabase(url, options);
    await db.execute("create table reports (n bigint)");
    await using _running = await shop(database, ({ bind }) => {
      bind(ApplicationListener).toResolvedValue((own) =>
        scheduled("report", { fixedDelayMs: 5 }, async () => {
          await own.execute(`insert into reports values (${++runs})`);
          if (runs === 1) throw new Error("Out of paper");
          again.resolve();
        }), [Database]);
    }, { ...quick, maxAttempts: 1 });
    await db.execute("create table reports (n bigint)").catch(() => undefined);
    await again.promise;
    const first = await db.execute("select count(*) as number from reports where n = 1");
    assertEquals(Number(first[0]!.number), 0);
  },
);

onEverySqlStore(
  "B4.1 a run of a crashed instance is taken over, and missed times are made up for once",
  async (database) => {
    const runs: Date[] = [];
    const bindings: Parameters<typeof shop>[1] = ({ bind }) =>
      void bind(ApplicationListener).toConstantValue(
        scheduled("nightly", { cron: "0 3 1 1 *", timeZone: "Europe/Oslo" }, ({ at }) => void runs.push(at)),
      );
    {
      await using before = await shop(database, bindings);
      const [next] = await before.publications.find({ status: "SCHEDULED" });
      assert(next!.nextAttemptDate!.getTime() > Date.now());
      // The time came, and an instance took the run and died.
      await before.app.container.get(Database).execute(
        "update event_publication set owner = 'gone', status = 'PROCESSING', next_attempt_date = null",
      );
    }
    await using after = await shop(database, bindings, quick);
    await until(() => after.publications.find({ status: "SCHEDULED" }), ([found]) => found !== undefined);
    assertEquals(runs.length, 1);
    assertEquals(runs[0]!.toISOString().slice(4), "-01-01T02:00:00.000Z");
    const [next] = await after.publications.find({ status: "SCHEDULED" });
    const stored = JSON.parse(next!.serializedEvent) as { at: { $date: string } };
    assertEquals(new Date(stored.at.$date).getUTCFullYear(), runs[0]!.getUTCFullYear() + 1);
  },
);

onEverySqlStore("B4.1 a changed schedule applies from the next start", async (database) => {
  const start = (options: ScheduledTaskOptions) =>
    shop(database, ({ bind }) => {
      bind(ApplicationListener).toConstantValue(scheduled("report", options, () => {}));
    });
  const next = async (running: Awaited<ReturnType<typeof start>>) =>
    (await running.app.container.get(EventPublicationStore).get("scheduled:report"))!.nextAttemptDate!.getTime() -
    Date.now();
  {
    await using daily = await start({ fixedDelayMs: 86_400_000 });
    assert(await next(daily) > 80_000_000);
  }
  await using hourly = await start({ fixedDelayMs: 3_600_000 });
  const first = await next(hourly);
  assert(first > 3_000_000 && first < 3_700_000, String(first));
  await using same = await start({ fixedDelayMs: 3_600_000 });
  assert(await next(same) <= first);
});

Deno.test("B4.1 an invalid schedule is rejected", async () => {
  const task = (options: ScheduledTaskOptions) =>
    createApp(
      createContainer(
        data(),
        events(),
        new ContainerModule(({ bind }) => {
          bind(ApplicationListener).toConstantValue(scheduled("report", options, () => {}));
        }),
      ),
      { properties: { logging: { level: "OFF" } } },
    );
  const error = await assertRejects(() => task({ fixedDelayMs: 1 }), Error);
  assertEquals(
    error instanceof Error && error.message,
    'Cannot start the application as "events: find listeners" failed: Cannot run "scheduled:report" as scheduled tasks ' +
      "need a store: install eventPublications()",
  );
  assertThrows(() => scheduled("", { fixedDelayMs: 1 }, () => {}), TypeError, "must have a name");
  assertThrows(
    () => scheduled("report", { fixedDelayMs: 0.5 }, () => {}),
    TypeError,
    'Cannot schedule "report" as fixedDelayMs must be an integer number of milliseconds: current value is 0.5',
  );
});

onEverySqlStore("B4.1 a cron pattern that can't be read fails the start", async (database) => {
  const error = await assertRejects(() =>
    shop(database, ({ bind }) => {
      bind(ApplicationListener).toConstantValue(scheduled("report", { cron: "every day" }, () => {}));
    })
  );
  assert(error instanceof Error && error.message.includes('current value is "every day" in "UTC"'), String(error));
});
