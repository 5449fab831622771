import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { Database, openDatabase, QueryTimeoutError, StoreUnavailableError } from "@espalier/espalier/data";
import { mutate, notesApp, query, sendJson } from "../../data/notes_app.ts";
import { hasPrograms, PostgresServer } from "./postgres_server.ts";

async function untilAnswered(ask: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 20_000;
  while (!await ask()) {
    assert(performance.now() < deadline, "nothing happened within 20 s");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

for (const mode of ["fast", "immediate"] as const) {
  Deno.test({
    name: `a PostgreSQL server that stops (${mode}) is unavailable on REST and GraphQL, and used when it is back`,
    ignore: !hasPrograms,
    fn: async () => {
      await using server = await PostgresServer.create();
      await using app = await notesApp({ url: server.url, maxConnections: 3 });
      const database = await app.container.getAsync(Database);
      assertEquals((await mutate(app, "1", "kept")).classification, undefined);
      // One statement is at work, one transaction is open, when the server goes away.
      const sleeping = sendFault(() => database.execute("select pg_sleep(30)"));
      const open = sendFault(() =>
        database.transactions.run(async () => {
          await database.execute("insert into notes values ('2', 'lost')");
          await server.stop(mode);
          await database.execute("select 1");
        })
      );
      assertEquals([await sleeping, await open], ["StoreUnavailableError", "StoreUnavailableError"]);
      for (let i = 0; i < 3; i++) {
        const [rest, read, graphql] = await Promise.all([
          sendJson(app, "PUT", "/notes/3", { text: "x" }),
          sendJson(app, "GET", "/notes/1"),
          mutate(app, "3", "x"),
        ]);
        assertEquals([rest.status, rest.retryAfter, read.status], [503, "5", 503]);
        assertEquals([graphql.status, graphql.classification, graphql.retryAfter], [200, "UNAVAILABLE", "5"]);
        assert(!JSON.stringify([rest.body, read.body, graphql.body]).includes(String(server.port)));
      }
      await server.start();
      await untilAnswered(async () => (await query(app, "1")).body.data?.note?.text === "kept");
      assertEquals((await query(app, "2")).body.data.note, null);
      assertEquals((await sendJson(app, "PUT", "/notes/3", { text: "x" })).status, 201);
    },
  });
}

Deno.test({
  name: "a read-only server and a full disk of PostgreSQL are unavailable on REST and GraphQL",
  ignore: !hasPrograms,
  fn: async () => {
    const settings = ["shared_buffers = 1MB", "min_wal_size = 32MB", "max_wal_size = 32MB", "wal_recycle = off"];
    await using server = await PostgresServer.create(settings, 110);
    await using app = await notesApp({ url: server.url, maxConnections: 2 });
    const expectUnavailable = async () => {
      const [rest, graphql] = [await sendJson(app, "PUT", "/notes/3", { text: "x" }), await mutate(app, "4", "x")];
      assertEquals([rest.status, rest.retryAfter], [503, "5"]);
      assertEquals([graphql.status, graphql.classification, graphql.retryAfter], [200, "UNAVAILABLE", "5"]);
    };
    const database = await app.container.getAsync(Database);
    await database.execute("alter system set default_transaction_read_only = on");
    await database.execute("select pg_reload_conf()");
    await untilAnswered(async () => {
      const [row] = await database.execute("show default_transaction_read_only");
      return row!.default_transaction_read_only === "on";
    });
    await expectUnavailable();
    await database.execute("set default_transaction_read_only = off");
    await database.execute("alter system reset default_transaction_read_only");
    await database.execute("select pg_reload_conf()");
    await untilAnswered(async () => (await mutate(app, "1", "x")).classification === undefined);

    const fault = await sendFault(async () => {
      for (;;) {
        await database.execute(
          "insert into notes select gen_random_uuid()::text, string_agg(gen_random_uuid()::text, '') from " +
            "generate_series(1, 20000)",
        );
      }
    });
    assertEquals(fault, "StoreUnavailableError");
  },
});

Deno.test({
  name: "a PostgreSQL server without a connection left, and one that is silent, are unavailable",
  ignore: !hasPrograms,
  fn: async () => {
    await using server = await PostgresServer.create(["max_connections = 4", "superuser_reserved_connections = 0"]);
    await using database = await openDatabase(server.url, {
      maxConnections: 4,
      properties: { statementTimeoutMs: 50 },
    });
    const pids = await Promise.all(
      Array.from({ length: 4 }, () =>
        database.transactions.run(async () => {
          const [{ pid }] = await database.execute("select pg_backend_pid() as pid, pg_sleep(0.03)") as [
            { pid: number },
          ];
          return pid;
        })),
    );
    assertEquals(new Set(pids).size, 4);
    const error = await assertRejects(() => openDatabase(server.url), StoreUnavailableError);
    assertStringIncludes(error.message, "it must have a connection left");

    for (const pid of pids) Deno.kill(pid, "SIGSTOP");
    try {
      await assertRejects(() => database.execute("select 1"), QueryTimeoutError);
    } finally {
      for (const pid of pids) Deno.kill(pid, "SIGCONT");
    }
    await untilAnswered(() => database.execute("select 1").then(() => true, () => false));
  },
});

async function sendFault(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return "none";
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}
