import type { ServiceIdentifier } from "../../deps.ts";
import { requireClass } from "../kernel/mod.ts";
import { ContainerModule } from "./container_module.ts";

/** The identifiers of a constructor's dependencies, in order. */
export type DependencyTokens<A extends readonly unknown[]> = { readonly [I in keyof A]: ServiceIdentifier<A[I]> };

/**
 * Binds a class to itself, created from its dependencies.
 *
 * @param type the class
 * @param dependencies identifiers of the constructor's parameters, in order; the compiler checks them
 * @returns a module for `createContainer` or `applicationModule`
 * @throws TypeError if the constructor has more parameters than dependencies, or an identifier is undefined
 *
 * @example
 * ```ts
 * import { bean, createContainer } from "@espalier/espalier";
 *
 * class Shelf {
 *   readonly titles = ["Emma"];
 * }
 * class Library {
 *   constructor(readonly shelf: Shelf) {}
 * }
 * console.log(createContainer(bean(Shelf), bean(Library, Shelf)).get(Library).shelf.titles); // ["Emma"]
 * ```
 */
export function bean<C extends object, A extends unknown[]>(
  type: new (...args: A) => C,
  ...dependencies: DependencyTokens<A>
): ContainerModule {
  requireDependencies("bean", type, dependencies);
  return new ContainerModule(({ bind }) => {
    // The compiler checked the identifiers against the constructor; the container's own types can't follow a tuple.
    bind<C>(type).toResolvedValue(((...args: A) => new type(...args)) as never, dependencies as never);
  });
}

/**
 * Rejects dependencies that do not match the constructor of a class, for callers that are not type-checked.
 *
 * @param binder the function that was called, such as `controller`
 * @param type the class
 * @param dependencies the given identifiers
 * @throws TypeError if the constructor has more parameters than dependencies, or an identifier is undefined
 */
export function requireDependencies(
  binder: string,
  type: { readonly name: string; readonly length: number },
  dependencies: readonly unknown[],
): void {
  const what = binder === "bean" ? "bean" : "controller";
  requireClass(`Cannot bind a ${what}`, type);
  const { name, length } = type;
  if (length > dependencies.length) {
    throw new TypeError(
      `Cannot bind ${what} "${name}" as its constructor takes ${length} dependencies, and ${dependencies.length} ` +
        `are given: add the missing ones, ${binder}(${name}, First, Second), or give the parameters default values`,
    );
  }
  const missing = dependencies.indexOf(undefined);
  if (missing === -1) return;
  throw new TypeError(
    `Cannot bind ${what} "${name}" as the identifier of its dependency ${missing + 1} must be there: current ` +
      "value is undefined (if two files import each other, one is evaluated before the other's identifiers exist)",
  );
}
