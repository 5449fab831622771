import { assertEquals } from "@std/assert";
import {
  type Application,
  ContainerModule,
  createApp,
  createContainer,
  LeveledLogger,
  Logger,
} from "@espalier/espalier";
import { HttpRoute } from "@espalier/espalier/http";
import { type AuthenticationScheme, jwt, type JwtOptions, opaqueTokens, security } from "@espalier/espalier/security";
import { OidcServer, signingKey } from "./oidc_server.ts";

const keys = [await signingKey("2026-01"), await signingKey("2026-02")] as const;

function start(...schemes: AuthenticationScheme[]): Promise<Application> {
  const route: HttpRoute = {
    path: "/me",
    handle: ({ authentication: { grants } = {} as never }) => new Response(`${grants.name} ${[...grants.scopes]}`),
  };
  const beans = new ContainerModule(({ bind }) => {
    bind(HttpRoute).toConstantValue(route);
    bind(Logger).toConstantValue(new LeveledLogger({ "": "OFF" }, () => {}));
  });
  return createApp(createContainer(beans, security({ schemes })));
}

async function ask(app: Application, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await app.fetch(new Request("http://localhost/me", { headers }));
  const text = await response.text();
  return response.status === 200 ? text : `${response.status} ${response.headers.get("www-authenticate") ?? ""}`;
}

const tokensOf = ({ issuer }: OidcServer, options: Partial<JwtOptions> = {}) =>
  jwt({ issuer, audience: "orders", cooldownMs: 0, ...options });

const refused = (why: string) => `401 Bearer realm="service", error="invalid_token", error_description="${why}"`;

Deno.test("tokens of a provider are accepted: keys come from its discovery document", async () => {
  await using provider = await OidcServer.start([keys[0]]);
  await using app = await start(tokensOf(provider));
  assertEquals(
    await ask(app, await provider.token("orders", "orders:read orders:write")),
    "orders-client orders:read,orders:write",
  );
  assertEquals(await ask(app, await provider.token("billing")), refused("The token is for another audience"));
});

Deno.test("a provider that rotates its keys is followed; tokens of the withdrawn key end", async () => {
  await using provider = await OidcServer.start([keys[0]]);
  await using app = await start(tokensOf(provider));
  const old = await provider.token("orders");
  assertEquals(await ask(app, old), "orders-client orders:read");
  await provider.restart([keys[1], keys[0]]);
  const next = await provider.token("orders");
  assertEquals(await ask(app, next), "orders-client orders:read");
  assertEquals(await ask(app, old), "orders-client orders:read");
  await provider.restart([keys[1]]);
  // A name that nobody knows makes the keys be fetched; the cool-down of a real service bounds how often.
  const [header, ...rest] = old.split(".");
  const unknown = btoa(atob(header!).replace("2026-01", "2026-99")).replaceAll("=", "");
  assertEquals(await ask(app, [unknown, ...rest].join(".")), refused("The signature of the token is not valid"));
  assertEquals(await ask(app, old), refused("The signature of the token is not valid"));
  assertEquals(await ask(app, next), "orders-client orders:read");
});

Deno.test("a provider that is away does not stop the service", async () => {
  await using provider = await OidcServer.start([keys[0]]);
  const [first, second] = [await provider.token("orders"), await provider.token("orders")];
  await using app = await start(tokensOf(provider, { refreshKeysMs: 0 }));
  await using late = await start(tokensOf(provider));
  assertEquals(await ask(app, first), "orders-client orders:read");
  await provider.stop();
  assertEquals(await ask(app, second), "orders-client orders:read");
  assertEquals(await ask(late, first), "503 ");
  await provider.restart([keys[0]]);
  assertEquals(await ask(late, first), "orders-client orders:read");
});

Deno.test("opaque tokens of a provider are introspected; a revoked one ends with what is remembered of it", async () => {
  await using provider = await OidcServer.start([keys[0]]);
  const { introspectionUrl } = provider;
  const client = { introspectionUrl, clientId: "orders-client", clientSecret: "secret" };
  const audience = "opaque";
  await using app = await start(
    tokensOf(provider),
    opaqueTokens({ ...client, audience, cacheMs: 0, nameClaim: "client_id" }),
  );
  const token = await provider.token("opaque");
  assertEquals(await ask(app, token), "orders-client orders:read");
  assertEquals(await ask(app, await provider.token("orders")), "orders-client orders:read", "a signed one beside it");
  await provider.revoke(token);
  assertEquals(await ask(app, token), refused("The token expired, was revoked or is not known"));
  assertEquals(await ask(app, "made-up"), refused("The token expired, was revoked or is not known"));
});
