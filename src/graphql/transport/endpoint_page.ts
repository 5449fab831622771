import {
  escapeHtml,
  type HttpExchange,
  type HttpRoute,
  prefersHtml,
  textPage,
  textPageResponse,
} from "../../http/mod.ts";
import type { EspalierProperties, MaybePromise } from "../../kernel/mod.ts";
import type { GraphQlHttpHandler } from "./http/graphql_http_handler.ts";

const formats = ["application/graphql-response+json", "application/json", "text/event-stream"];

/**
 * Whether a request is a browser navigation to the endpoint, without an operation. The endpoint passes such a request
 * on to the next routes.
 *
 * @param exchange a request of the endpoint
 */
export function isVisit(exchange: HttpExchange): boolean {
  return exchange.search === "" && prefersHtml(exchange, ...formats);
}

/** Explains the endpoint to a user who opened it in a browser, if no other page does. */
export class EndpointPage implements HttpRoute {
  /** The page only links to other routes. */
  readonly hasOwnRules = true;
  readonly path: string;
  readonly order: number = Infinity;
  readonly #hasPage: boolean;
  readonly #http: GraphQlHttpHandler;

  /**
   * @param properties the path of the endpoint, and whether the application has pages
   * @param handler responds if it has none, as to any request without an operation
   */
  constructor({ graphql, http }: EspalierProperties, handler: GraphQlHttpHandler) {
    this.path = graphql.path;
    this.#hasPage = http.landingPage;
    this.#http = handler;
  }

  handle(exchange: HttpExchange): MaybePromise<Response | undefined> {
    if (!isVisit(exchange)) return undefined;
    return this.#hasPage ? textPageResponse(exchange, explanation(exchange)) : this.#http.get(exchange);
  }
}

function explanation({ url }: HttpExchange): string {
  const address = url.origin + url.pathname;
  const command = `curl '${address}' -H 'content-type: application/json' -d '{"query":"{ __typename }"}'`;
  return textPage(
    "GraphQL endpoint",
    `<p>Programs send GraphQL operations here:</p>
<pre><code>${escapeHtml(command)}</code></pre>
<p>To try operations in the browser, install GraphiQL: add <code>graphiql()</code> of
<code>@espalier/espalier/graphiql</code> to <code>createContainer</code>.</p>`,
  );
}
