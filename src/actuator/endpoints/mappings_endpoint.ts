import type { Container } from "../../../deps.ts";
import { HttpInterceptor, HttpRoute } from "../../http/mod.ts";
import { type ActuatorEndpoint, type ActuatorRequest, HandlerMappingSource, inOrder } from "../../kernel/mod.ts";
import { afterOthers } from "./after_others.ts";

/** `/actuator/mappings`: the routes in the order in which they are tried, and the interceptors around them. */
export class MappingsEndpoint implements ActuatorEndpoint {
  readonly id = "mappings";
  readonly order = afterOthers;
  readonly #container: Container;

  /** @param container the application's container */
  constructor(container: Container) {
    this.#container = container;
  }

  async handle({ path }: ActuatorRequest): Promise<Response | undefined> {
    if (path !== "") return undefined;
    const routes = inOrder(await this.#container.getAllAsync(HttpRoute));
    const interceptors = inOrder(await this.#container.getAllAsync(HttpInterceptor));
    const sources = await this.#container.getAllAsync(HandlerMappingSource);
    const mappings = {
      dispatcherHandlers: {
        router: routes.map(mappingOf),
        ...Object.fromEntries(sources.map((source) => [source.name, source.mappings()])),
      },
      servletFilters: interceptors.map((interceptor) => ({
        name: nameOf(interceptor),
        className: nameOf(interceptor),
        order: interceptor.order ?? 0,
        urlPatternMappings: ["/*"],
        servletNameMappings: [],
      })),
    };
    return Response.json({ contexts: { application: { mappings } } });
  }
}

function mappingOf(route: HttpRoute): object {
  return {
    predicate: `{ [${route.path}]}`,
    handler: route.title ?? nameOf(route),
    details: {
      requestMappingConditions: {
        consumes: [],
        headers: [],
        // A route handles all methods itself.
        methods: [],
        params: [],
        patterns: [route.path],
        produces: [],
      },
      order: route.order ?? 0,
      ...(route.access === undefined ? {} : { requires: route.access.description }),
    },
  };
}

function nameOf(value: object): string {
  const { name } = value.constructor as { readonly name?: string };
  return name === undefined || name === "" || name === "Object" ? "function" : name;
}
