import type { GraphQLSchema } from "../../../deps.ts";
import type { OperationCalls } from "../../graphql/mod.ts";
import {
  type BodyReader,
  BodyRefusal,
  type CorsPolicy,
  type HttpExchange,
  type HttpRoute,
  methodNotAllowed,
  problem,
} from "../../http/mod.ts";
import type { CallToolRequest, CallToolResult, ModelContextProtocol, Tool } from "../deps.ts";
import type { OperationCatalogue } from "../operation_catalogue.ts";
import { toolResult, toolsOf } from "./tools.ts";

/** The collaborators of the endpoint. */
export interface McpRouteParts {
  readonly protocol: ModelContextProtocol;
  readonly path: string;
  /** Name and version of the service for clients. */
  readonly server: { readonly name: string; readonly version: string };
  readonly catalogue: OperationCatalogue;
  readonly calls: OperationCalls;
  readonly bodies: BodyReader;
  readonly cors: CorsPolicy;
}

const methods: readonly string[] = ["POST"];

/** Host names that always mean this machine. */
const ownHosts: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The endpoint of the Model Context Protocol (Streamable HTTP), with operations as tools. It is stateless, so any
 * instance can handle any message.
 */
export class McpRoute implements HttpRoute {
  readonly path: string;
  readonly title = "MCP";
  /** Authorization is checked per field. */
  readonly hasOwnRules = true;
  readonly #parts: McpRouteParts;
  readonly #tools = new WeakMap<GraphQLSchema, Tool[]>();

  /** @param parts the operations and their executor */
  constructor(parts: McpRouteParts) {
    this.path = parts.path;
    this.#parts = parts;
  }

  async handle(exchange: HttpExchange): Promise<Response> {
    const { request } = exchange;
    const { cors } = this.#parts;
    const preflight = cors.preflight(request, methods);
    if (preflight !== undefined) return preflight;
    const refusal = this.#originRefusal(request);
    if (refusal !== undefined) return problem({ status: 403, detail: refusal });
    if (!methods.includes(request.method)) return cors.permit(request, methodNotAllowed(request.method, methods));
    return cors.permit(request, await this.#answer(exchange));
  }

  /**
   * Rejects DNS rebinding: a page whose host name resolves to this machine has the same origin as this endpoint. Only
   * pages of local host names, and explicitly allowed origins, may call tools.
   */
  #originRefusal({ headers }: Request): string | undefined {
    const origin = headers.get("origin");
    if (origin === null || this.#parts.cors.allows(origin)) return undefined;
    if (URL.canParse(origin) && ownHosts.includes(new URL(origin).hostname)) return undefined;
    return "Cannot accept messages of a web page as its origin must be one of the property http.corsOrigins: current " +
      `value is "${origin.slice(0, 200)}"`;
  }

  async #answer(exchange: HttpExchange): Promise<Response> {
    const { bodies, protocol: { Transport } } = this.#parts;
    let parsedBody: unknown;
    try {
      parsedBody = JSON.parse(await bodies.text(exchange.request));
    } catch (error) {
      if (error instanceof BodyRefusal) {
        return problem({ status: error.status, detail: error.message, headers: error.headers });
      }
      return problem({ status: 400, detail: "Cannot read the message as it must be JSON" });
    }
    if (Array.isArray(parsedBody)) {
      return problem({ status: 400, detail: "Cannot read the request as it must be one message: batches are off" });
    }
    const server = this.#server(exchange);
    const transport = new Transport({ enableJsonResponse: true });
    try {
      // The package's types are incompatible with each other under exactOptionalPropertyTypes.
      await server.connect(transport as Parameters<typeof server.connect>[0]);
      const response = await transport.handleRequest(exchange.request, { parsedBody });
      response.headers.set("cache-control", "no-store");
      return response;
    } finally {
      await server.close();
    }
  }

  #server(exchange: HttpExchange): InstanceType<ModelContextProtocol["Server"]> {
    const { protocol, server: info, catalogue } = this.#parts;
    const server = new protocol.Server({ ...info }, { capabilities: { tools: {} } });
    const schema = catalogue.schemaFor(exchange.authentication);
    server.setRequestHandler(protocol.ListToolsRequestSchema, () => ({ tools: this.#toolsOf(schema) }));
    server.setRequestHandler(
      protocol.CallToolRequestSchema,
      ({ params: { name, arguments: given = {} } }: CallToolRequest) => this.#call(name, given, exchange),
    );
    return server;
  }

  #toolsOf(schema: GraphQLSchema): Tool[] {
    let tools = this.#tools.get(schema);
    if (tools === undefined) this.#tools.set(schema, tools = toolsOf(this.#parts.catalogue, schema));
    return tools;
  }

  async #call(name: string, variables: Record<string, unknown>, exchange: HttpExchange): Promise<CallToolResult> {
    const { catalogue, calls, protocol: { McpError, ErrorCode } } = this.#parts;
    const operation = catalogue.of(catalogue.schemaFor(exchange.authentication)).get(name);
    if (operation === undefined) {
      throw new McpError(ErrorCode.InvalidParams, `There is no tool "${name.slice(0, 200)}"`);
    }
    const known = new Set(operation.variables.map((variable) => variable.name));
    const unknown = Object.keys(variables).find((variable) => !known.has(variable));
    if (unknown !== undefined) {
      const text = `Cannot call the tool as "${unknown.slice(0, 200)}" must be an argument of its schema`;
      return { isError: true, content: [{ type: "text", text }] };
    }
    const { text: document, kind } = operation;
    return toolResult(await calls.call({ document, operationName: name, kind, variables }, exchange));
  }
}
