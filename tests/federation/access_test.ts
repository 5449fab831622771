import { controller, param, t } from "@espalier/espalier";
import { EntityMapping } from "@espalier/espalier/federation";
import { hasRole, Principal, requires, Secured, visibility } from "@espalier/espalier/security";
import { ActingPrincipals } from "@espalier/espalier/testing";
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { type Entities, link, startSubgraph } from "./subgraph.ts";

const schema = `${link.replace('"@authenticated"', '{ name: "@authenticated", as: "@signedIn" }')}
scalar Secret @signedIn
type Account @key(fields: "id") {
  id: ID!
  owner: String @signedIn
  token: Secret
  balance: Int @requiresScopes(scopes: [["accounts:read", "money:read"], ["admin"]])
  history: String @policy(policies: [["own"], ["auditor", "weekday"]])
}
type Vault @key(fields: "id") { id: ID! }
`;

class AccountController {
  @EntityMapping({ params: [param.argument("id", t.id)] })
  account(id: string) {
    return { id, owner: "ada", token: "t", balance: 1, history: "h" };
  }
  @EntityMapping({ params: [param.argument("idList", t.list(t.id))] })
  @Secured(hasRole("guard"))
  vault(ids: readonly string[]) {
    return ids.map((id) => ({ id }));
  }
}
const policies = { own: hasRole("owner"), auditor: hasRole("auditor"), weekday: requires("weekday") };
const acting = new ActingPrincipals();

async function ask(selection: string, principal?: Principal, type = "Account"): Promise<Entities> {
  await using app = await startSubgraph(schema, [controller(AccountController), acting.module], { policies });
  const view = principal === undefined ? app.app : acting.as(principal, app.app);
  const response = await view.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        query: `query ($of: [_Any!]!) { _entities(representations: $of) { ... on ${type} { ${selection} } } }`,
        variables: { of: [{ __typename: type, id: "1" }] },
      }),
    }),
  );
  return await response.json();
}

const refused = ({ errors = [] }: Entities) =>
  errors.map(({ path, extensions }) => `${path!.at(-1)} ${extensions?.classification}`);
const user = (scopes: readonly string[] = [], roles: readonly string[] = []) => new Principal("ada", { scopes, roles });

Deno.test("the directives of access are enforced in the subgraph, under other names and on scalars", async () => {
  assertEquals(refused(await ask("id owner token balance history")), [
    "owner UNAUTHORIZED",
    "token UNAUTHORIZED",
    "balance UNAUTHORIZED",
    "history UNAUTHORIZED",
  ]);
  assertEquals(refused(await ask("id owner token balance history", user(["accounts:read"], ["auditor"]))), [
    "balance FORBIDDEN",
    "history FORBIDDEN",
  ]);
  const all = await ask("owner token balance history", user(["money:read", "accounts:read", "weekday"], ["auditor"]));
  assertEquals(all, { data: { _entities: [{ owner: "ada", token: "t", balance: 1, history: "h" }] } });
});

Deno.test("@Secured stands before an @EntityMapping method", async () => {
  assertEquals(refused(await ask("id", undefined, "Vault")), ["0 UNAUTHORIZED"]);
  assertEquals(refused(await ask("id", user(), "Vault")), ["0 FORBIDDEN"]);
  assertEquals(await ask("id", user([], ["guard"]), "Vault"), { data: { _entities: [{ id: "1" }] } });
});

Deno.test("federation({ access }) says who may call _service and _entities", async () => {
  const module = controller(AccountController);
  await using app = await startSubgraph(schema, [module, acting.module], { policies, access: hasRole("gateway") });
  const body = {
    query: 'query { _service { sdl } _entities(representations: [{ __typename: "Account", id: 1 }]) { __typename } }',
  };
  const ask = async (principal?: Principal) => {
    const view = principal === undefined ? app.app : acting.as(principal, app.app);
    const headers = { "content-type": "application/json" };
    const request = new Request("http://localhost/graphql", { method: "POST", headers, body: JSON.stringify(body) });
    return await (await view.fetch(request)).json() as Entities;
  };
  const [nobody, someone] = [await ask(), await ask(user())];
  assertEquals([nobody.data, someone.data], [null, null]);
  assertEquals([refused(nobody)[0], refused(someone)[0]], ["_service UNAUTHORIZED", "_service FORBIDDEN"]);
  body.query = 'query { _entities(representations: [{ __typename: "Account", id: 1 }]) { __typename } }';
  assertEquals(refused(await ask(user())), ["_entities FORBIDDEN"]);
  assertEquals((await ask(user([], ["gateway"]))).data?._entities, [{ __typename: "Account" }]);
});

Deno.test("a @policy without a rule ends the start", async () => {
  const error = await assertRejects(
    () =>
      startSubgraph(schema, [controller(AccountController)], {
        policies: { auditor: hasRole("auditor"), weekday: hasRole("x") },
      }),
    Error,
  );
  assertStringIncludes(
    error.message,
    'Cannot use @policy as the option "policies" of federation() must have the rule of "own"',
  );
});

Deno.test("a visibility profile neither resolves nor prints what it hides", async () => {
  const hidden = `${link}
    type Query { a(x: Int, y: Int @visible(to: ["staff"])): Int }
    type Book @key(fields: "id") @key(fields: "isbn") { id: ID! isbn: ID cost: Int }
    type Audit @key(fields: "id") @visible(to: ["staff"]) { id: ID! }`;
  class Books {
    @EntityMapping({ params: [param.arguments()] })
    book(values: Readonly<Record<string, unknown>>) {
      return { id: "1", ...values };
    }
    @EntityMapping({ params: [param.argument("id", t.id)] })
    audit(id: string) {
      return { id };
    }
  }
  const profiles = visibility({
    profiles: { public: { hide: ["Book.isbn", "Book.cost"] }, staff: {} },
    choose: ({ roles }) => roles.has("staff") ? "staff" : "public",
  });
  await using app = await startSubgraph(hidden, [controller(Books), profiles]);
  const given = [{ __typename: "Audit", id: "1" }, { __typename: "Book", isbn: "2" }, {
    __typename: "Book",
    id: "3",
    cost: 4,
  }];
  const { data, errors } = await app.entities(given, "__typename ... on Book { id }");
  assertEquals(data, { _entities: [null, null, { __typename: "Book", id: "3" }] });
  assertEquals(errors!.map(({ message }) => message), [
    "No entity fetcher",
    'Cannot resolve entity "Book" as its representation must have the fields of a key: "id"',
  ]);
  const sdl = await app.sdl();
  for (const name of ["Audit", "cost", "visible", "y:"]) assertEquals(sdl.includes(name), false, name);
});
