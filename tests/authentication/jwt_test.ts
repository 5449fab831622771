import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import {
  type Application,
  controller,
  createApp,
  createContainer,
  graphql,
  param,
  QueryMapping,
  Resource,
  t,
} from "@espalier/espalier";
import { authenticated, jwt, type JwtOptions, Principal, security } from "@espalier/espalier/security";
import { audience, issuer, type IssuerKey, issuerKey, IssuerServer, tokenOf } from "./issuer.ts";

class WhoController {
  @QueryMapping({ params: [param.principal(() => Principal, { required: false })], returns: t.nullable(t.string) })
  whoami(principal: Principal | undefined): string | null {
    return principal === undefined ? null : `${principal.name} ${[...principal.scopes]}`;
  }
}

const schema = Resource.text("who", "type Query { whoami: String }");

function start(options: Partial<JwtOptions> = {}, key = first): Promise<Application> {
  const tokens = jwt({ issuer, audience, keys: { keys: [key.jwk] }, ...options });
  const feature = security({ schemes: [tokens], paths: { "/private": authenticated() } });
  return createApp(createContainer(graphql({ schema: [schema] }), controller(WhoController), feature));
}

function ask(app: Application, token?: string, search = ""): Promise<Response> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const body = JSON.stringify({ query: "{ whoami }" });
  const init = { method: "POST", headers: { ...headers, "content-type": "application/json" }, body };
  return Promise.resolve(app.fetch(new Request(`http://localhost/graphql${search}`, init)));
}

async function who(response: Response): Promise<unknown> {
  return (await response.json()).data?.whoami;
}

const first = await issuerKey("first");
const second = await issuerKey("second");

Deno.test("a signed token names the principal of GraphQL, with its scopes", async () => {
  await using app = await start();
  assertEquals(await who(await ask(app, await tokenOf(first))), "ada orders:read");
  assertEquals(await who(await ask(app)), null);
});

Deno.test("the application makes a principal of its own out of the claims, or refuses them", async () => {
  const known = new Map([["ada", new Principal("Ada Lovelace", { scopes: ["all"] })]]);
  await using app = await start({ principal: ({ name }) => known.get(name) });
  assertEquals(await who(await ask(app, await tokenOf(first))), "Ada Lovelace all");
  assertEquals((await ask(app, await tokenOf(first, { claims: { sub: "eve" } }))).status, 401);
});

const base64 = (value: unknown) =>
  btoa(JSON.stringify(value)).replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_");
const now = Math.floor(Date.now() / 1_000);
const claims = { iss: issuer, aud: audience, sub: "eve", exp: now + 300 };
const unsigned = (header: object, body: object = claims) => `${base64(header)}.${base64(body)}.`;

async function signedBySecret(secret: string): Promise<string> {
  const text = `${base64({ alg: "HS256", kid: "first" })}.${base64(claims)}`;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["sign"]);
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text)));
  return `${text}.${signature.toBase64({ alphabet: "base64url", omitPadding: true })}`;
}

async function tampered(): Promise<string> {
  const [header, , signature] = (await tokenOf(first)).split(".");
  return `${header}.${base64({ ...claims, sub: "root" })}.${signature}`;
}

const other = { ...second, jwk: { ...second.jwk, kid: "first" } };

/** Tokens that nobody may accept, and what clients are told. */
const forged: Readonly<Record<string, readonly [() => string | Promise<string>, string]>> = {
  'of the algorithm "none"': [() => unsigned({ alg: "none" }), "The algorithm of the token is not allowed"],
  'of "nOnE" with a key': [() => unsigned({ alg: "nOnE", kid: "first" }), "The algorithm of the token is not allowed"],
  "signed by the public key as a secret": [
    () => signedBySecret(JSON.stringify(first.jwk)),
    "The algorithm of the token is not allowed",
  ],
  "signed by another key of the same name": [() => tokenOf(other), "The signature of the token is not valid"],
  "with claims that were not signed": [tampered, "The signature of the token is not valid"],
  "with an embedded key": [
    () => tokenOf(second, { header: { jwk: second.jwk, kid: undefined } }),
    "The signature of the token is not valid",
  ],
  "with addresses of keys": [
    () => tokenOf(other, { header: { jku: "http://127.0.0.1:1/keys", x5u: "http://127.0.0.1:1/certificate" } }),
    "The signature of the token is not valid",
  ],
  "whose key is a path": [
    () => tokenOf(second, { header: { kid: "../../../dev/null" } }),
    "The signature of the token is not valid",
  ],
  "whose key is a statement": [
    () => tokenOf(second, { header: { kid: "x' UNION SELECT 'secret" } }),
    "The signature of the token is not valid",
  ],
  "whose key is longer than names are": [
    () => tokenOf(second, { header: { kid: "k".repeat(300) } }),
    "The token is malformed",
  ],
  "with critical extensions": [
    () => unsigned({ alg: "RS256", crit: ["exp"], exp: 1 }),
    "The token has critical extensions",
  ],
  "for another audience": [() => tokenOf(first, { claims: { aud: "billing" } }), "The token is for another audience"],
  "for no audience": [() => tokenOf(first, { claims: { aud: undefined } }), "The token is for another audience"],
  "of another issuer": [
    () => tokenOf(first, { claims: { iss: "https://evil.example.com" } }),
    "The token is not one of a known issuer",
  ],
  "that expired": [() => tokenOf(first, { expiresIn: -31 }), "The token expired"],
  "without an end": [() => tokenOf(first, { claims: { exp: undefined } }), "The token has no end"],
  "that is not valid yet": [() => tokenOf(first, { claims: { nbf: now + 60 } }), "The token is not valid yet"],
  "that is an identity token of a logout": [
    () => tokenOf(first, { header: { typ: "logout+jwt" } }),
    "The token is not an access token",
  ],
  "that names nobody": [() => tokenOf(first, { claims: { sub: undefined } }), "The token names no principal"],
  "that is longer than tokens are": [() => `${"a".repeat(9_000)}.b.c`, "The token is too long"],
  "that is no JSON": [() => "YQ.YQ.YQ", "The token is malformed"],
  "with other characters": [() => "a b", "The token is malformed"],
};

for (const [name, [make, description]] of Object.entries(forged)) {
  Deno.test(`a token ${name} is refused with 401, whatever the path`, async () => {
    await using app = await start();
    const token = await make();
    for (let i = 0; i < 2; i++) {
      const response = await ask(app, token);
      assertEquals([response.status, response.headers.get("www-authenticate")], [
        401,
        `Bearer realm="service", error="invalid_token", error_description="${description}"`,
      ]);
      assertEquals(await response.json(), {
        type: "about:blank",
        title: "Unauthorized",
        status: 401,
        detail: "Unauthorized",
      });
    }
  });
}

Deno.test("tokens within the tolerated difference of the clocks are accepted", async () => {
  await using app = await start();
  assertEquals(await who(await ask(app, await tokenOf(first, { expiresIn: -20 }))), "ada orders:read");
  assertEquals(await who(await ask(app, await tokenOf(first, { claims: { nbf: now + 20 } }))), "ada orders:read");
});

Deno.test("a token in the query string is refused", async () => {
  await using app = await start();
  const token = await tokenOf(first);
  const response = await ask(app, undefined, `?access_token=${token}`);
  assertEquals(response.status, 401);
  assertStringIncludes(response.headers.get("www-authenticate")!, 'error="invalid_request"');
});

Deno.test("a path that requires authentication asks for it without an error", async () => {
  await using app = await start();
  const response = await app.fetch(new Request("http://localhost/private"));
  assertEquals([response.status, response.headers.get("www-authenticate")], [401, 'Bearer realm="service"']);
  const headers = { authorization: `Bearer ${await tokenOf(first)}` };
  assertEquals((await app.fetch(new Request("http://localhost/private", { headers }))).status, 404);
});

Deno.test("keys come from the issuer: one fetch for many requests, another for a new key, none during the cool-down", async () => {
  await using server = new IssuerServer();
  server.keys = [first.jwk];
  await using app = await start({ issuer: server.url, keys: undefined!, cooldownMs: 200 });
  const token = (key: IssuerKey, sub = "ada") => tokenOf(key, { claims: { iss: server.url, sub } });
  const answers = await Promise.all([1, 2, 3, 4].map(async (i) => ask(app, await token(first, `user${i}`))));
  assertEquals(answers.map(({ status }) => status), [200, 200, 200, 200]);
  assertEquals(server.fetches, 1);
  await Promise.all(answers.map((answer) => answer.body?.cancel()));

  server.keys = [second.jwk];
  assertEquals((await ask(app, await token(second))).status, 401, "the keys were fetched a moment ago");
  assertEquals(server.fetches, 1);
  await new Promise((resolve) => setTimeout(resolve, 220));
  assertEquals(await who(await ask(app, await token(second))), "ada orders:read");
  assertEquals(server.fetches, 2);
  assertEquals((await ask(app, await token(first, "user1"))).status, 401, "the issuer withdrew the first key");
});

Deno.test("known keys serve while the issuer is away; without keys the answer is 503", async () => {
  await using server = new IssuerServer();
  server.keys = [first.jwk];
  const options = { issuer: server.url, keys: undefined!, cooldownMs: 0, refreshKeysMs: 0 };
  await using app = await start(options);
  const token = (sub: string) => tokenOf(first, { claims: { iss: server.url, sub } });
  assertEquals(await who(await ask(app, await token("ada"))), "ada orders:read");
  server.isAway = true;
  assertEquals(await who(await ask(app, await token("bob"))), "bob orders:read");
  await using fresh = await start(options);
  const response = await ask(fresh, await token("ada"));
  assertEquals([response.status, response.headers.get("retry-after")], [503, "1"]);
  await response.body?.cancel();
  server.isAway = false;
  assertEquals(await who(await ask(fresh, await token("ada"))), "ada orders:read");
});

Deno.test("options that would accept anything are refused", () => {
  assertThrows(() => jwt({ issuer, audience: "" }), TypeError, '"audience" must name this service');
  assertThrows(() => jwt({ issuer, audience, algorithms: ["HS256" as "RS256"] }), TypeError, '"algorithms" must be');
  assertThrows(() => jwt({ issuer: "http://id.example.com", audience }), TypeError, 'beginning with "https://"');
  assertThrows(() => security({ schemes: [] }), TypeError, '"schemes" must name a scheme');
});

Deno.test("a refused token at the GraphQL endpoint is 401 in the form that the client reads, with the challenge", async () => {
  await using app = await start();
  const refused = async (accept: string, path = "/graphql") => {
    const headers = { accept, authorization: "Bearer YQ.YQ.YQ", "content-type": "application/json" };
    const body = JSON.stringify({ query: "{ whoami }" });
    const response = await app.fetch(new Request(`http://localhost${path}`, { method: "POST", headers, body }));
    assertStringIncludes(
      response.headers.get("www-authenticate") ?? "",
      'Bearer realm="service", error="invalid_token"',
    );
    return [response.status, response.headers.get("content-type"), Object.keys(await response.json())[0]];
  };
  const graphQl = "application/graphql-response+json";
  assertEquals(await refused(graphQl), [401, `${graphQl}; charset=utf-8`, "errors"]);
  assertEquals(await refused(`${graphQl}, application/json;q=0.9`), [401, `${graphQl}; charset=utf-8`, "errors"]);
  assertEquals(await refused("application/json"), [401, "application/json", "errors"]);
  for (const accept of ["*/*", "text/event-stream", "text/event-stream, application/json;q=0.5", "multipart/mixed"]) {
    assertEquals(await refused(accept), [401, "application/problem+json", "type"], accept);
  }
  assertEquals(await refused(graphQl, "/elsewhere"), [401, "application/problem+json", "type"]);
});
