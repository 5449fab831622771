import { escapeHtml, type HttpExchange, pageHeaders, type PathVariables } from "../../http/mod.ts";
import { explorerScript } from "../explorer/explorer_script.ts";
import { explorerStyle } from "../explorer/explorer_style.ts";
import { otherMethod } from "./allowed_methods.ts";
import type { Resource } from "./resource.ts";
import type { RestContext } from "./rest_context.ts";

/**
 * `/explorer`: a page on which people walk the collections. It loads nothing from elsewhere. Where there is a console, it
 * leads to the console's page.
 */
export class ExplorerResource implements Resource {
  readonly methods: readonly string[] = ["GET"];
  readonly #basePath: string;
  readonly #consolePath: string | undefined;

  /** @param context the configuration */
  constructor({ basePath, consolePath }: RestContext) {
    this.#basePath = basePath;
    this.#consolePath = consolePath;
  }

  handle(exchange: HttpExchange, { file }: PathVariables): Response | undefined {
    const { method } = exchange.request;
    if (!this.methods.includes(method)) return otherMethod(method, this.methods);
    if (this.#consolePath !== undefined) {
      return file === undefined ? redirectTo(`${this.#consolePath}/rest`) : undefined;
    }
    if (file === "explorer.js") return asset(explorerScript, "text/javascript; charset=utf-8");
    if (file === "explorer.css") return asset(explorerStyle, "text/css; charset=utf-8");
    if (file !== undefined) return undefined;
    const headers = pageHeaders({ "script-src": "'self'", "style-src": "'self'", "connect-src": "'self'" });
    return new Response(page(this.#basePath), { headers });
  }
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 307, headers: { location, "cache-control": "no-store" } });
}

function asset(text: string, type: string): Response {
  return new Response(text, {
    headers: { "content-type": type, "cache-control": "no-cache", "x-content-type-options": "nosniff" },
  });
}

function page(basePath: string): string {
  const root = escapeHtml(basePath === "" ? "/" : basePath);
  const files = escapeHtml(`${basePath}/explorer`);
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Explorer</title>
<link rel="stylesheet" href="${files}/explorer.css">
<script src="${files}/explorer.js" defer></script>
</head>
<body>
<header>
<h1><a href="#${root}">Explorer</a></h1>
<form id="go"><input id="address" aria-label="Path" spellcheck="false"><button>Go</button></form>
<p><span id="status"></span> <span id="page"></span></p>
</header>
<main>
<nav><h2>Links</h2><div id="links"></div></nav>
<div><div id="content"></div><details><summary>Document</summary><pre id="source"></pre></details></div>
</main>
</body>
</html>
`;
}
