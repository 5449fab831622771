import { assertEquals } from "@std/assert";
import { ApolloClient, gql, HttpLink, InMemoryCache } from "@apollo/client";
import { Defer20220824Handler, GraphQL17Alpha9Handler } from "@apollo/client/incremental";
import { ContainerModule } from "@espalier/espalier";
import { GraphQlClient } from "@espalier/espalier/client";
import {
  DataFetcherExceptionResolver,
  DataFetcherResult,
  GraphQLError,
  type RuntimeWiringBuilder,
} from "@espalier/espalier/graphql";
import { get, graphQlApp, type GraphQlAppOptions, post } from "./graphql_app.ts";
import { RawSocket } from "./raw_socket.ts";
import { ServedApp } from "./served_app.ts";
import { eventsOf } from "./sse_events.ts";

const schema = `
  type Query { book: Book }
  type Mutation { touch: String }
  type Book { title: String, review: String, broken: String, tags: [String] }
`;

function wiring(wiring: RuntimeWiringBuilder): void {
  wiring.type("Query", (type) => type.dataFetcher("book", () => ({ title: "Emma", tags: ["a", "b"] })));
  wiring.type("Book", (type) =>
    type.dataFetcher("review", async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return "Good";
    }).dataFetcher("broken", async () => {
      await Promise.resolve();
      throw new Error("secret");
    }));
}

const options = (more: Partial<GraphQlAppOptions> = {}): GraphQlAppOptions => ({
  schema,
  wiring,
  properties: { graphql: { incremental: true } },
  ...more,
});

const query = "{ book { title ... @defer { review } } }";

/** The JSON texts of a multipart response. */
async function partsOf(response: Response): Promise<unknown[]> {
  const text = await response.text();
  assertEquals([text.startsWith("\r\n---\r\n"), text.endsWith("\r\n-----\r\n")], [true, true]);
  return [...text.matchAll(/\r\n\r\n(\{.*\})\r\n/g)].map((match) => JSON.parse(match[1] ?? ""));
}

const currentParts = [
  { data: { book: { title: "Emma" } }, pending: [{ id: "0", path: ["book"] }], hasNext: true },
  { incremental: [{ data: { review: "Good" }, id: "0" }], completed: [{ id: "0" }], hasNext: false },
];

Deno.test("G1.1 @defer comes in parts, in the form that the client names", async () => {
  await using app = await graphQlApp(options());
  const current = await app.fetch(
    post({ query }, { accept: "multipart/mixed;incrementalSpec=v0.2, application/json" }),
  );
  assertEquals(current.headers.get("content-type"), 'multipart/mixed;boundary="-";incrementalSpec=v0.2');
  assertEquals(await partsOf(current), currentParts);
  const legacy = await app.fetch(post({ query }, { accept: "multipart/mixed;deferSpec=20220824, application/json" }));
  assertEquals(legacy.headers.get("content-type"), 'multipart/mixed;boundary="-";deferSpec=20220824');
  assertEquals(await partsOf(legacy), [
    { data: { book: { title: "Emma" } }, hasNext: true },
    { incremental: [{ data: { review: "Good" }, path: ["book"] }], hasNext: false },
  ]);
});

Deno.test("G1.1 errors and extensions beside data come with the part that holds their field", async () => {
  const warned = (data: string) => {
    const errors = [new GraphQLError(`${data} is old`), new GraphQLError(`${data} is rare`)];
    return new DataFetcherResult({ data, errors, extensions: { [data]: true } });
  };
  await using app = await graphQlApp(options({
    wiring: (wiring) => {
      wiring.type("Query", (type) => type.dataFetcher("book", () => ({})));
      wiring.type(
        "Book",
        (type) => type.addDataFetchers({ title: () => warned("Emma"), review: () => warned("Good") }),
      );
    },
  }));
  const messages = ({ errors = [] }: { errors?: { message: string }[] } = {}) => errors.map(({ message }) => message);
  for (const accept of ["multipart/mixed;incrementalSpec=v0.2", "multipart/mixed;deferSpec=20220824"]) {
    const [first, second, ...more] = await partsOf(await app.fetch(post({ query }, { accept }))) as {
      errors?: { message: string }[];
      incremental?: { errors?: { message: string }[] }[];
      extensions?: unknown;
    }[];
    assertEquals([messages(first), first?.extensions], [["Emma is old", "Emma is rare"], { Emma: true }]);
    assertEquals([messages(second?.incremental?.[0]), second?.extensions, more], [["Good is old", "Good is rare"], {
      Good: true,
    }, []]);
  }
  // Where nothing is deferred after all, there is one result.
  const accept = "multipart/mixed;incrementalSpec=v0.2";
  const [only] = await partsOf(
    await app.fetch(post({ query: "{ book { title @skip(if: true) ... @defer(if: false) { review } } }" }, { accept })),
  );
  assertEquals(messages(only as { errors: { message: string }[] }), ["Good is old", "Good is rare"]);
});

Deno.test("G1.1 what a deferred field throws because the client left is logged no more", async () => {
  const started = Promise.withResolvers<AbortSignal>();
  const failures: unknown[] = [];
  await using app = await graphQlApp(options({
    wiring: (wiring) => {
      wiring.type("Query", (type) => type.dataFetcher("book", () => ({ title: "Emma" })));
      wiring.type("Book", (type) =>
        type.dataFetcher("review", ({ signal }) => {
          started.resolve(signal);
          return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        }));
    },
    modules: [
      new ContainerModule(({ bind }) => {
        bind(DataFetcherExceptionResolver).toConstantValue({ resolveException: (error) => void failures.push(error) });
      }),
    ],
  }));
  const response = await app.fetch(post({ query }, { accept: "multipart/mixed;incrementalSpec=v0.2" }));
  const reader = response.body!.getReader();
  await reader.read();
  const signal = await started.promise;
  await reader.cancel();
  assertEquals(signal.aborted, true);
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals(failures, []);
});

Deno.test("G1.1 @stream delivers a list's items in parts", async () => {
  await using app = await graphQlApp(options());
  const text = "{ book { tags @stream(initialCount: 1) } }";
  const response = await app.fetch(post({ query: text }, { accept: "multipart/mixed;incrementalSpec=v0.2" }));
  const [first, ...rest] = await partsOf(response) as { data?: unknown; incremental?: { items?: unknown[] }[] }[];
  assertEquals([first?.data, itemsOf(rest)], [{ book: { tags: ["a"] } }, ["b"]]);
});

/** An application whose `Query.tags` reads a source, asked to stream them. */
async function streamOf(tags: () => unknown) {
  const app = await graphQlApp({
    schema: "type Query { tags: [String] }",
    wiring: (wiring) => wiring.type("Query", (type) => type.dataFetcher("tags", tags)),
    properties: { graphql: { incremental: true } },
  });
  const accept = "multipart/mixed;incrementalSpec=v0.2";
  const response = await app.fetch(post({ query: "{ tags @stream(initialCount: 1) }" }, { accept }));
  return { app, response };
}

const itemsOf = (parts: readonly { incremental?: { items?: unknown[] }[] }[]) =>
  parts.flatMap(({ incremental = [] }) => incremental.flatMap(({ items = [] }) => items));

Deno.test("G1.1 @stream delivers what a source gives as it comes, and then how it failed", async () => {
  const gate = Promise.withResolvers<void>();
  const { app, response } = await streamOf(async function* () {
    yield "a";
    await gate.promise;
    yield "b";
    throw new Error("secret");
  });
  await using _ = app;
  const [early, rest] = response.body!.tee();
  let text = "";
  for await (const chunk of early.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes('"hasNext":true')) break;
  }
  assertEquals(text.includes('{"data":{"tags":["a"]}'), true);
  gate.resolve();
  type Completed = { completed?: { errors?: { message: string; path: unknown }[] }[] };
  const parts = await partsOf(new Response(rest)) as (Completed & { incremental?: { items?: unknown[] }[] })[];
  assertEquals(itemsOf(parts), ["b"]);
  const errors = parts.flatMap(({ completed = [] }) => completed.flatMap(({ errors = [] }) => errors));
  assertEquals(errors.map(({ message, path }) => [message.startsWith("INTERNAL_ERROR for "), path]), [[true, [
    "tags",
  ]]]);
});

Deno.test("G1.1 @stream closes the source when the client leaves", async () => {
  const asked = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  let given = 0;
  const { app, response } = await streamOf(() => ({
    [Symbol.asyncIterator]: () => ({
      next: () => {
        if (given++ === 0) return Promise.resolve({ done: false, value: "a" });
        asked.resolve();
        return new Promise(() => {});
      },
      return: () => {
        closed.resolve();
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
  }));
  await using _ = app;
  const reader = response.body!.getReader();
  await reader.read();
  await asked.promise;
  await reader.cancel();
  await closed.promise;
  assertEquals(given, 2);
});

Deno.test("G1.1 @stream takes the items of an iterator one by one, failed ones and a failure among them", async () => {
  const { app, response } = await streamOf(function* () {
    yield "a";
    yield Promise.reject(new Error("secret"));
    yield "c";
    throw new Error("secret");
  });
  await using _ = app;
  const [first, ...rest] = await partsOf(response) as { data?: unknown; incremental?: { items?: unknown[] }[] }[];
  assertEquals([first?.data, itemsOf(rest)], [{ tags: ["a"] }, [null, "c"]]);
});

Deno.test("G1.3 @defer comes in events of an event stream", async () => {
  await using app = await graphQlApp(options());
  const events = await eventsOf(await app.fetch(post({ query }, { accept: "text/event-stream" })));
  assertEquals(events, [
    ...currentParts.map((data) => ({ event: "next", data })),
    { event: "complete", data: "" },
  ]);
});

Deno.test("G1.2 @defer comes in messages of a WebSocket", async () => {
  await using served = await ServedApp.start(options());
  await using socket = new RawSocket(served.webSocketUrl);
  await socket.init();
  await socket.subscribe("1", query);
  assertEquals([await socket.next(), await socket.next(), await socket.next()], [
    ...currentParts.map((payload) => ({ id: "1", type: "next", payload })),
    { id: "1", type: "complete" },
  ]);
});

Deno.test("client: what comes in parts is one response, on every transport", async () => {
  await using served = await ServedApp.start(options());
  const url = served.url;
  await using webSocket = GraphQlClient.webSocket({ url });
  await using eventStream = GraphQlClient.eventStream({ url });
  await using http = GraphQlClient.http({ url });
  const document =
    "{ book { title ... @defer { review broken ... @defer { late: review } } tags @stream(initialCount: 1) } }";
  for (const client of [webSocket, eventStream, http]) {
    const response = await client.document(document).execute();
    assertEquals(response.data, {
      book: { title: "Emma", tags: ["a", "b"], review: "Good", broken: null, late: "Good" },
    });
    assertEquals(response.errors.map(({ path, extensions }) => [path, extensions?.classification]), [
      [["book", "broken"], "INTERNAL_ERROR"],
    ]);
    assertEquals(Object.keys(response.body).sort(), ["data", "errors"]);
  }
});

Deno.test("G1.1 a client that takes one piece gets one, and off means unknown directives", async () => {
  await using app = await graphQlApp(options());
  const whole = { data: { book: { title: "Emma", review: "Good" } } };
  for (const accept of ["application/json", "*/*"]) {
    assertEquals(await (await app.fetch(post({ query }, { accept }))).json(), whole);
  }
  await using off = await graphQlApp(options({ properties: {} }));
  const { errors } = await (await off.fetch(post({ query }))).json();
  assertEquals(errors[0].message, 'Unknown directive "@defer".');
});

Deno.test("G1.1 a client that takes parts only gets a single result as one part, and refusals with their status", async () => {
  await using app = await graphQlApp(options());
  const accept = "multipart/mixed;incrementalSpec=v0.2";
  const send = (query: string) => app.fetch(post({ query }, { accept }));
  assertEquals(await partsOf(await send("{ book { title } }")), [{ data: { book: { title: "Emma" } } }]);
  const [failed] = await partsOf(await send("{ unknown }")) as { errors: { message: string }[] }[];
  assertEquals(failed?.errors[0]?.message, 'Cannot query field "unknown" on type "Query".');
  const refused = await app.fetch(get({ query: "mutation { touch }" }, { accept }));
  assertEquals([refused.status, refused.headers.get("content-type")], [405, "application/json"]);
  await refused.body?.cancel();
});

Deno.test("E4 errors of deferred parts are masked and classified", async () => {
  await using app = await graphQlApp(options());
  const text = "{ book { title ... @defer { broken } } }";
  const response = await app.fetch(post({ query: text }, { accept: "multipart/mixed;incrementalSpec=v0.2" }));
  const [, part] = await partsOf(response) as {
    incremental?: { errors: { message: string; extensions: unknown }[] }[];
  }[];
  const error = part?.incremental?.[0]?.errors[0];
  assertEquals([error?.message.startsWith("INTERNAL_ERROR for "), error?.extensions], [
    true,
    { classification: "INTERNAL_ERROR" },
  ]);
});

for (const [name, handler] of [["current", GraphQL17Alpha9Handler], ["2022", Defer20220824Handler]] as const) {
  Deno.test(`G1.1 Apollo Client runs queries and @defer (${name} form)`, async () => {
    await using served = await ServedApp.start(options());
    const client = new ApolloClient({
      cache: new InMemoryCache(),
      link: new HttpLink({ uri: served.url }),
      // The package's types are not written for exact optional properties.
      incrementalHandler: new handler() as never,
    });
    const plain = await client.query<{ book: { title: string } }>({ query: gql("{ book { title } }") });
    assertEquals(plain.data?.book.title, "Emma");
    const seen: unknown[] = [];
    const done = Promise.withResolvers<void>();
    const watched = client.watchQuery<{ book: { review?: string } }>({
      query: gql(query),
      fetchPolicy: "network-only",
    });
    const subscription = watched.subscribe(({ data, dataState }) => {
      const review = data?.book?.review;
      if (dataState !== "empty") seen.push(review ?? null);
      if (review !== undefined) done.resolve();
    });
    await done.promise;
    subscription.unsubscribe();
    client.stop();
    assertEquals(seen.at(-1), "Good");
  });
}
