import type { HttpRoute } from "../http/mod.ts";

/**
 * Renders what start-up prints: the address, the endpoints, how long it took.
 *
 * @param url the server's base URL
 * @param routes the application's routes; those with a title are listed
 */
export function startupBlock(url: string, routes: readonly HttpRoute[]): string {
  const titled = routes.filter((route) => route.title !== undefined);
  const width = Math.max(0, ...titled.map((route) => route.title!.length));
  const endpoints = titled.map((route) => `  ${route.title!.padEnd(width)}  ${url}${route.path}`);
  return [`Ready at ${url} after ${Math.round(performance.now())} ms`, ...endpoints].join("\n");
}
