import { assertEquals, assertRejects } from "@std/assert";
import {
  ActuatorEndpoint,
  ContainerModule,
  createApp,
  createContainer,
  data,
  HealthContributor,
  Lifecycle,
  LogContext,
  Logger,
  LogSink,
  StartupError,
  StartupTask,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { Transactions } from "@espalier/espalier/data";
import { HttpInterceptor, HttpRoute } from "@espalier/espalier/http";
import { ApplicationEvents, ApplicationListener, events, listenTo } from "@espalier/espalier/modulith";
import { fail, Fault, Observation } from "./observation.ts";

const beans = (bindings: ConstructorParameters<typeof ContainerModule>[0]) => new ContainerModule(bindings);
const route = (handle: HttpRoute["handle"]) =>
  beans(({ bind }) => void bind(HttpRoute).toConstantValue({ path: "/x", handle }));

const cannotAnswer = "Cannot answer a request";

for (
  const [name, module] of [
    ["a route", route(() => fail("http"))],
    ["a route's promise", route(() => Promise.reject(new Fault("http")))],
    [
      "an interceptor",
      beans(({ bind }) => void bind(HttpInterceptor).toConstantValue({ intercept: () => fail("http") })),
    ],
    [
      "an interceptor after the answer",
      beans(({ bind }) =>
        void bind(HttpInterceptor).toConstantValue({
          intercept: async (exchange, next) => {
            await next(exchange);
            return fail("http");
          },
        })
      ),
    ],
  ] as const
) {
  Deno.test(`E2 what ${name} throws is a 500, and is logged once`, async () => {
    await using observation = await Observation.start(undefined, [module]);
    assertEquals((await observation.send("GET", "/x")).status, 500);
    await observation.expect(["ERROR", "http", cannotAnswer]);
  });
}

Deno.test("E2 a health contributor that throws is DOWN, and is logged once", async () => {
  for (const health of [() => fail("health"), () => Promise.reject(new Fault("health"))]) {
    const contributor = beans(({ bind }) => void bind(HealthContributor).toConstantValue({ name: "db", health }));
    await using observation = await Observation.start(undefined, [actuator(), contributor]);
    assertEquals((await observation.send("GET", "/actuator/health")).status, 503);
    await observation.expect(["WARN", "health", 'Cannot tell the health of "db"']);
  }
});

Deno.test("E2 an endpoint that throws is a 500, and is logged once", async () => {
  const endpoint = beans(({ bind }) =>
    void bind(ActuatorEndpoint).toConstantValue({ id: "odd", handle: () => fail("endpoint") } as never)
  );
  const properties = { actuator: { exposureInclude: ["*"] } };
  await using observation = await Observation.start(undefined, [actuator(), endpoint], properties);
  assertEquals((await observation.send("GET", "/actuator/odd")).status, 500);
  await observation.expect(["ERROR", "endpoint", cannotAnswer]);
});

Deno.test("E2 a deactivation of a contract that rejects is waited for, and logged once", async () => {
  const closing = beans(({ bind, onDeactivation }) => {
    bind("slow").toDynamicValue(() => ({})).inSingletonScope();
    onDeactivation("slow", async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      fail("deactivation");
    });
  });
  await using observation = await Observation.start(undefined, [closing]);
  observation.app.container.get("slow");
  await observation.expect(["ERROR", "deactivation", 'Cannot deactivate bean "slow"']);
});

Deno.test("E2 what runs when the application stops may throw: it is logged once, and the rest is stopped", async () => {
  const stopped: string[] = [];
  const closing = beans(({ bind }) => {
    for (const name of ["first", "failing", "last"]) {
      bind(Symbol.for(name)).toDynamicValue(() => ({ name })).inSingletonScope().onDeactivation(() => {
        if (name === "failing") fail("deactivation");
        stopped.push(name);
      });
    }
  });
  await using observation = await Observation.start(undefined, [closing]);
  const { container } = observation.app;
  for (const name of ["first", "failing", "last"]) container.get(Symbol.for(name));
  container.get(Lifecycle).onDrain(() => fail("drain"));
  container.get(Lifecycle).onDrain(() => Promise.reject(new Fault("drain promise")));
  await observation.expect(
    ["WARN", "drain", "Cannot end open work"],
    ["WARN", "drain promise", "Cannot end open work"],
    ["ERROR", "deactivation", 'Cannot deactivate bean "failing"'],
  );
  assertEquals(stopped.toSorted(), ["first", "last"]);
});

class Ordered {
  constructor(readonly id: string) {}
}

Deno.test("E2 what a listener inside publish throws fails publish, and is not logged a second time", async () => {
  const listener = beans(({ bind }) =>
    void bind(ApplicationListener).toConstantValue(listenTo(Ordered, () => fail("listener")))
  );
  const publishing = route(async () => {
    await observation.app.container.get(ApplicationEvents).publish(new Ordered("1"));
    return new Response("published");
  });
  await using observation = await Observation.start(undefined, [events(), listener, publishing]);
  assertEquals((await observation.send("GET", "/x")).status, 500);
  await observation.expect(["ERROR", "listener", cannotAnswer]);
});

Deno.test("E2 work after a commit that throws fails who committed, and is logged once", async () => {
  const working = route(async () => {
    const transactions = observation.app.container.get(Transactions);
    await transactions.run(() => {
      transactions.afterCommit(() => fail("after commit"));
      transactions.afterCommit(() => Promise.reject(new Fault("after commit promise")) as never);
      return Promise.resolve();
    });
    return new Response("done");
  });
  await using observation = await Observation.start(undefined, [data(), working]);
  assertEquals((await observation.send("GET", "/x")).status, 500);
  await observation.expect(["ERROR", "after commit, after commit promise", cannotAnswer]);
});

Deno.test("E2 a supplier of log context that throws is reported once, and every line is written", async () => {
  const lines: [string, unknown][] = [];
  const sink = beans(({ bind }) => {
    bind(LogSink).toConstantValue(({ message, fields }) => void lines.push([message, fields.user]));
  });
  await using app = await createApp(createContainer(sink));
  const context = app.container.get(LogContext);
  context.contribute(() => fail("context"));
  context.contribute(() => ({ user: "ann" }));
  const logger = app.container.get(Logger).forCategory("shop");
  logger.info("one");
  logger.info("two");
  assertEquals(lines, [
    ["A supplier of log context failed: its fields are omitted", undefined],
    ["one", "ann"],
    ["two", "ann"],
  ]);
});

for (
  const [name, broken] of [
    ["throws", () => fail("sink")],
    ["rejects", () => Promise.reject(new Fault("sink"))],
  ] as const
) {
  Deno.test(`E2 a log sink that ${name} breaks nothing, and its lines go to the console`, async () => {
    const written: string[] = [];
    const original = console.error;
    console.error = (line: string) => void written.push(line);
    try {
      const sink = beans(({ bind }) => {
        bind(LogSink).toConstantValue(broken as never);
        bind(HttpRoute).toConstantValue({ path: "/x", handle: () => fail("http") });
      });
      await using app = await createApp(createContainer(sink), {
        properties: { logging: { format: "json" } } as never,
      });
      assertEquals((await app.fetch(new Request("http://localhost/x"))).status, 500);
      assertEquals((await app.fetch(new Request("http://localhost/x"))).status, 500);
      await new Promise((resolve) => setTimeout(resolve));
    } finally {
      console.error = original;
    }
    const messages = written.map((line) => JSON.parse(line).message);
    assertEquals(messages, [
      "The log sink failed: lines are written to the console until it succeeds again",
      cannotAnswer,
      cannotAnswer,
    ]);
  });
}

Deno.test("E2 a start-up task that fails tells what failed, and what fails while closing is logged", async () => {
  const lines: string[] = [];
  const modules = beans(({ bind }) => {
    bind(LogSink).toConstantValue(({ message }) => void lines.push(message));
    bind(Symbol.for("opened")).toDynamicValue(() => ({})).inSingletonScope().onDeactivation(() => fail("closing"));
    bind(StartupTask).toConstantValue({
      name: "shop: open",
      run: (container) => {
        container.get(Symbol.for("opened"));
        fail("task");
      },
    });
  });
  const error = await assertRejects(
    () => createApp(createContainer(modules)),
    StartupError,
    'as "shop: open" failed',
  );
  assertEquals((error.reason as Fault).place, "task");
  assertEquals(lines, ['Cannot deactivate bean "opened"']);
});
