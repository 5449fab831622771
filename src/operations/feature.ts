import { type Container, ContainerModule } from "../../deps.ts";
import { GraphQlSource, OperationCalls, TrustedDocuments, trustedDocuments } from "../graphql/mod.ts";
import { BodyReader, CorsPolicy, HttpRoute, OriginGuard, SecurityScheme } from "../http/mod.ts";
import {
  checkOptions,
  describeValue,
  inOrder,
  installOnce,
  Logger,
  requireFeature,
  StartupTask,
} from "../kernel/mod.ts";
import { loadModelContextProtocol } from "./deps.ts";
import { McpRoute } from "./mcp/mcp_route.ts";
import { parseOperations } from "./named_operation.ts";
import { OperationCatalogue } from "./operation_catalogue.ts";
import { RestRoute } from "./rest/rest_route.ts";
import type { ScalarSchemas } from "./schemas/type_schemas.ts";

/** The options of `operations()`. */
export interface OperationsOptions {
  /**
   * The documents, as a manifest of client tools (see `trustedDocuments`); by default those of the `TrustedDocuments`
   * bean. Their named queries and mutations are published.
   */
  readonly documents?: unknown;
  /** Path below which each operation is a resource, such as `"/api/operations"`; absent for no resources. */
  readonly rest?: string;
  /** Path of the endpoint of the Model Context Protocol, such as `"/mcp"`; absent for no endpoint. */
  readonly mcp?: string;
  /** JSON Schemas of custom scalars: `{ Money: { type: "string" } }`. Other scalars allow any value. */
  readonly scalars?: ScalarSchemas;
  /** Title of the service in descriptions; `"Operations"` by default. */
  readonly title?: string;
  /** Version of the descriptions; `"1"` by default. */
  readonly version?: string;
}

/** After the schema is built. */
const afterSchema = 500;

/**
 * Publishes the named operations of trusted documents to clients that do not use GraphQL: as resources with an OpenAPI
 * 3.1 document, and as tools of the Model Context Protocol. The same interceptors, limits and rules apply as to
 * operations of GraphQL clients.
 *
 * @param options the documents and paths
 * @returns a module for `createContainer`
 * @throws TypeError when an option is unknown, or neither `rest` nor `mcp` is given
 *
 * @example
 * ```ts
 * import { controller, createApp, createContainer, graphql, param, QueryMapping, Resource, t } from
 * "@espalier/espalier"; import { operations } from "@espalier/espalier/operations";
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
 */
export function operations(options: OperationsOptions): ContainerModule {
  checkOperationsOptions(options);
  return new ContainerModule((module) => {
    installOnce("operations()", module);
    requireFeature("graphql()", { neededBy: "operations()", module });
    module.bind(StartupTask).toConstantValue({
      name: "operations: publish trusted operations",
      order: afterSchema,
      run: (container) => publish(container, options),
    });
  });
}

async function publish(container: Container, options: OperationsOptions): Promise<void> {
  const { rest, mcp, scalars = {}, title = "Operations", version = "1" } = options;
  const logger = container.get(Logger).forCategory("espalier.operations");
  const parsed = parseOperations(await documentsOf(container, options));
  const catalogue = new OperationCatalogue(container.get(GraphQlSource), parsed, { scalars, logger });
  catalogue.requireValid();
  const calls = await container.getAsync(OperationCalls);
  const [bodies, cors, origins] = [container.get(BodyReader), container.get(CorsPolicy), container.get(OriginGuard)];
  if (rest !== undefined) {
    const securitySchemes = container.isBound(SecurityScheme)
      ? inOrder<SecurityScheme>(await container.getAllAsync(SecurityScheme))
      : [];
    const facts = { title, version, basePath: rest, securitySchemes };
    container.bind(HttpRoute).toConstantValue(new RestRoute({ catalogue, calls, bodies, cors, origins, facts }));
  }
  if (mcp !== undefined) {
    const protocol = await loadModelContextProtocol();
    const server = { name: title, version };
    container.bind(HttpRoute).toConstantValue(
      new McpRoute({ protocol, path: mcp, server, catalogue, calls, bodies, cors }),
    );
  }
}

async function documentsOf(container: Container, { documents }: OperationsOptions) {
  const found = documents !== undefined
    ? trustedDocuments(documents)
    : container.isBound(TrustedDocuments)
    ? await container.getAsync(TrustedDocuments)
    : undefined;
  const listed = await found?.list?.();
  if (listed === undefined) {
    throw new TypeError(
      'Cannot publish operations as there must be documents: give option "documents", or bind TrustedDocuments with a ' +
        "method list",
    );
  }
  return [...listed].map(([id, text]) => ({ id, text }));
}

function checkOperationsOptions(options: OperationsOptions): void {
  checkOptions<OperationsOptions>("operations()", options, {
    documents: true,
    rest: true,
    mcp: true,
    scalars: true,
    title: true,
    version: true,
  });
  const { rest, mcp } = options;
  if (rest === undefined && mcp === undefined) {
    throw new TypeError('Cannot install operations() as it must have "rest", "mcp" or both: none is given');
  }
  for (const [name, path] of Object.entries({ rest, mcp })) {
    if (path === undefined || /^(?:\/[\w.~-]+)+$/.test(path)) continue;
    throw new TypeError(
      `Cannot install operations() as "${name}" must be a path, such as "/api": current value is ${
        describeValue(path)
      }`,
    );
  }
}
