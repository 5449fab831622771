import { assertEquals } from "@std/assert";
import { ContainerModule, RuntimeWiringConfigurer, WebGraphQlInterceptor } from "@espalier/espalier";
import {
  AuthenticationError,
  SubscriptionExceptionResolver,
  SubscriptionExceptionResolverAdapter,
  WebSocketGraphQlInterceptor,
} from "@espalier/espalier/graphql";
import { RawSocket } from "../graphql/transport/raw_socket.ts";
import { ServedApp } from "../graphql/transport/served_app.ts";
import { fail, Fault, Observation } from "./observation.ts";

const schema = "type Query { value: String } type Subscription { ticks: Tick } type Tick { n: Int slow: Int }";

const source = (open: () => unknown, slow: () => unknown = () => 1) =>
  new ContainerModule(({ bind }) => {
    bind(RuntimeWiringConfigurer).toConstantValue({
      configure: (wiring) => {
        wiring.type("Subscription", (type) => type.dataFetcher("ticks", open));
        wiring.type("Tick", (type) => type.dataFetcher("slow", slow));
      },
    });
  });

const interceptor = (bean: WebGraphQlInterceptor) =>
  new ContainerModule(({ bind }) => void bind(WebGraphQlInterceptor).toConstantValue(bean));

const resolver = (bean: SubscriptionExceptionResolver) =>
  new ContainerModule(({ bind }) => void bind(SubscriptionExceptionResolver).toConstantValue(bean));

/** Yields events until it is closed. */
const leaving = async function* () {
  try {
    for (let n = 1;; n++) yield await new Promise((resolve) => setTimeout(() => resolve({ n }), 1));
  } finally {
    fail("finally");
  }
};

/** An iterator whose `return` fails, while `next` is waited for. */
const refusing = () => {
  let count = 0;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => count++ === 0 ? Promise.resolve({ done: false, value: { n: 1 } }) : new Promise(() => {}),
    return: () => Promise.reject(new Fault("return")),
  };
};

const unresolved = "Unresolved failure of a subscription's stream for executionId ";
const masked = [{ message: "Subscription error", extensions: { classification: "INTERNAL_ERROR" } }];
const tick = { id: "1", type: "next", payload: { data: { ticks: { n: 1 } } } };

/** Runs a service behind a socket. */
async function served(
  modules: readonly ContainerModule[],
  run: (served: ServedApp, observation: Observation) => unknown,
) {
  await using observation = await Observation.start(schema, modules);
  await using server = new ServedApp(observation.app);
  await run(server, observation);
}

async function overSocket(modules: readonly ContainerModule[], messages: readonly unknown[]): Promise<Observation> {
  const observation = await Observation.start(schema, modules);
  await using server = new ServedApp(observation.app);
  await using socket = new RawSocket(server.webSocketUrl);
  await socket.init();
  await socket.subscribe("1", "subscription { ticks { n } }");
  for (const message of messages) assertEquals(await socket.next(), message);
  return observation;
}

const failures: Record<string, [modules: ContainerModule[], lines: ["WARN" | "ERROR", string, string][]]> = {
  "a source": [
    [source(async function* () {
      yield await Promise.resolve({ n: 1 });
      fail("source");
    })],
    [["ERROR", "source", unresolved]],
  ],
  "a resolver of stream failures": [
    [
      source(async function* () {
        yield await Promise.resolve({ n: 1 });
        fail("source");
      }),
      resolver({ resolveException: () => fail("resolver") }),
    ],
    [["WARN", "resolver", "Failure while resolving"], ["ERROR", "source", unresolved]],
  ],
  "an adapter without a logger": [
    [
      source(async function* () {
        yield await Promise.resolve({ n: 1 });
        fail("source");
      }),
      resolver(
        new class extends SubscriptionExceptionResolverAdapter {
          protected override resolveToSingleError(): never {
            return fail("adapter");
          }
        }(),
      ),
    ],
    [["WARN", "adapter", "Failed to resolve"], ["ERROR", "source", unresolved]],
  ],
  "a method next that is no async function": [
    [source(() => {
      let count = 0;
      return {
        [Symbol.asyncIterator]: () => ({
          next: () => count++ === 0 ? Promise.resolve({ done: false, value: { n: 1 } }) : fail("next"),
        }),
      };
    })],
    [["ERROR", "next", unresolved]],
  ],
};

for (const [name, [modules, lines]] of Object.entries(failures)) {
  Deno.test(`E2 S3 what ${name} throws in a subscription is logged once, and ends it`, async () => {
    await using observation = await overSocket(modules, [tick, { id: "1", type: "error", payload: masked }]);
    await observation.expect(...lines);
  });
}

for (
  const [name, open, line] of [
    ["finally block", leaving, [
      "WARN",
      "finally",
      'The source of subscription field "ticks" failed while it was closed',
    ]],
    ["method return", refusing, [
      "WARN",
      "return",
      'The source of subscription field "ticks" failed while it was closed',
    ]],
  ] as const
) {
  Deno.test(`E2 S3 what a source's ${name} throws is logged once when the client completes the subscription`, async () => {
    await served([source(open)], async ({ webSocketUrl }, observation) => {
      await using socket = new RawSocket(webSocketUrl);
      await socket.init();
      await socket.subscribe("1", "subscription { ticks { n } }");
      await socket.next();
      await socket.send({ id: "1", type: "complete" });
      await observation.line();
      await observation.expect(line);
    });
  });

  Deno.test(`E2 S3 what a source's ${name} throws is logged once when the client of a socket leaves`, async () => {
    await served([source(open)], async ({ webSocketUrl }, observation) => {
      {
        await using socket = new RawSocket(webSocketUrl);
        await socket.init();
        await socket.subscribe("1", "subscription { ticks { n } }");
        await socket.next();
      }
      await observation.line();
      await observation.expect(line);
    });
  });

  Deno.test(`E2 S3 what a source's ${name} throws is logged once when the client of an event stream leaves`, async () => {
    await using observation = await Observation.start(schema, [source(open)]);
    const response = await observation.app.fetch(
      new Request("http://localhost/graphql", {
        method: "POST",
        headers: { "content-type": "application/json", accept: "text/event-stream" },
        body: JSON.stringify({ query: "subscription { ticks { n } }" }),
      }),
    );
    const reader = response.body!.getReader();
    await reader.read();
    await reader.cancel();
    await observation.line();
    await observation.expect(line);
  });

  Deno.test(`E2 S3 what a source's ${name} throws is logged once when the service stops`, async () => {
    await served([source(open)], async ({ webSocketUrl }, observation) => {
      await using socket = new RawSocket(webSocketUrl);
      await socket.init();
      await socket.subscribe("1", "subscription { ticks { n } }");
      await socket.next();
      await observation.expect(line);
    });
  });
}

Deno.test("E2 S3 what a fetcher below an event throws is logged once for each event", async () => {
  const twice = async function* () {
    yield await Promise.resolve({ n: 1 });
    yield { n: 2 };
  };
  await served([source(twice, () => fail("slow"))], async ({ webSocketUrl }, observation) => {
    await using socket = new RawSocket(webSocketUrl);
    await socket.init();
    await socket.subscribe("1", "subscription { ticks { slow } }");
    for (let i = 0; i < 3; i++) await socket.next();
    const line = ["ERROR", "slow", "Unresolved Fault for executionId "] as const;
    await observation.expect(line, line);
  });
});

class Hooks extends WebSocketGraphQlInterceptor {
  readonly #failing: string;
  constructor(failing: string) {
    super();
    this.#failing = failing;
  }
  override handleConnectionInitialization() {
    if (this.#failing === "refusal") throw new AuthenticationError("secret of nobody");
    return this.#failing === "init" ? fail("init") : {};
  }
  override handleCancelledSubscription() {
    if (this.#failing === "cancelled") fail("cancelled");
  }
  override handleConnectionClosed() {
    if (this.#failing === "closed") fail("closed");
  }
}

for (
  const [hook, lines] of [
    ["init", [["ERROR", "init", "Cannot initialize a WebSocket connection"]]],
    ["refusal", []],
  ] as const
) {
  Deno.test(`E2 a connection is refused where its initialization fails, and the failure is logged: ${hook}`, async () => {
    await served([interceptor(new Hooks(hook))], async ({ webSocketUrl }, observation) => {
      await using socket = new RawSocket(webSocketUrl);
      await socket.send({ type: "connection_init" });
      const { code } = await socket.closed;
      assertEquals(code === 4401 || code === 4403, true);
      await observation.expect(...lines);
    });
  });
}

Deno.test("E2 a hook for cancelled subscriptions that throws is logged, and the connection goes on", async () => {
  const endless = async function* () {
    for (let n = 1;; n++) yield await new Promise((resolve) => setTimeout(() => resolve({ n }), 1));
  };
  await served([interceptor(new Hooks("cancelled")), source(endless)], async ({ webSocketUrl }, observation) => {
    await using socket = new RawSocket(webSocketUrl);
    await socket.init();
    await socket.subscribe("1", "subscription { ticks { n } }");
    assertEquals(await socket.next(), tick);
    await socket.send({ id: "1", type: "complete" });
    await observation.line();
    await socket.subscribe("2", "{ value }");
    let message = await socket.next() as Record<string, unknown>;
    while (message.id === "1") message = await socket.next() as Record<string, unknown>;
    assertEquals(message, { id: "2", type: "next", payload: { data: { value: null } } });
    await observation.expect(["ERROR", "cancelled", "An interceptor failed on a WebSocket's end"]);
  });
});

Deno.test("E2 a hook for closed connections that throws is logged", async () => {
  await served([interceptor(new Hooks("closed"))], async ({ webSocketUrl }, observation) => {
    {
      await using socket = new RawSocket(webSocketUrl);
      await socket.init();
    }
    await observation.line();
    await observation.expect(["ERROR", "closed", "An interceptor failed on a WebSocket's end"]);
  });
});

Deno.test("E2 what an interceptor throws over a socket is one error of the operation, and is logged once", async () => {
  await served([interceptor({ intercept: () => fail("interceptor") })], async ({ webSocketUrl }, observation) => {
    await using socket = new RawSocket(webSocketUrl);
    await socket.init();
    await socket.subscribe("1", "{ value }");
    const { type, payload } = await socket.next() as { type: string; payload: { message: string }[] };
    assertEquals([type, payload.map(({ message }) => message)], ["error", ["INTERNAL_ERROR for 1"]]);
    await observation.expect(["ERROR", "interceptor", "Cannot answer operation 1"]);
  });
});
