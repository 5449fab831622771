import { assertEquals } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  type LogRecord,
  LogSink,
  serve,
} from "@espalier/espalier";
import { HttpRoute } from "@espalier/espalier/http";

type Handle = HttpRoute["handle"];

function routes(handle: Handle): ContainerModule {
  return new ContainerModule(({ bind }) => void bind(HttpRoute).toConstantValue({ path: "/{*path}", handle }));
}

function appOf(handle: Handle): Promise<Application> {
  return createApp(createContainer(routes(handle)));
}

const ok: Handle = async ({ path }) => {
  await Promise.resolve();
  return new Response(path);
};

const request = (path: number | string) => new Request(`http://localhost/${path}`);

const endOfTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** What the application takes for time: it passes only when a test says so, however busy the machine is. */
class Clock implements Disposable {
  ms = 0;

  constructor() {
    Object.defineProperty(performance, "now", { value: () => this.ms, configurable: true });
  }

  [Symbol.dispose](): void {
    Reflect.deleteProperty(performance, "now");
  }
}

/** More than any answer of these tests needs, and all within one turn. */
async function microtasks(): Promise<void> {
  for (let i = 0; i < 50; i++) await Promise.resolve();
}

interface Burst {
  /** How many answers were there before the turn ended. */
  readonly within: number;
  readonly texts: readonly string[];
}

/** Asks for several answers in one turn. */
async function burst(app: Application, size: number): Promise<Burst> {
  let settled = 0;
  const answers = Array.from({ length: size }, async (_, i) => {
    const response = await app.fetch(request(i));
    settled++;
    return response.text();
  });
  await microtasks();
  const within = settled;
  await endOfTurn();
  return { within, texts: await Promise.all(answers) };
}

const paths = (size: number) => Array.from({ length: size }, (_, i) => `/${i}`);

/** Makes a turn busy: from the next one on answers leave together. */
async function keepBusy(app: Application): Promise<void> {
  assertEquals(await burst(app, 40), { within: 40, texts: paths(40) });
}

Deno.test("serve: a request that comes alone is answered at once", async () => {
  await using app = await appOf(ok);
  for (let i = 0; i < 200; i++) assertEquals(await burst(app, 1), { within: 1, texts: ["/0"] });
});

Deno.test("serve: answers of a busy turn leave together at its end", async () => {
  using _clock = new Clock();
  await using app = await appOf(ok);
  await keepBusy(app);
  for (let i = 0; i < 20; i++) assertEquals(await burst(app, 16), { within: 0, texts: paths(16) });
});

Deno.test("serve: answers leave at once again when turns are no longer busy", async () => {
  using _clock = new Clock();
  await using app = await appOf(ok);
  await keepBusy(app);
  const within = [];
  for (let i = 0; i < 12; i++) within.push((await burst(app, 2)).within);
  assertEquals(within, [0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2]);
  await keepBusy(app);
});

Deno.test("serve: answers that take long are not kept waiting for each other", async () => {
  using clock = new Clock();
  let workMs = 1;
  // One of several requests works, or each.
  let slowEvery = 1;
  await using app = await appOf(({ path }) => {
    if (Number(path.slice(1)) % slowEvery === slowEvery - 1) clock.ms += workMs;
    return Promise.resolve(new Response(path));
  });
  // As a server does it: the next request begins when there is nothing left to do for the last one.
  const turn = async (size: number) => {
    let settled = 0;
    for (let i = 0; i < size; i++) {
      void Promise.resolve(app.fetch(request(i))).then(() => settled++);
      await microtasks();
    }
    const within = settled;
    await endOfTurn();
    return within;
  };
  for (let i = 0; i < 4; i++) assertEquals(await turn(40), 40);
  workMs = 0;
  await keepBusy(app);
  workMs = 1;
  // The first has nothing to wait for that took long, and leaves with the second.
  for (let i = 0; i < 10; i++) assertEquals(await turn(8), 8);
  workMs = 0;
  await keepBusy(app);
  [workMs, slowEvery] = [1, 5];
  const within = [];
  for (let i = 0; i < 10; i++) within.push(await turn(7));
  assertEquals(within, [5, 5, 5, 5, 5, 5, 5, 5, 7, 7], "held until the slow one, and no longer after eight such turns");
  workMs = 0;
  await keepBusy(app);
  [workMs, slowEvery] = [1, 10];
  for (let i = 0; i < 20; i++) assertEquals(await turn(19), 10, "a slow one now and then changes nothing else");
});

Deno.test("serve: a handler that fails in a busy turn is answered with 500, and its neighbours with their answers", async () => {
  const container = createContainer(routes(async ({ path }) => {
    await Promise.resolve();
    if (path === "/40") throw new Error("broken");
    return new Response(path);
  }));
  using _clock = new Clock();
  const records: LogRecord[] = [];
  container.bind(LogSink).toConstantValue((record) => records.push(record));
  await using app = await createApp(container);
  await keepBusy(app);
  const responses = await Promise.all([38, 39, 40, 41, 42].map((path) => app.fetch(request(path))));
  assertEquals(responses.map(({ status }) => status), [200, 200, 500, 200, 200]);
  assertEquals(records.map(({ message }) => message), ["Cannot answer a request"]);
});

Deno.test("serve: many connections at once get each its own answers, streams among them", async () => {
  const app = await appOf(async (exchange, variables) => {
    const answer = await ok(exchange, variables) as Response;
    return Number(exchange.path.slice(1)) % 5 === 0 ? new Response(answer.body) : answer;
  });
  await using server = await serve(app, { port: 0, quiet: true });
  const client = async (first: number) => {
    const texts = [];
    for (let i = 0; i < 25; i++) texts.push(await (await fetch(`${server.url}/${first + i}`)).text());
    return texts;
  };
  const firsts = Array.from({ length: 40 }, (_, i) => i * 100);
  const answered = await Promise.all(firsts.map(client));
  assertEquals(answered, firsts.map((first) => Array.from({ length: 25 }, (_, i) => `/${first + i}`)));
});

Deno.test("serve: answers that are held when the application stops are given", async () => {
  using _clock = new Clock();
  const app = await appOf(ok);
  await keepBusy(app);
  const answers = paths(12).map((_, i) => app.fetch(request(i)));
  await microtasks();
  await app[Symbol.asyncDispose]();
  assertEquals(await Promise.all(answers.map(async (answer) => (await answer).text())), paths(12));
});

Deno.test("serve: streams whose clients left before a busy turn's end are cancelled", async () => {
  using _clock = new Clock();
  const gate = Promise.withResolvers<void>();
  const allIn = Promise.withResolvers<void>();
  const allCancelled = Promise.withResolvers<void>();
  let [taken, cancelled] = [0, 0];
  const app = await appOf(async (exchange, variables) => {
    if (exchange.path !== "/stream") return ok(exchange, variables);
    if (++taken === 12) allIn.resolve();
    await gate.promise;
    return new Response(new ReadableStream({ cancel: () => void (++cancelled === 12 && allCancelled.resolve()) }));
  });
  await using server = await serve(app, { port: 0, quiet: true });
  await keepBusy(app);
  const clients = await Promise.all(paths(12).map(() => Deno.connect({ hostname: "127.0.0.1", port: server.port })));
  for (const client of clients) await client.write(new TextEncoder().encode("GET /stream HTTP/1.1\r\nhost: a\r\n\r\n"));
  await allIn.promise;
  for (const client of clients) client.close();
  gate.resolve();
  await allCancelled.promise;
});
