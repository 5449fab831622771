/**
 * GraphiQL, served by the application itself: nothing is loaded from elsewhere, so it works offline.
 *
 * ```ts
 * import { createApp, createContainer, graphql, Resource } from "@espalier/espalier";
 * import { graphiql } from "@espalier/espalier/graphiql";
 *
 * const schema = Resource.text("hello", "type Query { greeting: String }");
 * const container = createContainer(graphql({ schema: [schema] }), graphiql());
 * await using app = await createApp(container, { properties: { preset: "development" } });
 * const page = await app.fetch(new Request("http://localhost/graphiql?path=/graphql"));
 * console.log(page.headers.get("content-type")); // text/html; charset=utf-8
 * await page.body?.cancel();
 * ```
 *
 * {@linkcode graphiql} is the feature.
 *
 * Read on: `docs/development.md` in the repository.
 *
 * @module
 */

export * from "./feature.ts";
export * from "./graphiql_handler.ts";
