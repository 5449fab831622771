import { assertEquals } from "@std/assert";
import { ContainerModule, createApp, createContainer, isSecretName, sanitized } from "@espalier/espalier";
import { sanitizedText } from "../../src/kernel/sanitizer.ts";
import { actuator } from "@espalier/espalier/actuator";
import { HttpRoute } from "@espalier/espalier/http";
import { basic, hashPassword, security } from "@espalier/espalier/security";
import { call, endpointsApp } from "./actuator_setup.ts";
import { assertShape } from "./boot_shape.ts";

interface Env {
  readonly propertySources: {
    readonly name: string;
    readonly properties: Record<string, { readonly value: unknown }>;
  }[];
}

/** Sets variables for the time of a test. */
function withVariables(values: Readonly<Record<string, string>>): Disposable {
  for (const [name, value] of Object.entries(values)) Deno.env.set(name, value);
  return { [Symbol.dispose]: () => Object.keys(values).forEach((name) => Deno.env.delete(name)) };
}

const variables = {
  SHOP_DB_PASSWORD: "hunter2",
  SHOP_DATABASE_URL: "postgres://shop:p@ss:w0rd@db.example/shop?sslkey=inner",
  ESPALIER_SHOP_API_KEY: "k-12345",
  SHOP_NAME: "Corner shop",
  OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=abc",
};

Deno.test("25.1 env and configprops have the shape of Spring Boot's and mask secrets", async () => {
  using _ = withVariables(variables);
  await using app = await endpointsApp({
    actuator: { showValues: "always" },
    metrics: { otlpUrl: "https://user:hunter2@collector.example/v1/metrics" },
  });
  const { body } = await call(app, "/actuator/env");
  assertShape(body, {
    activeProfiles: ["production"],
    defaultProfiles: ["default"],
    propertySources: [{ name: "systemEnvironment", properties: {} }],
  });
  const values = Object.assign({}, ...(body as Env).propertySources.map(({ properties }) => properties));
  assertEquals(Object.fromEntries(Object.keys(variables).map((name) => [name, values[name].value])), {
    SHOP_DB_PASSWORD: "******",
    SHOP_DATABASE_URL: "postgres://shop:******@db.example/shop?sslkey=inner",
    ESPALIER_SHOP_API_KEY: "******",
    SHOP_NAME: "Corner shop",
    OTEL_EXPORTER_OTLP_HEADERS: "******",
  });
  assertEquals(JSON.stringify(body).includes("hunter2"), false);
  assertShape((await call(app, "/actuator/env/graphql.path")).body, {
    property: { source: "applicationInfo", value: "/graphql" },
    activeProfiles: [],
    defaultProfiles: [],
    propertySources: [{ name: "servletContextInitParams" }],
  });
  const configprops = (await call(app, "/actuator/configprops")).body;
  assertShape(configprops, {
    contexts: { application: { beans: { "*": { prefix: "management", properties: {}, inputs: {} } } } },
  });
  const metrics = (await call(app, "/actuator/configprops/metrics")).body as {
    contexts: { application: { beans: Record<string, { properties: object; inputs: Record<string, object> }> } };
  };
  assertEquals(metrics.contexts.application.beans["espalier.metrics"]!.inputs["otlpUrl"], {
    value: "https://user:******@collector.example/v1/metrics",
    origin: "createApp",
  });
});

Deno.test("25.1 production shows no value at all unless a property says so", async () => {
  using _ = withVariables(variables);
  await using app = await endpointsApp({ preset: "production" });
  for (const path of ["/actuator/env", "/actuator/configprops"]) {
    const text = JSON.stringify((await call(app, path)).body);
    assertEquals(["Corner shop", "/graphql", "hunter2"].filter((value) => text.includes(value)), []);
  }
});

Deno.test("25.1 values and health components are shown to authorized callers alone", async () => {
  const passwordHash = await hashPassword("secret");
  const users = [{ name: "ada", passwordHash, roles: ["operator"] }, { name: "bob", passwordHash, roles: ["clerk"] }];
  await using app = await createApp(
    createContainer(
      actuator({ endpoints: true }),
      security({ schemes: [basic({ users })] }),
    ),
    {
      properties: {
        logging: { level: "OFF" },
        actuator: {
          exposureInclude: ["*"],
          showValues: "when-authorized",
          healthDetails: "when-authorized",
          roles: ["operator"],
          heapDump: true,
        },
      },
    },
  );
  const as = async (name: string | undefined, path: string) => {
    const headers = new Headers(name === undefined ? {} : { authorization: `Basic ${btoa(`${name}:secret`)}` });
    return await call(app, path, { headers });
  };
  const seen = async (name: string | undefined) => {
    const { propertySources } = (await as(name, "/actuator/env")).body as Env;
    const values = Object.assign({}, ...propertySources.map(({ properties }) => properties));
    const health = (await as(name, "/actuator/health")).body as object;
    return [values["graphql.path"].value, "components" in health];
  };
  assertEquals(await seen(undefined), ["******", false]);
  assertEquals(await seen("bob"), ["******", false]);
  assertEquals(await seen("ada"), ["/graphql", true]);
  assertEquals((await as(undefined, "/actuator/heapdump")).status, 401);
  assertEquals((await as("bob", "/actuator/heapdump")).status, 403);
});

Deno.test("25.1 httpexchanges keeps a bounded number, without secrets, in the shape of Spring Boot's", async () => {
  const routes = new ContainerModule(({ bind }) => {
    bind(HttpRoute).toConstantValue({
      path: "/login",
      handle: () => new Response("welcome", { headers: { "set-cookie": "sid=hunter2", "x-shop": "corner" } }),
    });
  });
  await using app = await endpointsApp({ actuator: { httpExchanges: 3 } }, routes);
  const headers = {
    authorization: "Bearer hunter2hunter2",
    cookie: "sid=hunter2",
    "x-api-key": "hunter2",
    accept: "*/*",
  };
  for (let count = 0; count < 1_000; count++) {
    await (await app.fetch(new Request(`http://localhost/login?access_token=hunter2&n=${count}`, { headers }))).text();
  }
  const { body } = await call(app, "/actuator/httpexchanges");
  assertShape(body, {
    exchanges: [{
      timestamp: "2022-12-22T13:43:41Z",
      request: { uri: "https://api.example.com", method: "GET", headers: { "*": ["application/json"] } },
      response: { status: 200, headers: { "*": ["application/json"] } },
      "?principal": { name: "alice" },
      timeTaken: "PT0.023S",
    }],
  });
  const { exchanges } = body as { exchanges: { request: { uri: string; headers: object }; response: object }[] };
  assertEquals(
    exchanges.map(({ request }) => request.uri),
    [999, 998, 997].map((n) => `http://localhost/login?access_token=******&n=${n}`),
  );
  assertEquals(exchanges[0]!.request.headers, {
    accept: ["*/*"],
    authorization: ["******"],
    cookie: ["******"],
    "x-api-key": ["******"],
  });
  assertEquals(JSON.stringify(body).includes("hunter2"), false);
});

Deno.test("25.1 production records no exchanges", async () => {
  await using app = await endpointsApp({ preset: "production" });
  assertEquals((await call(app, "/actuator/httpexchanges")).status, 404);
});

Deno.test("25.1 names of secrets are recognized with any prefix, and others are not", () => {
  const secret = [
    "DB_PASSWORD",
    "dbPassword",
    "x-auth-token",
    "SHOP_API_KEY",
    "AWS_SECRET_ACCESS_KEY",
    "Cookie",
    "DB_PWD",
    "SHOP_PASS",
    "sentry_dsn",
    "privateKey",
    "PGPASSWORD",
    "sessionId",
    "Proxy-Authorization",
  ];
  assertEquals(secret.filter((name) => !isSecretName(name)), []);
  const plain = ["PATH", "PWD", "OLDPWD", "COMPASS", "HOME", "graphql.path", "accept", "monkey", "author", "spinner"];
  assertEquals(plain.filter(isSecretName), []);
});

Deno.test("25.1 masking reaches into nested values and takes linear time", () => {
  assertEquals(sanitized("shop", { list: [{ password: "a", name: "b" }], url: "https://a:b@c/d", maxTokens: 3 }), {
    list: [{ password: "******", name: "b" }],
    url: "https://a:******@c/d",
    maxTokens: 3,
  });
  const texts: Readonly<Record<string, string>> = {
    "postgres://shop:p@ss/w?rd@db.example:5432/shop": "postgres://shop:******@db.example:5432/shop",
    "https://ghp_0123456789abcdef@git.example/shop": "https://******@git.example/shop",
    "http://localhost:4873/@scope/package": "http://localhost:4873/@scope/package",
    "https://ada@mail.example/?page=2": "https://ada@mail.example/?page=2",
    "Server=db;Password=hunter2;Port=1": "Server=db;Password=******;Port=1",
    '{"user":"ada","password":"a\\"b","port":1}': '{"user":"ada","password":"******","port":1}',
    "Bearer abcdefgh.ijkl": "Bearer ******",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIE": "******",
    "Rome, via Appia 3": "Rome, via Appia 3",
  };
  assertEquals(Object.keys(texts).map(sanitizedText), Object.values(texts));
  for (const part of ["a", "://", "a:b@", "a://b:", '"a":"', "eyJ-", "?a=", "Bearer "]) {
    const startedAt = performance.now();
    sanitizedText(part.repeat(100_000));
    assertEquals(performance.now() - startedAt < 2_000, true, part);
  }
});
