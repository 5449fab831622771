import { t } from "@espalier/espalier";
import { GraphQlClient } from "@espalier/espalier/client";
import { assertEquals } from "@std/assert";
import { createClient as createSseClient } from "graphql-sse";
import { createClient as createWsClient } from "graphql-ws";
import { firstLineOf } from "../../consumers/first_line_of.ts";
import { stockChanged, stockInstance } from "../../subscriptions/stock_app.ts";
import { BrokerProcess, exists, nats, natsServer } from "../events/broker_process.ts";

const script = new URL("stock_process.ts", import.meta.url).pathname;

/** A service in a process of its own, which keeps its port when it is started again. */
class StockProcess implements AsyncDisposable {
  readonly #options: string;
  #child: Deno.ChildProcess | undefined;
  port = 0;

  constructor(options: object) {
    this.#options = JSON.stringify(options);
  }

  async start(): Promise<this> {
    const args = ["run", "--quiet", "--no-prompt", "--allow-all", script, this.#options, `${this.port}`];
    this.#child = new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "inherit" }).spawn();
    this.port = Number(/Ready at (\d+)/.exec(await firstLineOf(this.#child.stdout, /Ready at/))![1]);
    return this;
  }

  async stop(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    this.#child?.kill(signal);
    await this.#child?.status;
    this.#child = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop("SIGKILL");
  }
}

const document = 'subscription { stock(book: "a") }';

/** The numbers that a subscription brings; its clients continue by the position of the last result. */
type Subscribe = (port: number) => AsyncIterableIterator<number> & AsyncDisposable;

const quickly = () => new Promise<void>((resolve) => setTimeout(resolve, 50));

const subscribers: Readonly<Record<string, Subscribe>> = {
  "our client over event streams": (port) => ours(GraphQlClient.http({ url: `http://127.0.0.1:${port}/graphql` })),
  "our client over WebSockets": (port) => ours(GraphQlClient.webSocket({ url: `ws://127.0.0.1:${port}/graphql` })),
  "graphql-ws": (port) => {
    const client = createWsClient({
      url: `ws://127.0.0.1:${port}/graphql`,
      webSocketImpl: WebSocket,
      retryAttempts: 1_000,
      shouldRetry: () => true,
      retryWait: quickly,
    });
    const extensions: { resume: string | true } = { resume: true };
    const results = client.iterate<{ stock: number }>({ query: document, extensions });
    return plain(results, (resume) => extensions.resume = resume, () => client.dispose());
  },
  "graphql-sse": (port) => {
    let position = "";
    const client = createSseClient({
      url: `http://127.0.0.1:${port}/graphql`,
      retryAttempts: 1_000,
      retry: quickly,
      fetchFn: async (...request: Parameters<typeof fetch>) => {
        const response = await fetch(...request);
        // The client leaves the body of a refusal unread.
        if (!response.ok) await response.body?.cancel();
        return response;
      },
      headers: (): Record<string, string> => position === "" ? {} : { "last-event-id": position },
    });
    const results = client.iterate<{ stock: number }>({ query: document, extensions: { resume: true } });
    return plain(results, (resume) => position = resume, () => client.dispose());
  },
};

function ours(client: GraphQlClient): ReturnType<Subscribe> {
  const events = client.document(document).retrieveSubscription("stock").toEntity(t.int);
  return Object.assign(events, {
    [Symbol.asyncDispose]: async () => {
      await events.return?.();
      await client[Symbol.asyncDispose]();
    },
  });
}

interface PlainResult {
  readonly data?: { readonly stock: number } | null | undefined;
  readonly extensions?: unknown;
}

function plain(
  results: AsyncIterableIterator<PlainResult>,
  note: (resume: string) => void,
  dispose: () => void | Promise<void>,
): ReturnType<Subscribe> {
  async function* values() {
    for await (const { data, extensions } of results) {
      note((extensions as { resume: string }).resume);
      if (data) yield data.stock;
    }
  }
  return Object.assign(values(), {
    [Symbol.asyncDispose]: async () => {
      await dispose();
      await results.return?.();
    },
  });
}

Deno.test({
  name: "every client gets each event at least once, in order, while the service and NATS are killed and restarted",
  ignore: !exists(natsServer),
  async fn() {
    await using broker = await BrokerProcess.of(nats);
    const options = {
      nats: { servers: [`127.0.0.1:${broker.port}`], timeoutMs: 1_000, connection: { reconnectTimeWait: 50 } },
    };
    await using publisher = await stockInstance(options);
    await using service = await new StockProcess(options).start();
    const streams = Object.entries(subscribers).map(([name, subscribe]) => ({ name, stream: subscribe(service.port) }));
    const publish = async (copies: number) => {
      // The broker may be away: it is tried until it is back.
      while (!await publisher.bus.publish(stockChanged, { book: "a" }, copies).then(() => true, () => false));
    };
    // -1 until each subscriber has had an event.
    const first = streams.map(({ stream }) => stream.next());
    const timer = setInterval(() => void publish(-1), 20);
    await Promise.all(first);
    clearInterval(timer);
    const last = 79;
    const seen = new Map<string, number>();
    const reading = streams.map(async ({ name, stream }) => {
      const received: number[] = [];
      while (received.at(-1) !== last) {
        const { value } = await stream.next();
        if (value !== -1) received.push(value);
        seen.set(name, value);
      }
      return { name, received };
    });
    for (let i = 0; i <= last; i++) {
      await publish(i);
      if (i === 20 || i === 60) await service.stop(i === 20 ? "SIGKILL" : "SIGTERM");
      if (i === 30 || i === 70) await service.start();
      // One fault at a time: all are connected again before the next.
      if (i === 31) { while ([...seen.values()].some((copies) => copies < 31)) await quickly(); }
      if (i === 45) {
        await broker.stop();
        await broker.start();
      }
    }
    const expected = Array.from({ length: last + 1 }, (_, i) => i);
    for (const { name, received } of await Promise.all(reading)) {
      assertEquals(received.filter((copies, i) => copies !== received[i - 1]), expected, name);
    }
    for (const { stream } of streams) await stream[Symbol.asyncDispose]();
  },
});
