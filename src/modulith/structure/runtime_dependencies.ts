import type { ServiceIdentifier } from "../../../deps.ts";
import { type Bean, InstalledModule, nameOfIdentifier } from "../../kernel/mod.ts";
import type { RegisteredListener } from "../events/registered_listener.ts";
import type { ModuleFacts, ModuleStructure, ModuleUse } from "./module_structure.ts";

/** What container and listeners tell about modules. */
export interface RuntimeDependencies {
  /** Identifiers of modules by those of the modules that use their components. */
  readonly components: ReadonlyMap<string, ReadonlySet<string>>;
  /** Identifiers of modules by those of the modules that listen to their events. */
  readonly events: ReadonlyMap<string, ReadonlySet<string>>;
  /** Beans by module whose dependencies can't be seen without making them. */
  readonly unseen: ReadonlyMap<string, readonly string[]>;
}

/** What a container holds. */
export interface ContainerFacts {
  readonly beans: readonly Bean[];
  readonly installed: readonly InstalledModule[];
}

/** What is joined. */
export interface RuntimeFacts extends ContainerFacts {
  readonly listeners: readonly RegisteredListener[];
}

/**
 * Finds which modules use components of others, and which listen to events of others.
 *
 * A component belongs to the module that declares its contract, wherever it is bound: a module that asks for a
 * contract of its own depends on nobody. The module of a contract is the one that its name is imported from, or that
 * this one has it from; where the sources don't tell, the one that binds it.
 *
 * @param structure what the sources tell
 * @param facts what was found at start-up
 */
export function runtimeDependencies(structure: ModuleStructure, facts: RuntimeFacts): RuntimeDependencies {
  const index = new OwnerIndex(structure, facts);
  const components = new Map<string, Set<string>>();
  const events = new Map<string, Set<string>>();
  const unseen = new Map<string, string[]>();
  for (const bean of facts.beans) {
    const module = index.installedIn(bean);
    if (module === undefined || bean.identifier === InstalledModule) continue;
    if (bean.dependencies === undefined) unseen.set(module, [...unseen.get(module) ?? [], bean.name]);
    for (const identifier of bean.dependencies ?? []) add(components, module, index.ownerOf(identifier, module));
  }
  for (const { module, eventType } of facts.listeners) {
    if (module !== undefined) {
      add(events, module.identifier, index.moduleDeclaring(eventType.name, module.identifier));
    }
  }
  return { components, events, unseen };
}

/**
 * Advises against components of other modules in properties: a constructor says what a class needs before it is used.
 *
 * @param structure what the sources tell
 * @param facts what was found at start-up
 * @returns a line for each such property
 */
export function adviseConstructorInjection(structure: ModuleStructure, facts: ContainerFacts): string[] {
  const index = new OwnerIndex(structure, facts);
  const displayNames = new Map(facts.installed.map(({ identifier, displayName }) => [identifier, displayName]));
  return facts.beans.flatMap((bean) => {
    const module = index.installedIn(bean);
    if (module === undefined) return [];
    return Object.entries(bean.injectedProperties ?? {})
      .filter(([, identifier]) => (index.ownerOf(identifier, module) ?? module) !== module)
      .map(([property]) =>
        `Module ${displayNames.get(module)} uses field injection in ${bean.type?.name}.${property}. ` +
        "Prefer constructor injection instead!"
      );
  });
}

function add(found: Map<string, Set<string>>, module: string, target: string | undefined): void {
  if (target !== undefined && target !== module) found.set(module, (found.get(module) ?? new Set()).add(target));
}

/** Finds the modules of names and beans. */
class OwnerIndex {
  readonly #modules: ReadonlyMap<string, ModuleFacts>;
  readonly #installed: ReadonlyMap<number, string>;
  readonly #binders: ReadonlyMap<ServiceIdentifier, ReadonlySet<string>>;

  constructor(structure: ModuleStructure, { beans, installed }: ContainerFacts) {
    this.#modules = new Map(structure.modules.map((module) => [module.identifier, module]));
    this.#installed = new Map(installed.map(({ containerModule, identifier }) => [containerModule, identifier]));
    const binders = new Map<ServiceIdentifier, Set<string>>();
    for (const bean of beans) {
      const module = this.installedIn(bean);
      if (module === undefined) continue;
      binders.set(bean.identifier, (binders.get(bean.identifier) ?? new Set()).add(module));
    }
    this.#binders = binders;
  }

  /** The module that binds a bean. */
  installedIn({ containerModule }: Bean): string | undefined {
    return containerModule === undefined ? undefined : this.#installed.get(containerModule);
  }

  /** The module whose component is asked for by an identifier, from within a module. */
  ownerOf(identifier: ServiceIdentifier, module: string): string | undefined {
    const name = nameOfIdentifier(identifier);
    const declaring = this.#moduleNaming(name, module);
    if (declaring !== undefined) return declaring;
    const binders = this.#binders.get(identifier);
    const hidden = binders && this.#moduleHiding(name, module);
    if (hidden !== undefined) return hidden;
    // What several bind, or the module itself does too, says nothing about whose it is.
    return binders?.size === 1 ? [...binders][0] : undefined;
  }

  /** The module that declares what is known by a name, as a module that uses it sees it. */
  moduleDeclaring(name: string, module: string): string | undefined {
    return this.#moduleNaming(name, module) ?? this.#moduleHiding(name, module);
  }

  /** The module that a name is imported from, or the module itself where it declares the name. */
  #moduleNaming(name: string, module: string): string | undefined {
    const facts = this.#modules.get(module);
    const imported = (facts?.uses ?? []).filter(({ names }) => names.includes(name));
    if (imported.length === 0 && facts?.declares.includes(name)) return module;
    return onlyDeclaring(name, imported);
  }

  /** The module from which an alias, a default or a namespace is imported that stands for what has this name. */
  #moduleHiding(name: string, module: string): string | undefined {
    return onlyDeclaring(
      name,
      (this.#modules.get(module)?.uses ?? []).filter(({ declaredAs }) => declaredAs?.includes(name)),
    );
  }
}

/** The module that declares a name, where all that it is imported from have it from one. */
function onlyDeclaring(name: string, uses: readonly ModuleUse[]): string | undefined {
  const modules = new Set(
    uses.map(({ target, declaredBy = {} }) => Object.hasOwn(declaredBy, name) ? declaredBy[name] : target),
  );
  return modules.size === 1 ? [...modules][0] : undefined;
}
