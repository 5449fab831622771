import { type Container, ContainerModule } from "../../deps.ts";
import { BodyReader, HttpRoute } from "../http/mod.ts";
import {
  ApplicationRoot,
  ConsoleEndpoint,
  ContainerPreparation,
  EspalierProperties,
  installOnce,
  isInstalled,
  Lifecycle,
  Logger,
  requireFeature,
} from "../kernel/mod.ts";
import { GraphiQlHandler } from "./graphiql_handler.ts";

/**
 * The GraphiQL feature: a page at `/graphiql` for trying operations, subscriptions included. It is on in the
 * development preset, or where `graphql.graphiql` says so. Where the console is enabled, it shows the page in its
 * shell.
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
    bind(ContainerPreparation).toConstantValue({ name: "graphiql: install", prepare });
    bind(HttpRoute).toResolvedValue(pageRoute, [GraphiQlHandler]);
    bind(HttpRoute).toResolvedValue(assetRoute, [GraphiQlHandler]);
    bind(HttpRoute).toResolvedValue(visitRoute, [GraphiQlHandler]);
  });
}

async function prepare(container: Container): Promise<void> {
  const { preset, graphql, console } = container.get(EspalierProperties);
  const isInConsole = graphql.graphiql && console.enabled && isInstalled("console()", container);
  if (!container.isBound(GraphiQlHandler)) {
    container.bind(GraphiQlHandler).toConstantValue(new GraphiQlHandler(graphql, { isFramed: isInConsole }));
  }
  const { url } = container.get(ApplicationRoot);
  // The project's files are for the developer's own machine alone.
  if (isInConsole && preset === "development" && url.protocol === "file:") await bindOperations(container, url);
}

async function bindOperations(container: Container, root: URL): Promise<void> {
  const [{ OperationsEndpoint }, { maxFileBytes, OperationFiles }] = await Promise.all([
    import("./operations_endpoint.ts"),
    import("./operation_files.ts"),
  ]);
  const { http } = container.get(EspalierProperties);
  // Escaping in JSON may double the size of a text.
  const bodies = new BodyReader({ ...http, maxBodyBytes: maxFileBytes * 2 });
  container.get(Lifecycle).onDrain(() => bodies[Symbol.dispose]());
  container.bind(ConsoleEndpoint).toConstantValue(
    new OperationsEndpoint(new OperationFiles(root), bodies, container.get(Logger)),
  );
}

function pageRoute(handler: GraphiQlHandler): HttpRoute {
  const title = handler.isEnabled ? { title: "GraphiQL" } : {};
  return { path: handler.path, ...title, handle: (exchange, variables) => handler.page(exchange, variables) };
}

function assetRoute(handler: GraphiQlHandler): HttpRoute {
  return { path: `${handler.path}/{name}`, handle: (exchange, { name }) => handler.asset(exchange, name ?? "") };
}

/** Runs after the endpoint's route, which passes on browser navigations. */
function visitRoute(handler: GraphiQlHandler): HttpRoute {
  return { path: handler.endpoint, order: 1, handle: (exchange, variables) => handler.visit(exchange, variables) };
}
