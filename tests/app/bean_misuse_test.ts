import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  ContainerModule,
  createApp,
  createContainer,
  graphql,
  LogSink,
  Resource,
  serve,
  WebGraphQlInterceptor,
} from "@espalier/espalier";
import { HttpRoute } from "@espalier/espalier/http";
import { GraphQlTester, HalTester, override } from "@espalier/espalier/testing";

/** What a caller passes whom no compiler checks. */
const unchecked = (value: unknown) => value as never;

/** What is logged as an error. */
function errorsInto(messages: string[]): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(LogSink).toConstantValue(({ level, fields }) => {
      if (level === "ERROR") messages.push((fields.error as Error).message);
    });
  });
}

Deno.test("a route that answers with something else is named, and the client learns nothing", async () => {
  const errors: string[] = [];
  const routes = new ContainerModule(({ bind }) => {
    bind(HttpRoute).toConstantValue({ path: "/now", handle: () => unchecked("Hello") });
    bind(HttpRoute).toConstantValue({ path: "/later", handle: () => Promise.resolve(unchecked({})) });
    bind(HttpRoute).toConstantValue({ path: "/any/{name}", handle: () => unchecked(null) });
  });
  await using app = await createApp(createContainer(routes, errorsInto(errors)));
  for (const path of ["/now", "/later", "/any/thing"]) {
    const response = await app.fetch(new Request(`http://localhost${path}`));
    assertEquals([response.status, (await response.json()).detail], [500, undefined]);
  }
  const because = "as its route must return a Response, or undefined to pass the request on: current value is";
  assertEquals(errors, [
    `Cannot answer GET /now ${because} "Hello"`,
    `Cannot answer GET /later ${because} an object`,
    `Cannot answer GET /any/{name} ${because} null`,
  ]);
});

Deno.test("an interceptor that forgets to return the response is told so, on every transport", async () => {
  const errors: string[] = [];
  const forgetful: WebGraphQlInterceptor = {
    intercept: async (request, next) => {
      await next(request);
      return unchecked(undefined);
    },
  };
  const interceptors = new ContainerModule(({ bind }) => bind(WebGraphQlInterceptor).toConstantValue(forgetful));
  const schema = [Resource.text("a", "type Query { a: Int }")];
  const app = await createApp(createContainer(graphql({ schema }), interceptors, errorsInto(errors)), {
    properties: { graphql: { maxBatchOperations: 2 } },
  });
  await using server = await serve(app, { port: 0, quiet: true });
  const url = `${server.url}/graphql`;
  const body = JSON.stringify([{ query: "{ a }" }]);
  const batch = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
  assertEquals((await batch.json())[0].errors[0].extensions.classification, "INTERNAL_ERROR");
  for (const kind of ["http", "eventStream", "webSocket"] as const) {
    await using tester = GraphQlTester[kind]({ url });
    const response = await tester.document("{ a }").execute();
    response.errors().expect(({ extensions }) => extensions?.classification === "INTERNAL_ERROR").verify();
  }
  const message = "Cannot answer the operation as every interceptor must return a response, such as that of " +
    "next(request): current value is undefined";
  assertEquals(errors, [message, message, message, message]);
});

Deno.test("an interceptor that is a function fails the start", async () => {
  const interceptors = new ContainerModule(({ bind }) => {
    bind(WebGraphQlInterceptor).toConstantValue(unchecked((_request: unknown, next: unknown) => next));
  });
  const schema = [Resource.text("a", "type Query { a: Int }")];
  await assertRejects(
    () => createApp(createContainer(graphql({ schema }), interceptors)),
    Error,
    "Cannot use a WebGraphQlInterceptor as it must be an object with a method intercept(request, next)",
  );
});

Deno.test("a value that no JSON can hold fails its operation, at once or later", async () => {
  const errors: string[] = [];
  const schema = [Resource.text("a", "scalar Big type Query { a: Big }")];
  const result = (data: Record<string, unknown>): WebGraphQlInterceptor => ({
    intercept: async (request, next) => (await next(request)).transform({ data }),
  });
  const interceptors = new ContainerModule(({ bind }) => {
    bind(WebGraphQlInterceptor).toConstantValue(result({ a: 1n }));
  });
  await using app = await createApp(createContainer(graphql({ schema }), interceptors, errorsInto(errors)));
  const response = await GraphQlTester.create(app).document("{ a }").execute();
  response.errors().expect(({ extensions }) => extensions?.classification === "INTERNAL_ERROR").verify();
  assertEquals(errors, ["Do not know how to serialize a BigInt"]);
});

Deno.test("a class that is bound to itself and takes something is told how to be bound", () => {
  class Greeter {
    constructor(readonly greeting: string) {}
  }
  assertThrows(
    () => createContainer(new ContainerModule(({ bind }) => bind(Greeter).toSelf())),
    TypeError,
    'Cannot bind class "Greeter" to itself as the container must know what its 1 constructor parameter(s) are: ' +
      "bind(Greeter).toResolvedValue((…) => new Greeter(…), […])",
  );
});

Deno.test("testing: an override of nothing, and a tester of a promise, are refused", () => {
  assertThrows(() => override(unchecked(undefined), 1), TypeError, "Cannot override a bean as its identifier must be");
  const app = createApp(createContainer());
  const message = "Cannot test as there must be an application, await createApp(…): current value is a promise";
  for (const Tester of [GraphQlTester, HalTester]) {
    assertThrows(() => Tester.create(unchecked(app)), TypeError, message);
  }
  return app.then((started) => started[Symbol.asyncDispose]());
});
