import { assertEquals } from "@std/assert";
import {
  type DataFetcher,
  ErrorType,
  SubscriptionExceptionResolver,
  SubscriptionExecutionStrategy,
  type WebGraphQlInterceptor,
} from "@espalier/espalier/graphql";
import { graphQlApp, type GraphQlAppOptions, post } from "./graphql_app.ts";
import { EventReader, eventsOf } from "./sse_events.ts";

const schema = `
  type Query { unused: String }
  type Subscription { numbers: Item, text: String }
  type Item { value: Int, slow: Int }
`;

const accept = { accept: "text/event-stream" };

function withSource(field: string, source: DataFetcher, more: Partial<GraphQlAppOptions> = {}): GraphQlAppOptions {
  return {
    schema,
    wiring: (wiring) => wiring.type("Subscription", (type) => type.dataFetcher(field, source)),
    ...more,
  };
}

async function* counting(count: number): AsyncGenerator<{ value: number }> {
  for (let value = 1; value <= count; value++) yield await Promise.resolve({ value });
}

/** Item.slow of value 1 is answered only after that of value 2. */
function reversing(more: Partial<GraphQlAppOptions> = {}): GraphQlAppOptions {
  const second = Promise.withResolvers<void>();
  return {
    schema,
    wiring: (wiring) =>
      wiring.type("Subscription", (type) => type.dataFetcher("numbers", () => counting(2)))
        .type("Item", (type) =>
          type.dataFetcher("slow", async ({ source }) => {
            const { value } = source as { value: number };
            if (value === 2) second.resolve();
            else await second.promise.then(() => new Promise((resolve) => setTimeout(resolve, 5)));
            return value;
          })),
    ...more,
  };
}

const ordered: WebGraphQlInterceptor = {
  intercept: (request, next) => {
    request.graphQlContext.put(SubscriptionExecutionStrategy.KEEP_SUBSCRIPTION_EVENTS_ORDERED, true);
    return next(request);
  },
};

const next = (data: unknown) => ({ event: "next", data: { data } });
const complete = { event: "complete", data: "" };

Deno.test("S1 a subscription gives a stream of results", async () => {
  await using app = await graphQlApp(withSource("numbers", () => counting(2)));
  const response = await app.fetch(post({ query: "subscription { numbers { value } }" }, accept));
  assertEquals(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
  assertEquals(await eventsOf(response), [
    next({ numbers: { value: 1 } }),
    next({ numbers: { value: 2 } }),
    complete,
  ]);
});

Deno.test("S2 results are sent as soon as they are complete", async () => {
  await using app = await graphQlApp(reversing());
  const response = await app.fetch(post({ query: "subscription { numbers { slow } }" }, accept));
  assertEquals(await eventsOf(response), [next({ numbers: { slow: 2 } }), next({ numbers: { slow: 1 } }), complete]);
});

Deno.test("S2 KEEP_SUBSCRIPTION_EVENTS_ORDERED keeps the order of the source", async () => {
  await using app = await graphQlApp(reversing({ interceptors: [ordered] }));
  const response = await app.fetch(post({ query: "subscription { numbers { slow } }" }, accept));
  assertEquals(await eventsOf(response), [next({ numbers: { slow: 1 } }), next({ numbers: { slow: 2 } }), complete]);
});

Deno.test("S2 at most maxConcurrentEvents are in flight, then the source is not pulled", async () => {
  const release = Promise.withResolvers<void>();
  let pulled = 0;
  let inFlight = 0;
  let most = 0;
  await using app = await graphQlApp({
    schema,
    properties: { graphql: { maxConcurrentEvents: 3 } },
    wiring: (wiring) =>
      wiring.type("Subscription", (type) =>
        type.dataFetcher("numbers", async function* () {
          for await (const item of counting(8)) {
            pulled++;
            yield item;
          }
        })).type("Item", (type) =>
          type.dataFetcher("slow", async () => {
            most = Math.max(most, ++inFlight);
            if (inFlight === 3) setTimeout(release.resolve, 5);
            await release.promise;
            assertEquals(pulled <= 3 || inFlight < 3, true);
            inFlight--;
            return 1;
          })),
  });
  const response = await app.fetch(post({ query: "subscription { numbers { slow } }" }, accept));
  assertEquals((await eventsOf(response)).length, 9);
  assertEquals([most, pulled], [3, 8]);
});

Deno.test("S3 C152 a stream that fails ends with the errors of the resolvers", async () => {
  const exceptionResolvers: SubscriptionExceptionResolver[] = [
    SubscriptionExceptionResolver.forSingleError(() => undefined),
    SubscriptionExceptionResolver.forSingleError((error) => ({
      message: `Error: ${(error as Error).message}`,
      errorType: ErrorType.BAD_REQUEST,
    })),
  ];
  async function* failing(): AsyncGenerator<string> {
    yield await Promise.resolve("a");
    throw new Error("Test Exception");
  }
  await using app = await graphQlApp(
    withSource("text", failing, { subscriptionExceptionResolvers: exceptionResolvers }),
  );
  const response = await app.fetch(post({ query: "subscription { text }" }, accept));
  assertEquals(await eventsOf(response), [
    next({ text: "a" }),
    {
      event: "next",
      data: { errors: [{ message: "Error: Test Exception", extensions: { classification: "BAD_REQUEST" } }] },
    },
    complete,
  ]);
});

Deno.test("S3 E6 C154 without a resolver the failure of a stream is masked", async () => {
  // deno-lint-ignore require-yield
  async function* failing(): AsyncGenerator<string> {
    await Promise.resolve();
    throw new Error("secret");
  }
  await using app = await graphQlApp(withSource("text", failing));
  const response = await app.fetch(post({ query: "subscription { text }" }, accept));
  assertEquals(await eventsOf(response), [
    {
      event: "next",
      data: { errors: [{ message: "Subscription error", extensions: { classification: "INTERNAL_ERROR" } }] },
    },
    complete,
  ]);
});

Deno.test("S1 C049 a plain value is a stream of one item", async () => {
  await using app = await graphQlApp(withSource("text", () => "only"));
  const response = await app.fetch(post({ query: "subscription { text }" }, accept));
  assertEquals(await eventsOf(response), [next({ text: "only" }), complete]);
});

Deno.test("S1 an error of one event travels with its result", async () => {
  await using app = await graphQlApp({
    schema,
    wiring: (wiring) =>
      wiring.type("Subscription", (type) => type.dataFetcher("numbers", () => counting(1)))
        .type("Item", (type) =>
          type.dataFetcher("slow", () => {
            throw new Error("secret");
          })),
  });
  const response = await app.fetch(post({ query: "subscription { numbers { value slow } }" }, accept));
  const [first, last] = await eventsOf(response);
  const { data, errors } = first?.data as { data: unknown; errors: { path: unknown }[] };
  assertEquals([data, errors.map((error) => error.path), last], [
    { numbers: { value: 1, slow: null } },
    [["numbers", "slow"]],
    complete,
  ]);
});

Deno.test("E7 G1.3 C052 a client that leaves closes the source and aborts its signal", async () => {
  const closed = Promise.withResolvers<boolean>();
  await using app = await graphQlApp(withSource("text", async function* ({ signal }) {
    try {
      yield "first";
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    } finally {
      closed.resolve(signal.aborted);
    }
  }));
  {
    await using events = new EventReader(await app.fetch(post({ query: "subscription { text }" }, accept)));
    assertEquals(await events.next(), next({ text: "first" }));
  }
  assertEquals(await closed.promise, true);
});

const pushing = (closed: () => void, first: (push: (value: string) => void) => void) => ({
  "readable stream": () => new ReadableStream({ start: (to) => first((value) => to.enqueue(value)), cancel: closed }),
  "observable": () => ({
    "@@observable": () => ({
      subscribe: ({ next }: { next(value: string): void }) => (first(next), { unsubscribe: closed }),
    }),
  }),
});

for (const kind of ["readable stream", "observable"] as const) {
  Deno.test(`E7 G1.3 a client that leaves closes a silent ${kind} at once`, async () => {
    const closed = Promise.withResolvers<string>();
    const logs = { warn: (message: string) => closed.resolve(message) };
    const source = pushing(() => closed.resolve("closed"), (push) => push("first"))[kind];
    await using app = await graphQlApp(withSource("text", source, { logs }));
    {
      await using events = new EventReader(await app.fetch(post({ query: "subscription { text }" }, accept)));
      assertEquals(await events.next(), next({ text: "first" }));
    }
    assertEquals(await closed.promise, "closed");
  });
}

Deno.test("E7 G1.3 a source that is opened only after its client left is closed", async () => {
  const started = Promise.withResolvers<AbortSignal>();
  const release = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<string>();
  await using app = await graphQlApp(withSource("text", async ({ signal }) => {
    started.resolve(signal);
    await release.promise;
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => {}),
        return: () => {
          closed.resolve("closed");
          return Promise.resolve({ done: true, value: undefined });
        },
      }),
    };
  }));
  const client = new AbortController();
  const request = post({ query: "subscription { text }" }, accept);
  const pending = app.fetch(new Request(request, { signal: client.signal }));
  const signal = await started.promise;
  const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
  client.abort();
  await aborted;
  release.resolve();
  assertEquals(await closed.promise, "closed");
  await (await pending).body?.cancel();
});

Deno.test("E7 a source that ignores closing and signal is reported with its field", async () => {
  const warned = Promise.withResolvers<string>();
  const logs = { warn: warned.resolve };
  const release = Promise.withResolvers<void>();
  await using app = await graphQlApp(withSource("text", async function* () {
    yield "first";
    await release.promise;
  }, { logs }));
  {
    await using events = new EventReader(await app.fetch(post({ query: "subscription { text }" }, accept)));
    await events.next();
  }
  assertEquals(
    await warned.promise,
    'The source of subscription field "text" goes on after it was closed and its signal aborted',
  );
  release.resolve();
});

Deno.test("S1 each event has data loaders of its own", async () => {
  const registries = new Set<unknown>();
  await using app = await graphQlApp({
    schema,
    wiring: (wiring) =>
      wiring.type("Subscription", (type) => type.dataFetcher("numbers", () => counting(2)))
        .type("Item", (type) =>
          type.dataFetcher("slow", (env) => {
            registries.add(env.dataLoaderRegistry);
            return 1;
          })),
  });
  const response = await app.fetch(post({ query: "subscription { numbers { slow again: slow } }" }, accept));
  await response.body?.pipeTo(new WritableStream());
  assertEquals(registries.size, 2);
});

Deno.test("E7 G1.3 an observable whose unsubscribing throws disturbs nobody when its client leaves", async () => {
  const isLeft = Promise.withResolvers<void>();
  const unsubscribe = () => {
    isLeft.resolve();
    throw new Error("broken");
  };
  const source = () => ({
    "@@observable": () => ({
      subscribe: ({ next }: { next(value: string): void }) => (next("first"), { unsubscribe }),
    }),
  });
  await using app = await graphQlApp(withSource("text", source));
  {
    await using events = new EventReader(await app.fetch(post({ query: "subscription { text }" }, accept)));
    assertEquals(await events.next(), next({ text: "first" }));
  }
  await isLeft.promise;
  assertEquals((await (await app.fetch(post({ query: "{ __typename }" }))).json()).data, { __typename: "Query" });
});
