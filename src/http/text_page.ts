import type { HttpExchange } from "./http_exchange.ts";
import { escapeHtml, pageHeaders } from "./page_headers.ts";

/**
 * Creates a static page with a heading and content.
 *
 * @param title heading and title, as plain text
 * @param content HTML
 */
export function textPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }
li { margin: .4rem 0 } code { color: #555 } pre { overflow-x: auto }
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${content}
</body>
</html>
`;
}

/**
 * Responds with a page at an address that returns another format to API clients.
 *
 * @param exchange the request
 * @param page the page from {@linkcode textPage}
 */
export function textPageResponse({ request }: HttpExchange, page: string): Response {
  const headers = pageHeaders({ "style-src": "'unsafe-inline'", "img-src": "data:" });
  headers.set("vary", "Accept");
  return new Response(request.method === "HEAD" ? null : page, { headers });
}
