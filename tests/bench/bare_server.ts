// What one writes by hand: Deno.serve and graphql-js, nothing else. The floor that cold starts are compared with.
import { buildSchema, graphql } from "graphql";

const schema = buildSchema("type Query { greeting(name: String!): String! }");
const rootValue = { greeting: ({ name }: { name: string }) => `Hello, ${name}!` };

Deno.serve({ hostname: "127.0.0.1", port: Number(Deno.args[0]), onListen: () => {} }, async (request) => {
  const { query } = await request.json();
  return Response.json(await graphql({ schema, source: query, rootValue }));
});
