import type { AllowedDependency } from "./allowed_dependency.ts";
import type { ModuleInterfaces } from "./module_interfaces.ts";

/** A module of the application, as its sources show it. */
export interface ApplicationModule {
  /** Technical name, for example `orders.pricing`; of what lies outside all modules `root:<system name>`. */
  readonly identifier: string;
  /** What people call it. */
  readonly displayName: string;
  /** The folder as a dotted path that begins with the system's name, for example `bookstore.orders.pricing`. */
  readonly basePackage: string;
  /** The folder's path below the root, ending in a slash; `""` for the root. */
  readonly folder: string;
  /** Whether others may use all of its files, or its interfaces alone. */
  readonly type: "open" | "closed";
  /** Whether every module may use it, whatever its allowed dependencies. */
  readonly isShared: boolean;
  /** Whether it stands for the files that belong to no module. */
  readonly isRoot: boolean;
  /** The closest module around it. */
  readonly parent: ApplicationModule | undefined;
  /** What it may depend on; `undefined` when nothing was declared. */
  readonly allowedDependencies: readonly AllowedDependency[] | undefined;
  /** Paths of its files, without those of nested modules. */
  readonly files: readonly string[];
  /** What the module offers to others. */
  readonly interfaces: ModuleInterfaces;
}

/** Whether one module lies within another, at any depth. */
export function isNestedIn(module: ApplicationModule, ancestor: ApplicationModule): boolean {
  for (let at = module.parent; at !== undefined; at = at.parent) if (at === ancestor) return true;
  return false;
}
