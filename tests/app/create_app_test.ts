import { assertEquals, assertRejects } from "@std/assert";
import {
  ContainerModule,
  createApp,
  createContainer,
  EspalierProperties,
  Lifecycle,
  Logger,
  LogSink,
  resolveProperties,
  StartupTask,
  token,
} from "@espalier/espalier";
import { HttpInterceptor, HttpRoute } from "@espalier/espalier/http";

const quiet = { logging: { level: "OFF" } } as const;

function routing(handle: HttpRoute["handle"], path = "/"): ContainerModule {
  return new ContainerModule(({ bind }) => void bind(HttpRoute).toConstantValue({ path, handle }));
}

Deno.test("createApp: start-up tasks run in order, then routes answer", async () => {
  const seen: string[] = [];
  const task = (name: string, order: number): StartupTask => ({
    name,
    order,
    run: async () => {
      await Promise.resolve();
      seen.push(name);
    },
  });
  const tasks = new ContainerModule(({ bind }) => {
    bind(StartupTask).toConstantValue(task("last", 2));
    bind(StartupTask).toConstantValue(task("first", 1));
  });
  await using app = await createApp(createContainer(tasks, routing(() => new Response(seen.join()))));
  const response = await app.fetch(new Request("http://localhost/"));
  assertEquals(await response.text(), "first,last");
});

Deno.test("createApp: a start-up task that fails is named, and beans are deactivated", async () => {
  const Resource = token<object>("Resource");
  let closed = 0;
  const failing = new ContainerModule(({ bind }) => {
    bind(Resource).toResolvedValue(() => ({})).onDeactivation(() => void closed++);
    bind(StartupTask).toConstantValue({
      name: "open the doors",
      run: (container) => {
        container.get(Resource);
        throw new Error("the key is missing");
      },
    });
  });
  await assertRejects(
    () => createApp(createContainer(failing)),
    Error,
    'Cannot start the application as "open the doors" failed: the key is missing',
  );
  assertEquals(closed, 1);
});

Deno.test("createApp: configuration comes from the option or from the container, not both", async () => {
  const container = createContainer();
  await using app = await createApp(container, { properties: { rest: { maxPageSize: 7 } } });
  assertEquals(app.container.get(EspalierProperties).rest.maxPageSize, 7);
  const bound = createContainer();
  bound.bind(EspalierProperties).toConstantValue(resolveProperties());
  await assertRejects(
    () => createApp(bound, { properties: {} }),
    TypeError,
    'Cannot use option "properties" as the container binds EspalierProperties',
  );
});

Deno.test("createApp: a handler that throws gives a problem document without details", async () => {
  for (const fail of [() => Promise.reject(new Error("secret")), () => Deno.readTextFileSync("/no/such/secret")]) {
    const route = routing(fail as unknown as HttpRoute["handle"]);
    await using app = await createApp(createContainer(route), { properties: quiet });
    const response = await app.fetch(new Request("http://localhost/"));
    assertEquals(response.status, 500);
    assertEquals(await response.json(), { type: "about:blank", title: "Internal Server Error", status: 500 });
  }
});

Deno.test("createApp: on disposal requests in flight finish, new ones get 503, beans are deactivated", async () => {
  const gate = Promise.withResolvers<void>();
  const events: string[] = [];
  const Connection = token<object>("Connection");
  const module = new ContainerModule(({ bind }) => {
    bind(Connection).toResolvedValue(() => ({})).onDeactivation(() => void events.push("deactivated"));
  });
  const slow = routing(async () => {
    await gate.promise;
    events.push("answered");
    return new Response("done");
  });
  const app = await createApp(createContainer(module, slow));
  app.container.get(Connection);
  app.container.get(Lifecycle).onDrain(() => void events.push("drained"));
  const running = app.fetch(new Request("http://localhost/"));
  const disposed = app[Symbol.asyncDispose]();
  assertEquals((await app.fetch(new Request("http://localhost/"))).status, 503);
  gate.resolve();
  assertEquals(await (await running).text(), "done");
  await disposed;
  assertEquals(events, ["drained", "answered", "deactivated"]);
});

Deno.test("createApp: what a request registers while the application drains begins at once and is waited for", async () => {
  const gate = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const events: string[] = [];
  const container = createContainer(routing(async () => {
    await gate.promise;
    container.get(Lifecycle).onDrain(async () => {
      events.push("ending");
      await ended.promise;
      events.push("ended");
    });
    return new Response("done");
  }));
  const app = await createApp(container);
  const lifecycle = container.get(Lifecycle);
  const running = app.fetch(new Request("http://localhost/"));
  const disposed = app[Symbol.asyncDispose]();
  gate.resolve();
  assertEquals(await (await running).text(), "done");
  await new Promise((resolve) => void setImmediate(resolve));
  assertEquals([events, lifecycle.state], [["ending"], "draining"]);
  ended.resolve();
  await disposed;
  assertEquals([events, lifecycle.state], [["ending", "ended"], "stopped"]);
});

Deno.test("createApp: work that does not end is given up after the deadline", async () => {
  const messages: string[] = [];
  const never = Promise.withResolvers<Response>();
  const route = routing(() => never.promise);
  const logger = new ContainerModule(({ bind }) => {
    const log: Logger = {
      category: "",
      forCategory: () => log,
      isEnabled: () => true,
      log: (level, message) => void messages.push(`${level} ${message}`),
      trace: () => {},
      debug: () => {},
      info: () => {},
      warn: (message) => void messages.push(`WARN ${message}`),
      error: () => {},
    };
    bind(Logger).toConstantValue(log);
  });
  const app = await createApp(createContainer(route, logger), { properties: { http: { drainTimeoutMs: 20 } } });
  const running = app.fetch(new Request("http://localhost/"));
  await app[Symbol.asyncDispose]();
  assertEquals(messages, ["WARN Stopping with 1 request(s) unanswered after 20 ms"]);
  never.resolve(new Response());
  await running;
});

Deno.test("createApp: two applications in one process don't meet", async () => {
  const answer = (text: string) => createContainer(routing(() => new Response(text)));
  await using one = await createApp(answer("one"));
  await using two = await createApp(answer("two"));
  assertEquals(await (await one.fetch(new Request("http://localhost/"))).text(), "one");
  assertEquals(await (await two.fetch(new Request("http://localhost/"))).text(), "two");
});

Deno.test("createApp: on disposal a request that an interceptor keeps waiting is answered, and those that keep coming hold up nothing", async () => {
  const gates = ["/taken", "/late"].map((path) => [path, Promise.withResolvers<void>()] as const);
  const gateOf = new Map(gates);
  const events: string[] = [];
  const Connection = token<object>("Connection");
  const module = new ContainerModule(({ bind }) => {
    bind(Connection).toResolvedValue(() => ({})).onDeactivation(() => void events.push("deactivated"));
    bind(HttpInterceptor).toConstantValue({
      intercept: async (exchange, next) => {
        await gateOf.get(exchange.path)?.promise;
        events.push(exchange.path);
        return next(exchange);
      },
    });
  });
  const app = await createApp(createContainer(module, routing(() => new Response("done"), "/taken")));
  app.container.get(Connection);
  const ask = async (path: string) => (await app.fetch(new Request(`http://localhost${path}`))).status;
  const taken = ask("/taken");
  const disposed = app[Symbol.asyncDispose]();
  const late = ask("/late");
  gateOf.get("/taken")!.resolve();
  assertEquals(await taken, 200);
  await new Promise((resolve) => void setImmediate(resolve));
  assertEquals(await ask("/latest"), 503);
  gateOf.get("/late")!.resolve();
  assertEquals(await late, 503);
  await disposed;
  assertEquals(events, ["/taken", "/late", "deactivated"]);
});

Deno.test("createApp: an answer that is no promise is not waited for when it stops", async () => {
  const messages: string[] = [];
  const container = createContainer(
    new ContainerModule(({ bind }) => {
      bind(HttpInterceptor).toConstantValue({ intercept: () => undefined as unknown as Response });
      bind(LogSink).toConstantValue(({ message }) => messages.push(message));
    }),
  );
  const app = await createApp(container, { properties: { http: { drainTimeoutMs: 20 } } });
  assertEquals((await app.fetch(new Request("http://localhost/"))).status, 500);
  await app[Symbol.asyncDispose]();
  assertEquals(messages, ["Cannot answer a request"]);
});
