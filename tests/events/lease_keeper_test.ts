import { assertEquals } from "@std/assert";
import { LeveledLogger, type LogRecord } from "@espalier/espalier";
import type { EventPublicationStore } from "@espalier/espalier/modulith";
// A lease is a matter of milliseconds and of other processes: here a test has both in its hands.
import { LeaseKeeper } from "../../src/modulith/events/publications/lease_keeper.ts";
import { ManualClock } from "./manual_clock.ts";

/** What the database says of leases, and what is asked of it. */
class LeaseTable {
  readonly calls: string[] = [];
  holders: { owner: string; beat: number | undefined }[] = [];
  held: string[] = [];
  released = 2;
  failure: Error | undefined;
  /** Where it is set, the look at the holders waits for it. */
  gate: Promise<void> | undefined;
  looks = 0;

  readonly store = {
    beat: (owner: string) => this.#call(`beat ${owner}`),
    holders: async () => {
      this.looks++;
      await this.gate;
      if (this.failure !== undefined) throw this.failure;
      return this.holders;
    },
    releaseAll: (owner: string) => this.#call(`releaseAll ${owner}`).then(() => this.released),
    leave: (owner: string) => this.#call(`leave ${owner}`),
    notifyWork: () => this.#call("notifyWork"),
    heldBy: (owner: string) => this.#call(`heldBy ${owner}`).then(() => this.held),
    release: (ids: readonly string[], owner: string) => this.#call(`release ${ids.join()} ${owner}`),
    // The keeper uses no more of it.
  } as unknown as EventPublicationStore;

  #call(text: string): Promise<void> {
    this.calls.push(text);
    return Promise.resolve();
  }

  /** Returns and forgets what was asked. */
  take(): string[] {
    return this.calls.splice(0);
  }
}

interface Watched {
  readonly table: LeaseTable;
  readonly keeper: LeaseKeeper;
  readonly logged: LogRecord[];
  readonly events: string[];
}

function watched(leaseMs: number, table = new LeaseTable()): Watched {
  const logged: LogRecord[] = [];
  const logger = new LeveledLogger({ "": "DEBUG" }, (record) => void logged.push(record));
  const keeper = new LeaseKeeper({ store: table.store, logger, leaseMs });
  const events: string[] = [];
  keeper.start(() => void events.push("release"), () => (events.push("watch"), Promise.resolve()));
  return { table, keeper, logged, events };
}

const lease = 30;
const takeOver = ["beat me", "releaseAll gone", "leave gone", "notifyWork"];

/** What was asked, with the keeper's own name as "me". */
function asked({ table, keeper }: Watched): string[] {
  return table.take().map((call) => call.replace(keeper.owner, "me"));
}

Deno.test("B4.1 C-187 what an instance holds is taken over when it has been silent for a whole lease", async () => {
  using clock = new ManualClock();
  const all = watched(lease);
  all.table.holders = [{ owner: "gone", beat: 7 }];
  await clock.pass(29);
  assertEquals(asked(all), ["beat me", "beat me"]);
  assertEquals([all.events, all.logged], [["watch", "watch", "watch"], []]);
  await clock.pass(1);
  assertEquals(asked(all), takeOver);
  assertEquals(all.events, ["watch", "watch", "watch", "release", "watch"]);
  assertEquals(all.logged.map(({ level, message }) => [level, message]), [
    ["WARN", "Took over 2 event publication(s) of an instance without a heartbeat for 30 ms"],
  ]);
});

Deno.test("B4.1 an instance that left nothing behind is forgotten without a word", async () => {
  using clock = new ManualClock();
  const all = watched(lease);
  all.table.holders = [{ owner: "gone", beat: undefined }];
  all.table.released = 0;
  await clock.pass(30);
  assertEquals(asked(all).slice(-2), ["releaseAll gone", "leave gone"]);
  assertEquals([all.events.includes("release"), all.logged], [false, []]);
});

Deno.test("B4.1 C-187 an instance is alive while its number changes, however slowly", async () => {
  using clock = new ManualClock();
  const all = watched(lease);
  for (let beat = 0; beat < 20; beat++) {
    all.table.holders = [{ owner: "slow", beat }];
    await clock.pass(20);
  }
  assertEquals(asked(all).filter((call) => call !== "beat me"), []);
  await clock.pass(30);
  assertEquals(asked(all).includes("releaseAll slow"), true);
});

Deno.test("B4.1 an instance that held nothing for a while is silent anew when it holds again", async () => {
  using clock = new ManualClock();
  const all = watched(lease);
  const holder = { owner: "other", beat: 1 };
  for (let round = 0; round < 5; round++) {
    all.table.holders = [holder];
    await clock.pass(20);
    all.table.holders = [];
    await clock.pass(10);
  }
  assertEquals(asked(all).filter((call) => call !== "beat me"), []);
});

Deno.test("B4.1 time in which a process was stopped is no silence of the others", async () => {
  using clock = new ManualClock();
  const all = watched(lease);
  all.table.holders = [{ owner: "gone", beat: 7 }];
  await clock.pass(10);
  clock.skip(10_000);
  await clock.pass(1);
  assertEquals(asked(all), ["beat me", "beat me"]);
  await clock.pass(10);
  assertEquals(asked(all), takeOver);
});

Deno.test("B4.1 an instance beats while it or another one holds something", async () => {
  using clock = new ManualClock();
  const all = watched(lease);
  const { keeper, table } = all;
  await clock.pass(20);
  assertEquals([asked(all), all.events.length], [[], 3]);
  keeper.keep("p");
  assertEquals([keeper.holds("p"), keeper.holds("q")], [true, false]);
  await clock.pass(20);
  assertEquals(asked(all), ["beat me", "beat me"]);
  keeper.letGo("p");
  assertEquals(keeper.holds("p"), false);
  await clock.pass(20);
  assertEquals(asked(all), []);
  table.holders = [{ owner: "other", beat: 1 }];
  await clock.pass(20);
  assertEquals(asked(all), ["beat me"]);
});

Deno.test("B4.1 what the database says is held here, and nobody here knows, is released after a lease", async () => {
  using clock = new ManualClock();
  const all = watched(lease);
  const { keeper, table } = all;
  table.holders = [{ owner: keeper.owner, beat: 1 }];
  table.held = ["known", "stray"];
  keeper.keep("known");
  await clock.pass(29);
  assertEquals(asked(all), Array(3).fill(["beat me", "heldBy me"]).flat());
  assertEquals(all.events.includes("release"), false);
  await clock.pass(1);
  assertEquals([asked(all), all.events.slice(-2)], [["beat me", "heldBy me", "release stray me"], [
    "release",
    "watch",
  ]]);
  table.holders = [{ owner: keeper.owner, beat: 1 }, { owner: "other", beat: 1 }];
  await clock.pass(10);
  assertEquals(asked(all).includes("heldBy me"), true);
});

Deno.test("B4.1 a lease of a millisecond is looked at each millisecond", async () => {
  using clock = new ManualClock();
  const all = watched(1);
  await clock.pass(5);
  assertEquals(all.events.length, 6);
});

Deno.test("B4.1 a database that fails is told and asked again", async () => {
  using clock = new ManualClock();
  const all = watched(lease);
  all.table.failure = new Error("gone away");
  await clock.pass(10);
  assertEquals(all.logged.map(({ level, message, fields }) => [level, message, fields.error]), [
    ["WARN", "Cannot renew the lease on event publications", all.table.failure],
    ["WARN", "Cannot renew the lease on event publications", all.table.failure],
  ]);
  all.table.failure = undefined;
  await clock.pass(10);
  assertEquals([all.logged.length, all.events], [2, ["watch"]]);
});

Deno.test("B4.1 a keeper that is closed waits for the statement under way, says what is held, and looks no more", async () => {
  using clock = new ManualClock();
  const all = watched(lease);
  const { keeper, table } = all;
  keeper.keep("p");
  await clock.pass(0);
  const gate = Promise.withResolvers<void>();
  table.gate = gate.promise;
  await clock.pass(10);
  let isClosed = false;
  let isSettled = false;
  keeper.settled().then(() => isSettled = true);
  const closing = keeper.close().finally(() => isClosed = true);
  await clock.pass(100);
  assertEquals([isClosed, isSettled, table.looks], [false, false, 2]);
  table.failure = new Error("gone away");
  gate.resolve();
  assertEquals([await closing, isSettled, all.logged], [["p"], true, []]);
  await clock.pass(100);
  assertEquals([table.looks, clock.timers], [2, 0]);
});

Deno.test("B4.1 a keeper that is closed between two looks leaves no timer", async () => {
  using clock = new ManualClock();
  const all = watched(lease);
  await clock.pass(5);
  assertEquals(clock.timers, 1);
  assertEquals([await all.keeper.close(), clock.timers], [[], 0]);
});
