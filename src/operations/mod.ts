/**
 * Trusted GraphQL operations for clients that do not speak GraphQL: resources with an OpenAPI document, and tools of the
 * Model Context Protocol.
 *
 * ```ts
 * import {
 *   controller,
 *   createApp,
 *   createContainer,
 *   graphql,
 *   param,
 *   QueryMapping,
 *   Resource,
 *   t,
 * } from "@espalier/espalier";
 * import { operations } from "@espalier/espalier/operations";
 *
 * class Greetings {
 *   @QueryMapping({ params: [param.argument("name", t.string)], returns: t.string })
 *   greeting(name: string): string {
 *     return `Hello, ${name}!`;
 *   }
 * }
 * const schema = Resource.text("greetings", "type Query { greeting(name: String!): String! }");
 * const documents = { greet: "query Greet($name: String!) { greeting(name: $name) }" };
 * const published = operations({ documents, rest: "/api" });
 * await using app = await createApp(createContainer(graphql({ schema: [schema] }), controller(Greetings), published));
 * const response = await app.fetch(new Request("http://localhost/api/Greet?name=Ada"));
 * console.log(await response.json()); // { greeting: "Hello, Ada!" }
 * ```
 *
 * {@linkcode operations} is the feature; {@linkcode OperationsOptions} name the documents and what they become.
 *
 * Read on: `docs/operations-as-apis.md` in the repository.
 *
 * @module
 */

export { operations, type OperationsOptions } from "./feature.ts";
export type { JsonSchema } from "./schemas/json_schema.ts";
export type { ScalarSchemas } from "./schemas/type_schemas.ts";
