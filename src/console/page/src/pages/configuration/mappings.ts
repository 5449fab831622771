import { readData } from "../../data/read_data.ts";
import { addressOf } from "../../shell/router.ts";
import type { Hit } from "../registry.ts";

/** The routes as `mappings` tells them. */
export interface Mappings {
  readonly contexts: {
    readonly application: {
      readonly mappings: {
        readonly dispatcherHandlers: Readonly<
          Record<
            string,
            readonly {
              readonly predicate: string;
              readonly handler: string;
              readonly details?: {
                readonly requestMappingConditions?: {
                  readonly methods: readonly string[];
                  readonly patterns: readonly string[];
                };
              };
            }[]
          >
        >;
      };
    };
  };
}

/** A path that the service answers. */
export interface MappedRoute {
  readonly pattern: string;
  readonly methods: string;
  readonly handler: string;
}

/** The routes, in the order in which they are tried. */
export function routesOf({ contexts }: Mappings): MappedRoute[] {
  return Object.values(contexts.application.mappings.dispatcherHandlers).flat().flatMap(
    ({ predicate, handler, details }) => {
      const { methods = [], patterns = [predicate] } = details?.requestMappingConditions ?? {};
      return patterns.map((pattern) => ({
        pattern,
        methods: methods.join(", "),
        handler: handler === "function" ? "" : handler,
      }));
    },
  );
}

/** The routes, for the search. */
export async function routeHits(): Promise<readonly Hit[]> {
  return routesOf(await readData<Mappings>("mappings")).map(({ pattern, handler }) => ({
    title: pattern,
    kind: "Route",
    detail: handler,
    href: addressOf("configuration", [], { part: "routes", text: pattern }),
  }));
}
