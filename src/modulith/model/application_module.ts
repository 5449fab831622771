import type { AllowedDependency } from "./allowed_dependency.ts";
import type { ModuleInterfaces } from "./module_interfaces.ts";

/** A module of the application, as its sources show it. */
export interface ApplicationModule {
  /** Technical name, for example `orders.pricing`; `root:<system name>` for the files outside of all modules. */
  readonly identifier: string;
  /** The name to display. */
  readonly displayName: string;
  /** The folder as a dotted path that begins with the system's name, for example `bookstore.orders.pricing`. */
  readonly basePackage: string;
  /** The folder's path below the root, ending in a slash; `""` for the root. */
  readonly folder: string;
  /** Whether other modules may use all of its files (`"open"`) or only its interfaces (`"closed"`). */
  readonly type: "open" | "closed";
  /** Whether every module may use it, whatever its allowed dependencies. */
  readonly isShared: boolean;
  /** Whether it represents the files outside of all modules. */
  readonly isRoot: boolean;
  /** The closest enclosing module. */
  readonly parent: ApplicationModule | undefined;
  /** The allowed dependencies; `undefined` if none were declared. */
  readonly allowedDependencies: readonly AllowedDependency[] | undefined;
  /** Paths of its files, without those of nested modules. */
  readonly files: readonly string[];
  /** The interfaces of the module. */
  readonly interfaces: ModuleInterfaces;
}

/** Whether a module is nested in another, at any depth. */
export function isNestedIn(module: ApplicationModule, ancestor: ApplicationModule): boolean {
  for (let at = module.parent; at !== undefined; at = at.parent) if (at === ancestor) return true;
  return false;
}
