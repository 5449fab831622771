import type { ActuatorEndpoint } from "../kernel/mod.ts";
import { moduleMapOf, type SeenTraffic } from "./documentation/module_map.ts";
import type { ModuleDescriptors } from "./structure/module_descriptor.ts";
import type { ModuleStructure } from "./structure/module_structure.ts";

/** Where the endpoint has what it shows from. */
export interface ModuleMapOptions {
  /** What the sources tell. */
  readonly structure: ModuleStructure;
  /** What the actuator shows; asked for at the first request. */
  descriptors(): Promise<ModuleDescriptors>;
  /** The calls and deliveries seen up to now. */
  traffic(): SeenTraffic;
}

/** The modules with what their sources tell, their violations, and the traffic between them, for the console. */
export class ModuleMapEndpoint implements ActuatorEndpoint {
  readonly id = "modules";
  readonly #options: ModuleMapOptions;

  /** @param options what is shown */
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
