import { assertEquals } from "@std/assert";
import {
  type Application,
  ContainerModule,
  controller,
  createApp,
  createContainer,
  data,
  describeType,
  graphql,
  param,
  QueryMapping,
  Resource,
  SchemaMapping,
  t,
} from "@espalier/espalier";
import { ResponseCache, responseCache } from "@espalier/espalier/cache";
import { Database, where } from "@espalier/espalier/data";
import {
  AsyncLocalAccessor,
  GraphQLContext,
  ThreadLocalAccessor,
  WebGraphQlInterceptor,
} from "@espalier/espalier/graphql";
import {
  authenticated,
  Authentication,
  type AuthenticationScheme,
  hasRole,
  Principal,
  rowRules,
  rule,
  Secured,
  security,
  visibility,
} from "@espalier/espalier/security";
import { isLong } from "../long.ts";
import { Random } from "../security/random.ts";

const schema = `
  directive @cacheControl(maxAge: Int, scope: CacheControlScope, inheritMaxAge: Boolean)
    on FIELD_DEFINITION | OBJECT | INTERFACE | UNION
  enum CacheControlScope { PUBLIC PRIVATE }
  type Query {
    open: Int @cacheControl(maxAge: 60)
    argument(n: Int = 3): Int @cacheControl(maxAge: 60)
    me: String @cacheControl(maxAge: 60, scope: PRIVATE)
    who(only: Int): String @cacheControl(maxAge: 60)
    whole(only: Int): String @cacheControl(maxAge: 60)
    locale: String @cacheControl(maxAge: 60)
    tenant: String @cacheControl(maxAge: 60)
    region: String @cacheControl(maxAge: 60)
    flow: String @cacheControl(maxAge: 60)
    staff: String @cacheControl(maxAge: 60)
    shared: String @cacheControl(maxAge: 60, scope: PUBLIC)
    known: String @cacheControl(maxAge: 60, scope: PUBLIC)
    named: String @cacheControl(maxAge: 60, scope: PUBLIC)
    silent: String @cacheControl(maxAge: 60, scope: PUBLIC)
    notes: [String!] @cacheControl(maxAge: 60)
    hidden: String @cacheControl(maxAge: 60)
    thing: Thing @cacheControl(maxAge: 60)
  }
  type Thing { name: String, owner: String, margin: Int, secret: String @requiresRole(roles: ["staff"]) }
`;

class Note {
  constructor(readonly id: string, readonly owner: string) {}
}
describeType(Note, { id: t.id, owner: t.string }, { id: "id" });

const nameOf = (principal: unknown) => (principal as { readonly name?: string } | undefined)?.name ?? "nobody";
const anybody = { required: false } as const;

class Api {
  readonly #database: Database;
  constructor(database: Database) {
    this.#database = database;
  }
  @QueryMapping({ returns: t.int })
  open(): number {
    return 1;
  }
  @QueryMapping({ params: [param.argument("n", t.nullable(t.int))], returns: t.nullable(t.int) })
  argument(n: number | null): number | null {
    return n;
  }
  @QueryMapping({ params: [param.principal(undefined, anybody)], returns: t.string })
  me(principal: unknown): string {
    return nameOf(principal);
  }
  /** Reads who the client is for some arguments alone. */
  @QueryMapping({ params: [param.argument("only", t.nullable(t.int)), param.graphQlContext()], returns: t.string })
  who(only: number | null, context: GraphQLContext): string {
    return only === 1 ? nameOf(context.get<Authentication>(Authentication)?.principal) : "anyone";
  }
  @QueryMapping({ params: [param.argument("only", t.nullable(t.int)), param.graphQlContext()], returns: t.string })
  whole(only: number | null, context: GraphQLContext): string {
    if (only === 1) return "none";
    const found = [...context.entries()].find(([, value]) => value instanceof Authentication)?.[1] as Authentication;
    return nameOf(found?.principal);
  }
  @QueryMapping({ params: [param.locale()], returns: t.string })
  locale(locale: string): string {
    return locale;
  }
  @QueryMapping({ params: [param.context("tenant", t.optional(t.string))], returns: t.string })
  tenant(tenant?: string): string {
    return String(tenant);
  }
  @QueryMapping({ params: [param.context("region", t.optional(t.string))], returns: t.string })
  region(region?: string): string {
    return String(region);
  }
  @QueryMapping({ returns: t.string })
  flow(): string {
    return String(flowValue.getValue());
  }
  @QueryMapping({ returns: t.string })
  @Secured(hasRole("staff"))
  staff(): string {
    return "for staff";
  }
  @QueryMapping({ returns: t.string })
  @Secured(hasRole("staff"))
  shared(): string {
    return "shared by staff";
  }
  @QueryMapping({ returns: t.string })
  @Secured(authenticated())
  known(): string {
    return "for those who are known";
  }
  @QueryMapping({ returns: t.string })
  @Secured(rule("ada", ({ principal }) => principal.name === "ada"))
  named(): string {
    return "for ada";
  }
  @QueryMapping({ returns: t.string })
  @Secured(rule("not bob", ({ principal }) => principal.name !== "bob"), { refused: "null" })
  silent(): string {
    return "not for bob";
  }
  @QueryMapping({ returns: t.list(t.string) })
  async notes(): Promise<string[]> {
    return (await this.#database.repository<Note, string>(Note).findAll()).map(({ id }) => id);
  }
  @QueryMapping({ returns: t.string })
  hidden(): string {
    return "hidden";
  }
  @QueryMapping()
  thing(): object {
    return { name: "thing", margin: 5, secret: "for staff" };
  }
  @SchemaMapping({ typeName: "Thing", params: [param.principal(undefined, anybody)], returns: t.string })
  owner(principal: unknown): string {
    return nameOf(principal);
  }
}

const flowValue = new AsyncLocalAccessor<string>("flow");

const scheme: AuthenticationScheme = {
  name: "demo",
  description: { type: "apiKey", in: "header", name: "x-user" },
  authenticate: (source) => {
    const user = source.header("x-user");
    if (user === null) return undefined;
    const roles = (source.header("x-roles") ?? "").split(",").filter((role) => role !== "");
    return new Authentication(new Principal(user, { roles }));
  },
};

const surroundings = new ContainerModule(({ bind }) => {
  bind(ThreadLocalAccessor).toConstantValue(flowValue);
  bind(WebGraphQlInterceptor).toConstantValue({
    intercept: (request, next) => {
      for (const name of ["tenant", "region", "flow"]) {
        const value = request.headers.get(`x-${name}`);
        if (value !== null) request.graphQlContext.put(name, value);
      }
      return next(request);
    },
  });
});

async function start(...modules: readonly ContainerModule[]): Promise<Application> {
  const app = await createApp(
    createContainer(
      data({ url: "memory:", entities: [Note] }),
      graphql({ schema: [Resource.text("schema", schema)] }),
      controller(Api, Database),
      security({ schemes: [scheme] }),
      rowRules(Note, ({ principal }) => principal.roles.has("staff") || where("owner").is(principal.name)),
      visibility({
        profiles: { public: { hide: ["Query.hidden", "Thing.margin"] }, staff: {} },
        choose: ({ roles }) => roles.has("staff") ? "staff" : "public",
      }),
      surroundings,
      ...modules,
    ),
    { properties: { logging: { level: "OFF" } } },
  );
  const notes = app.container.get(Database).repository<Note, string>(Note);
  await notes.saveAll(["ada", "bob", "eve"].map((owner) => new Note(`of ${owner}`, owner)));
  return app;
}

const fields = [
  "open",
  "argument",
  "argument(n: 4)",
  "me",
  "who",
  "who(only: 1)",
  "whole",
  "whole(only: 1)",
  "locale",
  "tenant",
  "region",
  "flow",
  "staff",
  "shared",
  "known",
  "named",
  "silent",
  "notes",
  "hidden",
  "thing { name }",
  "thing { name owner }",
  "thing { margin }",
  "thing { secret }",
  "thing { __typename ...T }",
]; // deno-fmt-ignore

interface Sent {
  readonly query: string;
  readonly headers: Record<string, string>;
  readonly isGet: boolean;
}

function randomQuery(random: Random): string {
  const count = 1 + random.below(3);
  const selected = new Set(Array.from({ length: count }, () => random.pick(fields)));
  const body = [...selected].map((field, i) => `f${i}: ${field}`).join(" ");
  return `{ ${body} }${body.includes("...T") ? " fragment T on Thing { name }" : ""}`;
}

function randomRequest(random: Random, queries: readonly string[]): Sent {
  const query = random.pick(queries);
  const options: readonly (readonly [string, readonly (string | undefined)[]])[] = [
    ["x-user", ["ada", "bob", undefined]],
    ["x-roles", ["staff", "clerk", undefined]],
    ["x-tenant", ["a", "b"]],
    ["x-region", ["eu", "us"]],
    ["x-flow", ["1", undefined]],
    ["accept-language", ["de", "fr"]],
  ];
  const chosen = options.map(([name, values]) => [name, random.pick(values)] as const);
  const headers = chosen.filter((each): each is readonly [string, string] => each[1] !== undefined);
  return { query, headers: Object.fromEntries(headers), isGet: random.below(2) === 0 };
}

async function send(app: Application, { query, headers, isGet }: Sent): Promise<unknown> {
  const request = isGet
    ? new Request(`http://localhost/graphql?query=${encodeURIComponent(query)}`, { headers })
    : new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ query }),
    });
  const response = await app.fetch(request);
  return await response.json();
}

for (const seed of isLong ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] : [1]) {
  Deno.test(`26.4 no client gets the response of another: whatever the order, it is as without a cache (seed ${seed})`, async () => {
    await using plain = await start();
    await using kept = await start(responseCache({ context: ["tenant"], entities: { Thing: "name" } }));
    const random = new Random(seed);
    const queries = [
      ...fields.map((field) => `{ ${field.replace("...T", "name")} }`),
      ...Array.from({ length: 12 }, () => randomQuery(random)),
    ];
    for (let round = 0; round < 150; round++) {
      // Those of a round are sent at the same time, so that some wait for others.
      const requests = Array.from({ length: 8 }, () => randomRequest(random, queries));
      const answers = await Promise.all(requests.map((request) => send(kept, request)));
      for (const [i, answer] of answers.entries()) {
        assertEquals(withoutIds(answer), withoutIds(await send(plain, requests[i]!)), JSON.stringify(requests[i]));
      }
    }
    const { hits = 0 } = kept.container.get(ResponseCache).statistics;
    // Otherwise nothing was tested.
    assertEquals(hits > 100, true, `${hits} hits`);
  });
}

/** Errors name their execution. */
function withoutIds(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer).replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "id"));
}
