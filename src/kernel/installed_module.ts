import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "./token.ts";

/**
 * An application module whose bindings a container holds. `applicationModule(…)` binds one in addition to the module's
 * beans.
 */
export interface InstalledModule {
  /** The dotted path of the module's folder below the root, for example `inventory` or `orders.pricing`. */
  readonly identifier: string;
  /** The display name, for example `Inventory`. */
  readonly displayName: string;
  /** The folder of the module's sources, ending in a slash; absent where it is not known. */
  readonly folder?: URL;
  /** The `id` of the `ContainerModule` that holds the module's bindings. */
  readonly containerModule: number;
  /**
   * Whether the module exposes a name, that is, its `mod.ts` exports it. Absent if the module's sources are not known;
   * then every bean of the module counts as exposed.
   *
   * @param name the name of a class or a token
   */
  exposes?(name: string): boolean;
}

/** Identifier of the {@linkcode InstalledModule} beans. */
export const InstalledModule: ServiceIdentifier<InstalledModule> = token<InstalledModule>("InstalledModule");
