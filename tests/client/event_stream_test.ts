import { assert, assertEquals, assertRejects } from "@std/assert";
import { t } from "@espalier/espalier";
import { GraphQlClient, GraphQlClientError, GraphQlTransportError, SubscriptionError } from "@espalier/espalier/client";

const eventStream = { "content-type": "text/event-stream; charset=utf-8" };

function streaming(...chunks: readonly string[]): GraphQlClient {
  const body = () => ReadableStream.from(chunks.map((chunk) => new TextEncoder().encode(chunk)));
  return GraphQlClient.eventStream({
    url: "http://localhost/graphql",
    fetch: () => new Response(body(), { headers: eventStream }),
  });
}

/** A client whose stream goes on after the text until it is left. */
function staying(text: string): { readonly client: GraphQlClient; readonly state: { isCancelled: boolean } } {
  const state = { isCancelled: false };
  const body = () =>
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
      cancel: () => void (state.isCancelled = true),
    });
  const fetch = () => new Response(body(), { headers: eventStream });
  return { client: GraphQlClient.http({ url: "http://localhost/graphql", fetch }), state };
}

const next = (result: unknown) => `event:next\ndata:${JSON.stringify(result)}\n\n`;

Deno.test("client C532 an event stream gives responses until it completes, errors within them included", async () => {
  const client = streaming(
    ":\n\n",
    next({ data: { book: { id: "1" } } }),
    next({ errors: [{ message: "Subscription error", extensions: { classification: "INTERNAL_ERROR" } }] }),
    "event:complete\ndata:\n\n",
    next({ data: "after the end" }),
  );
  const responses = await Array.fromAsync(client.document("subscription { book { id } }").executeSubscription());
  assertEquals(responses.map(({ body }) => body), [
    { data: { book: { id: "1" } } },
    { errors: [{ message: "Subscription error", extensions: { classification: "INTERNAL_ERROR" } }] },
  ]);
});

Deno.test("client: events are read across chunks, with any line break and with data over several lines", async () => {
  const text = 'event: next\r\ndata: {"data":\r\ndata: {"n": "é"}}\r\n\r\nevent: next\ndata: {"data": {"n": "2"}}\n\n' +
    "event: complete\n\n";
  const bytes = [...new TextEncoder().encode(text)];
  const client = GraphQlClient.http({
    url: "http://localhost/graphql",
    fetch: () =>
      new Response(ReadableStream.from(bytes.map((byte) => new Uint8Array([byte]))), { headers: eventStream }),
  });
  assertEquals(
    await Array.fromAsync(client.document("subscription { n }").retrieveSubscription("n").toEntity(t.string)),
    [
      "é",
      "2",
    ],
  );
});

Deno.test("client: an event may hold separators that are line breaks of text but not of event streams", async () => {
  const client = streaming("event: next\r", '\ndata: {"data": {"n": "a\u2028b\u2029c"}}\r\r', "event: complete\r\r");
  assertEquals(
    await Array.fromAsync(client.document("subscription { n }").retrieveSubscription("n").toEntity(t.string)),
    ["a\u2028b\u2029c"],
  );
});

Deno.test("client: an event of 20 MB that comes in small pieces is read in time with its size", async () => {
  const piece = "x".repeat(20_000);
  const client = streaming('event:next\ndata:{"data":{"n":"', ...Array(1_000).fill(piece), '"}}\n\nevent:complete\n\n');
  const began = performance.now();
  const [text = ""] = await Array.fromAsync(
    client.document("subscription { n }").retrieveSubscription("n").toEntity(t.string),
  );
  assertEquals(text.length, 20_000_000);
  assert(performance.now() - began < 5_000, "Looking at all that came again with every piece takes a minute");
});

Deno.test("client: queries go over event streams too", async () => {
  const client = streaming(next({ data: { me: "Luke" } }), "event:complete\n\n");
  assertEquals(await client.document("{ me }").retrieve("me").toEntity(t.string), "Luke");
});

Deno.test("client: a stream that is refused or cut is an error", async () => {
  const refusing = GraphQlClient.eventStream({
    url: "http://localhost/graphql",
    fetch: () => Response.json({ errors: [{ message: "Cannot query field" }] }, { status: 400 }),
  });
  const refused = await assertRejects(
    () => Array.fromAsync(refusing.document("subscription { x }").executeSubscription()),
    SubscriptionError,
  );
  assertEquals(refused.errors, [{ message: "Cannot query field" }]);
  assertEquals((await refusing.document("{ x }").execute()).errors, [{ message: "Cannot query field" }]);
  await assertRejects(
    () => Array.fromAsync(streaming(next({ data: {} })).document("subscription { x }").executeSubscription()),
    GraphQlTransportError,
    "the event stream was cut",
  );
});

Deno.test("client: a connection that breaks, and events that are no responses, are errors of the transport", async () => {
  const breaking = GraphQlClient.eventStream({
    url: "http://localhost/graphql",
    fetch: () => {
      const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError("connection reset")) });
      return new Response(body, { headers: { "content-type": "Text/Event-Stream" } });
    },
  });
  const messageOf = async (client: GraphQlClient) => {
    const results = Array.fromAsync(client.document("subscription { x }").executeSubscription());
    return (await assertRejects(() => results, GraphQlTransportError)).message;
  };
  assertEquals(await messageOf(breaking), "Cannot read on as the event stream was cut: connection reset");
  const needed = (data: string) => `Cannot read the event as it must be a GraphQL response: its data is "${data}"`;
  for (const data of ['{"data":', "null", "[]", "", '{"errors":{}}', '{"errors":[null]}']) {
    assertEquals(await messageOf(streaming(`event:next\ndata:${data}\n\n`)), needed(data));
  }
});

Deno.test("client: a value that does not fit ends the subscription", async () => {
  const { client, state } = staying(next({ data: { n: "one" } }));
  const numbers = client.document("subscription { n }").retrieveSubscription("n").toEntity(t.int);
  // `Array.fromAsync` would return the iterator, a loop does not.
  const loop = async () => {
    for await (const _ of numbers);
  };
  await assertRejects(loop, GraphQlClientError, "Cannot read field 'n'");
  assertEquals(state.isCancelled, true);
});

Deno.test("client: leaving a subscription cancels it, even while it waits", async () => {
  const { client, state } = staying(next({ data: { n: 1 } }));
  const numbers = client.document("subscription { n }").retrieveSubscription("n").toEntity(t.int);
  assertEquals(await numbers.next(), { done: false, value: 1 });
  const parked = numbers.next();
  await numbers.return?.();
  assertEquals(await parked, { done: true, value: undefined });
  assertEquals(state.isCancelled, true);

  const controller = new AbortController();
  const aborted = client.document("subscription { n }").signal(controller.signal).executeSubscription();
  await aborted.next();
  const rejected = assertRejects(() => aborted.next(), Error, "Enough");
  controller.abort(new Error("Enough"));
  await rejected;
});

Deno.test("client: whoever leaves before the stream begins leaves nothing open", async () => {
  const opened = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  const begin = Promise.withResolvers<void>();
  const client = GraphQlClient.http({
    url: "http://localhost/graphql",
    fetch: async () => {
      opened.resolve();
      await begin.promise;
      return new Response(new ReadableStream({ cancel: () => cancelled.resolve() }), { headers: eventStream });
    },
  });
  const stream = client.document("subscription { n }").executeSubscription();
  const parked = stream.next();
  await opened.promise;
  await stream.return?.();
  assertEquals(await parked, { done: true, value: undefined });
  begin.resolve();
  await cancelled.promise;
});
