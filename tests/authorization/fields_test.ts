import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import {
  BatchMapping,
  type ContainerModule,
  controller,
  createApp,
  createContainer,
  type EspalierPropertiesInput,
  graphql,
  MutationMapping,
  param,
  QueryMapping,
  Resource,
  SchemaMapping,
  t,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { fieldRules } from "@espalier/espalier/graphql";
import { HttpRoute } from "@espalier/espalier/http";
import {
  AccessReport,
  type AccessRequest,
  type AccessRule,
  allOf,
  anyOf,
  apiKeys,
  authenticated,
  batchedRule,
  denyAll,
  hasRole,
  not,
  permitAll,
  Principal,
  requires,
  rule,
  Secured,
  security,
} from "@espalier/espalier/security";
import { ActingPrincipals, everyMutationIsGuarded, everyWayInIsGuarded } from "@espalier/espalier/testing";

class Order {
  constructor(readonly id: string, readonly owner: string, readonly note = `note of ${id}`) {}
}

const asked: number[] = [];
const ownOrder = batchedRule("one's own order", (requests: readonly AccessRequest[]) => {
  asked.push(requests.length);
  return requests.map(({ source, principal }) => (source as Order).owner === principal.name);
});

@Secured(authenticated())
class OrderController {
  @QueryMapping({ params: [], returns: t.list(t.object(() => Order)) })
  orders(): Order[] {
    return [new Order("1", "ada"), new Order("2", "bob"), new Order("3", "ada")];
  }

  @MutationMapping({ params: [param.argument("id", t.id)], returns: t.boolean })
  @Secured(requires("orders:write"))
  cancel(id: string): boolean {
    return id !== "";
  }

  @QueryMapping({ params: [param.argument("name", t.string)], returns: t.string })
  @Secured(rule("one's own profile", ({ principal, arguments: { name } }) => principal.name === name))
  profile(name: string): string {
    return `profile of ${name}`;
  }

  @SchemaMapping({ typeName: "Order", params: [param.source(() => Order)], returns: t.string })
  @Secured(hasRole("staff"), { refused: "null" })
  margin({ id }: Order): string {
    return `margin of ${id}`;
  }

  @BatchMapping({ source: () => Order, params: [], returns: t.string })
  @Secured(ownOrder)
  invoice(orders: readonly Order[]): string[] {
    return orders.map(({ id }) => `invoice of ${id}`);
  }
}

const schema = `
  type Query { orders: [Order!]!, profile(name: String!): String, open: String, staff: String @requiresRole(roles: ["staff"]) }
  type Mutation { cancel(id: ID!): Boolean }
  interface Priced { price: Int @requiresScopes(scopes: [["prices:read", "orders:read"], ["admin"]]) }
  type Order implements Priced { id: ID!, owner: String, note: String, margin: String, invoice: String, price: Int, secret: Secret }
  type Secret @authenticated { value: String }
`;

const acting = new ActingPrincipals();
const user = (name: string, ...grants: string[]) =>
  new Principal(name, {
    scopes: grants.filter((each) => each.includes(":")),
    roles: grants.filter((each) => !each.includes(":")),
  });

function start(options: { modules?: ContainerModule[]; properties?: EspalierPropertiesInput; sdl?: string } = {}) {
  const { modules = [], properties = {}, sdl = schema } = options;
  return createApp(
    createContainer(
      graphql({ schema: [Resource.text("orders", sdl)] }),
      controller(OrderController),
      acting.module,
      ...modules,
    ),
    { properties: { logging: { level: "OFF" }, ...properties } },
  );
}

async function ask(app: Awaited<ReturnType<typeof start>>, query: string, principal?: Principal) {
  const view = principal === undefined ? app : acting.as(principal, app);
  const response = await view.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query }),
    }),
  );
  const { data, errors = [] } = await response.json();
  return {
    data,
    errors: errors.map((error: { path: string[]; extensions: { classification: string } }) =>
      `${error.extensions.classification} at ${error.path.join(".")}`
    ),
  };
}

Deno.test("a method that requires a scope is FORBIDDEN without it, with the path, and UNAUTHORIZED for nobody", async () => {
  await using app = await start();
  const mutation = 'mutation { done: cancel(id: "1") }';
  assertEquals(await ask(app, mutation, user("ada", "orders:write")), { data: { done: true }, errors: [] });
  assertEquals(await ask(app, mutation, user("ada")), { data: { done: null }, errors: ["FORBIDDEN at done"] });
  assertEquals(await ask(app, mutation), { data: { done: null }, errors: ["UNAUTHORIZED at done"] });
});

Deno.test("what a class requires holds for its methods; arguments and principal decide", async () => {
  await using app = await start();
  const query = (name: string) => `{ profile(name: "${name}") }`;
  assertEquals(await ask(app, query("ada"), user("ada")), { data: { profile: "profile of ada" }, errors: [] });
  assertEquals((await ask(app, query("bob"), user("ada"))).errors, ["FORBIDDEN at profile"]);
  assertEquals((await ask(app, query("bob"))).errors, ["UNAUTHORIZED at profile"]);
});

Deno.test("a field may be null where its rule refuses", async () => {
  await using app = await start();
  const query = "{ orders { margin } }";
  assertEquals(await ask(app, query, user("ada")), {
    data: { orders: [{ margin: null }, { margin: null }, { margin: null }] },
    errors: [],
  });
  assertEquals((await ask(app, query, user("ada", "staff"))).data.orders[0], { margin: "margin of 1" });
});

Deno.test("a rule for the items of a list is asked once, and refuses single items of a batch", async () => {
  await using app = await start({ modules: [fieldRules({ "Order.note": ownOrder })] });
  asked.length = 0;
  assertEquals(await ask(app, "{ orders { id invoice } }", user("ada")), {
    data: {
      orders: [{ id: "1", invoice: "invoice of 1" }, { id: "2", invoice: null }, { id: "3", invoice: "invoice of 3" }],
    },
    errors: ["FORBIDDEN at orders.1.invoice"],
  });
  assertEquals(await ask(app, "{ orders { note } }", user("bob")), {
    data: { orders: [{ note: null }, { note: "note of 2" }, { note: null }] },
    errors: ["FORBIDDEN at orders.0.note", "FORBIDDEN at orders.2.note"],
  });
  assertEquals(asked, [3, 3]);
});

Deno.test("directives are rules: alternatives of scopes, roles, whole types, and interfaces for what implements them", async () => {
  await using app = await start({ modules: [fieldRules({ "Order.secret": permitAll() })] });
  const price = async (...grants: string[]) =>
    (await ask(app, "{ orders { price } }", user("ada", ...grants))).errors.length;
  assertEquals([await price(), await price("prices:read"), await price("prices:read", "orders:read")], [3, 3, 0]);
  assertEquals((await ask(app, "{ staff }", user("ada"))).errors, ["FORBIDDEN at staff"]);
  assertEquals((await ask(app, "{ staff open }", user("ada", "staff"))).errors, []);
});

Deno.test("rules are combined, and what throws or is no boolean refuses", async () => {
  const cases: readonly (readonly [AccessRule, boolean])[] = [
    [allOf(authenticated(), hasRole("a")), true],
    [allOf(hasRole("a"), hasRole("b")), false],
    [anyOf(hasRole("b"), hasRole("a")), true],
    [anyOf(hasRole("b"), requires("x")), false],
    [not(hasRole("b")), true],
    [not(not(hasRole("b"))), false],
    [denyAll(), false],
    [permitAll(), true],
    [rule("later", () => Promise.resolve(true)), true],
    [allOf(rule("later", () => Promise.resolve(true)), rule("never", () => Promise.resolve(false))), false],
    [anyOf(rule("never", () => Promise.resolve(false)), rule("later", () => Promise.resolve(true))), true],
    [not(batchedRule("none", (requests) => requests.map(() => false))), true],
    [batchedRule("short", () => []), false],
    [rule("throws", () => Promise.reject(new Error("x"))), false],
    [rule("text", () => "true" as unknown as boolean), false],
    [
      rule("throws at once", () => {
        throw new Error("x");
      }),
      false,
    ],
  ];
  for (const [each, isAllowed] of cases) {
    await using app = await start({ modules: [fieldRules({ "Query.open": each })] });
    const { errors } = await ask(app, "{ open }", user("ada", "a"));
    assertEquals(errors, isAllowed ? [] : ["FORBIDDEN at open"], each.description);
  }
});

Deno.test("a rule for what the schema lacks, and a silent null that may not be, stop the start", async () => {
  const wrong = start({ modules: [fieldRules({ "Order.nots": hasRole("staff") })] });
  await assertRejects(() => wrong, Error, 'did you mean "Order.note"?');
  const never = start({ modules: [fieldRules({ "Query.orders": hasRole("staff") }, { refused: "null" })] });
  await assertRejects(() => never, Error, "Query.orders must be nullable");
  assertThrows(() => fieldRules({ "Order.note": true as unknown as AccessRule }), TypeError, "as it must be one");
  assertThrows(() => requires("a b"), TypeError, "printable ASCII");
});

const schemes = [apiKeys({ keys: [] })];

Deno.test("denied by default: root fields and routes without a rule are refused, whoever asks", async () => {
  const guarded: HttpRoute = { path: "/guarded", access: authenticated(), handle: () => new Response() };
  const open: HttpRoute = { path: "/open", handle: () => new Response() };
  const { ContainerModule } = await import("@espalier/espalier");
  const routes = new ContainerModule(({ bind }) => {
    bind(HttpRoute).toConstantValue(guarded);
    bind(HttpRoute).toConstantValue(open);
  });
  const paths = { "/actuator/health": permitAll() };
  await using app = await start({
    modules: [actuator(), routes, security({ schemes, paths })],
    properties: { security: { denyByDefault: true }, actuator: { exposureInclude: ["*"], probePaths: true } },
  });
  assertEquals((await ask(app, "{ open orders { id } }", user("ada"))).errors, ["FORBIDDEN at open"]);
  assertEquals((await ask(app, "{ open }")).errors, ["UNAUTHORIZED at open"]);
  const status = async (path: string, principal?: Principal) => {
    const view = principal === undefined ? app : acting.as(principal, app);
    const response = await view.fetch(new Request(`http://localhost${path}`));
    await response.body?.cancel();
    return response.status;
  };
  const nobody = [
    await status("/open"),
    await status("/guarded"),
    await status("/actuator/health"),
    await status("/livez"),
  ];
  assertEquals(nobody, [401, 401, 200, 200]);
  const ada = user("ada");
  assertEquals([await status("/open", ada), await status("/guarded", ada), await status("/actuator/env", ada)], [
    403,
    200,
    403,
  ]);
});

Deno.test("the report and the actuator list every way in and what it requires; tests require rules", async () => {
  await using app = await start({
    modules: [actuator(), security({ schemes, paths: { "/actuator/{*path}": hasRole("operator") } })],
    properties: { actuator: { exposureInclude: ["*"], probePaths: false } },
  });
  const response = await acting.as(user("ops", "operator"), app).fetch(new Request("http://localhost/actuator/access"));
  const { ways } = await response.json();
  const named = (name: string) => ways.find((way: { name: string }) => way.name === name);
  assertEquals([named("Mutation.cancel"), named("Query.open"), named("/actuator/{*path}"), named("Order.margin")], [
    { kind: "mutation", name: "Mutation.cancel", requires: 'scope "orders:write" and authenticated' },
    { kind: "query", name: "Query.open", requires: null },
    { kind: "route", name: "/actuator/{*path}", requires: 'role "operator"' },
    { kind: "field", name: "Order.margin", requires: 'role "staff" and authenticated' },
  ]);
  everyMutationIsGuarded(app);
  const error = assertThrows(() => everyWayInIsGuarded(app), Error);
  assertStringIncludes(error.message, "there is none for query Query.open");
  everyWayInIsGuarded(app, ["Query.open", "/graphql/schema"]);
  assertEquals(app.container.get(AccessReport).unguarded.map(({ name }) => name), ["Query.open", "/graphql/schema"]);
});
