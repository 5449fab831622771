import { type Container, ContainerModule } from "../../deps.ts";
import { beansOf } from "../container/mod.ts";
import {
  ActuatorEndpoint,
  ApplicationRoot,
  checkOptions,
  ConsoleEndpoint,
  ContainerPreparation,
  EspalierProperties,
  InstalledModule,
  installOnce,
  Logger,
  type OptionNames,
  StartupTask,
} from "../kernel/mod.ts";
import { ModuleInitialization, moduleInitialization } from "./application_module_initializer.ts";
import { EventListenerRegistry } from "./events/event_listener_registry.ts";
import type { SeenTraffic } from "./documentation/module_map.ts";
import { ModuleCalls } from "./interception/module_calls.ts";
import { ApplicationModules } from "./model/application_modules.ts";
import type { ApplicationModulesOptions } from "./model/application_modules_options.ts";
import { checkScanOptions, scanOptionNames } from "./model/check_scan_options.ts";
import { ModuleSourcesEndpoint } from "./module_sources_endpoint.ts";
import { ModuleMapEndpoint } from "./module_map_endpoint.ts";
import { ModulithEndpoint } from "./modulith_endpoint.ts";
import { folderAt } from "./source/folder_at.ts";
import { ModuleRoot, ModuleStructure, moduleStructureFrom } from "./structure/module_structure.ts";
import {
  adviseConstructorInjection,
  type ContainerFacts,
  type RuntimeDependencies,
  runtimeDependencies,
} from "./structure/runtime_dependencies.ts";
import { structureOf } from "./structure/structure_of.ts";
import { Violations } from "./verification/violations.ts";

/** The options of `modulith()`. */
export interface ModulithOptions extends ApplicationModulesOptions {
  /** The folder that holds the modules; by default the application's root. */
  readonly root?: string | URL;
  /**
   * The structure written by the modules command, imported as JSON: the sources, and the permission to read them, are
   * not needed then.
   */
  readonly structure?: object;
  /** Whether start-up fails if there are violations. */
  readonly verifyAtStart?: boolean;
}

const optionNames: OptionNames<ModulithOptions> = {
  root: true,
  structure: true,
  verifyAtStart: true,
  ...scanOptionNames,
};

/**
 * Installs the structure of the application's modules: read from the sources at start-up or from a file, combined with
 * the dependencies by components and event listeners, and served at `/actuator/modulith` if the actuator is installed
 * and `actuator.exposureInclude` names it.
 *
 * @param options the source of the structure, and its verification
 * @returns a module for the container
 * @throws TypeError when an option is unknown or invalid
 *
 * @example
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { actuator } from "@espalier/espalier/actuator";
 * import { modulith } from "@espalier/espalier/modulith";
 *
 * const structure = { version: 1, systemName: "shop", modules: [], violations: [] };
 * const properties = { actuator: { exposureInclude: ["modulith"] } };
 * await using app = await createApp(createContainer(actuator(), modulith({ structure })), { properties });
 * const response = await app.fetch(new Request("http://localhost/actuator/modulith"));
 * console.log(await response.json()); // {}
 * ```
 */
export function modulith(options: ModulithOptions = {}): ContainerModule {
  checkOptions("modulith()", options, optionNames);
  checkScanOptions(scanOptionsOf(options));
  return new ContainerModule((module) => {
    const { bind } = module;
    installOnce("modulith()", module, "insight()");
    bind(ModuleInitialization).toConstantValue(moduleInitialization);
    bind(StartupTask).toService(ModuleInitialization);
    bind(ContainerPreparation).toConstantValue({
      name: "modulith: find the modules",
      order: -1000,
      prepare: async (container) => {
        const structure = await findStructure(container, options);
        container.bind(ModuleStructure).toConstantValue(structure);
        if (options.root !== undefined) container.bind(ModuleRoot).toConstantValue({ url: folderAt(options.root) });
        report(container, structure, options.verifyAtStart ?? false);
        bindEndpoint(container, structure);
        bindSources(container, structure);
        await advise(container, structure);
      },
    });
  });
}

function bindEndpoint(container: Container, structure: ModuleStructure): void {
  const traffic = () => trafficIn(container);
  const endpoint = new ModulithEndpoint({ structure, runtime: () => joinRuntime(container, structure), traffic });
  container.bind(ActuatorEndpoint).toConstantValue(endpoint);
  container.bind(ConsoleEndpoint).toConstantValue(
    new ModuleMapEndpoint({ structure, descriptors: () => endpoint.descriptors(), traffic }),
  );
}

/** Serves sources in the console, only in development. */
function bindSources(container: Container, structure: ModuleStructure): void {
  const { url } = container.isBound(ModuleRoot) ? container.get(ModuleRoot) : container.get(ApplicationRoot);
  if (container.get(EspalierProperties).preset !== "development" || url.protocol !== "file:") return;
  container.bind(ConsoleEndpoint).toConstantValue(new ModuleSourcesEndpoint(structure, url));
}

function trafficIn(container: Container): SeenTraffic {
  const calls = container.isBound(ModuleCalls) ? container.get(ModuleCalls) : undefined;
  return { calls: calls?.counts ?? [], deliveries: calls?.deliveries ?? [] };
}

function scanOptionsOf({ root: _, structure: __, verifyAtStart: ___, ...scan }: ModulithOptions) {
  return scan;
}

async function findStructure(container: Container, options: ModulithOptions): Promise<ModuleStructure> {
  if (options.structure !== undefined) return moduleStructureFrom(options.structure);
  const root = folderAt(options.root ?? container.get(ApplicationRoot).url);
  if (root.protocol !== "file:") {
    throw new TypeError(
      `Cannot read the modules as their root must be a local folder: current value is "${root}"; pass the file that the ` +
        'modules command has written as "structure"',
    );
  }
  const { state } = await Deno.permissions.query({ name: "read", path: root });
  if (state !== "granted") {
    throw new Deno.errors.NotCapable(
      `Cannot read the modules as --allow-read is needed for "${root.pathname}": allow it, or pass the file that the ` +
        'modules command has written as "structure"',
    );
  }
  return structureOf(await ApplicationModules.scan(root, scanOptionsOf(options)));
}

function report(container: Container, { modules, violations }: ModuleStructure, verifyAtStart: boolean): void {
  const found = new Violations(violations);
  if (verifyAtStart) found.throwIfPresent();
  const logger = container.get(Logger).forCategory("espalier.modulith");
  if (modules.length === 0) logger.warn("There are no application modules below the root");
  for (const message of found.messages) logger.warn(message);
}

async function advise(container: Container, structure: ModuleStructure): Promise<void> {
  const advice = adviseConstructorInjection(structure, await containerFacts(container));
  const logger = container.get(Logger).forCategory("espalier.modulith");
  for (const line of new Set(advice)) logger.warn(line);
}

async function joinRuntime(container: Container, structure: ModuleStructure): Promise<RuntimeDependencies> {
  const registry = container.isBound(EventListenerRegistry) ? container.get(EventListenerRegistry) : undefined;
  await registry?.ready();
  return runtimeDependencies(structure, {
    ...await containerFacts(container),
    listeners: registry?.listeners ?? [],
  });
}

async function containerFacts(container: Container): Promise<ContainerFacts> {
  return { beans: beansOf(container), installed: await container.getAllAsync(InstalledModule) };
}
