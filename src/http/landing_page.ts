import type { HttpRoute } from "./http_route.ts";
import { escapeHtml } from "./page_headers.ts";
import { prefersHtml } from "./prefers_html.ts";
import { problem } from "./problem.ts";
import { textPage, textPageResponse } from "./text_page.ts";

/** The media types of API clients at `/`. */
const formats = ["application/json", "application/hal+json"];

/**
 * Creates the routes of `/`: a page that lists the endpoints, for clients that prefer HTML. Other requests continue
 * with the next route of `/`, or receive 404 if there is none.
 *
 * @param routes the application's routes; those with a title are listed
 */
export function landingPage(routes: readonly HttpRoute[]): HttpRoute[] {
  const page = html(routes.filter((route) => route.title !== undefined && !route.path.includes("{")));
  return [
    {
      path: "/",
      order: -Infinity,
      handle: (exchange) => prefersHtml(exchange, ...formats) ? textPageResponse(exchange, page) : undefined,
    },
    { path: "/", order: Infinity, handle: notFound },
  ];
}

function notFound(): Response {
  return problem({ status: 404, detail: 'There is no resource at "/"', headers: { vary: "Accept" } });
}

function html(routes: readonly HttpRoute[]): string {
  const items = routes.map(({ title = "", path }) =>
    `<li><a href="${escapeHtml(path)}">${escapeHtml(title)}</a> <code>${escapeHtml(path)}</code></li>`
  );
  return textPage("Endpoints", `<ul>\n${items.join("\n")}\n</ul>`);
}
