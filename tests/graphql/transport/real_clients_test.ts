import { assertEquals } from "@std/assert";
import { ApolloClient, CombinedProtocolErrors, gql, HttpLink, InMemoryCache } from "@apollo/client";
import { Client, fetchExchange, subscriptionExchange } from "@urql/core";
import { Defer20220824Handler, GraphQL17Alpha9Handler } from "@apollo/client/incremental";
import { createClient } from "graphql-sse";
import { meros } from "meros/browser";
import type { RuntimeWiringBuilder } from "@espalier/espalier/graphql";
import { endless } from "./endless.ts";
import { graphQlApp, post } from "./graphql_app.ts";
import { ServedApp } from "./served_app.ts";

const schema = `
  type Query { book: Book }
  type Book { title: String, review: String }
  type Subscription { numbers: Int, endless: Int, failing: Int }
`;

/** An application whose deferred field waits for the gate, which tests open after the first part came. */
function options(onClosed: () => void = () => {}) {
  let gate = Promise.withResolvers<void>();
  return {
    open: () => {
      gate.resolve();
      gate = Promise.withResolvers();
    },
    schema,
    properties: { graphql: { incremental: true, multipartHeartbeatMs: 10 } },
    wiring: (wiring: RuntimeWiringBuilder) => {
      wiring.type("Query", (type) => type.dataFetcher("book", () => ({ title: "Emma" })));
      wiring.type("Book", (type) =>
        type.dataFetcher("review", async () => {
          await gate.promise;
          return "Good";
        }));
      wiring.type("Subscription", (type) =>
        type.addDataFetchers({
          endless: endless(onClosed),
          numbers: async function* () {
            yield* await Promise.resolve([1, 2, 3]);
          },
          failing: async function* () {
            yield await Promise.resolve(1);
            throw new Error("secret");
          },
        }));
    },
  };
}

const deferred = "{ book { title ... @defer { review } } }";

const json = "application/json";
const own = "application/graphql-response+json; charset=utf-8";
const events = "text/event-stream; charset=utf-8";
const currentParts = 'multipart/mixed;boundary="-";incrementalSpec=v0.2';
const olderParts = 'multipart/mixed;boundary="-";deferSpec=20220824';
const payloads = 'multipart/mixed;boundary="-";subscriptionSpec=1.0';

type Types = readonly [query: string, deferred: string, subscription: string | number];

/** The exact `Accept` headers of clients, and the content types of the answers (or the status that refuses). */
const accepted: Readonly<Record<string, readonly [accept: string, types: Types]>> = {
  "Apollo Client 4": ["application/graphql-response+json,application/json;q=0.9", [own, own, 406]],
  "Apollo Client 4 with @defer, current form": [
    "multipart/mixed;incrementalSpec=v0.2,application/graphql-response+json,application/json;q=0.9",
    [own, currentParts, currentParts],
  ],
  "Apollo Client 4 with @defer, form of 2022": [
    "multipart/mixed;deferSpec=20220824,application/graphql-response+json,application/json;q=0.9",
    [own, olderParts, olderParts],
  ],
  "Apollo Client 3 with @defer": ["multipart/mixed;deferSpec=20220824,application/json", [
    json,
    olderParts,
    olderParts,
  ]],
  "Apollo Client 4 for subscriptions": [
    "multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/graphql-response+json,application/json;q=0.9",
    [own, own, payloads],
  ],
  "Apollo Client 3 for subscriptions": [
    "multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/json",
    [json, json, payloads],
  ],
  "Apollo iOS for subscriptions": [
    'multipart/mixed;subscriptionSpec="1.0",application/graphql-response+json,application/json',
    [own, own, payloads],
  ],
  "Apollo Kotlin": [
    "multipart/mixed;deferSpec=20220824, application/graphql-response+json, application/json",
    [own, olderParts, olderParts],
  ],
  urql: [
    "application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed",
    [own, currentParts, events],
  ],
  "urql for subscriptions": ["text/event-stream, multipart/mixed", [events, events, events]],
  "Relay's network layer with the fetch of browsers": ["*/*", [json, json, events]],
  "graphql-request": ["application/graphql-response+json, application/json", [own, own, 406]],
  "graphql-sse": ["text/event-stream", [events, events, events]],
  "meros, as GraphiQL uses it": ["application/json, multipart/mixed", [
    json,
    currentParts,
    'multipart/mixed;boundary="-"',
  ]],
  "a client that accepts event streams besides": ["application/json, text/event-stream;q=0.5", [json, events, events]],
};

for (const [client, [accept, [query, parts, subscription]]] of Object.entries(accepted)) {
  Deno.test(`G1.1 G1.3 the formats for ${client}`, async () => {
    const { open, ...rest } = options();
    await using app = await graphQlApp(rest);
    const typeOf = async (query: string) => {
      const response = app.fetch(post({ query }, { accept }));
      // The gate is reached after some microtasks.
      await new Promise((resolve) => setTimeout(resolve, 1));
      open();
      const { status, headers, body } = await response;
      await body?.cancel();
      return status === 200 ? headers.get("content-type") : status;
    };
    assertEquals(
      [await typeOf("{ book { title } }"), await typeOf(deferred), await typeOf("subscription { numbers }")],
      [query, parts, subscription],
    );
  });
}

for (const [name, handler] of [["current", GraphQL17Alpha9Handler], ["2022", Defer20220824Handler]] as const) {
  Deno.test(`G1.1 Apollo Client sees the first part before the deferred one (${name} form)`, async () => {
    const { open, ...rest } = options();
    await using served = await ServedApp.start(rest);
    const client = new ApolloClient({
      cache: new InMemoryCache(),
      link: new HttpLink({ uri: served.url }),
      // The package's types are not written for exact optional properties.
      incrementalHandler: new handler() as never,
    });
    const seen: unknown[] = [];
    const done = Promise.withResolvers<void>();
    const subscription = client.watchQuery({ query: gql(deferred) }).subscribe(({ data, dataState }) => {
      if (dataState === "empty") return;
      seen.push((data as { book: { review?: string } }).book.review);
      if (seen.length === 1) open();
      else done.resolve();
    });
    await done.promise;
    subscription.unsubscribe();
    client.stop();
    assertEquals(seen, [undefined, "Good"]);
  });
}

Deno.test("G1.1 urql, as it comes, sees the first part before the deferred one", async () => {
  const { open, ...rest } = options();
  await using served = await ServedApp.start(rest);
  const client = new Client({ url: served.url, exchanges: [fetchExchange], preferGetMethod: false });
  const seen: unknown[] = [];
  const done = Promise.withResolvers<void>();
  const { unsubscribe } = client.query(deferred, {}).subscribe(({ data, hasNext }) => {
    seen.push(structuredClone(data));
    if (hasNext) open();
    else done.resolve();
  });
  await done.promise;
  unsubscribe();
  assertEquals(seen, [{ book: { title: "Emma" } }, { book: { title: "Emma", review: "Good" } }]);
});

Deno.test("G1.1 meros reads the parts of a deferred answer one by one", async () => {
  const { open, ...rest } = options();
  await using served = await ServedApp.start(rest);
  const response = await fetch(served.url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "multipart/mixed" },
    body: JSON.stringify({ query: deferred }),
  });
  const parts = await meros(response);
  assertEquals(parts instanceof Response, false);
  const seen: unknown[] = [];
  for await (const { body } of parts as AsyncIterable<{ body: { hasNext: boolean; data?: unknown } }>) {
    seen.push(body.data);
    open();
  }
  assertEquals(seen, [{ book: { title: "Emma" } }, undefined]);
});

function apollo({ url }: ServedApp): ApolloClient {
  return new ApolloClient({ cache: new InMemoryCache(), link: new HttpLink({ uri: url }) });
}

Deno.test("G1.3 Apollo Client subscribes over multipart responses, with heartbeats", async () => {
  const closed = Promise.withResolvers<void>();
  const { open: _, ...rest } = options(closed.resolve);
  await using served = await ServedApp.start(rest);
  const client = apollo(served);
  const seen: unknown[] = [];
  const done = Promise.withResolvers<void>();
  client.subscribe({ query: gql("subscription { numbers }") })
    .subscribe({ next: ({ data }) => seen.push({ ...data as object }), complete: done.resolve, error: done.reject });
  await done.promise;
  assertEquals(seen, [{ numbers: 1 }, { numbers: 2 }, { numbers: 3 }]);
  const first = Promise.withResolvers<unknown>();
  const endless = client.subscribe({ query: gql("subscription { endless }") }).subscribe(first.resolve);
  assertEquals((await first.promise as { data: unknown }).data, { endless: 1 });
  endless.unsubscribe();
  await closed.promise;
  client.stop();
});

Deno.test("G1.3 a failed subscription ends Apollo Client's with a protocol error, which tells nothing internal", async () => {
  const { open: _, ...rest } = options();
  await using served = await ServedApp.start(rest);
  const client = apollo(served);
  const ended = Promise.withResolvers<unknown>();
  client.subscribe({ query: gql("subscription { failing }") })
    .subscribe({ next: ({ error }) => error && ended.resolve(error), error: ended.resolve });
  const error = await ended.promise as CombinedProtocolErrors;
  assertEquals(CombinedProtocolErrors.is(error), true);
  assertEquals(error.errors.map(({ message, extensions }) => [message, extensions?.classification]), [
    ["Subscription error", "INTERNAL_ERROR"],
  ]);
  client.stop();
});

Deno.test("G1.3 heartbeats keep a multipart subscription alive, and payloads wrap its results", async () => {
  const { open: _, ...rest } = options();
  await using app = await graphQlApp(rest);
  const accept = 'multipart/mixed;boundary="graphql";subscriptionSpec="1.0", application/json';
  const response = await app.fetch(post({ query: "subscription { endless }" }, { accept }));
  let text = "";
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.split("{}").length > 2) break;
  }
  const part = (json: string) => `\r\ncontent-type: application/json; charset=utf-8\r\n\r\n${json}\r\n---`;
  assertEquals(text.startsWith(`\r\n---${part('{"payload":{"data":{"endless":1}}}')}${part("{}")}`), true);
});

Deno.test("G1.3 urql subscribes by its fetch exchange, and by graphql-sse", async () => {
  const { open: _, ...rest } = options();
  await using served = await ServedApp.start(rest);
  const sse = createClient({ url: served.url });
  const overSse = subscriptionExchange({
    forwardSubscription: ({ query, variables }) => ({
      subscribe: (sink) => ({
        unsubscribe: sse.subscribe({ query: query!, variables: variables ?? {} }, sink as never),
      }),
    }),
  });
  for (const exchange of [fetchExchange, overSse]) {
    const options = {
      url: served.url,
      exchanges: [exchange],
      fetchSubscriptions: true,
      preferGetMethod: false,
    };
    const seen: unknown[] = [];
    const done = Promise.withResolvers<void>();
    const { unsubscribe } = new Client(options).subscription("subscription { numbers }", {}).subscribe(({ data }) => {
      seen.push((data as { numbers: number }).numbers);
      if (seen.length === 3) done.resolve();
    });
    await done.promise;
    unsubscribe();
    assertEquals(seen, [1, 2, 3]);
  }
  sse.dispose();
});

Deno.test("G1.3 @defer comes in parts over a reserved event stream, as the client of graphql-sse reads it", async () => {
  const { open, ...rest } = options();
  await using served = await ServedApp.start(rest);
  const client = createClient({ url: served.url, singleConnection: true, lazy: true });
  const seen: unknown[] = [];
  for await (const part of client.iterate({ query: deferred })) {
    seen.push(part.data ?? (part as { incremental?: unknown }).incremental);
    open();
  }
  client.dispose();
  assertEquals(seen, [{ book: { title: "Emma" } }, [{ data: { review: "Good" }, id: "0" }]]);
});
