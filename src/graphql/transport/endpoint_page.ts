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
 * Whether somebody opened the endpoint in a browser, without an operation. The endpoint passes such a request on to the
 * routes behind it.
 *
 * @param exchange a request of the endpoint
 */
export function isVisit(exchange: HttpExchange): boolean {
  return exchange.search === "" && prefersHtml(exchange, ...formats);
}

/** Tells who opened the endpoint in a browser what to do with it, where no other page is there for that. */
export class EndpointPage implements HttpRoute {
  /** It leads to other routes, and shows nothing of its own. */
  readonly hasOwnRules = true;
  readonly path: string;
  readonly order: number = Infinity;
  readonly #hasPage: boolean;
  readonly #http: GraphQlHttpHandler;

  /**
   * @param properties where the endpoint lies, and whether the application has pages
   * @param handler answers where it has none, as to any request without an operation
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
