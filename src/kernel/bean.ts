import type { ServiceIdentifier } from "../../deps.ts";
import type { Class } from "./type_descriptor.ts";

/** One binding of a container, as it can be seen without making the bean. */
export interface Bean {
  /** What the bean is asked for by: a class, a token or a text. */
  readonly identifier: ServiceIdentifier;
  /** The class's name, or the name given to the token. */
  readonly name: string;
  /** How the bean is made: `"ServiceRedirection"` is `toService`, an alias. */
  readonly kind: "ConstantValue" | "DynamicValue" | "Factory" | "Instance" | "ResolvedValue" | "ServiceRedirection";
  /** The `id` of the `ContainerModule` that made the binding; `undefined` when it was bound directly. */
  readonly containerModule: number | undefined;
  /** How often the bean is made: `"Singleton"`, `"Transient"` or `"Request"`. */
  readonly scope: "Singleton" | "Transient" | "Request";
  /** The bean's class, where that is known before it is made. */
  readonly type: Class | undefined;
  /** The bean itself, where it was bound as a constant. */
  readonly value: unknown;
  /**
   * What the bean is made from; `undefined` when that can't be seen, as with `toDynamicValue`.
   */
  readonly dependencies: readonly ServiceIdentifier[] | undefined;
  /** What is injected into properties, after the bean was made; absent where nothing is. Part of the dependencies. */
  readonly injectedProperties?: Readonly<Record<string, ServiceIdentifier>>;
}

/**
 * The name of an identifier, as error messages and structures show it.
 *
 * @param identifier a class, a token or a text
 */
export function nameOfIdentifier(identifier: ServiceIdentifier): string {
  if (typeof identifier === "symbol") return identifier.description ?? "";
  return typeof identifier === "function" ? identifier.name : identifier;
}
