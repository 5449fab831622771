import { assertEquals } from "@std/assert";
import { ContainerModule, createApp, createContainer, graphql } from "@espalier/espalier";
import { GraphQlSource } from "@espalier/espalier/graphql";
import { GraphQLObjectType, type GraphQLResolveInfo, GraphQLSchema, GraphQLString } from "graphql";

type Resolver = (...args: unknown[]) => unknown;
const nameOf = (args: ArrayLike<unknown>) => (args[3] as GraphQLResolveInfo).fieldName;

/** Resolvers that read `info` without a fourth parameter that can be counted. */
const odd: Record<string, Resolver> = {
  // deno-fmt-ignore -- the comment is the case
  comment: function /* () { */ (...args: unknown[]) { return nameOf(args); },
  // deno-fmt-ignore -- the comment is the case
  arrow: (/* a) => */ ...args: unknown[]) => nameOf(args),
  "text()": {
    "text()"(...args: unknown[]) {
      return nameOf(args);
    },
  }["text()"]!,
  computed: {
    ["f(a) {"](...args: unknown[]) {
      return nameOf(args);
    },
  }["f(a) {"]!,
  defaults: (_source, _args = {}, _context = {}, info = {}) => (info as GraphQLResolveInfo).fieldName,
  pattern: (_source, ...[, , info]) => (info as GraphQLResolveInfo).fieldName,
  sloppy: new Function("source", "return arguments[3].fieldName") as Resolver,
  escaped: new Function("source", "return argum\\u0065nts[3].fieldName") as Resolver,
  bound: ((...args: unknown[]) => nameOf(args)).bind(null),
  proxied: new Proxy((...args: unknown[]) => nameOf(args), {}),
};

Deno.test("E1 a resolver gets info however its parameters are written", async () => {
  const names = Object.keys(odd);
  const fields = Object.fromEntries(
    names.map((name, i) => [`f${i}`, { type: GraphQLString, resolve: odd[name] as never }]),
  );
  const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: "Query", fields }) });
  const built = await GraphQlSource.builder(schema).build();
  const source = new ContainerModule(({ bind }) => {
    bind(GraphQlSource).toConstantValue(built);
  });
  await using app = await createApp(createContainer(graphql(), source));
  const response = await app.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: `{ ${Object.keys(fields).join(" ")} }` }),
    }),
  );
  assertEquals(await response.json(), { data: Object.fromEntries(Object.keys(fields).map((key) => [key, key])) });
});
