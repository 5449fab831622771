import { ContainerModule, type ServiceIdentifier } from "../../deps.ts";

/**
 * Makes a module that puts a value in the place of whatever is bound; load it last.
 *
 * @param identifier what the bean is asked for by
 * @param value takes the place of all its bindings
 *
 * @example
 * ```ts
 * import { createContainer, token, type ServiceIdentifier, ContainerModule } from "@espalier/espalier";
 * import { override } from "@espalier/espalier/testing";
 *
 * interface Clock {
 *   now(): Date;
 * }
 * const Clock: ServiceIdentifier<Clock> = token<Clock>("Clock");
 * const service = new ContainerModule(({ bind }) => bind(Clock).toConstantValue({ now: () => new Date() }));
 *
 * const container = createContainer(service, override(Clock, { now: () => new Date("2026-01-01") }));
 * console.log(container.get(Clock).now().getUTCFullYear()); // 2026
 * ```
 */
export function override<T>(identifier: ServiceIdentifier<T>, value: NoInfer<T>): ContainerModule {
  return new ContainerModule(({ bind, isBound, unbind }) => {
    if (isBound(identifier)) unbind(identifier);
    bind(identifier).toConstantValue(value);
  });
}
