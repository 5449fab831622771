import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import {
  ContainerModule,
  createApp,
  createContainer,
  Lifecycle,
  type LogRecord,
  LogSink,
  serve,
  token,
} from "@espalier/espalier";
import { HttpRoute } from "@espalier/espalier/http";

function hello(): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(HttpRoute).toConstantValue({ path: "/hello", title: "Hello", handle: () => new Response("hello") });
  });
}

Deno.test("serve: listens on the loopback address and stops when its signal is aborted", async () => {
  const controller = new AbortController();
  const app = await createApp(createContainer(hello()));
  const server = await serve(app, { port: 0, quiet: true, signal: controller.signal });
  assertEquals(server.hostname, "127.0.0.1");
  assertEquals(await (await fetch(`${server.url}/hello`)).text(), "hello");
  controller.abort();
  await server.finished;
  await assertRejects(() => fetch(`${server.url}/hello`), TypeError);
});

Deno.test("serve: http.port and http.hostname say where to listen, unless its options do", async () => {
  const properties = { http: { hostname: "127.0.0.2", port: 0 } };
  await using configured = await serve(await createApp(createContainer(), { properties }), { quiet: true });
  assertEquals([configured.hostname, configured.port > 0], ["127.0.0.2", true]);
  const options = { hostname: "127.0.0.1", port: configured.port, quiet: true };
  await using given = await serve(await createApp(createContainer(), { properties }), options);
  assertEquals([given.hostname, given.port], ["127.0.0.1", configured.port]);
});

function named(name: string): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(HttpRoute).toConstantValue({ path: "/name", title: "Name", handle: () => new Response(name) });
  });
}

async function nameOn(url: string): Promise<string> {
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  try {
    return await (await fetch(`${url}/name`, { client })).text();
  } finally {
    client.close();
  }
}

Deno.test({
  name: "26.1 http.reusePort lets processes share a port: each gets connections, and what is left serves on",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const properties = { http: { port: 0, reusePort: true } };
    const first = await serve(await createApp(createContainer(named("first")), { properties }), { quiet: true });
    const shared = { http: { port: first.port, reusePort: true } };
    await using second = await serve(await createApp(createContainer(named("second")), { properties: shared }), {
      quiet: true,
    });
    const seen = new Set<string>();
    while (seen.size < 2) seen.add(await nameOn(second.url));
    await first.stop();
    for (let n = 0; n < 20; n++) assertEquals(await nameOn(second.url), "second");
  },
});

Deno.test("serve: what listens where is a line of the log, for a sink of the user's own, too", async () => {
  const records: LogRecord[] = [];
  const container = createContainer(hello());
  container.bind(LogSink).toConstantValue((record) => records.push(record));
  await using server = await serve(await createApp(container, { properties: { logging: { format: "json" } } }), {
    port: 0,
  });
  assertEquals(records.map(({ category, fields }) => [category, fields]), [
    ["espalier.app", { endpoints: [{ title: "Hello", url: `${server.url}/hello` }] }],
  ]);
  assertStringIncludes(records[0]!.message, `Ready at ${server.url} after `);
});

Deno.test("serve: people get what listens where as a block", async () => {
  const printed: unknown[] = [];
  const { log } = console;
  const app = await createApp(createContainer(hello()), { properties: { logging: { format: "pretty" } } });
  console.log = (line) => printed.push(line);
  try {
    await using server = await serve(app, { port: 0 });
    const [ready, ...endpoints] = String(printed[0]).split("\n");
    assertStringIncludes(ready!, `Ready at ${server.url} after `);
    assertEquals([printed.length, endpoints], [1, [`  Hello  ${server.url}/hello`]]);
  } finally {
    console.log = log;
  }
});

Deno.test("serve: a port in use is a clear error", async () => {
  const app = await createApp(createContainer(hello()));
  await using server = await serve(app, { port: 0, quiet: true });
  const other = await createApp(createContainer(hello()));
  await assertRejects(
    () => serve(other, { port: server.port, quiet: true }),
    Error,
    `Cannot listen on 127.0.0.1:${server.port} as the port is in use: stop the other process or choose another port`,
  );
});

Deno.test("serve: what clients do not read is not waited for without end", async () => {
  const left = Promise.withResolvers<void>();
  const body = () => new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(1_000_000)), cancel: left.resolve });
  const endless: HttpRoute = { path: "/endless", handle: () => new Response(body()) };
  const records: LogRecord[] = [];
  const container = createContainer(new ContainerModule(({ bind }) => void bind(HttpRoute).toConstantValue(endless)));
  container.bind(LogSink).toConstantValue((record) => records.push(record));
  const server = await serve(await createApp(container, { properties: { http: { drainTimeoutMs: 50 } } }), {
    port: 0,
    quiet: true,
  });
  {
    using client = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
    await client.write(new TextEncoder().encode("GET /endless HTTP/1.1\r\nhost: a\r\n\r\n"));
    await client.read(new Uint8Array(1));
    await server.stop();
    await server.finished;
    assertEquals(records.map(({ level, message }) => [level, message]), [
      ["WARN", "Stopped with response bodies that clients had not read after 50 ms"],
    ]);
  }
  await left.promise;
});

for (const isPromise of [false, true]) {
  const how = isPromise ? "that was waited for" : "that came at once";
  Deno.test(`serve: the streamed body of an answer ${how} is finished before beans are deactivated`, async () => {
    const Rows = token<string[]>("Rows");
    const events: string[] = [];
    const gate = Promise.withResolvers<void>();
    async function* rows() {
      yield "first ";
      await gate.promise;
      events.push("last row");
      yield "last";
    }
    const report = () => new Response(ReadableStream.from(rows()).pipeThrough(new TextEncoderStream()));
    const container = createContainer(
      new ContainerModule(({ bind }) => {
        bind(Rows).toResolvedValue(() => []).onDeactivation(() => void events.push("deactivated"));
        bind(HttpRoute).toConstantValue({
          path: "/report",
          handle: () => isPromise ? Promise.resolve(report()) : report(),
        });
      }),
    );
    const app = await createApp(container);
    container.get(Rows);
    const lifecycle = container.get(Lifecycle);
    await using server = await serve(app, { port: 0, quiet: true });
    const response = await fetch(`${server.url}/report`);
    const stopped = server.stop();
    const refused = await fetch(`${server.url}/report`).then(({ body }) => body?.cancel(), () => {});
    assertEquals([lifecycle.state, refused], ["draining", undefined]);
    gate.resolve();
    assertEquals(await response.text(), "first last");
    await stopped;
    assertEquals(events, ["last row", "deactivated"]);
  });
}

/** Sends a request and reads no more than the beginning of the answer. */
async function unreadAnswer(url: string): Promise<Deno.Conn> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(url).port) });
  await connection.write(new TextEncoder().encode("GET /endless HTTP/1.1\r\nhost: a\r\n\r\n"));
  await connection.read(new Uint8Array(1));
  return connection;
}

/** A service in a process of its own that has taken a request when it is told to stop. */
class StoppingService implements AsyncDisposable {
  readonly child: Deno.ChildProcess;
  readonly #lines: ReadableStreamDefaultReader<string>;
  output = "";

  /**
   * @param stoppingMs how long the request takes then, in milliseconds
   * @param delayMs how long it serves on after SIGTERM, in milliseconds
   */
  constructor(stoppingMs: number, delayMs = 0) {
    const service = new URL("./stopping_service.ts", import.meta.url).href;
    const command = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-prompt", "--allow-net", service, `${stoppingMs}`, `${delayMs}`],
      stdout: "piped",
      stderr: "null",
    });
    this.child = command.spawn();
    this.#lines = this.child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Reads until the output holds a text, or the process has ended. */
  async until(text: string): Promise<void> {
    while (!this.output.includes(text)) {
      const { value, done } = await this.#lines.read();
      if (done) break;
      this.output += value;
    }
  }

  /** Where it listens. */
  async url(): Promise<string> {
    await this.until("/slow");
    return /http:\/\/\S+:\d+/.exec(this.output)![0];
  }

  /** Sends the request, and waits until it was taken. */
  async request(): Promise<{ readonly answer: Promise<Response> }> {
    const answer = fetch(`${await this.url()}/slow`);
    await this.until("request is in");
    return { answer };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#lines.cancel();
    await this.child[Symbol.asyncDispose]();
  }
}

for (const [signal, isUnread] of [["SIGTERM", false], ["SIGINT", false], ["SIGTERM", true]] as const) {
  const condition = isUnread ? ` with an answer unread` : "";
  const title =
    `serve: on ${signal}${condition} requests in flight finish, beans are deactivated, the process ends with 0`;
  Deno.test(title, async () => {
    await using service = new StoppingService(50);
    using _unread = isUnread ? await unreadAnswer(await service.url()) : undefined;
    const { answer } = await service.request();
    service.child.kill(signal);
    assertEquals(await (await answer).text(), "finished");
    await service.until("\nfinished");
    const { code } = await service.child.status;
    assertEquals(code, 0);
    const ready = JSON.parse(service.output.split("\n").find((line) => line.includes("Ready at"))!);
    assertEquals(ready.category, "espalier.app");
    assertStringIncludes(ready.message, "Ready at http://localhost:");
    assertStringIncludes(service.output, "deactivated");
  });
}

for (const signals of [["SIGTERM", "SIGTERM"], ["SIGINT", "SIGINT"], ["SIGINT", "SIGTERM"]] as const) {
  Deno.test(`serve: ${signals.join(" and ")} stop it as one of them does`, async () => {
    await using service = new StoppingService(500);
    const { answer } = await service.request();
    service.child.kill(signals[0]);
    await service.until("draining");
    service.child.kill(signals[1]);
    assertEquals(await (await answer).text(), "finished");
    await service.until("\nfinished");
    assertEquals((await service.child.status).code, 0);
    assertStringIncludes(service.output, "deactivated");
  });
}

Deno.test("serve: who presses Ctrl+C again after a while is not kept waiting", async () => {
  await using service = new StoppingService(60_000);
  const { answer } = await service.request();
  service.child.kill("SIGINT");
  await service.until("still draining");
  service.child.kill("SIGINT");
  await assertRejects(() => answer.then((response) => response.text()), TypeError);
  assertEquals((await service.child.status).code, 130);
});

Deno.test("serve: between SIGTERM and draining, readiness refuses traffic, and requests are served on connections that close", async () => {
  await using service = new StoppingService(50, 1_000);
  const url = await service.url();
  const before = await fetch(`${url}/now`);
  assertEquals([await before.text(), before.headers.get("connection")], ["now", null]);
  assertEquals(await statusOf(`${url}/actuator/health/readiness`), 200);
  service.child.kill("SIGTERM");
  while (await statusOf(`${url}/actuator/health/readiness`) === 200);
  assertEquals(await statusOf(`${url}/actuator/health/readiness`), 503);
  assertEquals(await statusOf(`${url}/actuator/health/liveness`), 200);
  const after = await fetch(`${url}/now`);
  assertEquals([after.status, await after.text(), after.headers.get("connection")], [200, "now", "close"]);
  assertEquals((await service.child.status).code, 0);
});

async function statusOf(url: string): Promise<number> {
  const response = await fetch(url);
  await response.body?.cancel();
  return response.status;
}

Deno.test("serve: a client that asks for Connection: close is answered, and its connection is closed", async () => {
  await using server = await serve(await createApp(createContainer(hello())), { port: 0, quiet: true });
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
  await connection.write(new TextEncoder().encode("GET /hello HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n"));
  const text = await new Response(connection.readable).text();
  assertStringIncludes(text, "HTTP/1.1 200 OK");
  assertStringIncludes(text, "hello");
});
