import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  BatchMapping,
  controller,
  InheritedContext,
  inheritFrom,
  param,
  QueryMapping,
  SubscriptionMapping,
  t,
} from "@espalier/espalier";
import {
  AsyncLocalAccessor,
  type BatchLoaderEnvironment,
  ContextRegistry,
  DataFetcherExceptionResolver,
  DefaultExecutionGraphQlService,
  ErrorType,
  type ExecutionIdProvider,
  ResponseStatusError,
  RuntimeWiringConfigurer,
  ThreadLocalAccessor,
  TimeoutWebGraphQlInterceptor,
  WebGraphQlHandler,
  WebGraphQlInterceptor,
  WebGraphQlRequest,
  type WebGraphQlRequestParts,
} from "@espalier/espalier/graphql";
import { beans, startApp } from "../graphql_app.ts";
import { sourceOf } from "../graphql_setup.ts";

const greeting = "type Query { greeting: String }";

function webRequest(parts: Partial<WebGraphQlRequestParts> = {}): WebGraphQlRequest {
  return new WebGraphQlRequest({
    id: "request-1",
    document: "{ greeting }",
    uri: new URL("http://localhost/graphql"),
    headers: new Headers(),
    ...parts,
  });
}

Deno.test("A1.17 interceptors nest: the first is outermost, first in and last out", async () => {
  const calls: string[] = [];
  const interceptor = (name: string): WebGraphQlInterceptor => ({
    intercept: async (request, next) => {
      calls.push(`pre${name}`);
      const response = await next(request);
      calls.push(`post${name}`);
      return response;
    },
  });
  const source = await sourceOf(greeting).build();
  const handler = WebGraphQlHandler.builder(new DefaultExecutionGraphQlService(source))
    .interceptors(interceptor("1"), interceptor("2"))
    .interceptors(interceptor("3"))
    .build();
  await handler.handleRequest(webRequest());
  assertEquals(calls, ["pre1", "pre2", "pre3", "post3", "post2", "post1"]);
});

Deno.test("A3.3 interceptor beans run in binding order, an explicit order decides first", async () => {
  const calls: string[] = [];
  const interceptor = (name: string, order?: number): WebGraphQlInterceptor => ({
    ...(order === undefined ? {} : { order }),
    intercept: (request, next) => {
      calls.push(name);
      return next(request);
    },
  });
  await using app = await startApp(greeting, [beans(({ bind }) => {
    bind(WebGraphQlInterceptor).toConstantValue(interceptor("a"));
    bind(WebGraphQlInterceptor).toConstantValue(interceptor("b"));
    bind(WebGraphQlInterceptor).toConstantValue(interceptor("first", -1));
  })]);
  await app.post("{ greeting }");
  assertEquals(calls, ["first", "a", "b"]);
});

Deno.test("A1.17 C091 headers that are set after a transformation belong to the answer, whichever response has them", async () => {
  await using app = await startApp("type Query { greeting: String }", [beans(({ bind }) => {
    bind(WebGraphQlInterceptor).toConstantValue({
      intercept: async (request, next) => {
        const response = await next(request);
        const transformed = response.transform({ extensions: { served: true } });
        response.responseHeaders.set("x-before", "1");
        transformed.responseHeaders.set("x-after", "2");
        return transformed;
      },
    });
  })]);
  const { headers, body } = await app.post("{ greeting }");
  assertEquals([headers.get("x-before"), headers.get("x-after")], ["1", "2"]);
  assertEquals(body, { data: { greeting: null }, extensions: { served: true } });
});

Deno.test("A1.17 C091 an interceptor sets response headers, and transforms data and errors", async () => {
  await using app = await startApp(greeting, [beans(({ bind }) => {
    bind(WebGraphQlInterceptor).toConstantValue({
      intercept: async (request, next) => {
        const response = await next(request);
        response.responseHeaders.set("testHeader", "testValue");
        return response.transform({ data: { greeting: "changed" }, extensions: { cost: 1 } });
      },
    });
  })]);
  const { headers, body } = await app.post("{ greeting }");
  assertEquals(headers.get("testHeader"), "testValue");
  assertEquals(body, { data: { greeting: "changed" }, extensions: { cost: 1 } });
});

Deno.test("A1.17 C092 configureExecutionInput has the last word about the engine's input", async () => {
  const source = await sourceOf(greeting).build();
  const handler = WebGraphQlHandler.builder(new DefaultExecutionGraphQlService(source)).interceptors({
    intercept: (request, next) => {
      request.configureExecutionInput((input) => input.transform({ operationName: "testOp" }));
      return next(request);
    },
  }).build();
  const response = await handler.handleRequest(
    webRequest({ document: "query other { greeting } query testOp { greeting }" }),
  );
  assertEquals(response.executionInput.operationName, "testOp");
  assertEquals(response.data, { greeting: null });
});

Deno.test("X6 C094 context that an interceptor adds is visible to data fetchers, controllers and exception resolvers", async () => {
  class Greeting {
    @QueryMapping({ params: [param.context("name", t.string)], returns: t.string })
    greeting(name: string): string {
      return `Hello ${name}`;
    }
    @QueryMapping()
    failing(): string {
      throw new Error("Invalid greeting");
    }
  }
  await using app = await startApp("type Query { greeting: String failing: String }", [
    controller(Greeting),
    beans(({ bind }) => {
      bind(WebGraphQlInterceptor).toConstantValue({
        intercept: async (request, next) => {
          await Promise.resolve();
          request.graphQlContext.put("name", "007");
          return await next(request);
        },
      });
      bind(DataFetcherExceptionResolver).toConstantValue(
        DataFetcherExceptionResolver.forSingleError((exception, { graphQlContext }) => ({
          errorType: ErrorType.BAD_REQUEST,
          message: `Resolved error: ${(exception as Error).message}, name=${graphQlContext.get("name")}`,
        })),
      );
    }),
  ]);
  assertEquals((await app.post("{ greeting }")).body, { data: { greeting: "Hello 007" } });
  const { body } = await app.post("{ failing }");
  assertEquals((body as { errors: { message: string }[] }).errors.map((error) => error.message), [
    "Resolved error: Invalid greeting, name=007",
  ]);
});

Deno.test("X5 C095 C131 C136 C145 values of accessors reach fetchers, resolvers and streams, from outside and from an interceptor", async () => {
  const user = new AsyncLocalAccessor<string>("user");
  const tenant = new AsyncLocalAccessor<string>("tenant");
  const seen: unknown[] = [];
  const wiring: RuntimeWiringConfigurer = {
    configure: (builder) => {
      builder.type("Query", (type) =>
        type.addDataFetchers({
          greeting: async () => {
            await Promise.resolve();
            return `Hello ${user.getValue()} of ${tenant.getValue()}`;
          },
          names: async function* () {
            yield user.getValue();
            await Promise.resolve();
            yield tenant.getValue();
          },
          failing: () => {
            throw new Error("x");
          },
        }));
    },
  };
  await using app = await startApp("type Query { greeting: String names: [String] failing: String }", [
    beans(({ bind }) => {
      bind(InheritedContext).toConstantValue(inheritFrom(user));
      bind(ThreadLocalAccessor).toConstantValue(user);
      bind(ThreadLocalAccessor).toConstantValue(tenant);
      bind(RuntimeWiringConfigurer).toConstantValue(wiring);
      bind(WebGraphQlInterceptor).toConstantValue({
        intercept: (request, next) => {
          seen.push(user.getValue(), request.graphQlContext.get("user"));
          // Written into the context alone: the accessor restores it.
          request.graphQlContext.put("tenant", "acme");
          return next(request);
        },
      });
      bind(DataFetcherExceptionResolver).toConstantValue(
        DataFetcherExceptionResolver.forSingleError(() => ({ message: `resolved for ${user.getValue()}` })),
      );
    }),
  ]);
  const { body } = await user.run("007", () => app.post("{ greeting names failing }"));
  assertEquals(seen, ["007", "007"]);
  assertEquals((body as { data: unknown }).data, {
    greeting: "Hello 007 of acme",
    names: ["007", "acme"],
    failing: null,
  });
  assertEquals((body as { errors: { message: string }[] }).errors[0]!.message, "resolved for 007");
});

Deno.test("X5 C133 values reach batch functions, and streams whoever asks for the next event", async () => {
  const user = new AsyncLocalAccessor<string>("user");
  class Item {}
  class Reading {
    @QueryMapping({ params: [] })
    items(): Item[] {
      return [new Item(), new Item()];
    }
    @BatchMapping({ source: () => Item })
    async owner(items: readonly Item[]): Promise<string[]> {
      await Promise.resolve();
      return items.map(() => user.getValue()!);
    }
    @SubscriptionMapping({ params: [] })
    async *names(): AsyncGenerator<string> {
      yield user.getValue()!;
      await new Promise((resolve) => setTimeout(resolve, 1));
      yield user.getValue()!;
    }
  }
  await using app = await startApp(
    "type Query { items: [Item] } type Subscription { names: String } type Item { owner: String }",
    [
      controller(Reading),
      beans(({ bind }) => {
        bind(InheritedContext).toConstantValue(inheritFrom(user));
        bind(ThreadLocalAccessor).toConstantValue(user);
      }),
    ],
  );
  const { body } = await user.run("007", () => app.post("{ items { owner } }"));
  assertEquals(body, { data: { items: [{ owner: "007" }, { owner: "007" }] } });
  const handler = app.container.get(WebGraphQlHandler);
  const opened = await user.run(
    "008",
    async () => await handler.handleRequest(webRequest({ document: "subscription { names }" })),
  );
  const events = await user.run("somebody else", async () => await Array.fromAsync(opened.stream!));
  assertEquals(events.map(({ data }) => ({ ...data })), [{ names: "008" }, { names: "008" }]);
});

Deno.test("X5 an accessor that mixes up flows fails the start, from the process's registry too", async () => {
  let value: unknown;
  const broken = {
    key: () => "broken",
    getValue: () => value,
    setValue: (given: unknown) => void (value = given),
    reset: () => void (value = undefined),
  };
  ContextRegistry.getInstance().registerThreadLocalAccessor(broken);
  try {
    const error = await assertRejects(() => startApp(greeting, []), Error);
    assertEquals(
      error.message,
      'Cannot start the application as "graphql: build the schema" failed: Cannot use the accessor of key "broken" as ' +
        "it must be backed by AsyncLocalStorage: its value leaks between two concurrent flows",
    );
  } finally {
    ContextRegistry.getInstance().removeThreadLocalAccessor("broken");
  }
});

function slow(running: { count: number }): RuntimeWiringConfigurer {
  return {
    configure: (builder) => {
      builder.type("Query", (type) =>
        type.dataFetcher("greeting", ({ signal }) =>
          new Promise((_resolve, reject) => {
            running.count++;
            signal.addEventListener("abort", () => {
              running.count--;
              reject(signal.reason);
            });
          })));
    },
  };
}

for (const [status, given] of [[408, undefined], [504, 504]] as const) {
  Deno.test(`A1.16 E7 C088 C089 a request that takes too long gets ${status} and its work is cancelled`, async () => {
    const running = { count: 0 };
    await using app = await startApp(greeting, [beans(({ bind }) => {
      bind(RuntimeWiringConfigurer).toConstantValue(slow(running));
      bind(WebGraphQlInterceptor).toConstantValue(
        given === undefined ? new TimeoutWebGraphQlInterceptor(20) : new TimeoutWebGraphQlInterceptor(20, given),
      );
    })]);
    const answer = await app.post("{ greeting }");
    assertEquals(answer.status, status);
    assertEquals(running.count, 0);
  });
}

Deno.test("A1.16 a timeout throws a status error on every transport, and leaves synchronous answers alone", async () => {
  const source = await sourceOf(greeting, slow({ count: 0 }).configure).build();
  const service = new DefaultExecutionGraphQlService(source);
  const handler = WebGraphQlHandler.builder(service).interceptors(new TimeoutWebGraphQlInterceptor(5)).build();
  const error = await assertRejects(async () => await handler.handleRequest(webRequest()), ResponseStatusError);
  assertEquals([error.status, error.classification, error.message], [
    408,
    "TIMEOUT",
    "Cannot answer as the operation took more than 5 ms",
  ]);
  const response = handler.handleRequest(webRequest({ document: "{ __typename }" }));
  assertEquals(response instanceof Promise, false);
  for (const duration of [0, -1, NaN, Infinity, 2 ** 31]) {
    assertThrows(
      () => new TimeoutWebGraphQlInterceptor(duration),
      RangeError,
      `must be a number of milliseconds > 0 and < 2147483648: current value is "${duration}"`,
    );
  }
  assertThrows(
    () => new TimeoutWebGraphQlInterceptor(5, 200),
    RangeError,
    'Cannot use status as it must be that of an error, 400 to 599: current value is "200"',
  );
});

Deno.test("E7 a running source gets return() when the request times out; one that ignores it is logged with its field", async () => {
  let closed = 0;
  const wiring: RuntimeWiringConfigurer = {
    configure: (builder) => {
      builder.type("Query", (type) =>
        type.dataFetcher("names", () => ({
          [Symbol.asyncIterator]: () => ({
            next: () => new Promise(() => {}),
            return: () => {
              closed++;
              return Promise.resolve({ done: true, value: undefined });
            },
          }),
        })).dataFetcher("stubborn", () => ({
          [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}), return: () => new Promise(() => {}) }),
        })));
    },
  };
  await using app = await startApp("type Query { names: [String] stubborn: [String] }", [beans(({ bind }) => {
    bind(RuntimeWiringConfigurer).toConstantValue(wiring);
    bind(WebGraphQlInterceptor).toConstantValue(new TimeoutWebGraphQlInterceptor(10));
  })]);
  assertEquals((await app.post("{ names }")).status, 408);
  assertEquals(closed, 1);
  assertEquals((await app.post("{ stubborn }")).status, 408);
  while (!app.logged.some((record) => record.level === "WARN")) await new Promise((resolve) => setTimeout(resolve, 50));
  assertEquals(app.logged.filter((record) => record.level === "WARN").map((record) => record.message), [
    'The source of field "Query.stubborn" goes on after it was closed and its signal aborted',
  ]);
});

Deno.test("E7 nothing keeps running after timeouts: fetchers, generators and batch functions are counted", async () => {
  const running = { fetchers: 0, generators: 0, batches: 0 };
  const until = (signal: AbortSignal, kind: keyof typeof running) =>
    new Promise<never>((_resolve, reject) => {
      running[kind]++;
      signal.addEventListener("abort", () => {
        running[kind]--;
        reject(signal.reason);
      }, { once: true });
    });
  class Item {}
  class Slow {
    @QueryMapping({ params: [param.signal()] })
    fetched(signal: AbortSignal): Promise<string> {
      return until(signal, "fetchers");
    }
    @QueryMapping({ params: [param.signal()] })
    async *streamed(signal: AbortSignal): AsyncGenerator<string> {
      yield "first";
      yield await until(signal, "generators");
    }
    @QueryMapping({ params: [] })
    items(): Item[] {
      return [new Item(), new Item()];
    }
    @BatchMapping({ source: () => Item })
    owner(_items: readonly Item[], { signal }: BatchLoaderEnvironment): Promise<string[]> {
      return until(signal, "batches");
    }
  }
  await using app = await startApp(
    "type Query { fetched: String streamed: [String] items: [Item] } type Item { owner: String }",
    [
      controller(Slow),
      beans(({ bind }) => void bind(WebGraphQlInterceptor).toConstantValue(new TimeoutWebGraphQlInterceptor(50))),
    ],
  );
  const answers = Array.from({ length: 20 }, () => app.post("{ fetched streamed items { owner } }"));
  assertEquals(new Set((await Promise.all(answers)).map(({ status }) => status)), new Set([408]));
  assertEquals(running, { fetchers: 0, generators: 0, batches: 0 });
});

Deno.test("C109 A2.5 the request's id names the execution, an explicit id or the engine's provider come first", async () => {
  const provider: ExecutionIdProvider = { provide: () => "provided" };
  const idOf = async (request: WebGraphQlRequest, configured: boolean) => {
    const builder = sourceOf("type Query { greeting: ID }", (wiring) => {
      wiring.type("Query", (type) => type.dataFetcher("greeting", (environment) => environment.executionId));
    });
    if (configured) builder.configureGraphQl((graphQl) => void graphQl.executionIdProvider(provider));
    const response = await new DefaultExecutionGraphQlService(await builder.build()).execute(request);
    return response.data?.["greeting"];
  };
  assertEquals(await idOf(webRequest(), false), "request-1");
  const named = webRequest();
  named.executionId = "customId";
  assertEquals(await idOf(named, true), "customId");
  assertEquals(await idOf(webRequest(), true), "provided");
});
