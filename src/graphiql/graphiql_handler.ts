import {
  escapeHtml,
  type HttpExchange,
  methodNotAllowed,
  packedAsset,
  type PackedAssets,
  pageHeaders,
  prefersHtml,
} from "../http/mod.ts";
import { inRootContext } from "../context/mod.ts";
import type { EspalierProperties } from "../kernel/mod.ts";
import { loadPageAssets } from "./page_assets.ts";

/** The part of the configuration that the page reads. */
export type GraphiQlProperties = Pick<
  EspalierProperties["graphql"],
  "path" | "webSocket" | "graphiql" | "graphiqlPath"
>;

/** Serves the GraphiQL page and its files. */
export class GraphiQlHandler {
  /** Path of the page. */
  readonly path: string;
  /** Path of the endpoint to which the page sends operations. */
  readonly endpoint: string;
  /** Whether the page is served at all. */
  readonly isEnabled: boolean;
  readonly #properties: GraphiQlProperties;
  readonly #isFramed: boolean;
  #assets: Promise<PackedAssets> | undefined;

  /**
   * Creates the handler.
   *
   * @param properties the paths of page and endpoint, and whether the page is enabled
   * @param options whether pages of the service itself may show the page in a frame
   */
  constructor(properties: GraphiQlProperties, { isFramed = false }: { readonly isFramed?: boolean } = {}) {
    this.path = properties.graphiqlPath;
    this.endpoint = properties.path;
    this.isEnabled = properties.graphiql;
    this.#properties = properties;
    this.#isFramed = isFramed;
  }

  /**
   * Handles a request for the page. Without the parameters that tell the page where its endpoint is, redirects to the
   * same address with them.
   *
   * @param exchange the request
   * @param variables the path variables that the endpoint's path has, too
   */
  page(exchange: HttpExchange, variables: Readonly<Record<string, string>> = {}): Response | undefined {
    if (!this.isEnabled) return undefined;
    const { method } = exchange.request;
    if (method !== "GET" && method !== "HEAD") return methodNotAllowed(method, ["GET", "HEAD"]);
    const { url } = exchange;
    if (!url.searchParams.has("path")) {
      return redirectTo(this.#addressOf(exchange.path, new URLSearchParams(exchange.search), variables));
    }
    const policy = {
      "script-src": "'self'",
      "worker-src": "'self'",
      // The editor positions its lines with inline styles.
      "style-src": "'self' 'unsafe-inline'",
      "font-src": "'self' data:",
      "img-src": "'self' data:",
      // Older browsers don't count WebSockets as the page's own.
      "connect-src": `'self' ws://${url.host} wss://${url.host}`,
      ...(this.#isFramed && { "frame-ancestors": "'self'" }),
    };
    const headers = pageHeaders(policy);
    if (this.#isFramed) headers.set("x-frame-options", "SAMEORIGIN");
    return new Response(method === "HEAD" ? null : this.#html(), { headers });
  }

  /**
   * Redirects a browser that navigates to the endpoint to the page.
   *
   * @param exchange a request of the endpoint
   * @param variables the path variables that the page's path has, too
   */
  visit(exchange: HttpExchange, variables: Readonly<Record<string, string>> = {}): Response | undefined {
    if (!this.isEnabled || !prefersHtml(exchange)) return undefined;
    return redirectTo(this.#addressOf(filled(this.path, variables), new URLSearchParams(), variables));
  }

  /** Handles a request for a file of the page. */
  async asset(exchange: HttpExchange, name: string): Promise<Response | undefined> {
    if (!this.isEnabled) return undefined;
    return packedAsset(exchange, await (this.#assets ??= inRootContext(loadPageAssets)), name);
  }

  #addressOf(path: string, query: URLSearchParams, variables: Readonly<Record<string, string>>): string {
    const endpoint = filled(this.endpoint, variables);
    query.set("path", endpoint);
    if (this.#properties.webSocket) query.set("wsPath", endpoint);
    return `${path}?${query.toString().replaceAll("%2F", "/")}`;
  }

  #html(): string {
    // Relative to the page's own path, whose last segment is the folder of its files.
    const folder = escapeHtml(this.path.split("/").at(-1) ?? "");
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>GraphiQL</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${folder}/page.css">
</head>
<body>
<div id="graphiql">Loading…</div>
<script src="${folder}/page.js"></script>
</body>
</html>
`;
  }
}

function filled(path: string, variables: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = variables[name];
    return value === undefined ? whole : encodeURIComponent(value);
  });
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 307, headers: { location, vary: "Accept" } });
}
