import {
  ContainerModule,
  controller,
  createApp,
  createContainer,
  graphql,
  LogSink,
  param,
  QueryMapping,
  Resource,
  serve,
  t,
  WebGraphQlInterceptor,
} from "@espalier/espalier";
import { GraphQlTransportError } from "@espalier/espalier/client";
import {
  AccessDeniedError,
  Authentication,
  AuthenticationError,
  AuthenticationWebSocketInterceptor,
  BearerTokenAuthenticationExtractor,
} from "@espalier/espalier/graphql";
import { GraphQlTester } from "@espalier/espalier/testing";
import { assertEquals, assertRejects, assertThrows } from "@std/assert";

const extractor = new BearerTokenAuthenticationExtractor();

function refusal(payload: Readonly<Record<string, unknown>>): string {
  return assertThrows(() => extractor.getAuthentication(payload), AuthenticationError).message;
}

Deno.test("G1.2 C100 C101 the bearer token is found under its key, in upper and lower case", () => {
  for (const key of ["Authorization", "authorization", "AUTHORIZATION"]) {
    assertEquals(extractor.getAuthentication({ [key]: "Bearer 123456789" })?.principal, "123456789");
  }
  assertEquals(extractor.getAuthentication({ Authorization: "bearer  a-b.c_d~e+f/g==" })?.principal, "a-b.c_d~e+f/g==");
  const own = new BearerTokenAuthenticationExtractor("X-Token");
  assertEquals(own.getAuthentication({ "x-token": "Bearer 1", Authorization: "Bearer 2" })?.principal, "1");
});

Deno.test("G1.2 without a token there is no authentication", () => {
  assertEquals(extractor.getAuthentication({}), undefined);
  assertEquals(extractor.getAuthentication({ Authorization: null, token: "Bearer 1" }), undefined);
});

Deno.test("G1.2 C103 C104 what is no bearer token is an error", () => {
  for (const value of ["abc", "Basic YTpi", "", 7, { token: "1" }]) {
    assertEquals(refusal({ Authorization: value }), "Not a bearer token");
  }
  for (const value of ["Bearer ???", "Bearer", "Bearer ", "Bearer a b", "Bearer a=b", "Bearer123"]) {
    assertEquals(refusal({ Authorization: value }), "Bearer token is malformed");
  }
});

class Greeter {
  @QueryMapping({ params: [param.principal(undefined, { required: false })], returns: t.nullable(t.string) })
  me(principal: unknown): string | null {
    return principal === undefined ? null : String(principal);
  }
}

Deno.test("G1.2 a connection belongs to who opened it, and bad credentials close it with 4403", async () => {
  const asked: unknown[] = [];
  const interceptor = new AuthenticationWebSocketInterceptor(extractor, {
    authenticate: ({ principal }) => {
      asked.push(principal);
      if (principal !== "1234") throw new AuthenticationError("Nobody has this token");
      return Promise.resolve(new Authentication("ada"));
    },
  });
  const schema = Resource.text("schema", "type Query { me: String }");
  const security = new ContainerModule(({ bind }) => void bind(WebGraphQlInterceptor).toConstantValue(interceptor));
  const app = await createApp(createContainer(graphql({ schema: [schema] }), controller(Greeter), security), {
    properties: { logging: { level: "OFF" } },
  });
  await using server = await serve(app, { port: 0, quiet: true });
  const open = (connectionInitPayload: Readonly<Record<string, unknown>>) =>
    GraphQlTester.webSocket({ url: `${server.url}/graphql`, connectionInitPayload });
  await using ada = open({ Authorization: "Bearer 1234" });
  for (let i = 0; i < 2; i++) (await ada.document("{ me }").execute()).path("me").entity(t.string).isEqualTo("ada");
  await using nobody = open({});
  (await nobody.document("{ me }").execute()).path("me").valueIsNull();
  for (const Authorization of ["Bearer 5678", "Basic YTpi", "Bearer ???"]) {
    await using stranger = open({ Authorization });
    await assertRejects(() => stranger.document("{ me }").execute(), GraphQlTransportError, "4403");
  }
  assertEquals(asked, ["1234", "5678"]);
});

Deno.test("A1.15 an interceptor that refuses as a data fetcher does ends the operation with 401 or 403, on every transport", async () => {
  const users: WebGraphQlInterceptor = {
    intercept: (request) => {
      const user = request.headers.get("x-user");
      if (user === "eve") throw new AuthenticationError("Nobody knows eve");
      if (user !== null) request.graphQlContext.put(Authentication, new Authentication(user));
      return Promise.reject(new AccessDeniedError("Nobody may do this"));
    },
  };
  const schema = Resource.text("greeter", "type Query { me: String }");
  const interceptors = new ContainerModule(({ bind }) => bind(WebGraphQlInterceptor).toConstantValue(users));
  const failures: string[] = [];
  const container = createContainer(graphql({ schema: [schema] }), controller(Greeter), interceptors);
  container.bind(LogSink).toConstantValue(({ level }) => level === "ERROR" && failures.push(level));
  const app = await createApp(container);
  await using server = await serve(app, { port: 0, quiet: true });
  const url = `${server.url}/graphql`;
  const answer = async (headers: Record<string, string>) => {
    const response = await fetch(`${url}?query={me}`, { headers });
    return [response.status, (await response.json()).errors];
  };
  const refusal = (message: string, classification: string) => [{ message, extensions: { classification } }];
  assertEquals(await answer({ "x-user": "eve" }), [401, refusal("Unauthorized", "UNAUTHORIZED")]);
  assertEquals(await answer({}), [401, refusal("Unauthorized", "UNAUTHORIZED")]);
  assertEquals(await answer({ "x-user": "ada" }), [403, refusal("Forbidden", "FORBIDDEN")]);

  await using tester = GraphQlTester.webSocket({ url });
  (await tester.document("{ me }").execute()).errors().satisfy((errors) => {
    assertEquals(errors.map(({ message }) => message), ["Unauthorized"]);
  });
  assertEquals(failures, []);
});
