import { assertEquals, assertStringIncludes } from "@std/assert";
import { type EspalierPropertiesInput, ManagedCache } from "@espalier/espalier";
import { type ErrorBehavior, GraphQlClient } from "@espalier/espalier/client";
import type { RuntimeWiringBuilder } from "@espalier/espalier/graphql";
import { get, graphQlApp, post } from "./graphql_app.ts";
import { RawSocket } from "./raw_socket.ts";
import { ServedApp } from "./served_app.ts";
import { eventsOf } from "./sse_events.ts";

const schema = `
  type Query { book: Book, words: [String] @semanticNonNull(levels: [0, 1]) }
  type Subscription { book: Book }
  type Book { title: String!, review: String!, later: String! }
`;

function wiring(wiring: RuntimeWiringBuilder): void {
  const book = { title: "Emma", review: null, later: Promise.resolve(null) };
  wiring.type("Query", (type) => type.dataFetcher("book", () => book).dataFetcher("words", () => ["a", null]));
  wiring.type("Subscription", (type) =>
    type.dataFetcher("book", async function* () {
      yield book;
      yield { ...book, review: "Good" };
    } as never));
}

const query = "{ book { title review } }";
const message = "Cannot return null for non-nullable field Book.review.";

/** What clients get of the query, by what they sent. */
const expected: Readonly<Record<ErrorBehavior, unknown>> = {
  NULL: { book: { title: "Emma", review: null } },
  PROPAGATE: { book: null },
  HALT: null,
};

const behaviors = Object.keys(expected) as ErrorBehavior[];

function app(graphql: NonNullable<EspalierPropertiesInput["graphql"]> = {}) {
  return graphQlApp({ schema, wiring, properties: { graphql } });
}

/** What is seen of a result. */
function seen(result: unknown): unknown {
  const { data, errors } = result as { data: unknown; errors: { message: string; path: unknown }[] };
  return { data, errors: errors.map(({ message, path }) => [message, path]) };
}

const told = [[message, ["book", "review"]]];

Deno.test("26.5 a request says with onError what becomes of positions that fail: JSON, query parameters, batches", async () => {
  await using service = await app({ maxBatchOperations: 5 });
  for (const onError of behaviors) {
    for (const request of [post({ query, onError }), get({ query, onError })]) {
      const response = await service.fetch(request);
      assertEquals([response.status, seen(await response.json())], [200, { data: expected[onError], errors: told }]);
    }
  }
  const batch = await (await service.fetch(post([...behaviors, null].map((onError) => ({ query, onError }))))).json();
  assertEquals(
    batch.map(seen),
    [...behaviors, "PROPAGATE" as const].map((onError) => ({ data: expected[onError], errors: told })),
  );
});

Deno.test("26.5 onError works over event streams, WebSockets and multipart responses, for each event", async () => {
  await using served = await ServedApp.start({ schema, wiring });
  const subscription = "subscription { book { title review } }";
  for (const onError of behaviors) {
    const events = [{ data: expected[onError], errors: told }, { data: { book: { title: "Emma", review: "Good" } } }];
    const streamed = await fetch(served.url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify({ query: subscription, onError }),
    });
    const [first, second] = (await eventsOf(streamed)).map(({ data }) => data);
    assertEquals([seen(first), second], events);
    await using client = GraphQlClient.webSocket({ url: served.webSocketUrl, onError });
    const received: unknown[] = [];
    for await (const { errors, data } of client.document(subscription).executeSubscription()) {
      received.push(errors.length > 0 ? seen({ data: data ?? null, errors }) : { data });
    }
    assertEquals(received, events);
    const multipart = await fetch(served.url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "multipart/mixed;subscriptionSpec=1.0" },
      body: JSON.stringify({ query: subscription, onError }),
    });
    const parts = [...(await multipart.text()).matchAll(/\r\n\r\n(\{.*\})\r\n/g)].map((match) => JSON.parse(match[1]!));
    assertEquals(seen(parts[0].payload), events[0]);
  }
});

Deno.test("26.5 onError that is none of the three is a request error that says what is needed", async () => {
  await using service = await app();
  const text = 'Cannot read "onError" as it must be "NULL", "PROPAGATE" or "HALT": current value is';
  const wrong: [Request, string][] = [
    [post({ query, onError: "ABORT" }), `${text} "ABORT"`],
    [post({ query, onError: "null" }), `${text} "null"`],
    [post({ query, onError: 1 }), `${text} 1`],
    [post({ query, onError: ["NULL"] }), `${text} ["NULL"]`],
    [get({ query, onError: "" }), `${text} ""`],
  ];
  for (const [request, message] of wrong) {
    const response = await service.fetch(request);
    const body = await response.json();
    assertEquals([response.status, body.errors[0].message, "data" in body], [400, message, false]);
  }
  const twice = await service.fetch(
    new Request(`http://localhost/graphql?query=${encodeURIComponent(query)}&onError=NULL&onError=HALT`),
  );
  assertEquals(twice.status, 400);
  await twice.body?.cancel();
  await using served = await ServedApp.start({ schema, wiring });
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.init();
  await socket.send({ id: "1", type: "subscribe", payload: { query, onError: "ABORT" } });
  const { type, payload } = await socket.next() as { type: string; payload: { message: string }[] };
  assertEquals([type, payload[0]!.message], ["error", `${text} "ABORT"`]);
});

Deno.test("26.5 graphql.onError is the default, and { __service } tells clients of it", async () => {
  const capabilities = "{ __service { capabilities { identifier value description } } }";
  for (const onError of behaviors) {
    for (const introspection of [true, false]) {
      await using service = await app({ onError, introspection });
      assertEquals(seen(await (await service.fetch(post({ query }))).json()), {
        data: expected[onError],
        errors: told,
      });
      const answer = await (await service.fetch(post({ query: capabilities }))).json();
      assertEquals(answer, {
        data: {
          __service: {
            capabilities: [
              { identifier: "graphql.onError", value: null, description: null },
              { identifier: "graphql.defaultErrorBehavior", value: onError, description: null },
            ],
          },
        },
      });
    }
  }
});

Deno.test("26.5 clients find __service as the proposal says, and tools see no new types", async () => {
  await using service = await app({ schemaEndpoint: true });
  const ask = async (query: string) => await (await service.fetch(post({ query }))).json();
  assertEquals(await ask('{ __type(name: "__Service") { name kind } c: __type(name: "__Capability") { name } }'), {
    data: { __type: { name: "__Service", kind: "OBJECT" }, c: { name: "__Capability" } },
  });
  const types = (await ask("{ __schema { types { name } } }")).data.__schema.types as { name: string }[];
  assertEquals(types.some(({ name }) => name === "__Service" || name === "__Capability"), false);
  const text = await (await service.fetch(new Request("http://localhost/graphql/schema"))).text();
  assertEquals([text.includes("__Service"), text.includes("directive @semanticNonNull")], [false, true]);
  const misplaced = await ask("{ book { __service { capabilities { value } } } }");
  assertStringIncludes(misplaced.errors[0].message, '"__service"');
});

Deno.test("26.5 one prepared document serves all error behaviors", async () => {
  await using service = await app();
  for (const onError of [...behaviors, ...behaviors]) {
    await (await service.fetch(post({ query, onError }))).body?.cancel();
  }
  const documents = service.container.getAll(ManagedCache).find(({ name }) => name === "documents")!;
  const { entries, misses } = await documents.statistics();
  assertEquals({ entries, misses }, { entries: 1, misses: 1 });
});

Deno.test("26.5 deferred parts keep the behavior: null in place, or one last error", async () => {
  await using service = await app({ incremental: true });
  const deferred = "{ book { title ... @defer { later } } }";
  const accept = { accept: "multipart/mixed;incrementalSpec=v0.2" };
  const parts = async (onError: ErrorBehavior, document = deferred) => {
    const response = await service.fetch(post({ query: document, onError }, accept));
    const text = await response.text();
    return [...text.matchAll(/\r\n\r\n(\{.*\})\r\n/g)].map((match) => JSON.parse(match[1]!));
  };
  const [, nulled] = await parts("NULL");
  assertEquals(nulled.incremental[0].data, { later: null });
  assertEquals(nulled.incremental[0].errors[0].path, ["book", "later"]);
  const [, propagated] = await parts("PROPAGATE");
  assertEquals([propagated.incremental, propagated.completed[0].errors[0].path], [undefined, ["book", "later"]]);
  const [, halted] = await parts("HALT");
  assertEquals([halted.completed[0].errors[0].path, halted.hasNext], [["book", "later"], false]);
  const whole = await parts("HALT", "{ book { review ... @defer { later } } }");
  assertEquals(whole.map(seen), [{ data: null, errors: told }]);
});

Deno.test("26.5 the client sends onError of a request, or its own", async () => {
  const sent: unknown[] = [];
  const answer = async (request: Request) => {
    sent.push((await request.json()).onError);
    return Response.json({ data: {} });
  };
  await using client = GraphQlClient.http({ url: "http://localhost/graphql", fetch: answer });
  await client.document("{ a }").execute();
  await client.document("{ a }").onError("NULL").execute();
  const halting = client.mutate({ onError: "HALT" });
  await halting.document("{ a }").execute();
  await halting.document("{ a }").onError("PROPAGATE").execute();
  assertEquals(sent, [undefined, "NULL", "HALT", "PROPAGATE"]);
});
