import { type Container, ContainerModule, type ServiceIdentifier } from "../../deps.ts";
import { beansOf } from "../container/mod.ts";
import { ContainerPreparation, Logger, nameOfIdentifier, StartupTask } from "../kernel/mod.ts";

/**
 * Makes a module that puts a value in the place of whatever is bound; load it last.
 *
 * The start of the application fails where a later module binds the same again, and warns where nothing was bound and
 * nobody asks for the value: what it was meant for then works without it.
 *
 * @param identifier what the bean is asked for by
 * @param value takes the place of all its bindings
 * @throws TypeError when there is no identifier
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
  if (identifier === undefined) {
    throw new TypeError(
      "Cannot override a bean as its identifier must be there: current value is undefined (of files that import each " +
        "other, one sees the other's too late)",
    );
  }
  return new ContainerModule(({ bind, isBound, unbind }) => {
    const name = `override ${nameOfIdentifier(identifier)}`;
    const replacesNothing = !isBound(identifier);
    let isAskedFor = false;
    bind(ContainerPreparation).toConstantValue({
      name,
      order: -Infinity,
      prepare: (container) => requireLast(container, identifier),
    });
    if (replacesNothing) {
      const run = (container: Container) => isAskedFor ? undefined : warnIfUnneeded(container, identifier);
      bind(StartupTask).toConstantValue({ name, order: Infinity, run });
    }
    // Last, as what is bound above may be what is overridden.
    if (isBound(identifier)) unbind(identifier);
    bind(identifier).toConstantValue(value).onActivation((_context, bean) => {
      isAskedFor = true;
      return bean;
    });
  });
}

function requireLast(container: Container, identifier: ServiceIdentifier): void {
  const bindings = beansOf(container).filter((bean) => bean.identifier === identifier);
  if (bindings.length === 1) return;
  throw new TypeError(
    `Cannot override "${nameOfIdentifier(identifier)}" as the override must be loaded last: a module after it binds ` +
      "the same",
  );
}

function warnIfUnneeded(container: Container, identifier: ServiceIdentifier): void {
  // What a bean is made from can't always be seen.
  const isNeeded = beansOf(container).some(({ dependencies }) => dependencies?.includes(identifier) ?? true);
  if (isNeeded) return;
  container.get(Logger).forCategory("espalier.testing").warn(
    `The override of "${nameOfIdentifier(identifier)}" replaces nothing: no module before it binds that, and no bean ` +
      "asks for it. Give it the identifier that the application uses",
  );
}
