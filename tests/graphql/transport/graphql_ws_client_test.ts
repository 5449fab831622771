import { assertEquals } from "@std/assert";
import { type Client, type ClientOptions, createClient } from "graphql-ws";
import type { RuntimeWiringBuilder } from "@espalier/espalier/graphql";
import { endless } from "./endless.ts";
import { ServedApp } from "./served_app.ts";

const schema = `
  type Query { hello: String }
  type Subscription { numbers: Int, endless: Int, failing: Int }
`;

function wiring(closed: () => void): (wiring: RuntimeWiringBuilder) => void {
  return (wiring) => {
    wiring.type("Query", (type) => type.dataFetcher("hello", () => "Hello"));
    wiring.type(
      "Subscription",
      (type) =>
        type.dataFetcher("endless", endless(closed)).dataFetcher("numbers", async function* () {
          yield* [1, 2, 3];
          await Promise.resolve();
        }).dataFetcher("failing", async function* () {
          yield 1;
          await Promise.resolve();
          throw new Error("secret");
        }),
    );
  };
}

async function collect(client: Client, query: string): Promise<unknown[]> {
  const results = [];
  for await (const result of client.iterate({ query })) results.push(result);
  return results;
}

/** Runs a test with a client, and waits for the client's connection to end. */
async function withClient(
  served: ServedApp,
  options: Partial<ClientOptions>,
  run: (client: Client) => Promise<void>,
): Promise<void> {
  const closed = Promise.withResolvers<void>();
  const client = createClient({ url: served.webSocketUrl, retryAttempts: 0, ...options });
  client.on("closed", () => closed.resolve());
  await run(client);
  await client.dispose();
  await closed.promise;
}

Deno.test("G1.2 the client of graphql-ws: queries, subscriptions, errors, cancels", async () => {
  const closed = Promise.withResolvers<void>();
  await using served = await ServedApp.start({ schema, wiring: wiring(closed.resolve) });
  await withClient(served, { lazy: false }, async (client) => {
    assertEquals(await collect(client, "{ hello }"), [{ data: { hello: "Hello" } }]);
    assertEquals(
      await collect(client, "subscription { numbers }"),
      [1, 2, 3].map((numbers) => ({ data: { numbers } })),
    );
    const error = await collect(client, "{ unknown }").catch((errors) => errors);
    assertEquals(
      (error as { message: string }[])[0]?.message,
      'Cannot query field "unknown" on type "Query".',
    );
    const failure = await collect(client, "subscription { failing }").catch((errors) => errors);
    assertEquals((failure as { message: string }[])[0]?.message, "Subscription error");
    for await (const result of client.iterate({ query: "subscription { endless }" })) {
      assertEquals(result, { data: { endless: 1 } });
      break;
    }
    await closed.promise;
  });
});

Deno.test("G1.2 the client of graphql-ws connects again and subscribes again after the connection broke", async () => {
  await using served = await ServedApp.start({ schema, wiring: wiring(() => {}) });
  const sockets: WebSocket[] = [];
  const recording = class extends WebSocket {
    constructor(url: string, protocols: string) {
      super(url, protocols);
      sockets.push(this);
    }
  };
  const options = { retryAttempts: 2, retryWait: () => Promise.resolve(), webSocketImpl: recording, lazy: false };
  await withClient(served, options, async (client) => {
    let seen = 0;
    for await (const _ of client.iterate({ query: "subscription { endless }" })) {
      if (++seen === 2) break;
      sockets.at(-1)?.close(4499, "Broken on purpose");
    }
    assertEquals([seen, sockets.length], [2, 2]);
  });
});

Deno.test("G1.2 many clients have connections of their own", async () => {
  await using served = await ServedApp.start({
    schema,
    wiring: wiring(() => {}),
    properties: { graphql: { webSocketKeepAliveMs: 5 } },
  });
  await Promise.all(Array.from({ length: 20 }, async () => {
    await withClient(served, {}, async (client) => {
      assertEquals((await collect(client, "subscription { numbers }")).length, 3);
    });
  }));
});
