import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  type LogRecord,
  LogSink,
  t,
} from "@espalier/espalier";
import {
  Database,
  type DatabaseOptions,
  openDatabase,
  type StatementObserver,
  StoreUnavailableError,
} from "@espalier/espalier/data";
import { hasPrograms, PostgresServer } from "./postgres_server.ts";

class Note {
  constructor(readonly id: string, readonly text: string) {}
}
describeType(Note, { id: t.id, text: t.string }, { id: "id" });

/** Tells which server each statement ran on. */
function servers(): { readonly ran: string[]; readonly observer: StatementObserver } {
  const ran: string[] = [];
  const observer: StatementObserver = {
    started({ kind, target, text }) {
      // Comparisons and attempts of the replicas themselves are left out.
      const isOwn = /\blsn\b|_lsn\(|^select 1$/.test(text);
      if (kind === "statement" && !isOwn) ran.push(target.isReplica ? "replica" : "primary");
      return undefined;
    },
  };
  return { ran, observer };
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!await isTrue()) {
    assert(performance.now() < deadline, "nothing happened within 20 s");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A primary with a table of notes, a standby that has it, and who may read there. */
async function pair() {
  await using stack = new AsyncDisposableStack();
  const primary = stack.use(await PostgresServer.create());
  const replica = stack.use(await PostgresServer.replicaOf(primary));
  const direct = stack.use(await openDatabase(primary.url, { maxConnections: 2 }));
  const standby = stack.use(await openDatabase(replica.url, { maxConnections: 2 }));
  await direct.createTables(Note);
  await direct.repository(Note).save(new Note("1", "first"));
  const hasCaughtUp = async () => {
    const [row] = await direct.execute("select pg_current_wal_insert_lsn()::text as lsn");
    const [seen] = await standby.execute("select pg_last_wal_replay_lsn() >= $1::pg_lsn as seen", [row!.lsn]);
    return seen!.seen === true;
  };
  await until(hasCaughtUp);
  const moved = stack.move();
  return {
    primary,
    replica,
    standby,
    hasCaughtUp,
    open(options: DatabaseOptions = {}) {
      return openDatabase(primary.url, { maxConnections: 2, replicaUrls: [replica.url], ...options });
    },
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

const everything = { properties: { replicaReads: "all" } } as const;

Deno.test({
  name: "replicas serve reads, and never one that lacks a change of this process",
  ignore: !hasPrograms,
  fn: async () => {
    await using both = await pair();
    const { standby } = both;
    const { ran, observer } = servers();
    await using database = await both.open({ ...everything, observers: [observer] });
    const notes = database.repository<Note, string>(Note);
    const { transactions } = database;
    const where = async (work: () => Promise<unknown>) => {
      ran.length = 0;
      await work();
      return ran.join();
    };
    await database.learnTables(Note);
    // To read the catalogue begins with "with", which may change something.
    await until(async () => await where(() => notes.findById("1")) === "replica");
    assertEquals(await where(() => transactions.run(() => notes.findAll(), { readOnly: true })), "replica");
    // Statements of one's own may do more than read; a standby knows no serializable transactions.
    assertEquals(await where(() => database.execute("select 2")), "primary");
    const serializable = { readOnly: true, isolation: "serializable" } as const;
    assertEquals(await where(() => transactions.run(() => notes.findAll(), serializable)), "primary");
    // In a transaction that writes everything is read where it writes.
    assertEquals(await where(() => transactions.run(() => notes.findAll())), "primary");

    // As long as the standby lacks it, what was written is read from the primary.
    await standby.execute("select pg_wal_replay_pause()");
    await transactions.run(() => notes.save(new Note("2", "second")));
    for (let i = 0; i < 20; i++) {
      assertEquals((await notes.findById("2"))?.text, "second");
      const count = transactions.run(() => notes.count(), { readOnly: true });
      assertEquals(await count, 2);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await notes.save(new Note("3", "third"));
    assertEquals((await notes.findById("3"))?.text, "third");
    await standby.execute("select pg_wal_replay_resume()");
    await until(async () => {
      assertEquals((await notes.findById("3"))?.text, "third");
      return await where(() => notes.findById("3")) === "replica";
    });
    assertEquals(await where(() => transactions.run(() => notes.findAll(), { readOnly: true })), "replica");

    const refused = () => transactions.run(() => notes.save(new Note("4", "fourth")), { readOnly: true });
    await assertRejects(refused, TypeError, "the transaction is read-only");
  },
});

Deno.test({
  name: "with data.replicaConsistency = eventual a replica serves reads whatever it lacks",
  ignore: !hasPrograms,
  fn: async () => {
    await using both = await pair();
    await both.standby.execute("select pg_wal_replay_pause()");
    const properties = { replicaConsistency: "eventual" } as const;
    await using database = await both.open({ properties });
    const notes = database.repository<Note, string>(Note);
    await notes.save(new Note("2", "second"));
    assertEquals(await database.transactions.run(() => notes.findById("2"), { readOnly: true }), null);
    // Reads outside of transactions go to the primary by default.
    assertEquals((await notes.findById("2"))?.text, "second");
  },
});

Deno.test({
  name: "a replica that is away is left out, told once, and used again when it is back",
  ignore: !hasPrograms,
  fn: async () => {
    await using both = await pair();
    const records: LogRecord[] = [];
    const beans = new ContainerModule(({ bind }) => {
      bind(LogSink).toConstantValue((record) => records.push(record));
    });
    const { primary, replica } = both;
    await replica.stop("fast");
    const options = { url: primary.url, replicaUrls: [replica.url], maxConnections: 2 };
    await using app = await createApp(createContainer(data(options), beans), {
      properties: { data: { replicaReads: "all" } },
    });
    const database = app.container.get(Database);
    const notes = database.repository<Note, string>(Note);
    const read = async () => assertEquals((await notes.findById("1"))?.text, "first");
    const told = () =>
      records.filter(({ category, message }) => category === "espalier.data" && /replica/i.test(message))
        .map(({ level, message }) => `${level} ${message.replace(/".*"/, '"…"')}`);
    for (let i = 0; i < 5; i++) await read();
    const away = 'WARN Cannot reach replica "…": the primary serves its reads until it is reached again';
    assertEquals(told(), [away]);
    await replica.start();
    await until(async () => (await read(), told().length === 2));
    assertEquals(told(), [away, 'INFO Replica "…" is reached again: it serves reads']);

    // It goes away between two reads, and in the middle of one.
    const transaction = database.transactions.run(async () => {
      await read();
      await replica.stop("immediate");
      await read();
    }, { readOnly: true });
    await assertRejects(() => transaction, StoreUnavailableError);
    for (let i = 0; i < 5; i++) await read();
    assertEquals(told().length, 3);
  },
});

Deno.test("replicas of databases that have none are refused", async () => {
  const replicaUrls = ["postgres://localhost/test"];
  for (const url of ["memory:", "sqlite::memory:"]) {
    await assertRejects(() => openDatabase(url, { replicaUrls }), TypeError, 'option "replicaUrls" needs PostgreSQL');
  }
  const wrong = () => openDatabase("postgres://localhost/test", { replicaUrls: ["sqlite:file.db"] });
  await assertRejects(wrong, TypeError, "must be a list of urls that begin with postgres://");
});
