import type { ActuatorEndpoint } from "../kernel/mod.ts";
import { moduleMapOf, type SeenTraffic } from "./documentation/module_map.ts";
import type { ModuleDescriptors } from "./structure/module_descriptor.ts";
import type { ModuleStructure } from "./structure/module_structure.ts";

/** The data sources of the endpoint. */
export interface ModuleMapOptions {
  /** The structure found in the sources. */
  readonly structure: ModuleStructure;
  /** Returns the descriptions as in the actuator; called at the first request. */
  descriptors(): Promise<ModuleDescriptors>;
  /** Returns the calls and deliveries seen so far. */
  traffic(): SeenTraffic;
}

/** Serves the modules, their violations, and the traffic between them, for the console. */
export class ModuleMapEndpoint implements ActuatorEndpoint {
  readonly id = "modules";
  readonly #options: ModuleMapOptions;

  /** @param options the data sources */
  constructor(options: ModuleMapOptions) {
    this.#options = options;
  }

  async handle(): Promise<Response> {
    const { structure, descriptors, traffic } = this.#options;
    const { systemName, modules, dependencies, callsFromOutside } = moduleMapOf(
      structure,
      await descriptors(),
      traffic(),
    );
    return Response.json({
      systemName,
      modules: modules.map(({ facts }) => facts),
      dependencies,
      callsFromOutside: Object.fromEntries(callsFromOutside),
      violations: structure.violations,
    });
  }
}
