import { type GraphQLSchema, printSchema } from "../../../deps.ts";
import { type HttpExchange, type HttpRoute, methodNotAllowed, type OriginGuard, problem } from "../../http/mod.ts";
import type { EspalierProperties } from "../../kernel/mod.ts";

/** Answers with the schema in its definition language, where that is switched on. */
export class SchemaRoute implements HttpRoute {
  readonly path: string;
  readonly title?: string;
  readonly #isEnabled: boolean;
  readonly #schema: GraphQLSchema;
  readonly #guard: OriginGuard;
  #text: string | undefined;

  /**
   * @param properties where the endpoint lies, and whether it is on
   * @param schema what is printed
   * @param guard looks where requests come from
   */
  constructor({ graphql }: EspalierProperties, schema: GraphQLSchema, guard: OriginGuard) {
    this.path = `${graphql.path}/schema`;
    this.#isEnabled = graphql.schemaEndpoint;
    if (this.#isEnabled) this.title = "GraphQL schema";
    this.#schema = schema;
    this.#guard = guard;
  }

  handle(exchange: HttpExchange): Response | undefined {
    if (!this.#isEnabled) return undefined;
    const { request } = exchange;
    const detail = this.#guard.refusal(exchange);
    if (detail !== undefined) return problem({ status: 403, detail });
    if (request.method !== "GET" && request.method !== "HEAD") return methodNotAllowed(request.method, ["GET", "HEAD"]);
    const text = this.#text ??= `${printSchema(this.#schema)}\n`;
    const headers = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };
    return this.#guard.cors.permit(request, new Response(request.method === "HEAD" ? null : text, { headers }));
  }
}
