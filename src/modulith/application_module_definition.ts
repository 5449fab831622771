import type { ContainerModuleLoadOptions } from "../../deps.ts";
import { ContainerModule } from "../container/mod.ts";
import { ApplicationRoot, describeValue, InstalledModule } from "../kernel/mod.ts";
import type { ModuleAttributes } from "./model/module_attributes.ts";
import { relativePath } from "./source/relative_path.ts";
import { ModuleRoot, ModuleStructure } from "./structure/module_structure.ts";

/**
 * The bindings of an application module: a function that binds beans, or a list of such functions and container
 * modules.
 */
export type ModuleBindings =
  | ((options: ContainerModuleLoadOptions) => unknown)
  | readonly (((options: ContainerModuleLoadOptions) => unknown) | Loadable)[];

/** What `bean()`, `controller()` and `exportRepository()` return. */
export interface Loadable {
  /** Binds its beans. */
  load(options: ContainerModuleLoadOptions): unknown;
}

/** Loads the parts with the module's load options, so that their beans belong to the module. */
function loadAll(
  parts: Exclude<ModuleBindings, (options: ContainerModuleLoadOptions) => unknown>,
  options: ContainerModuleLoadOptions,
): Promise<unknown> | undefined {
  const pending = parts.map((part) => typeof part === "function" ? part(options) : part.load(options))
    .filter((result) => result instanceof Promise);
  return pending.length === 0 ? undefined : Promise.all(pending);
}

/** A container module that knows which application module its bindings belong to. */
export class ApplicationContainerModule extends ContainerModule {
  /** The folder of the module, ending in a slash. */
  readonly folder: URL;
  /** The attributes of the module. */
  readonly attributes: ModuleAttributes;

  /**
   * Creates the module.
   *
   * @param url of the file that declares the module
   * @param attributes the attributes of the module
   * @param bindings binds the module's beans
   */
  constructor(
    url: string,
    attributes: ModuleAttributes,
    bindings: ModuleBindings,
  ) {
    super((options) => {
      options.bind(InstalledModule).toResolvedValue(
        (own: ModuleRoot | undefined, root: ApplicationRoot | undefined, structure: ModuleStructure | undefined) =>
          this.#installed((own ?? root)?.url, structure),
        [
          { serviceIdentifier: ModuleRoot, optional: true },
          { serviceIdentifier: ApplicationRoot, optional: true },
          { serviceIdentifier: ModuleStructure, optional: true },
        ],
      );
      return typeof bindings === "function" ? bindings(options) : loadAll(bindings, options);
    });
    this.folder = new URL(".", url);
    this.attributes = attributes;
  }

  #installed(root: URL | undefined, structure: ModuleStructure | undefined): InstalledModule {
    const path = root && relativePath(root.href, this.folder.href);
    const facts = structure?.modules.find((module) => module.folder === path);
    const name = decodeURIComponent(this.folder.pathname.split("/").at(-2) ?? "");
    // A module outside of the root that the structure does not contain is identified by its name.
    const below = path === undefined || path.startsWith("../") ? name : path.slice(0, -1).replaceAll("/", ".");
    const exposed = facts && new Set([...Object.values(facts.interfaces).flat(), ...facts.declaredAs ?? []]);
    return {
      identifier: facts?.identifier ?? this.attributes.id ?? below,
      displayName: facts?.displayName ?? this.attributes.displayName ?? name.charAt(0).toUpperCase() + name.slice(1),
      folder: this.folder,
      containerModule: this.id,
      ...(exposed !== undefined && { exposes: (name: string) => exposed.has(name) }),
    };
  }
}

/**
 * Declares an application module: its attributes and its beans. Call it in the module's `module.ts`, which only the
 * composition root imports; the module's public interface is its `mod.ts`.
 *
 * The attributes must be literals, as they are also read from the source without running it.
 *
 * @param url always `import.meta.url`: the file's folder is the module
 * @param attributes the attributes of the module
 * @param bindings binds the module's beans: a function, or a list of functions and of what `bean()` and
 * `controller()` return
 * @returns a module for the container
 * @throws TypeError when an argument has the wrong type
 *
 * @example
 * ```ts
 * import { createContainer, type ServiceIdentifier, token } from "@espalier/espalier";
 * import { applicationModule } from "@espalier/espalier/modulith";
 *
 * interface Catalog {
 *   titles(): readonly string[];
 * }
 * const Catalog: ServiceIdentifier<Catalog> = token<Catalog>("Catalog");
 *
 * const catalog = applicationModule(import.meta.url, { displayName: "Our books" }, ({ bind }) => {
 *   bind(Catalog).toConstantValue({ titles: () => ["Emma"] });
 * });
 * console.log(createContainer(catalog).get(Catalog).titles()); // ["Emma"]
 * ```
 */
export function applicationModule(
  url: string,
  attributes: ModuleAttributes,
  bindings: ModuleBindings,
): ApplicationContainerModule {
  if (!URL.canParse(url)) {
    throw new TypeError(
      `Cannot declare a module as its first argument must be import.meta.url: current value is ${describeValue(url)}`,
    );
  }
  if (typeof bindings !== "function" && !(Array.isArray(bindings) && bindings.every(isPart))) {
    throw new TypeError(
      `Cannot declare module "${new URL(".", url).pathname}" as its third argument must be a function that binds its ` +
        `beans, ({ bind }) => { … }, or a list such as [bean(Books, Database), controller(BookController, Books)]: current value is ${
          describeValue(bindings)
        }`,
    );
  }
  return new ApplicationContainerModule(url, attributes, bindings);
}

function isPart(value: unknown): boolean {
  return typeof value === "function" || typeof (value as Partial<Loadable> | null | undefined)?.load === "function";
}
