import type { ServiceIdentifier } from "../../deps.ts";
import type { Class } from "./type_descriptor.ts";

/** One binding of a container, as far as it is known without creating the bean. */
export interface Bean {
  /** The identifier that looks the bean up: a class, a token or a string. */
  readonly identifier: ServiceIdentifier;
  /** The class's name, or the name given to the token. */
  readonly name: string;
  /** The kind of binding: `"ServiceRedirection"` is `toService`, an alias. */
  readonly kind: "ConstantValue" | "DynamicValue" | "Factory" | "Instance" | "ResolvedValue" | "ServiceRedirection";
  /** The `id` of the `ContainerModule` that registered the binding; `undefined` if it was bound directly. */
  readonly containerModule: number | undefined;
  /** How often the bean is created: `"Singleton"`, `"Transient"` or `"Request"`. */
  readonly scope: "Singleton" | "Transient" | "Request";
  /** The bean's class, if it is known before the bean is created. */
  readonly type: Class | undefined;
  /** The bean itself, if it was bound as a constant. */
  readonly value: unknown;
  /**
   * The dependencies of the bean; `undefined` if they are unknown, as with `toDynamicValue`.
   */
  readonly dependencies: readonly ServiceIdentifier[] | undefined;
  /**
   * The identifiers injected into properties after construction, by property; absent if there are none. They are part
   * of the dependencies.
   */
  readonly injectedProperties?: Readonly<Record<string, ServiceIdentifier>>;
}

/**
 * The name of an identifier, as error messages and structures show it.
 *
 * @param identifier a class, a token or a string
 */
export function nameOfIdentifier(identifier: ServiceIdentifier): string {
  if (typeof identifier === "symbol") return identifier.description ?? "";
  return typeof identifier === "function" ? identifier.name : identifier;
}
