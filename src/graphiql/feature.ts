import { ContainerModule } from "../../deps.ts";
import { HttpRoute } from "../http/mod.ts";
import { EspalierProperties, installOnce, requireFeature } from "../kernel/mod.ts";
import { GraphiQlHandler } from "./graphiql_handler.ts";

/**
 * The GraphiQL feature: a page at `/graphiql` for trying operations, subscriptions included. It is on in the
 * development preset, or where `graphql.graphiql` says so.
 *
 * @example
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
 */
export function graphiql(): ContainerModule {
  return new ContainerModule((module) => {
    const { bind } = module;
    installOnce("graphiql()", module);
    requireFeature("graphql()", { neededBy: "graphiql()", module });
    bind(GraphiQlHandler).toResolvedValue(({ graphql }) => new GraphiQlHandler(graphql), [EspalierProperties]);
    bind(HttpRoute).toResolvedValue(pageRoute, [GraphiQlHandler]);
    bind(HttpRoute).toResolvedValue(assetRoute, [GraphiQlHandler]);
    bind(HttpRoute).toResolvedValue(visitRoute, [GraphiQlHandler]);
  });
}

function pageRoute(handler: GraphiQlHandler): HttpRoute {
  const title = handler.isEnabled ? { title: "GraphiQL" } : {};
  return { path: handler.path, ...title, handle: (exchange, variables) => handler.page(exchange, variables) };
}

function assetRoute(handler: GraphiQlHandler): HttpRoute {
  return { path: `${handler.path}/{name}`, handle: (exchange, { name }) => handler.asset(exchange, name ?? "") };
}

/** Stands behind the endpoint, which passes on who opens it in a browser. */
function visitRoute(handler: GraphiQlHandler): HttpRoute {
  return { path: handler.endpoint, order: 1, handle: (exchange, variables) => handler.visit(exchange, variables) };
}
