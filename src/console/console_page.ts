import { escapeHtml, pageHeaders } from "../http/mod.ts";

/**
 * Makes the page that loads the console; it holds neither scripts nor styles of its own.
 *
 * @param basePath the console's path
 * @param method of the request
 * @param showsGraphiQl whether a page shows the service's GraphiQL in a frame
 */
export function consolePage(basePath: string, method: string, showsGraphiQl: boolean): Response {
  const headers = pageHeaders({
    "script-src": "'self'",
    "style-src": "'self'",
    "connect-src": "'self'",
    "img-src": "'self' data:",
    ...(showsGraphiQl && { "frame-src": "'self'" }),
  });
  return new Response(method === "HEAD" ? null : html(escapeHtml(basePath)), { headers });
}

function html(base: string): string {
  return `<!doctype html>
<html lang="en" data-base="${base}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Console</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/assets/style.css">
<script type="module" src="${base}/assets/console.js"></script>
</head>
<body>
<noscript>The console needs JavaScript.</noscript>
<div id="console"></div>
</body>
</html>
`;
}
