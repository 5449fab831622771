import { assertEquals } from "@std/assert";
import {
  ContainerModule,
  ContainerPreparation,
  data,
  describeType,
  exportRepository,
  InstalledModule,
  ModuleCallInterceptor,
  rest,
  RuntimeWiringConfigurer,
  t,
  WebGraphQlInterceptor,
} from "@espalier/espalier";
import { Database, EntityRepository } from "@espalier/espalier/data";
import { Authentication, AuthenticationWebSocketInterceptor } from "@espalier/espalier/graphql";
import { HttpRoute } from "@espalier/espalier/http";
import { interceptModuleCalls } from "@espalier/espalier/modulith";
import { type TraceExporter, tracing } from "@espalier/espalier/observability";
import type { RepositoryExportOptions } from "@espalier/espalier/rest";
import { RawSocket } from "../graphql/transport/raw_socket.ts";
import { ServedApp } from "../graphql/transport/served_app.ts";
import { fail, Fault, Observation } from "./observation.ts";

const beans = (bindings: ConstructorParameters<typeof ContainerModule>[0]) => new ContainerModule(bindings);

const cannotAnswer = "Cannot answer a request";
const schema = "type Query { value: String } type Subscription { values: String }";

for (
  const [name, extract, authenticate] of [
    ["an extractor", () => fail("authentication"), (given: Authentication) => given],
    ["an extractor's promise", () => Promise.reject(new Fault("authentication")), (given: Authentication) => given],
    ["a manager", () => new Authentication("token"), () => fail("authentication")],
    ["a manager's promise", () => new Authentication("token"), () => Promise.reject(new Fault("authentication"))],
  ] as const
) {
  Deno.test(`E2 what ${name} of authentications throws refuses the connection, and is logged once`, async () => {
    const interceptor = new AuthenticationWebSocketInterceptor({ getAuthentication: extract }, { authenticate });
    const module = beans(({ bind }) => void bind(WebGraphQlInterceptor).toConstantValue(interceptor));
    await using observation = await Observation.start(schema, [module]);
    await using server = new ServedApp(observation.app);
    await using socket = new RawSocket(server.webSocketUrl);
    await socket.send({ type: "connection_init", payload: { Authorization: "Bearer secret-token" } });
    const { code, reason } = await socket.closed;
    assertEquals([code, reason.includes("secret")], [4403, false]);
    assertEquals(JSON.stringify(observation.logged).includes("secret-token"), false);
    await observation.expect(["ERROR", "authentication", "Cannot initialize a WebSocket connection"]);
  });
}

Deno.test("E2 what code that authenticates a request throws is a 500, and is logged once", async () => {
  const authenticating = beans(({ bind }) =>
    void bind(WebGraphQlInterceptor).toConstantValue({
      intercept: async (request, next) => {
        request.graphQlContext.put(Authentication, await Promise.reject(new Fault("principal")));
        return next(request);
      },
    })
  );
  await using observation = await Observation.start(schema, [authenticating]);
  assertEquals((await observation.ask("{ value }")).status, 500);
  await observation.expect(["ERROR", "principal", "Cannot answer"]);
});

Deno.test("E2 a module-call interceptor that throws fails the call, and is logged once", async () => {
  class Stock {
    count() {
      return 1;
    }
  }
  const intercepted = [
    ["before", () => fail("call")],
    ["as a promise", () => Promise.reject(new Fault("call"))],
    ["after", (_: unknown, proceed: () => unknown) => {
      proceed();
      return fail("call");
    }],
  ] as const;
  for (const [, intercept] of intercepted) {
    const inventory: ContainerModule = beans(({ bind }) => {
      bind(InstalledModule).toConstantValue({
        identifier: "inventory",
        displayName: "Inventory",
        containerModule: inventory.id,
      });
      bind(Stock).toSelf();
    });
    const calling = beans(({ bind }) => {
      bind(ContainerPreparation).toConstantValue({ name: "intercept", prepare: interceptModuleCalls });
      bind(ModuleCallInterceptor).toConstantValue({ intercept });
      bind(HttpRoute).toResolvedValue((stock) => ({
        path: "/x",
        handle: async () => Response.json(await stock.count()),
      }), [Stock]);
    });
    await using observation = await Observation.start(undefined, [inventory, calling]);
    assertEquals((await observation.send("GET", "/x")).status, 500);
    await observation.expect(["ERROR", "call", cannotAnswer]);
  }
});

for (const method of ["onStart", "onEnd"] as const) {
  Deno.test(`E2 a span processor whose ${method} throws is logged once, and requests are answered`, async () => {
    const exporter: TraceExporter = {
      processor: () => ({
        onStart() {},
        onEnd() {},
        forceFlush: () => Promise.resolve(),
        shutdown: () => Promise.resolve(),
        [method]: () => fail("processor"),
      }),
    };
    const module = beans(({ bind }) =>
      void bind(RuntimeWiringConfigurer).toConstantValue({
        configure: (wiring) => void wiring.type("Query", (type) => type.dataFetcher("value", () => "x")),
      })
    );
    await using observation = await Observation.start(schema, [tracing({ exporters: [exporter] }), module]);
    for (let i = 0; i < 2; i++) {
      assertEquals(await observation.ask("{ value }"), { status: 200, body: { data: { value: "x" } } });
    }
    await observation.expect(["WARN", "processor", "A span processor failed"]);
  });
}

for (
  const [method, lines] of [
    ["forceFlush", []],
    ["shutdown", [["WARN", "processor", "Cannot send the last spans"]]],
  ] as const
) {
  Deno.test(`E2 a span processor whose ${method} fails is logged once where it is called, and the service stops`, async () => {
    for (const broken of [() => fail("processor"), () => Promise.reject(new Fault("processor"))]) {
      const exporter: TraceExporter = {
        processor: () => ({
          onStart() {},
          onEnd() {},
          forceFlush: () => Promise.resolve(),
          shutdown: () => Promise.resolve(),
          [method]: broken,
        }),
      };
      await using observation = await Observation.start(schema, [tracing({ exporters: [exporter] })]);
      await observation.ask("{ value }");
      await observation.expect(...lines);
    }
  });
}

class Book {
  constructor(readonly id: string, readonly title: string) {}
}
describeType(Book, { id: t.id, title: t.string }, { id: "id" });

class Books extends EntityRepository<Book, string> {
  constructor(database: Database) {
    super(database, Book);
  }
}

const validation = (validate: () => unknown) => ({ "~standard": { version: 1, vendor: "test", validate } }) as never;

const exports: Record<string, readonly [RepositoryExportOptions<Book>, method: string, path: string, place: string]> = {
  "a projection": [
    { projections: { short: () => fail("projection") } },
    "GET",
    "/books/1?projection=short",
    "projection",
  ],
  "a projection of a list": [
    { excerpt: "short", projections: { short: () => fail("projection") } },
    "GET",
    "/books",
    "projection",
  ],
  "an id converter that reads": [
    { idConverter: { fromRequestId: () => fail("fromRequestId"), toRequestId: String } },
    "GET",
    "/books/1",
    "fromRequestId",
  ],
  "an id converter that writes": [
    { idConverter: { fromRequestId: (text) => text, toRequestId: () => fail("toRequestId") } },
    "GET",
    "/books/1",
    "toRequestId",
  ],
  "a validation": [{ validation: validation(() => fail("validation")) }, "PUT", "/books/1", "validation"],
  "a validation's promise": [
    { validation: validation(() => Promise.reject(new Fault("validation"))) },
    "PUT",
    "/books/1",
    "validation",
  ],
};

for (const [name, [options, method, path, place]] of Object.entries(exports)) {
  Deno.test(`E2 what ${name} of an export throws is a 500, and is logged once`, async () => {
    const repositories = beans(({ bind }) =>
      void bind(Books).toResolvedValue((database) => new Books(database), [Database])
    );
    const exported = exportRepository(Books, { writable: true, ...options });
    const modules = [data({ entities: [Book] }), rest(), repositories, exported];
    await using observation = await Observation.start(undefined, modules);
    await observation.app.container.get(Books).save(new Book("1", "Emma"));
    const body = method === "PUT" ? { title: "Persuasion" } : undefined;
    assertEquals((await observation.send(method, path, body)).status, 500);
    await observation.expect(["ERROR", place, cannotAnswer]);
  });
}
