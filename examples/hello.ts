/**
 * A complete service in one file: `deno run --allow-net examples/hello.ts`, then
 *
 *     curl localhost:8080/graphql -H 'content-type: application/json' -d '{"query":"{ greeting(name: \"Ada\") }"}'
 */
import { controller, createApp, createContainer, graphql, Resource, serve } from "@espalier/espalier";
import { mappings } from "@espalier/espalier/graphql";

const schema = Resource.text("hello.graphqls", "type Query { greeting(name: String!): String! }");

// The types command generates this for a service with schema files.
const { QueryMapping } = mappings<{ Query: { greeting(args: { name: string }): string } }>();

class GreetingController {
  @QueryMapping("name")
  greeting(name: string): string {
    return `Hello, ${name}!`;
  }
}

/** The features of the service; a test loads its overrides after them. */
export const features = [graphql({ schema: [schema] }), controller(GreetingController)] as const;

if (import.meta.main) {
  await serve(await createApp(createContainer(...features)), { port: Number(Deno.args[0] ?? 8080) });
}
