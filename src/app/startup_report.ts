import { developmentLink, EspalierProperties, Logger } from "../kernel/mod.ts";
import type { Application } from "./application.ts";
import { isPretty } from "./is_pretty.ts";

/**
 * Says that the application is served: the address, the endpoints, how long the start took. People get a block on
 * standard output, everything else a line of the log, category `espalier.app`. After a restart by the `dev` command,
 * which says how long it took, people are told nothing again.
 *
 * @param app what is served; its routes with a title are listed
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
