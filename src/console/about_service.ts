import type { Container } from "../../deps.ts";
import { HealthContributorRegistry, StatusAggregator } from "../actuator/mod.ts";
import { ApplicationRoot, EspalierProperties, type Health, isInstalled } from "../kernel/mod.ts";
import { consoleEndpoints } from "./console_endpoints.ts";
import type { ConsoleParts } from "./console_parts.ts";

/** What the console's frame shows, and which pages have something to show. */
export interface ServiceDescription {
  readonly name: string;
  readonly preset: string;
  /** Version of Deno. */
  readonly runtime: string;
  /** When the process started, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Ids of the endpoints whose data can be read. */
  readonly endpoints: readonly string[];
  /** Paths of other pages of the service. */
  readonly paths: {
    readonly graphql?: string;
    readonly graphiql?: string;
    readonly rest?: string;
  };
  /** Whether requests are traced. */
  readonly isTraced: boolean;
}

/**
 * Describes the service.
 *
 * @param parts the service
 */
export async function aboutService({ container }: ConsoleParts): Promise<ServiceDescription> {
  const { preset, tracing, graphql, rest } = container.get(EspalierProperties);
  const endpoints = await consoleEndpoints(container);
  const folder = decodeURIComponent(container.get(ApplicationRoot).url.pathname).split("/").filter(Boolean).at(-1);
  const has = (feature: string) => isInstalled(feature, container);
  const graphiql = graphiQlPathOf(container);
  return {
    name: tracing.serviceName || folder || "service",
    preset,
    runtime: `Deno ${Deno.version.deno}`,
    startedAt: Math.round(performance.timeOrigin),
    endpoints: [...endpoints.keys()],
    paths: {
      ...(has("graphql()") && { graphql: graphql.path }),
      ...(graphiql !== undefined && { graphiql }),
      ...(has("rest()") && { rest: rest.basePath }),
    },
    isTraced: endpoints.has("traces"),
  };
}

/**
 * Returns the path of GraphiQL's page.
 *
 * @param container the application's container
 * @returns `undefined` where the page is off, or its path has variables
 */
export function graphiQlPathOf(container: Container): string | undefined {
  const { graphiql, graphiqlPath } = container.get(EspalierProperties).graphql;
  const isServed = isInstalled("graphiql()", container) && graphiql && !graphiqlPath.includes("{");
  return isServed ? graphiqlPath : undefined;
}

/**
 * Checks all health contributors; the console shows their details to every user with access to the console.
 *
 * @param parts the service
 * @returns `undefined` where nothing knows the health
 */
export async function healthOf({ container }: ConsoleParts): Promise<Health | undefined> {
  if (!container.isBound(HealthContributorRegistry)) return undefined;
  const registry = container.get(HealthContributorRegistry);
  const { healthStatusOrder } = container.get(EspalierProperties).actuator;
  const asked = await Promise.all(registry.names.map(async (name) => [name, await registry.ask(name)] as const));
  const status = new StatusAggregator(healthStatusOrder).aggregate(asked.map(([, health]) => health.status));
  return { status: asked.length === 0 ? "UP" : status, components: Object.fromEntries(asked) };
}
