import { assert, assertEquals } from "@std/assert";
import {
  type Application,
  BatchMapping,
  controller,
  createApp,
  createContainer,
  graphql,
  param,
  QueryMapping,
  Resource,
  SchemaMapping,
  SubscriptionMapping,
  t,
} from "@espalier/espalier";
import { fieldRules, TrustedDocuments, trustedDocuments } from "@espalier/espalier/graphql";
import { hasRole, Principal, Secured } from "@espalier/espalier/security";
import { ActingPrincipals } from "@espalier/espalier/testing";
import { ContainerModule } from "@espalier/espalier";

const staff = hasRole("staff");
const secret = 4_993;
let calls = 0;

class Order {
  constructor(readonly id: string, readonly margin = secret) {}
}
class Totals {
  constructor(readonly count: number, readonly revenue: number) {}
}
const orders = ["1", "2", "3"].map((id) => new Order(id));

class OrderController {
  @QueryMapping({ params: [], returns: t.list(t.object(() => Order)) })
  orders(): Order[] {
    return orders;
  }
  /** What a rule refuses is never fetched: an aggregate included. */
  @QueryMapping({ params: [], returns: t.object(() => Totals) })
  totals(): Totals {
    return new Totals(3, secret);
  }
  @QueryMapping({ params: [], returns: t.int })
  @Secured(staff)
  revenue(): number {
    return called(secret);
  }
  @SchemaMapping({ typeName: "Order", params: [param.source(() => Order)], returns: t.int })
  @Secured(staff)
  cost(_order: Order): number {
    return called(secret);
  }
  @BatchMapping({ source: () => Order, params: [], returns: t.int })
  @Secured(staff)
  profit(list: readonly Order[]): number[] {
    return list.map(() => called(secret));
  }
  @SchemaMapping({ typeName: "Order", params: [param.source(() => Order)], returns: t.list(t.int) })
  @Secured(staff)
  history(_order: Order): number[] {
    return [called(secret), secret];
  }
  @SubscriptionMapping({ params: [] })
  async *placed(): AsyncGenerator<Order> {
    yield* await Promise.resolve(orders);
  }
  @SubscriptionMapping({ params: [] })
  @Secured(staff)
  async *refunds(): AsyncGenerator<Order> {
    called(secret);
    yield* await Promise.resolve(orders);
  }
}

function called<T>(value: T): T {
  calls++;
  return value;
}

const schema = `
  type Query { orders: [Order!]! node: Node any: [Any] totals: Totals! revenue: Int }
  type Subscription { placed: Order refunds: Order }
  interface Node { id: ID! }
  union Any = Order | Totals
  type Order implements Node { id: ID! margin: Int cost: Int profit: Int history: [Int] }
  type Totals { count: Int! revenue: Int }
`;
const trusted = "query Trusted { orders { id cost } }";
const acting = new ActingPrincipals();

async function start(): Promise<Application> {
  const documents = new ContainerModule(({ bind }) => {
    bind(TrustedDocuments).toConstantValue(trustedDocuments({ trusted }));
  });
  return await createApp(
    createContainer(
      graphql({ schema: [Resource.text("orders", schema)] }),
      controller(OrderController),
      fieldRules({ "Order.margin": staff, "Totals.revenue": staff }),
      documents,
      acting.module,
    ),
    {
      properties: {
        graphql: {
          incremental: true,
          maxBatchOperations: 5,
          trustedDocuments: "allow",
          automaticPersistedQueries: true,
        },
        logging: { level: "OFF" },
      },
    },
  );
}

interface Answer {
  readonly text: string;
  /** `FORBIDDEN` of all results and parts, with their paths. */
  readonly refused: readonly string[];
}

async function send(app: Application, body: unknown, accept = "application/json"): Promise<Answer> {
  const headers = { "content-type": "application/json", accept };
  const response = await app.fetch(
    new Request("http://localhost/graphql", { method: "POST", headers, body: JSON.stringify(body) }),
  );
  const text = await response.text();
  return { text, refused: [...text.matchAll(/"classification":"FORBIDDEN"/g)].map(() => "FORBIDDEN") };
}

const documents: Readonly<Record<string, string>> = {
  alias: "{ mine: orders { cheap: cost a: margin b: margin } }",
  "named fragment":
    "{ orders { ...Inner } } fragment Inner on Order { ...Most } fragment Most on Order { margin cost }",
  "inline fragment of an interface": "{ orders { ... on Node { ... on Order { profit } } } }",
  "fragment without a type": "{ orders { ... { cost } ... @include(if: true) { margin } } }",
  "union member": "{ orders { ... on Any { ... on Order { margin } } } }",
  "batched field": "{ orders { profit id again: profit } }",
  "repeated field": "{ orders { cost cost } orders { cost } }",
  aggregate: "{ totals { count revenue } revenue }",
  list: "{ orders { history } }",
  "skipped by a variable that is false": "query ($no: Boolean = false) { orders { cost @skip(if: $no) } }",
};

Deno.test("24.2 no form of a document gets around a rule: aliases, fragments, batches, aggregates", async () => {
  await using app = await start();
  const ada = acting.as(new Principal("ada"), app);
  const boss = acting.as(new Principal("eve", { roles: ["staff"] }), app);
  calls = 0;
  for (const [name, query] of Object.entries(documents)) {
    const { text, refused } = await send(ada, { query });
    assert(!text.includes(String(secret)), `${name}: ${text}`);
    assert(refused.length > 0, `${name}: ${text}`);
    assertEquals(JSON.parse(text).errors.every(({ path }: { path: unknown[] }) => path.length > 0), true, name);
  }
  assertEquals(calls, 0);
  for (const [name, query] of Object.entries(documents)) {
    const { text, refused } = await send(boss, { query });
    assertEquals([refused.length, text.includes(String(secret))], [0, true], `${name}: ${text}`);
  }
});

Deno.test("24.2 nor do HTTP batches, persisted and trusted documents", async () => {
  await using app = await start();
  const ada = acting.as(new Principal("ada"), app);
  const boss = acting.as(new Principal("eve", { roles: ["staff"] }), app);
  const query = "{ orders { cost } }";
  const batch = await send(ada, [{ query }, { query: "{ totals { count } }" }, { query: "{ revenue }" }]);
  assertEquals([batch.refused.length, batch.text.includes(String(secret))], [4, false]);
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(query)));
  const extensions = { persistedQuery: { version: 1, sha256Hash: bytes.toHex() } };
  // Whoever persisted it: what is kept holds no decision.
  assertEquals((await send(boss, { query, extensions })).refused, []);
  const persisted = await send(ada, { extensions });
  assertEquals([persisted.refused.length, persisted.text.includes(String(secret))], [3, false]);
  const known = await send(ada, { documentId: "trusted" });
  assertEquals([known.refused.length, known.text.includes(String(secret))], [3, false], known.text);
});

Deno.test("24.2 nor do deferred and streamed parts", async () => {
  await using app = await start();
  const ada = acting.as(new Principal("ada"), app);
  const accept = "multipart/mixed;incrementalSpec=v0.2";
  calls = 0;
  for (
    const query of [
      "{ orders { id ... @defer { cost margin } } }",
      "{ orders @stream(initialCount: 1) { id cost } }",
      "{ orders { history @stream(initialCount: 0) } }",
      "{ totals { count ... @defer { revenue } } }",
    ]
  ) {
    const { text, refused } = await send(ada, { query }, accept);
    assert(refused.length > 0 && !text.includes(String(secret)), `${query}: ${text}`);
  }
  assertEquals(calls, 0);
});

Deno.test("24.2 subscriptions are refused as a whole, or in the fields of each event", async () => {
  await using app = await start();
  const ada = acting.as(new Principal("ada"), app);
  calls = 0;
  const events = await send(ada, { query: "subscription { placed { id margin cost profit } }" }, "text/event-stream");
  assertEquals([events.refused.length, events.text.includes(String(secret))], [9, false], events.text);
  const refused = await send(ada, { query: "subscription { refunds { id } }" }, "text/event-stream");
  assertEquals([refused.refused.length, refused.text.includes('"id"')], [1, false], refused.text);
  assertEquals(calls, 0);
});
