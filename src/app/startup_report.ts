import { developmentLink, EspalierProperties, Logger } from "../kernel/mod.ts";
import type { Application } from "./application.ts";
import { isPretty } from "./is_pretty.ts";

/**
 * Reports that the application is served: the address, the endpoints, the duration of the start. In a terminal it
 * prints a block on standard output, otherwise it logs a line of category `espalier.app`. After a restart by the `dev`
 * command, which reports the duration itself, nothing is printed.
 *
 * @param app the application; its routes with a title are listed
 * @param url the server's base URL
 */
export function reportStartup({ container, routes }: Application, url: string): void {
  const link = developmentLink();
  const ready = `Ready at ${url} after ${Math.round(performance.now() - (link?.startedAt ?? 0))} ms`;
  const endpoints = routes.flatMap(({ title, path }) => title === undefined ? [] : [{ title, url: url + path }]);
  if (isPretty(container.get(EspalierProperties))) {
    if (link?.isRestart !== true) console.log(block(ready, endpoints));
  } else container.get(Logger).forCategory("espalier.app").info(ready, { endpoints });
}

interface Endpoint {
  readonly title: string;
  readonly url: string;
}

function block(ready: string, endpoints: readonly Endpoint[]): string {
  const width = Math.max(0, ...endpoints.map(({ title }) => title.length));
  return [ready, ...endpoints.map(({ title, url }) => `  ${title.padEnd(width)}  ${url}`)].join("\n");
}
