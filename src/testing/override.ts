import { type Container, ContainerModule, type ServiceIdentifier } from "../../deps.ts";
import { beansOf } from "../container/mod.ts";
import { ContainerPreparation, Logger, nameOfIdentifier, StartupTask } from "../kernel/mod.ts";

/**
 * Creates a module that replaces the bindings of an identifier by a value; load it last.
 *
 * The start of the application fails if a later module binds the identifier again, and warns if nothing was bound and
 * no bean depends on it, because the override then has no effect.
 *
 * @param identifier the identifier of the bean
 * @param value replaces all its bindings
 * @throws TypeError if there is no identifier
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
    // Last, as the bindings above may be those to override.
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
  // The dependencies of a bean are not always known.
  const isNeeded = beansOf(container).some(({ dependencies }) => dependencies?.includes(identifier) ?? true);
  if (isNeeded) return;
  container.get(Logger).forCategory("espalier.testing").warn(
    `The override of "${nameOfIdentifier(identifier)}" replaces nothing: no module before it binds that, and no bean ` +
      "asks for it. Give it the identifier that the application uses",
  );
}
