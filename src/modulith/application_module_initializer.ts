import type { Container, ServiceIdentifier } from "../../deps.ts";
import { beansOf } from "../container/mod.ts";
import { InstalledModule, nameOfIdentifier, type Ordered, StartupTask, token } from "../kernel/mod.ts";
import { describeModules } from "./structure/module_descriptor.ts";
import { ModuleStructure } from "./structure/module_structure.ts";

/**
 * Work that a module does once at start-up, such as filling caches or adding reference data, after the initializers of
 * the modules that it depends on. It runs after all other start-up tasks of `order` below 1000, and before the first
 * request.
 *
 * Within a module `order` decides; initializers outside of all modules run last.
 *
 * @example
 * ```ts
 * import { createApp, createContainer } from "@espalier/espalier";
 * import { ApplicationModuleInitializer, modulith } from "@espalier/espalier/modulith";
 *
 * const container = createContainer(modulith({ structure: { version: 1, systemName: "shop", modules: [], violations: []
 * } })); container.bind(ApplicationModuleInitializer).toConstantValue({ initialize: () => console.log("ready") });
 * await using app = await createApp(container); // ready
 * ```
 */
export interface ApplicationModuleInitializer extends Ordered {
  /** Does the work; a rejection fails the start of the application. */
  initialize(): void | Promise<void>;
}

/** Identifier of the {@linkcode ApplicationModuleInitializer} beans; `modulith()` runs them. */
export const ApplicationModuleInitializer: ServiceIdentifier<ApplicationModuleInitializer> = token<
  ApplicationModuleInitializer
>("ApplicationModuleInitializer");

/** Identifier of the start-up task that runs the initializers. */
export const ModuleInitialization: ServiceIdentifier<StartupTask> = token<StartupTask>("ModuleInitialization");

/** Runs the {@linkcode ApplicationModuleInitializer} beans in the order of their modules. */
export const moduleInitialization: StartupTask = {
  name: "modulith: initialize the modules",
  order: 1000,
  run: async (container) => {
    for (const { initializer, module } of await initializersOf(container)) await initialize(initializer, module);
  },
};

interface InitializerOfModule {
  readonly initializer: ApplicationModuleInitializer;
  readonly module: InstalledModule | undefined;
}

async function initializersOf(container: Container): Promise<InitializerOfModule[]> {
  const beans = beansOf(container).filter(({ identifier }) => identifier === ApplicationModuleInitializer);
  if (beans.length === 0) return [];
  const modules = new Map((await container.getAllAsync(InstalledModule)).map((each) => [each.containerModule, each]));
  const order = Object.keys(describeModules(container.get(ModuleStructure)));
  const rankOf = ({ module }: InitializerOfModule) => {
    if (module === undefined) return order.length + 1;
    const rank = order.indexOf(module.identifier);
    return rank < 0 ? order.length : rank;
  };
  const initializers = await container.getAllAsync(ApplicationModuleInitializer);
  return initializers.map((initializer, at) => ({ initializer, module: modules.get(beans[at]!.containerModule ?? -1) }))
    .sort((a, b) => rankOf(a) - rankOf(b) || (a.initializer.order ?? 0) - (b.initializer.order ?? 0));
}

async function initialize(initializer: ApplicationModuleInitializer, module: InstalledModule | undefined) {
  try {
    await initializer.initialize();
  } catch (cause) {
    const owner = module === undefined
      ? nameOfIdentifier(ApplicationModuleInitializer)
      : `module "${module.identifier}"`;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot initialize ${owner} as its initializer failed: ${reason}`, { cause });
  }
}
