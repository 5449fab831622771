import { accepts } from "@std/http/negotiation";
import type { HttpExchange } from "./http_exchange.ts";
import type { HttpRoute } from "./http_route.ts";
import { escapeHtml, pageHeaders } from "./page_headers.ts";
import { problem } from "./problem.ts";

/**
 * Makes the routes of `/`: a page that lists the endpoints, for clients that prefer HTML. Others go on to the next
 * route of `/`, and get 404 where there is none.
 *
 * @param routes the application's routes; those with a title are listed
 */
export function landingPage(routes: readonly HttpRoute[]): HttpRoute[] {
  const page = html(routes.filter((route) => route.title !== undefined && !route.path.includes("{")));
  return [
    { path: "/", order: -Infinity, handle: (exchange) => prefersHtml(exchange) ? respond(exchange, page) : undefined },
    { path: "/", order: Infinity, handle: notFound },
  ];
}

function prefersHtml({ request }: HttpExchange): boolean {
  if (request.method !== "GET" && request.method !== "HEAD") return false;
  return accepts(request, "application/json", "application/hal+json", "text/html") === "text/html";
}

function respond({ request }: HttpExchange, page: string): Response {
  const headers = pageHeaders({ "style-src": "'unsafe-inline'", "img-src": "data:" });
  headers.set("vary", "Accept");
  return new Response(request.method === "HEAD" ? null : page, { headers });
}

function notFound(): Response {
  return problem({ status: 404, detail: 'There is no resource at "/"', headers: { vary: "Accept" } });
}

function html(routes: readonly HttpRoute[]): string {
  const items = routes.map(({ title = "", path }) =>
    `<li><a href="${escapeHtml(path)}">${escapeHtml(title)}</a> <code>${escapeHtml(path)}</code></li>`
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Endpoints</title>
<link rel="icon" href="data:,">
<style>
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }
li { margin: .4rem 0 } code { color: #555 }
</style>
</head>
<body>
<h1>Endpoints</h1>
<ul>
${items.join("\n")}
</ul>
</body>
</html>
`;
}
