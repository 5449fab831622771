import { assertEquals, assertRejects } from "@std/assert";
import type { Application, DataOptions } from "@espalier/espalier";
import { Database, DataIntegrityError, openDatabase, where } from "@espalier/espalier/data";
import { AccessDeniedError, Authentication, type Principal } from "@espalier/espalier/security";
import { inAccessScope } from "../../src/context/mod.ts";
import { hasMariadb, hasPostgres, mariadbUrl, postgresUrl } from "../data/stores.ts";
import { ada, bob, Patient, Patients, start } from "./rows_app.ts";

/** How many statements wait for a lock in a schema. */
type Waiting = (schema: string) => string;

interface RaceStore {
  readonly name: string;
  readonly url: string;
  readonly ignore?: boolean;
  /** Absent where writing transactions run one after another. */
  readonly waiting?: Waiting;
}

const stores: readonly RaceStore[] = [
  { name: "memory", url: "memory:" },
  { name: "sqlite", url: "sqlite::memory:" },
  {
    name: "postgres",
    url: postgresUrl,
    ignore: !hasPostgres,
    waiting: (schema) =>
      `select count(*) as count from pg_stat_activity a where exists (
         select from pg_locks l join pg_class c on c.oid = l.relation
         join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = '${schema}' and l.pid = any(pg_blocking_pids(a.pid)))`,
  },
  {
    name: "mariadb",
    url: mariadbUrl,
    ignore: !hasMariadb,
    // What InnoDB says of waiting transactions is not refreshed while it is asked all the time.
    waiting: (schema) =>
      `select count(*) as count from information_schema.processlist
         where db = '${schema}' and command <> 'Sleep' and time_ms > 100`,
  },
];

interface Race {
  readonly patients: Patients;
  readonly database: Database;
  /** Starts work while a transaction is open, which commits as soon as the work waits for it. */
  during<R>(open: () => Promise<unknown>, work: () => Promise<R>): Promise<PromiseSettledResult<R>>;
}

function as<R>(principal: Principal, work: () => Promise<R>): Promise<R> {
  return inAccessScope({ authentication: new Authentication(principal) }, work);
}

function raceOf(app: Application, waits: () => Promise<void>): Race {
  const database = app.container.get(Database);
  return {
    database,
    patients: app.container.get(Patients),
    async during(open, work) {
      const opened = Promise.withResolvers<void>();
      const commit = Promise.withResolvers<void>();
      const first = database.transactions.run(async () => {
        await open();
        opened.resolve();
        await commit.promise;
      });
      await opened.promise;
      const second = Promise.allSettled([work()]);
      await waits();
      commit.resolve();
      await first;
      return (await second)[0];
    },
  };
}

async function raceOn({ url, waiting }: RaceStore, test: (race: Race) => Promise<void>): Promise<void> {
  const some = [new Patient("1", "ada", "Anna"), new Patient("2", "bob", "Bart")];
  if (waiting === undefined) {
    await using app = await start(some, [], { url });
    return await test(raceOf(app, () => Promise.resolve()));
  }
  const schema = `espalier_races_${crypto.randomUUID().slice(0, 8)}`;
  const database: DataOptions = { url, schema, maxConnections: 4 };
  await using admin = await openDatabase(url, { maxConnections: 1 });
  await admin.execute(`create schema ${schema}`);
  try {
    await using app = await start(some, [], database);
    const count = async () => Number((await admin.execute(waiting(schema)))[0]!.count);
    await test(raceOf(app, async () => {
      while (await count() === 0);
    }));
  } finally {
    await admin.execute(`drop schema ${schema}${url === postgresUrl ? " cascade" : ""}`);
  }
}

function onEachStore(name: string, test: (race: Race) => Promise<void>): void {
  for (const store of stores) {
    Deno.test({ name: `${name} [${store.name}]`, ignore: store.ignore ?? false, fn: () => raceOn(store, test) });
  }
}

const byId = async (patients: Patients, id: string) => {
  const { owner, name } = (await patients.findById(id))!;
  return `${owner} ${name}`;
};

onEachStore("who saves a new row never replaces one that somebody inserts at the same time", async (race) => {
  const { patients } = race;
  const taken = await race.during(
    () => as(bob, () => patients.save(new Patient("9", "bob", "Bea"))),
    () => as(ada, () => patients.save(new Patient("9", "ada", "Taken"))),
  );
  assertEquals(taken.status, "rejected");
  assertEquals(await byId(patients, "9"), "bob Bea");
});

onEachStore("nor does who upserts one", async (race) => {
  const { patients } = race;
  const taken = await race.during(
    () => as(bob, () => patients.save(new Patient("9", "bob", "Bea"))),
    () => as(ada, () => patients.upsert(new Patient("9", "ada", "Taken"))),
  );
  assertEquals(taken.status === "rejected" && taken.reason instanceof AccessDeniedError, true);
  assertEquals(await byId(patients, "9"), "bob Bea");
});

onEachStore("a row that leaves the rule at the same time is not changed any more", async (race) => {
  const { patients } = race;
  const mine = (await patients.findById("1"))!;
  const late = await race.during(
    () => patients.save(new Patient("1", "bob", "Anna")),
    () => as(ada, () => patients.save(Object.assign(mine, { name: "Mine" }))),
  );
  assertEquals(late.status === "rejected" && late.reason instanceof AccessDeniedError, true);
  assertEquals(await byId(patients, "1"), "bob Anna");
});

onEachStore("nor is it deleted", async (race) => {
  const { patients } = race;
  const mine = (await patients.findById("1"))!;
  const late = await race.during(
    () => patients.save(new Patient("1", "bob", "Anna")),
    () => as(ada, () => patients.delete(mine)),
  );
  assertEquals(late.status, "rejected");
  assertEquals(await byId(patients, "1"), "bob Anna");
});

onEachStore("of two who upsert the same new row both succeed", async (race) => {
  const { patients } = race;
  const second = await race.during(
    () => as(ada, () => patients.upsert(new Patient("9", "ada", "First"))),
    () => as(ada, () => patients.upsert(new Patient("9", "ada", "Second"))),
  );
  assertEquals(second.status, "fulfilled");
  assertEquals(await byId(patients, "9"), "ada Second");
});

onEachStore("many who upsert the same rows at once neither fail nor see another's", async ({ patients }) => {
  await Promise.all(Array.from({ length: 40 }, (_, i) => {
    const id = `many-${i % 4}`;
    return as(ada, () => patients.upsert(new Patient(id, "ada", `${i}`)));
  }));
  assertEquals((await patients.findAll()).length, 6);
});

onEachStore("a row that is there is refused as new, and a foreign one is denied", async ({ patients }) => {
  await assertRejects(
    () => as(ada, () => patients.save(new Patient("1", "ada", "x"), { isNew: true })),
    DataIntegrityError,
  );
  await assertRejects(() => as(ada, () => patients.save(new Patient("2", "ada", "x"))), AccessDeniedError);
  await assertRejects(
    () => as(ada, () => patients.saveAll([new Patient("8", "ada", "x"), new Patient("2", "ada", "x")])),
    AccessDeniedError,
  );
  assertEquals(await patients.existsById("8"), false);
});

onEachStore("a change by criteria gives no row away, and changes the allowed ones", async ({ patients }) => {
  await patients.saveAll(Array.from({ length: 1200 }, (_, i) => new Patient(`a${i}`, "ada", "x")));
  const everyone = where("id").isNot(null);
  assertEquals(await as(ada, () => patients.updateBy(everyone, { name: "y" })), 1201);
  assertEquals((await patients.findBy(where("name").is("y"))).length, 1201);
  await assertRejects(() => as(ada, () => patients.updateBy(everyone, { owner: "bob" })), AccessDeniedError);
  assertEquals(await patients.countByOwner("bob"), 1);
  assertEquals(await as(bob, () => patients.updateBy(where("id").is("1"), { name: "z" })), 0);
});
