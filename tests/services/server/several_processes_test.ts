import { assert, assertEquals, assertStringIncludes } from "@std/assert";

const file = new URL("several_processes.ts", import.meta.url).pathname;
const deno = Deno.realPathSync(Deno.execPath());
const permissions = [
  "--unstable-net",
  "--allow-net=127.0.0.1",
  "--allow-read",
  "--allow-sys",
  "--allow-env",
  `--allow-run=${deno}`,
];

/** A service of several processes. */
class Service implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #output: Promise<void>;
  readonly #started = Promise.withResolvers<number>();
  text = "";
  port = 0;

  constructor(args: readonly string[], flags: readonly string[] = permissions) {
    this.#child = new Deno.Command(deno, {
      args: ["run", "--no-check", "--quiet", ...flags, file, ...args],
      cwd: new URL("../../../", import.meta.url).pathname,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#output = Promise.all([this.#read(this.#child.stdout), this.#read(this.#child.stderr)]).then(() => {
      this.#started.reject(new Error(this.text));
    });
    this.#started.promise.catch(() => {});
  }

  static async start(...args: string[]): Promise<Service> {
    const service = new Service(args);
    service.port = await service.#started.promise;
    return service;
  }

  get pid(): number {
    return this.#child.pid;
  }

  kill(signal: Deno.Signal): void {
    this.#child.kill(signal);
  }

  /** How it ended, once all its processes have: they hold its output. */
  async ended(): Promise<Deno.CommandStatus> {
    const status = await this.#child.status;
    await this.#output;
    return status;
  }

  /** Asks over a connection of its own, so that any of the processes answers. */
  async get(path: string): Promise<string> {
    const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
    try {
      return await (await fetch(`http://127.0.0.1:${this.port}${path}`, { client })).text();
    } finally {
      client.close();
    }
  }

  /** The processes that answer, once there are so many. */
  async pids(count: number): Promise<Set<number>> {
    const found = new Set<number>();
    while (found.size < count) found.add(Number(await this.get("/pid")));
    return found;
  }

  async health(): Promise<{ readonly status: string; readonly processes: unknown }> {
    const { status, components } = JSON.parse(await this.get("/actuator/health"));
    return { status, processes: components.processes };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#child.kill("SIGTERM");
    } catch {
      // It has ended.
    }
    await this.ended();
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<void> {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      this.text += text;
      const port = /serves (\d+)/.exec(this.text)?.[1];
      if (port !== undefined) this.#started.resolve(Number(port));
    }
  }
}

const ignore = Deno.build.os !== "linux";

Deno.test({
  name: "26.1 serve with several processes: each gets connections, and any of them shows the metrics and health of all",
  ignore,
  async fn() {
    await using service = await Service.start("0", "3");
    const pids = await service.pids(3);
    assert(pids.has(service.pid));
    assertEquals(await service.health(), {
      status: "UP",
      processes: { status: "UP", details: { expected: 3, ready: 3 } },
    });
    for (let i = 0; i < 6; i++) {
      const text = await service.get("/actuator/prometheus");
      for (const process of [0, 1, 2]) {
        const line = new RegExp(`^http_server_request_duration_seconds_count\\{.*process="${process}".*\\} [1-9]`, "m");
        assert(line.test(text), `process ${process} in\n${text}`);
      }
      const metric = JSON.parse(await service.get("/actuator/metrics/http.server.request.duration"));
      const tag = metric.availableTags.find(({ tag }: { tag: string }) => tag === "process");
      assertEquals([...tag.values].sort(), ["0", "1", "2"]);
    }
    service.kill("SIGTERM");
    assertEquals((await service.ended()).code, 0);
    assertEquals(service.text.match(/finished/g)?.length, 3);
  },
});

Deno.test({
  name: "26.1 serve with several processes: one that is killed under load is started again, and health tells meanwhile",
  ignore,
  async fn() {
    await using service = await Service.start("0", "3");
    const before = await service.pids(3);
    const victim = [...before].find((pid) => pid !== service.pid)!;
    let isOver = false;
    let lost = 0;
    const load = Promise.all(Array.from({ length: 8 }, async () => {
      // A connection that the killed process had is lost; the next one is answered.
      while (!isOver) await service.get("/pid").catch(() => lost++);
    }));
    Deno.kill(victim, "SIGKILL");
    const healthUnlessLost = () => service.health().catch(() => undefined);
    while ((await healthUnlessLost())?.status !== "DOWN");
    while ((await healthUnlessLost())?.status !== "UP");
    isOver = true;
    await load;
    const after = await service.pids(3);
    assertEquals([after.has(victim), [...after].filter((pid) => before.has(pid)).length], [false, 2]);
    assertStringIncludes(service.text, "ended with SIGKILL: starting it again in 100 ms");
  },
});

Deno.test({
  name:
    "26.1 serve with several processes: SIGTERM drains all of them, also one to one of them, which is started again",
  ignore,
  async fn() {
    await using service = await Service.start("0", "2");
    const [other] = [...await service.pids(2)].filter((pid) => pid !== service.pid);
    Deno.kill(other!, "SIGTERM");
    while ((await service.health().catch(() => undefined))?.status !== "DOWN");
    while ((await service.health().catch(() => undefined))?.status !== "UP");
    assertEquals((await service.pids(2)).has(other!), false);
    const answers = Promise.all(Array.from({ length: 12 }, () => service.get("/slow")));
    // All are in when one that came after them has been answered by each process.
    await service.pids(2);
    service.kill("SIGTERM");
    assertEquals(new Set(await answers).size, 2);
    assertEquals((await service.ended()).code, 0);
  },
});

Deno.test({
  name: "26.1 serve with several processes: the end of the first one ends the others",
  ignore,
  async fn() {
    const service = await Service.start("0", "2");
    await service.pids(2);
    service.kill("SIGKILL");
    assertEquals((await service.ended()).signal, "SIGKILL");
    assertEquals(service.text.match(/finished/g)?.length, 1);
  },
});

Deno.test({
  name: "26.1 serve with several processes: two services on one machine don't meet, and a port in use is an error",
  ignore,
  async fn() {
    await using first = await Service.start("0", "2");
    await using second = await Service.start("0", "2");
    const [ofFirst, ofSecond] = [await first.pids(2), await second.pids(2)];
    assertEquals([...ofFirst].filter((pid) => ofSecond.has(pid)), []);
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const third = new Service([String(listener.addr.port), "2"]);
    assertEquals((await third.ended()).code, 1);
    assertStringIncludes(third.text, "as the port is in use");
    listener.close();
  },
});

Deno.test({
  name: "26.1 serve with several processes: a start that fails, is interrupted or lacks a permission ends all",
  ignore,
  async fn() {
    const failing = new Service(["0", "2", "exits"]);
    assertEquals((await failing.ended()).code, 1);
    assertStringIncludes(failing.text, "Cannot start process 1 of 2 as it must serve: it ended with code 3");

    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    listener.close();
    const hanging = new Service([String(listener.addr.port), "2", "hangs"]);
    hanging.port = listener.addr.port;
    while ((await childrenOf(hanging.pid)).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    assertEquals(JSON.parse(await hanging.get("/actuator/health/readiness")).status, "OUT_OF_SERVICE");
    hanging.kill("SIGTERM");
    assertEquals((await hanging.ended()).code, 0);

    const lacking = new Service(["0", "2"], permissions.filter((flag) => !flag.startsWith("--allow-run")));
    assertEquals((await lacking.ended()).code, 1);
    assertStringIncludes(lacking.text, `run with --allow-run=${deno}`);
  },
});

async function childrenOf(pid: number): Promise<string[]> {
  const text = await Deno.readTextFile(`/proc/${pid}/task/${pid}/children`).catch(() => "");
  const pids = text.split(" ").filter((child) => child !== "");
  const commands = await Promise.all(pids.map((child) => Deno.readTextFile(`/proc/${child}/cmdline`).catch(() => "")));
  return commands.filter((command) => command.includes("hangs"));
}
