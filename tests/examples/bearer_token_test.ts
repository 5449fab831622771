import { assertEquals, assertRejects } from "@std/assert";
import { createApp, createContainer, serve, t } from "@espalier/espalier";
import { GraphQlTransportError } from "@espalier/espalier/client";
import { GraphQlTester } from "@espalier/espalier/testing";
import { features } from "../../examples/bearer_token/features.ts";
import { SignedTokens, User } from "../../examples/bearer_token/signed_tokens.ts";

const hour = 3_600_000;

async function diaries() {
  const container = createContainer(...features("a secret of thirty-two characters"));
  const root = new URL("../../examples/bearer_token/", import.meta.url);
  const app = await createApp(container, { root, properties: { logging: { level: "OFF" } } });
  const tokens = app.container.get(SignedTokens);
  const as = async (name: string, ...roles: string[]) =>
    GraphQlTester.create(app, {
      headers: { authorization: `Bearer ${await tokens.issue(new User(name, roles), hour)}` },
    });
  return { app, tokens, as };
}

const isOf = (kind: string) => ({ extensions }: { extensions?: Readonly<Record<string, unknown>> }) =>
  extensions?.classification === kind;

Deno.test("bearer token: the principal reaches the controller, everybody has a diary of their own", async () => {
  const { app, as } = await diaries();
  await using _ = app;
  const [ada, grace] = [await as("ada"), await as("grace", "editor")];
  await ada.document('mutation { write(line: "Dear diary") }').executeAndVerify();
  (await ada.document("{ me diary }").execute()).path("").matchesJsonStrictly({ me: "ada", diary: ["Dear diary"] });
  (await grace.document("{ me diary }").execute()).path("").matchesJsonStrictly({ me: "grace", diary: [] });
  const lines = ada.document("subscription { writing }").subscribe("writing", t.string);
  assertEquals(await Array.fromAsync(lines), ["ada: Dear diary"]);
});

Deno.test("E1 bearer token: nobody is UNAUTHORIZED, somebody without the role FORBIDDEN", async () => {
  const { app, as } = await diaries();
  await using _ = app;
  const nobody = await GraphQlTester.create(app).document("{ me diary }").execute();
  nobody.errors().expect(isOf("UNAUTHORIZED")).verify().path("").valueIsNull();
  (await GraphQlTester.create(app).document("{ me }").execute()).path("me").valueIsNull();
  const curious = await (await as("ada")).document('{ diary(of: "grace") }').execute();
  curious.errors().expect(isOf("FORBIDDEN")).verify();
  const editor = await (await as("grace", "editor")).document('{ diary(of: "ada") }').execute();
  editor.path("diary").entityList(t.string).hasSize(0);
});

Deno.test("bearer token: a forged, expired or malformed token is refused", async () => {
  const { app, tokens } = await diaries();
  await using _ = app;
  const valid = await tokens.issue(new User("ada", []), hour);
  const [content, signature] = valid.split(".");
  const root = btoa(JSON.stringify({ name: "root", roles: ["editor"], expires: Date.now() + hour })).replaceAll(
    "=",
    "",
  );
  const bad = [
    `Bearer ${root}.${signature}`,
    `Bearer ${content}.AAAA`,
    "Bearer",
    "Basic YTpi",
    `Bearer ${valid}x.y`,
    "Bearer x.y",
  ];
  bad.push(`Bearer ${await tokens.issue(new User("ada", []), -1)}`);
  for (const authorization of bad) {
    const response = await GraphQlTester.create(app, { headers: { authorization } }).document("{ me }").execute();
    response.errors().expect(isOf("UNAUTHORIZED")).verify();
    const plain = new Request("http://localhost/graphql?query={me}", { headers: { authorization } });
    assertEquals((await app.fetch(plain)).status, 401);
  }
});

Deno.test("bearer token: a WebSocket is opened with the token, a bad one is turned away", async () => {
  const { app, tokens } = await diaries();
  await using server = await serve(app, { port: 0, quiet: true });
  const url = `${server.url}/graphql`;
  const authorization = `Bearer ${await tokens.issue(new User("ada", []), hour)}`;
  await using ada = GraphQlTester.webSocket({ url, connectionInitPayload: { authorization } });
  (await ada.document("{ me }").execute()).path("me").entity(t.string).isEqualTo("ada");
  await using stranger = GraphQlTester.webSocket({ url, connectionInitPayload: { authorization: "Bearer x.y" } });
  await assertRejects(() => stranger.document("{ me }").execute(), GraphQlTransportError, "4403");
});
