import { accepts } from "@std/http/negotiation";
import { pageHeaders, textResponse } from "../http/mod.ts";
import type { ActuatorEndpoint, ActuatorRequest } from "../kernel/mod.ts";
import { moduleMapOf, type SeenTraffic } from "./documentation/module_map.ts";
import { modulePage } from "./documentation/module_page.ts";
import { fullDescriptor } from "./structure/full_module_descriptor.ts";
import { describeModules, type ModuleDescriptors } from "./structure/module_descriptor.ts";
import type { ModuleStructure } from "./structure/module_structure.ts";
import type { RuntimeDependencies } from "./structure/runtime_dependencies.ts";

/** The data sources of the endpoint. */
export interface ModulithEndpointOptions {
  /** The structure found in the sources. */
  readonly structure: ModuleStructure;
  /** Returns the dependencies by components and listeners; called once, at the first request. */
  runtime(): Promise<RuntimeDependencies>;
  /** Returns the calls and deliveries seen so far. */
  traffic(): SeenTraffic;
}

/** The data shared by all responses. */
interface Description {
  readonly descriptors: ModuleDescriptors;
  readonly simple: string;
  readonly full: string;
}

/** `/actuator/modulith`: the modules of the application, as JSON or as an HTML page. */
export class ModulithEndpoint implements ActuatorEndpoint {
  readonly id = "modulith";
  readonly #options: ModulithEndpointOptions;
  #description: Promise<Description> | undefined;

  /** @param options the data sources */
  constructor(options: ModulithEndpointOptions) {
    this.#options = options;
  }

  async handle({ request }: ActuatorRequest): Promise<Response> {
    const { structure, traffic } = this.#options;
    const { descriptors, simple, full } = await (this.#description ??= this.#describe());
    if (accepts(request, "application/json", "text/html") === "text/html") {
      const page = modulePage(moduleMapOf(structure, descriptors, traffic()));
      return answer(page, pageHeaders({ "style-src": "'unsafe-inline'" }));
    }
    const isFull = new URL(request.url).searchParams.get("view") === "full";
    return asJson(isFull ? full : simple);
  }

  /** The modules' descriptions, created once. */
  async descriptors(): Promise<ModuleDescriptors> {
    return (await (this.#description ??= this.#describe())).descriptors;
  }

  async #describe(): Promise<Description> {
    const { structure } = this.#options;
    const runtime = await this.#options.runtime();
    const descriptors = describeModules(structure, runtime);
    const facts = new Map(structure.modules.map((module) => [module.identifier, module]));
    const full = Object.entries(descriptors).map(([name, descriptor]) =>
      [name, fullDescriptor(descriptor, facts.get(name)!, { structure, runtime })] as const
    );
    return { descriptors, simple: JSON.stringify(descriptors), full: JSON.stringify(Object.fromEntries(full)) };
  }
}

/** Creates a response in the negotiated media type. The headers must not be shared with other responses. */
function answer(body: string, headers: Headers): Response {
  headers.set("vary", "accept");
  return textResponse(body, { headers });
}

function asJson(body: string): Response {
  return answer(body, new Headers({ "content-type": "application/json" }));
}
