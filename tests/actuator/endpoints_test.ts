import { assert, assertEquals } from "@std/assert";
import {
  ConnectionSource,
  ContainerModule,
  controller,
  createApp,
  createContainer,
  data,
  graphql,
  InfoContributor,
  Logger,
  ManagedCache,
  param,
  QueryMapping,
  Resource,
  ScheduledTaskSource,
  StartupTask,
  t,
} from "@espalier/espalier";
import { actuator } from "@espalier/espalier/actuator";
import { metrics } from "@espalier/espalier/observability";
import { call, endpointsApp } from "./actuator_setup.ts";
import { assertShape } from "./boot_shape.ts";

const contexts = (bean: object) => ({ contexts: { application: bean } });

Deno.test("25.1 info shows build, git and runtime in the shape of Spring Boot's", async () => {
  const contributor = new ContainerModule(({ bind }) => {
    bind(InfoContributor).toConstantValue({ info: () => Promise.reject(new Error("down")) });
    bind(InfoContributor).toConstantValue({ info: () => ({ team: { name: "checkout", apiKey: "hidden" } }) });
  });
  await using app = await endpointsApp({ actuator: { infoRuntime: true } }, contributor);
  const { body } = await call(app, "/actuator/info");
  assertShape(body, {
    "?git": { "?branch": "main", commit: { id: "df027cf", "?time": "2026-04-23T11:22:33Z" } },
    build: { name: "shop", version: "1.0.3" },
    os: { name: "Linux", version: "6.11.0-1018-azure", arch: "amd64" },
    process: {
      pid: 95802,
      parentPid: 92132,
      cpus: 4,
      memory: { heap: { max: 1073741824, committed: 120586240, used: 87365552 }, nonHeap: { used: 95113728 } },
      timezone: "Etc/UTC",
      uptime: "PT4.117S",
      startTime: "2026-04-23T11:22:33Z",
      currentTime: "2026-04-23T11:22:37Z",
    },
    deno: { version: "2.9.6" },
  });
  assertEquals((body as { team: unknown }).team, { name: "checkout", apiKey: "******" });
});

Deno.test("25.1 info keeps the process to itself unless a property asks for it", async () => {
  await using app = await endpointsApp();
  const { body } = await call(app, "/actuator/info");
  assertEquals(["process", "os", "deno"].filter((name) => name in (body as object)), []);
});

Deno.test("25.1 loggers are listed, shown and changed at run time in the shape of Spring Boot's", async () => {
  await using app = await endpointsApp({ logging: { level: "WARN", levels: { "shop.orders": "ERROR" } } });
  const logger = app.container.get(Logger).forCategory("shop.orders.prices");
  const { body } = await call(app, "/actuator/loggers");
  assertShape(body, {
    levels: ["OFF"],
    loggers: { "*": { "?configuredLevel": "INFO", effectiveLevel: "INFO" } },
    groups: { web: { members: ["org.springframework.web"] }, sql: { members: ["org.hibernate.SQL"] } },
  });
  assertEquals((await call(app, "/actuator/loggers/shop.orders.prices")).body, { effectiveLevel: "ERROR" });
  assertEquals(logger.isEnabled("DEBUG"), false);
  const change = (level: unknown, name = "shop.orders") =>
    call(app, `/actuator/loggers/${name}`, { method: "POST", body: JSON.stringify({ configuredLevel: level }) });
  assertEquals((await change("debug")).status, 204);
  assertEquals(logger.isEnabled("DEBUG"), true);
  assertEquals((await call(app, "/actuator/loggers/shop.orders")).body, {
    configuredLevel: "DEBUG",
    effectiveLevel: "DEBUG",
  });
  assertEquals((await change(null)).status, 204);
  assertEquals((await call(app, "/actuator/loggers/shop.orders")).body, { effectiveLevel: "WARN" });
  assertEquals((await change("TRACE", "web")).status, 204);
  assertEquals((await call(app, "/actuator/loggers/web")).body, {
    configuredLevel: "TRACE",
    members: ["espalier.http", "espalier.graphql", "espalier.rest"],
  });
});

Deno.test("25.1 loggers reject unknown levels, and bodies that are too large", async () => {
  await using app = await endpointsApp();
  const post = (body: string) => call(app, "/actuator/loggers/shop", { method: "POST", body });
  const refused = await post('{"configuredLevel":"LOUD"}');
  assertEquals(refused.status, 400);
  assertEquals(
    (refused.body as { detail: string }).detail,
    'The value of "configuredLevel" must be one of OFF, ERROR, WARN, INFO, DEBUG, TRACE or null: current value is "LOUD"',
  );
  assertEquals((await post("{")).status, 400);
  assertEquals((await post(" ".repeat(5_000))).status, 413);
  assertEquals((await call(app, "/actuator/loggers/unheard.of")).status, 404);
});

Deno.test("25.1 health and metrics have the shapes of Spring Boot's", async () => {
  const container = createContainer(actuator({ endpoints: true }), data(), metrics());
  await using app = await createApp(container, {
    properties: { logging: { level: "OFF" }, actuator: { exposureInclude: ["metrics"], healthDetails: "always" } },
  });
  const diskSpace = { total: 76_887_154_688, free: 46_139_846_656, threshold: 10_485_760, path: "/", exists: true };
  assertShape((await call(app, "/actuator/health")).body, {
    status: "UP",
    components: {
      "*": { status: "UP" },
      db: { status: "UP", "?details": {} },
      diskSpace: { status: "UP", details: diskSpace },
    },
  });
  assertShape((await call(app, "/actuator/metrics")).body, { names: ["jvm.buffer.count"] });
  assertShape((await call(app, "/actuator/metrics/process.cpu.time")).body, {
    name: "jvm.memory.max",
    description: "The maximum amount of memory in bytes that can be used for memory management",
    baseUnit: "bytes",
    measurements: [{ statistic: "VALUE", value: 2_399_141_885 }],
    availableTags: [{ tag: "area", values: ["heap", "nonheap"] }],
  });
});

Deno.test("25.1 a client that never ends its body holds nothing for longer than bodies may take", async () => {
  await using app = await endpointsApp({ http: { bodyTimeoutMs: 20 } });
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, app.fetch);
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
  const head = "POST /actuator/loggers/shop HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{";
  await connection.write(new TextEncoder().encode(head));
  const bytes = new Uint8Array(1_024);
  const length = await connection.read(bytes) ?? 0;
  assertEquals(new TextDecoder().decode(bytes.subarray(0, length)).split("\r\n")[0], "HTTP/1.1 408 Request Timeout");
});

Deno.test("25.1 beans are listed with scopes, types and dependencies in the shape of Spring Boot's", async () => {
  await using app = await endpointsApp({}, data());
  const { body } = await call(app, "/actuator/beans");
  assertShape(
    body,
    contexts({
      beans: { "*": { aliases: [], scope: "singleton", type: "DataSource", dependencies: ["environment"] } },
    }),
  );
  const { beans } = (body as { contexts: { application: { beans: Record<string, { dependencies: string[] }> } } })
    .contexts.application;
  assertEquals(beans["Transactions"]!.dependencies, ["Database"]);
});

Deno.test("25.1 mappings list routes and interceptors in the shape of Spring Boot's", async () => {
  await using app = await endpointsApp();
  const { body } = await call(app, "/actuator/mappings");
  assertShape(
    body,
    contexts({
      mappings: {
        dispatcherHandlers: {
          "*": [{
            predicate: "{GET [/actuator], produces [application/json]}",
            handler: "Actuator web endpoint 'beans'",
            details: {
              requestMappingConditions: {
                consumes: [],
                headers: [],
                methods: ["GET"],
                params: [],
                patterns: ["/"],
                produces: [],
              },
            },
          }],
        },
        servletFilters: [{
          name: "characterEncodingFilter",
          className: "CharacterEncodingFilter",
          servletNameMappings: [],
          urlPatternMappings: ["/*"],
        }],
      },
    }),
  );
  assert(JSON.stringify(body).includes('"patterns":["/actuator/{*path}"]'));
});

class Greetings {
  @QueryMapping({ params: [param.argument("name", t.string)], returns: t.string })
  greeting(name: string): string {
    return `Hello, ${name}!`;
  }
}

Deno.test("25.1 mappings list the fields of GraphQL with the code behind them", async () => {
  const schema = [Resource.text("schema.graphqls", "type Query { greeting(name: String!): String! plain: Int }")];
  await using app = await endpointsApp({}, graphql({ schema }), controller(Greetings));
  const { body } = await call(app, "/actuator/mappings");
  const { dispatcherHandlers } = (body as {
    contexts: { application: { mappings: { dispatcherHandlers: { graphql: unknown } } } };
  }).contexts.application.mappings;
  assertEquals(dispatcherHandlers.graphql, [{ predicate: "Query.greeting", handler: "Greetings#greeting" }]);
});

Deno.test("25.1 conditions show the installed and missing features, and why an endpoint is not exposed", async () => {
  await using app = await endpointsApp({ actuator: { exposureExclude: ["beans"] } }, data());
  const { body } = await call(app, "/actuator/conditions");
  const condition = { condition: "OnBeanCondition", message: "did not find any beans" };
  assertShape(
    body,
    contexts({
      positiveMatches: { "*": [condition] },
      negativeMatches: { "*": { notMatched: [condition], matched: [condition] } },
      unconditionalClasses: [],
    }),
  );
  const { positiveMatches, negativeMatches } = (body as {
    contexts: { application: Record<string, Record<string, { notMatched: { message: string }[] }>> };
  }).contexts.application;
  assertEquals(Object.hasOwn(positiveMatches!, "data()"), true);
  assertEquals(negativeMatches!["rest()"]!.notMatched[0]!.message.includes('from "@espalier/espalier"'), true);
  assertEquals(negativeMatches!["endpoint beans"]!.notMatched[0]!.message, 'actuator.exposureExclude has "beans"');
  assertEquals(negativeMatches!["endpoint heapdump"]!.notMatched[0]!.message, "actuator.heapDump is false");
});

Deno.test("25.1 startup shows the steps with their times in the shape of Spring Boot's", async () => {
  const task = new ContainerModule(({ bind }) => {
    bind(StartupTask).toConstantValue({ name: "shop: warm up", run: () => {} });
  });
  await using app = await endpointsApp({}, task);
  const { body } = await call(app, "/actuator/startup");
  assertShape(body, {
    timeline: {
      startTime: "2026-04-23T11:22:33.456Z",
      events: [{
        endTime: "2026-04-23T11:22:33.556Z",
        duration: "PT0.000006S",
        startTime: "2026-04-23T11:22:33.456Z",
        startupStep: { name: "spring.beans.instantiate", id: 3, "?parentId": 2, tags: [{ key: "bean", value: "x" }] },
      }],
    },
  });
  const { timeline } = body as { timeline: { events: { startupStep: { tags: { value: string }[] } }[] } };
  assertEquals(
    timeline.events.flatMap(({ startupStep }) => startupStep.tags).some(({ value }) => value === "shop: warm up"),
    true,
  );
  await call(app, "/actuator/startup", { method: "POST" });
  const drained = (await call(app, "/actuator/startup")).body as { timeline: { events: unknown[] } };
  assertEquals(drained.timeline.events, []);
});

Deno.test("25.1 scheduledtasks lists the tasks of all sources in the shape of Spring Boot's", async () => {
  const at = new Date("2026-04-23T11:22:33Z");
  const source = new ContainerModule(({ bind }) => {
    bind(ScheduledTaskSource).toConstantValue({
      tasks: () => [
        { target: "clean-up", schedule: { cron: "0 3 * * *", timeZone: "UTC" }, nextAt: at },
        {
          target: "poll",
          schedule: { fixedDelayMs: 1_000, initialDelayMs: 0 },
          nextAt: at,
          last: { at, status: "ERROR", error: "refused" },
        },
      ],
    });
  });
  await using app = await endpointsApp({}, source);
  const { body } = await call(app, "/actuator/scheduledtasks");
  const execution = { time: "2026-04-23T11:22:33Z" };
  assertShape(body, {
    cron: [{ expression: "0 0 0/3 1/1 * ?", nextExecution: execution, runnable: { target: "com.example.Processor" } }],
    fixedDelay: [{
      initialDelay: 0,
      interval: 5000,
      lastExecution: { ...execution, status: "SUCCESS", exception: { message: "x" } },
      nextExecution: execution,
      runnable: { target: "com.example.Processor" },
    }],
    fixedRate: [],
    custom: [],
  });
  const { cron, fixedDelay } = body as { cron: unknown[]; fixedDelay: unknown[] };
  assertEquals([cron.length, fixedDelay.length], [1, 1]);
});

Deno.test("25.1 caches are listed, shown and cleared in the shape of Spring Boot's", async () => {
  const prices = new Map([["a", 1], ["b", 2]]);
  const caches = new ContainerModule(({ bind }) => {
    const cache = { name: "prices", statistics: () => ({ entries: prices.size }) };
    bind(ManagedCache).toConstantValue({ ...cache, manager: "shop", clear: () => prices.clear() });
    bind(ManagedCache).toConstantValue({ ...cache, manager: "fixed" });
  });
  await using app = await endpointsApp({}, caches);
  const { body } = await call(app, "/actuator/caches?cacheManager=shop");
  assertShape(body, {
    cacheManagers: { "*": { caches: { "*": { target: "java.util.concurrent.ConcurrentHashMap" } } } },
  });
  assertEquals((await call(app, "/actuator/caches/prices")).status, 400);
  assertEquals((await call(app, "/actuator/caches/prices?cacheManager=shop")).body, {
    name: "prices",
    cacheManager: "shop",
    target: "Map",
    entries: 2,
  });
  const clear = (query: string) => call(app, `/actuator/caches/prices?cacheManager=${query}`, { method: "DELETE" });
  assertEquals([(await clear("fixed")).status, (await clear("absent")).status, (await clear("shop")).status], [
    409,
    404,
    204,
  ]);
  assertEquals(prices.size, 0);
});

Deno.test("25.1 threaddump and connections show the event loop and open connections", async () => {
  const pool = new ContainerModule(({ bind }) => {
    bind(ConnectionSource).toConstantValue({
      kind: "database",
      name: "shop",
      counts: () => ({ active: 2, idle: 1, waiting: 0, max: 10 }),
    });
  });
  await using app = await endpointsApp({}, pool);
  const [one, two] = await Promise.all([call(app, "/actuator/threaddump"), call(app, "/actuator/threaddump")]);
  assertShape(one.body, {
    threads: [{ threadName: "main", threadId: 1, threadState: "RUNNABLE", stackTrace: [], daemon: false, priority: 5 }],
    eventLoop: { samples: 20, meanDelayMs: 0.1, maxDelayMs: 1.5 },
    open: { applicationState: "running", longLivedWork: 1, connections: [] },
  });
  assertEquals((one.body as { eventLoop: object }).eventLoop, (two.body as { eventLoop: object }).eventLoop);
  assertEquals((await call(app, "/actuator/connections")).body, {
    connections: [
      { kind: "database", name: "shop", active: 2, idle: 1, waiting: 0, max: 10 },
      { kind: "http", name: "requests", active: 1 },
    ],
  });
});
