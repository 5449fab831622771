import { assert, assertEquals } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  t,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Database, repository } from "@espalier/espalier/data";
import {
  ApplicationEvents,
  ApplicationListener,
  eventPublications,
  listenAfterCommit,
} from "@espalier/espalier/modulith";
import { exportRepository, rest } from "@espalier/espalier/rest";

class Order {
  constructor(readonly id: string, readonly drink: string) {}
}
describeType(Order, { id: t.id, drink: t.string }, { id: "id" });
class Orders extends repository(Order, {}) {}

class OrderPlaced {
  constructor(readonly id: string) {}
}

async function ordersApp(url: string, told: string[]): Promise<Application> {
  const orders = new ContainerModule(({ bind }) => {
    bind(Orders).toResolvedValue((database) => new Orders(database), [Database]);
    bind(ApplicationListener).toConstantValue(
      listenAfterCommit(OrderPlaced, ({ id }) => void told.push(id), { id: "orders.placed" }),
    );
  });
  const features = [data({ url, entities: [Order] }), rest(), actuator(), eventPublications(), orders];
  return await createApp(createContainer(...features, exportRepository(Orders, { writable: true })), {
    properties: { logging: { level: "OFF" }, data: { lockTimeoutMs: 60_000 } },
  });
}

/** Another process that holds the lock of a file. */
class LockingProcess {
  readonly #process: Deno.ChildProcess;

  private constructor(process: Deno.ChildProcess) {
    this.#process = process;
  }

  static async of(file: string): Promise<LockingProcess> {
    const script = new URL("./locking_process.ts", import.meta.url).pathname;
    const process = new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", "--no-check", "--quiet", script, file],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const reader = process.stdout.getReader();
    await reader.read();
    reader.releaseLock();
    return new LockingProcess(process);
  }

  async release(): Promise<void> {
    await this.#process.stdin.close();
    await this.#process.stdout.cancel();
    await this.#process.status;
  }
}

Deno.test("a file that another process locks stops neither start-up nor other requests nor the store of publications", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const file = `${folder}/orders.db`;
    const told: string[] = [];
    // The first application creates the file, the second one starts while it is locked.
    await (await ordersApp(`sqlite:${file}`, told))[Symbol.asyncDispose]();
    const atStart = await LockingProcess.of(file);
    let isStarted = false;
    const starting = ordersApp(`sqlite:${file}`, told).finally(() => isStarted = true);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 10));
    assertEquals(isStarted, false);
    await atStart.release();
    await using app = await starting;

    const later = await LockingProcess.of(file);
    let written = 0;
    const get = async (path: string) => (await app.fetch(new Request(`http://localhost${path}`))).status;
    const database = await app.container.getAsync(Database);
    const events = app.container.get(ApplicationEvents);
    const writes = [
      ...Array.from({ length: 20 }, async (_, i) => {
        const body = JSON.stringify({ drink: "tea" });
        const init = { method: "PUT", body, headers: { "content-type": "application/json" } };
        const { status } = await app.fetch(new Request(`http://localhost/orders/${i}`, init));
        written++;
        return status;
      }),
      database.transactions.run(() => events.publish(new OrderPlaced("published"))).then(() => (written++, 201)),
    ];
    for (let i = 0; i < 50; i++) {
      assertEquals([await get("/actuator/health"), await get("/orders")], [200, 200]);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    // All these were answered while the file was locked.
    assertEquals(written, 0);
    await later.release();
    assertEquals(await Promise.all(writes), Array(21).fill(201));
    assert((await app.container.get(Orders).count()) === 20);
    const deadline = performance.now() + 20_000;
    while (told.length === 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
    assertEquals(told, ["published"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
