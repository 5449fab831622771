import { type Container, ContainerPlugin, type ServiceIdentifier } from "../../deps.ts";
import { nameOfIdentifier } from "../kernel/mod.ts";

type Deactivation = (value: unknown) => void | Promise<void>;

const guard: unique symbol = Symbol("espalier.guardDeactivations");

type Wrap = (deactivation: Deactivation, identifier: ServiceIdentifier) => Deactivation;

interface GuardedContainer {
  [guard]?(wrap: Wrap): void;
}

/** Access to the deactivation handlers of a container's bindings. */
class DeactivationGuard extends ContainerPlugin<Container> {
  load(api: { define(name: symbol, method: (wrap: Wrap) => void): void }): void {
    const { bindingService, deactivationService } = this._context;
    api.define(guard, (wrap) => {
      for (const identifier of bindingService.getNonParentBoundServices()) {
        for (const binding of bindingService.getNonParentBindings(identifier) ?? []) {
          const held = binding as { onDeactivation?: Deactivation | undefined };
          if (held.onDeactivation !== undefined) held.onDeactivation = wrap(held.onDeactivation, identifier);
        }
        const ofService = [...deactivationService.get(identifier) ?? []] as Deactivation[];
        deactivationService.removeAllByServiceId(identifier);
        for (const deactivation of ofService) {
          deactivationService.add(wrap(deactivation, identifier), { serviceId: identifier });
        }
      }
    });
  }
}

/**
 * Makes the deactivation of each bean independent of the others: Inversify stops at the first exception, and does not
 * wait for the first asynchronous one of a service.
 *
 * @param container the container whose beans are about to be deactivated
 * @param onFailure receives the name of a bean whose deactivation failed
 * @returns waits for the deactivations that have begun
 */
export function guardDeactivations(
  container: Container,
  onFailure: (name: string, error: unknown) => void,
): () => Promise<void> {
  const pending: Promise<void>[] = [];
  const wrap: Wrap = (deactivation, identifier) => (value) => {
    const failed = (error: unknown) => onFailure(nameOfIdentifier(identifier), error);
    try {
      const result: unknown = deactivation(value);
      if (!(result instanceof Promise)) return;
      const ended: Promise<void> = result.then(() => {}, failed);
      pending.push(ended);
      return ended;
    } catch (error) {
      failed(error);
    }
  };
  const guarded = container as GuardedContainer;
  if (guarded[guard] === undefined) container.register(DeactivationGuard);
  guarded[guard]!(wrap);
  return async () => void await Promise.all(pending);
}
