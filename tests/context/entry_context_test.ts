import { AsyncLocalStorage } from "node:async_hooks";
import { assertEquals } from "@std/assert";
import {
  type Application,
  type Container,
  ContainerModule,
  createApp,
  createContainer,
  graphql,
  HealthContributor,
  InheritedContext,
  inheritFrom,
  Resource,
  StartupTask,
  WebGraphQlInterceptor,
} from "@espalier/espalier";
import { graphiql } from "@espalier/espalier/graphiql";
import { openDatabase } from "@espalier/espalier/data";
import { AsyncLocalAccessor, ThreadLocalAccessor, WebSocketGraphQlInterceptor } from "@espalier/espalier/graphql";
import { HttpInterceptor, HttpRoute } from "@espalier/espalier/http";
import { actuator } from "@espalier/espalier/actuator";
import { ActuatorServer } from "../../src/actuator/actuator_server.ts";

import { Application as Oak } from "@oakserver/oak";
import { Hono } from "hono";

type Handler = (request: Request, info: Deno.ServeHandlerInfo<Deno.NetAddr>) => Response | Promise<Response>;

let modules = 0;

/** Imports a module that was not loaded before: Deno leaves the current async context behind. */
async function importSomething(): Promise<void> {
  await import(`data:text/javascript,export default "entry ${modules++}"`);
}

/** A service that says who asks: `x-user` names the user for the time of the request. */
async function whoService(user: AsyncLocalStorage<string>, ...further: ContainerModule[]): Promise<Application> {
  const beans = new ContainerModule(({ bind }) => {
    bind(ThreadLocalAccessor).toConstantValue(
      new AsyncLocalAccessor("user", user as AsyncLocalStorage<string | undefined>),
    );
    bind(HttpInterceptor).toConstantValue({
      intercept: (exchange, next) => {
        const given = exchange.request.headers.get("x-user");
        return given === null ? next(exchange) : user.run(given, () => next(exchange));
      },
    });
    bind(HttpRoute).toConstantValue({
      path: "/who",
      handle: async (exchange) => {
        if (exchange.search === "?lazy") await importSomething();
        return new Response(user.getStore() ?? "nobody");
      },
    });
  });
  return await createApp(createContainer(beans, ...further), { properties: { logging: { level: "OFF" } } });
}

async function whileServing(handler: Handler, use: (base: string) => Promise<void>): Promise<void> {
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, handler);
  await use(`http://127.0.0.1:${server.addr.port}`);
}

async function text(url: string, headers: Record<string, string> = {}): Promise<string> {
  return await (await fetch(url, { headers })).text();
}

async function isIsolated(base: string): Promise<void> {
  assertEquals(await text(`${base}/who?lazy`, { "x-user": "ada" }), "ada");
  assertEquals(await text(`${base}/who`), "nobody");
  assertEquals(await text(`${base}/who`, { "x-user": "bob" }), "bob");
}

Deno.test("an import in a handler leaves no identity behind: Deno.serve(app.fetch)", async () => {
  await using app = await whoService(new AsyncLocalStorage());
  await whileServing(app.fetch, isIsolated);
});

Deno.test("an import in a handler leaves no identity behind: mounted in Hono", async () => {
  await using app = await whoService(new AsyncLocalStorage());
  const hono = new Hono();
  hono.mount("/", app.fetch, { replaceRequest: false });
  await whileServing(hono.fetch, isIsolated);
});

Deno.test("an import in a handler leaves no identity behind: mounted in Oak", async () => {
  await using app = await whoService(new AsyncLocalStorage());
  const oak = new Oak();
  oak.use(async (context) => {
    const { status, body } = await app.fetch(context.request.source as unknown as Request);
    context.response.status = status;
    context.response.body = body;
  });
  const handle = oak.handle.bind(oak) as unknown as (request: Request) => Promise<Response | undefined>;
  // Oak's npm edition makes responses that Deno's server does not take.
  await whileServing(async (request) => new Response(await (await handle(request))?.text()), isIsolated);
});

/** An application whose requests take on an identity by `enterWith`, which lasts until something ends it. */
async function enteringService(user: AsyncLocalStorage<string>, ...further: ContainerModule[]): Promise<Application> {
  const beans = new ContainerModule(({ bind }) => {
    bind(HttpInterceptor).toConstantValue({
      intercept: (exchange, next) => {
        const [given, seen] = [exchange.request.headers.get("x-user"), user.getStore()];
        if (given !== null) user.enterWith(given);
        if (exchange.search === "?throw") throw new Error(`as ${given}`);
        return exchange.path === "/seen" ? Promise.resolve(new Response(seen ?? "nobody")) : next(exchange);
      },
    });
    bind(HttpRoute).toConstantValue({ path: "/plain", handle: () => new Response() });
    bind(HttpRoute).toConstantValue({
      path: "/inside",
      handle: async ({ request }) => {
        const inner = new Request("http://localhost/seen", { headers: { "x-user": "inner" } });
        const answers = await Promise.all([app.fetch(inner), app.fetch(new Request("http://localhost/seen"))]);
        const texts = await Promise.all(answers.map((answer) => answer.text()));
        return new Response(`${texts} in ${user.getStore()} for ${request.headers.get("x-user")}`);
      },
    });
  });
  const app = await createApp(createContainer(beans, ...further), { properties: { logging: { level: "OFF" } } });
  return app;
}

Deno.test("an identity that a request takes on by enterWith stays with it: at once, later, and when it throws", async () => {
  const user = new AsyncLocalStorage<string>();
  await using app = await enteringService(user);
  const ask = async (path: string, name?: string) => {
    const headers: HeadersInit = name === undefined ? {} : { "x-user": name };
    return await (await app.fetch(new Request(`http://localhost${path}`, { headers }))).text();
  };
  // Of those that come at once, each second one has an identity, and each third one fails.
  const answers = await Promise.all(
    Array.from(
      { length: 999 },
      (_, i) => ask(i % 3 === 0 ? "/seen?throw" : "/seen", i % 2 === 0 ? `u${i}` : undefined),
    ),
  );
  assertEquals(new Set(answers.filter((_, i) => i % 3 !== 0)), new Set(["nobody"]));
  assertEquals(await ask("/seen"), "nobody");
  await whileServing(app.fetch, async (base) => {
    await text(`${base}/seen`, { "x-user": "ada" });
    assertEquals(await text(`${base}/seen`), "nobody");
  });
});

Deno.test("a request that is made inside a request has a context of its own", async () => {
  const user = new AsyncLocalStorage<string>();
  await using app = await enteringService(user);
  const headers = { "x-user": "outer" };
  const response = await app.fetch(new Request("http://localhost/inside", { headers }));
  assertEquals(await response.text(), "nobody,nobody in outer for outer");
});

Deno.test("10,000 requests that come while the application stops are answered or refused, each once", async () => {
  const user = new AsyncLocalStorage<string>();
  const app = await enteringService(user);
  const statuses: number[] = [];
  const ask = async () => void statuses.push((await app.fetch(new Request("http://localhost/plain"))).status);
  const before = Array.from({ length: 2_000 }, ask);
  const stopped = app[Symbol.asyncDispose]();
  const after = Array.from({ length: 8_000 }, ask);
  await Promise.all([...before, ...after, stopped]);
  await ask();
  const count = (status: number) => statuses.filter((each) => each === status).length;
  assertEquals([count(200), count(503), statuses.length], [2_000, 8_001, 10_001]);
});

Deno.test("an InheritedContext that fails costs its request a 500, and no other", async () => {
  const tenant = new AsyncLocalStorage<string>();
  const failing = new ContainerModule(({ bind }) => {
    bind(InheritedContext).toConstantValue({
      capture: () => {
        if (tenant.getStore() === "unreadable") throw new Error("Cannot capture");
        const inner = tenant.getStore();
        return (run) => {
          if (inner === "broken") throw new Error("Cannot restore");
          return run();
        };
      },
    });
  });
  await using app = await enteringService(new AsyncLocalStorage(), failing);
  const ask = (name: string) =>
    tenant.run(name, async () => (await app.fetch(new Request("http://localhost/seen"))).status);
  assertEquals(await Promise.all(["a", "unreadable", "b", "broken", "c"].map(ask)), [200, 500, 200, 500, 200]);
});

Deno.test("requests inherit what the application names from the host's middleware, and nothing else", async () => {
  const [user, tenant] = [new AsyncLocalStorage<string>(), new AsyncLocalStorage<string>()];
  const named = new ContainerModule(({ bind }) => {
    bind(InheritedContext).toConstantValue(inheritFrom(tenant));
    bind(HttpRoute).toConstantValue({
      path: "/both",
      handle: () => new Response(`${user.getStore()} of ${tenant.getStore()}`),
    });
  });
  await using app = await whoService(user, named);
  const hono = new Hono();
  hono.use((context, next) => user.run("host", () => tenant.run(context.req.header("x-tenant") ?? "none", next)));
  hono.mount("/", app.fetch, { replaceRequest: false });
  await whileServing(hono.fetch, async (base) => {
    assertEquals(await text(`${base}/both`, { "x-tenant": "acme" }), "undefined of acme");
    await text(`${base}/who?lazy`, { "x-tenant": "acme" });
    assertEquals(await text(`${base}/both`), "undefined of none");
  });
});

Deno.test("an application that is started in a request runs outside of it, timers included", async () => {
  const user = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const timer = Promise.withResolvers<void>();
  const background = new ContainerModule(({ bind }) => {
    bind(StartupTask).toConstantValue({
      name: "background work",
      run: () => {
        seen.push(user.getStore());
        setTimeout(() => timer.resolve(void seen.push(user.getStore())));
      },
    });
  });
  const app = await user.run("first", () => whoService(user, background));
  await timer.promise;
  assertEquals(await (await app.fetch(new Request("http://localhost/who"))).text(), "nobody");
  app.container.bind("stopping").toDynamicValue(() => ({})).inSingletonScope().onDeactivation(() => {
    seen.push(user.getStore());
  });
  app.container.get("stopping");
  await user.run("last", () => app[Symbol.asyncDispose]());
  assertEquals(seen, [undefined, undefined, undefined]);
});

Deno.test("what Espalier loads by itself leaves no context behind in the host", async () => {
  const user = new AsyncLocalStorage<string>();
  const container: Container = createContainer(
    graphql({ schema: [Resource.text("schema", "type Query { a: String }")] }),
    graphiql(),
  );
  container.bind(HttpInterceptor).toConstantValue({
    intercept: (exchange, next) => user.run("ada", () => next(exchange)),
  });
  container.bind(HttpRoute).toConstantValue({
    path: "/database",
    handle: async () => {
      await using database = await openDatabase("sqlite::memory:");
      return Response.json(await database.execute("select 1 as one"));
    },
  });
  const properties = { preset: "development", logging: { level: "OFF" } } as const;
  await using app = await createApp(container, { properties });
  const host: Handler = (request, info) =>
    request.url.endsWith("/host") ? new Response(user.getStore() ?? "nobody") : app.fetch(request, info);
  await whileServing(host, async (base) => {
    for (const path of ["/graphiql/page.css", "/database"]) {
      await text(base + path);
      assertEquals([path, await text(`${base}/host`)], [path, "nobody"]);
    }
    const socket = new WebSocket(`${base.replace("http", "ws")}/graphql`, "graphql-transport-ws");
    await new Promise((opened) => socket.onopen = opened);
    assertEquals(await text(`${base}/host`), "nobody");
    const closed = new Promise((resolve) => socket.onclose = resolve);
    socket.close();
    await closed;
  });
});

/** Notes who is seen when something happens on a connection. */
class SeenOnSockets extends WebSocketGraphQlInterceptor {
  readonly seen: string[] = [];
  readonly closed = Promise.withResolvers<void>();

  constructor(readonly user: AsyncLocalStorage<string>) {
    super();
  }

  override handleConnectionInitialization(): undefined {
    this.seen.push(`message ${this.user.getStore()}`);
  }

  override handleConnectionClosed(): void {
    this.seen.push(`close ${this.user.getStore()}`);
    this.closed.resolve();
  }
}

Deno.test("events of a socket run in no request's context, neither the handshake's nor another's", async () => {
  const user = new AsyncLocalStorage<string>();
  const sockets = new SeenOnSockets(user);
  const listening = new ContainerModule(({ bind }) => void bind(WebGraphQlInterceptor).toConstantValue(sockets));
  const schema = graphql({ schema: [Resource.text("schema", "type Query { a: String }")] });
  await using app = await whoService(user, schema, listening);
  await whileServing(app.fetch, async (base) => {
    await text(`${base}/who?lazy`, { "x-user": "ada" });
    const socket = new WebSocket(`${base.replace("http", "ws")}/graphql`, "graphql-transport-ws");
    await new Promise((opened) => socket.onopen = opened);
    socket.send('{"type":"connection_init"}');
    await new Promise((acknowledged) => socket.onmessage = acknowledged);
    await text(`${base}/who?lazy`, { "x-user": "bob" });
    socket.close();
    await sockets.closed.promise;
  });
  assertEquals(sockets.seen, ["message undefined", "close undefined"]);
});

Deno.test("the actuator's own port answers in no request's context", async () => {
  const user = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const health = new ContainerModule(({ bind }) => {
    bind(HealthContributor).toConstantValue({
      name: "who",
      health: () => {
        seen.push(user.getStore());
        return { status: "UP" };
      },
    });
  });
  const beans = new ContainerModule(({ bind }) => {
    bind(HttpRoute).toConstantValue({
      path: "/lazy",
      handle: () =>
        user.run("ada", async () => {
          await importSomething();
          return new Response();
        }),
    });
  });

  const properties = { logging: { level: "OFF" }, actuator: { port: 0 } } as const;
  await using app = await createApp(createContainer(actuator(), health, beans), { properties });
  await whileServing(app.fetch, async (base) => {
    await text(`${base}/lazy`);
    await text(`${app.container.get(ActuatorServer).url}/actuator/health`);
  });
  assertEquals(seen, [undefined]);
});
