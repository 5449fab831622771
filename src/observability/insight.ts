import { ContainerModule } from "../../deps.ts";
import { checkOptions } from "../kernel/mod.ts";
import { actuator, type ActuatorOptions } from "../actuator/mod.ts";
import { modulith, type ModulithOptions } from "../modulith/mod.ts";
import { tracing, type TracingOptions } from "./feature.ts";
import { traces, type TracesOptions } from "./traces/feature.ts";

/** The options of the installed features. */
export interface InsightOptions {
  /** Options of `actuator()`. */
  readonly actuator?: ActuatorOptions;
  /** Options of `modulith()`. */
  readonly modulith?: ModulithOptions;
  /** Options of `tracing()`. */
  readonly tracing?: TracingOptions;
  /** Options of `traces()`. */
  readonly traces?: TracesOptions;
}

/**
 * Installs all features for observing an application: the actuator, the structure of its modules, tracing, and in
 * development the page of traces.
 *
 * @param options the options of the features
 * @returns a module for the container
 * @throws TypeError when an option is unknown
 *
 * @example
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { insight } from "@espalier/espalier/observability";
 *
 * const structure = { version: 1, systemName: "shop", modules: [], violations: [] };
 * const properties = { actuator: { discovery: true, exposureInclude: ["modulith"] } };
 * await using app = await createApp(createContainer(insight({ modulith: { structure } })), { properties });
 * const response = await app.fetch(new Request("http://localhost/actuator"));
 * console.log(Object.keys((await response.json())._links)); // ["self", "health-path", "health", "modulith"]
 * ```
 */
export function insight(options: InsightOptions = {}): ContainerModule {
  checkOptions("insight()", options, { actuator: true, modulith: true, tracing: true, traces: true });
  const features = [
    actuator(options.actuator),
    modulith(options.modulith),
    tracing(options.tracing),
    traces(options.traces),
  ];
  return new ContainerModule((container) => {
    for (const feature of features) void feature.load(container);
  });
}
