// A service with GraphQL over all transports, REST writes, and faults: resolvers and routes that throw or reject in the
// background, long responses, and a subscription that sends as fast as it can. Started by the tests of this folder in a
// process of its own; the first argument holds its properties as JSON.
import {
  ContainerModule,
  createApp,
  createContainer,
  data,
  describeType,
  graphql,
  Resource,
  serve,
  t,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Database, EntityRepository } from "@espalier/espalier/data";
import { type RuntimeWiringBuilder, RuntimeWiringConfigurer } from "@espalier/espalier/graphql";
import { HttpRoute, textResponse } from "@espalier/espalier/http";
import { exportRepository, rest } from "@espalier/espalier/rest";

class Note {
  readonly id!: string;
  readonly text!: string;
  readonly tags!: readonly string[];
}
describeType(Note, { id: t.id, text: t.string, tags: t.list(t.string) }, { id: "id" });
class Notes extends EntityRepository<Note, string> {
  constructor(database: Database) {
    super(database, Note);
  }
}

const schema = `
  type Query { hello: String, wait(ms: Int!): String, fails: String, rejects: String, items: [Item!]! }
  type Item { id: ID! name: String! }
  type Subscription { ticks(ms: Int!): Int, flood: String }
`;

const items = Array.from({ length: 200 }, (_, id) => ({ id, name: `Item ${id}` }));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function* ticks(ms: number): AsyncGenerator<number> {
  for (let i = 0;; i++) {
    yield i;
    await pause(ms);
  }
}

async function* flood(): AsyncGenerator<string> {
  for (;;) yield await Promise.resolve("x".repeat(1_000));
}

function wire(wiring: RuntimeWiringBuilder): void {
  wiring.type("Query", (type) =>
    type
      .dataFetcher("hello", () => "hello")
      .dataFetcher("items", () => items)
      .dataFetcher("wait", (env) => pause(env.argument<number>("ms")!).then(() => "waited"))
      .dataFetcher("fails", () => Promise.reject(new Error("a resolver fails")))
      .dataFetcher("rejects", () => {
        void pause(1).then(() => Promise.reject(new Error("rejected in the background")));
        return "answered";
      }));
  wiring.type(
    "Subscription",
    (type) => type.dataFetcher("ticks", (env) => ticks(env.argument<number>("ms")!)).dataFetcher("flood", flood),
  );
}

const long = "x".repeat(20_000_000);

const routes: Readonly<Record<string, HttpRoute["handle"]>> = {
  "/hello": () => new Response("hello"),
  "/throws": () => {
    throw new Error("thrown by a handler");
  },
  "/rejects": () => {
    void Promise.reject(new Error("rejected in the background"));
    return new Response("answered");
  },
  "/long": () => textResponse(long),
  "/memory": () => {
    (globalThis as { gc?: () => void }).gc?.();
    return Response.json({ ...Deno.memoryUsage(), pid: Deno.pid });
  },
};

const beans = new ContainerModule(({ bind }) => {
  bind(Notes).toResolvedValue((database) => new Notes(database), [Database]);
  bind(RuntimeWiringConfigurer).toConstantValue({ configure: wire });
  for (const [path, handle] of Object.entries(routes)) bind(HttpRoute).toConstantValue({ path, handle });
});

const features = [
  actuator(),
  graphql({ schema: [Resource.text("mixed", schema)] }),
  data({ url: "sqlite::memory:", entities: [Note] }),
  rest(),
  exportRepository(Notes, { path: "notes", writable: true }),
];
const app = await createApp(createContainer(...features, beans), {
  properties: {
    logging: { format: "json", levels: { "espalier.graphql": "OFF" } },
    graphql: { inspection: "off" },
    ...JSON.parse(Deno.args[0] ?? "{}"),
  },
});
await serve(app, { port: Number(Deno.args[1] ?? 0) });
