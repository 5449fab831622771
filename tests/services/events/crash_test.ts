import { type Database, openDatabase } from "@espalier/espalier/data";
import { assert, assertEquals } from "@std/assert";
import { times } from "../../long.ts";
import { type OwnDatabase, sqlStores } from "../../events/sql_stores.ts";

const script = new URL("../../events/crash/shop_process.ts", import.meta.url);

function start({ options }: OwnDatabase, mode: "place" | "drain"): Deno.ChildProcess {
  const args = ["run", "--no-check", "--quiet", "-A", script.href, JSON.stringify(options), mode];
  return new Deno.Command(Deno.execPath(), {
    args,
    stdout: "piped",
    stderr: "inherit",
    // A process that doesn't end by itself fails the test.
    signal: AbortSignal.timeout(60_000),
  }).spawn();
}

/** Waits until a process says that it is ready; its output is read to the end beside. */
async function ready(process: Deno.ChildProcess): Promise<void> {
  const reader = process.stdout.getReader();
  const { value } = await reader.read();
  assertEquals(new TextDecoder().decode(value), "ready\n");
  reader.releaseLock();
  void process.stdout.cancel();
}

/** Numbers that look random and are the same each time. */
function* pseudoRandom(seed: number): Generator<number, never> {
  for (;;) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    yield seed / 2 ** 31;
  }
}

async function killAtRandomMoments(
  database: OwnDatabase,
  random: Generator<number, never>,
  { kills, instances }: { kills: number; instances: number },
) {
  for (let killed = 0; killed < kills; killed += instances) {
    await running(database, "place", instances, async (processes) => {
      for (const process of processes) {
        await new Promise((resolve) => setTimeout(resolve, random.next().value * 60));
        process.kill("SIGKILL");
        await process.status;
      }
    });
  }
}

/** Starts processes, and leaves none of them behind. */
async function running(
  database: OwnDatabase,
  mode: "place" | "drain",
  instances: number,
  work: (processes: Deno.ChildProcess[]) => Promise<void>,
): Promise<void> {
  const processes = Array.from({ length: instances }, () => start(database, mode));
  const alive = new Set(processes);
  const ended = processes.map((process) => process.status.then(() => alive.delete(process)));
  try {
    await Promise.all(processes.map(ready));
    await work(processes);
  } finally {
    for (const process of alive) process.kill("SIGKILL");
    await Promise.all(ended);
  }
}

async function openPublications(db: Database): Promise<number> {
  const [open] = await db.execute("select count(*) as number from event_publication where status <> 'COMPLETED'");
  return Number(open!.number);
}

async function createTables({ options }: OwnDatabase): Promise<void> {
  await using db = await openDatabase(options.url, options.schema === undefined ? {} : { schema: options.schema });
  for (const table of ["placed", "shipped", "mailed"]) await db.execute(`create table ${table} (order_id text)`);
}

for (const { name, ignore, make } of sqlStores) {
  const instances = name === "postgres" ? 2 : 1;
  Deno.test({
    name:
      `B4.1 killed at any moment, ${instances} instance(s) lose no event and don't double what is transactional [${name}]`,
    ignore,
    async fn() {
      await using database = await make();
      await createTables(database);
      const { options } = database;
      await using db = await openDatabase(options.url, options.schema === undefined ? {} : { schema: options.schema });
      const random = pseudoRandom(7);
      await killAtRandomMoments(database, random, { kills: times(4, 100), instances });
      // A few kills may all come between two deliveries: they go on until one has interrupted something.
      for (let more = 0; more < 50 && await openPublications(db) === 0; more += instances) {
        await killAtRandomMoments(database, random, { kills: instances, instances });
      }
      const left = await openPublications(db);
      await running(database, "drain", instances, async (processes) => {
        const statuses = await Promise.all(processes.map(({ status }) => status));
        assertEquals(statuses.map(({ success }) => success), Array(instances).fill(true));
      });
      const ids = async (table: string) =>
        (await db.execute(`select order_id from ${table} order by order_id`)).map((row) => row.order_id as string);
      const placed = await ids("placed");
      assert(placed.length > 0 && left > 0, "the kills left work behind");
      assertEquals(await ids("shipped"), placed);
      const mailed = await ids("mailed");
      assertEquals([...new Set(mailed)], placed);
      const [attempts] = await db.execute(
        "select sum(completion_attempts) as number from event_publication where listener_id = 'mailing'",
      );
      assert(mailed.length <= Number(attempts!.number), "every repetition is an attempt that was written down");
    },
  });
}
