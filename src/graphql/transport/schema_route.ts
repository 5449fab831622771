import { type GraphQLSchema, printSchema } from "../../../deps.ts";
import { type HttpExchange, type HttpRoute, methodNotAllowed, type OriginGuard, problem } from "../../http/mod.ts";
import type { EspalierProperties } from "../../kernel/mod.ts";
import type { GraphQlSource } from "../execution/mod.ts";

/** Serves the schema in its definition language, if enabled. */
export class SchemaRoute implements HttpRoute {
  readonly path: string;
  readonly title?: string;
  readonly #isEnabled: boolean;
  readonly #source: GraphQlSource;
  readonly #guard: OriginGuard;
  /** Cached by schema: a reloaded schema is another object. */
  readonly #texts = new WeakMap<GraphQLSchema, string>();

  /**
   * @param properties the path of the endpoint, and whether it is enabled
   * @param source supplies the schema, or that of the viewer's profile
   * @param guard checks the origin of requests
   */
  constructor({ graphql }: EspalierProperties, source: GraphQlSource, guard: OriginGuard) {
    this.path = `${graphql.path}/schema`;
    this.#isEnabled = graphql.schemaEndpoint;
    if (this.#isEnabled) this.title = "GraphQL schema";
    this.#source = source;
    this.#guard = guard;
  }

  handle(exchange: HttpExchange): Response | undefined {
    if (!this.#isEnabled) return undefined;
    const { request } = exchange;
    const detail = this.#guard.refusal(exchange);
    if (detail !== undefined) return problem({ status: 403, detail });
    if (request.method !== "GET" && request.method !== "HEAD") return methodNotAllowed(request.method, ["GET", "HEAD"]);
    const text = this.#textOf((this.#source.profiles?.of(exchange.authentication) ?? this.#source).schema);
    const headers = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };
    return this.#guard.cors.permit(request, new Response(request.method === "HEAD" ? null : text, { headers }));
  }

  #textOf(schema: GraphQLSchema): string {
    const known = this.#texts.get(schema) ?? `${printSchema(schema)}\n`;
    this.#texts.set(schema, known);
    return known;
  }
}
