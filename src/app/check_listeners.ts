import type { Container } from "../../deps.ts";
import { beansOf } from "../container/mod.ts";
import { type Bean, type Class, Logger, recordedFor } from "../kernel/mod.ts";

/**
 * Warns about listeners that are never called, because no events are published. It is no error: a module may be tested
 * without the events of others.
 *
 * @param container holds all bindings
 */
export function checkListeners(container: Container): void {
  const beans = beansOf(container);
  if (beans.some(({ name }) => name === "ApplicationEvents")) return;
  for (const owner of new Set(beans.filter(listens).map(({ type, name }) => type?.name ?? name))) {
    container.get(Logger).forCategory("espalier.app").warn(
      `The listeners of "${owner}" are told nothing as no events are published: install events()`,
    );
  }
}

/** The key under which the listener decorators record methods. */
const listeners = Symbol.for("espalier.eventListener");

function listens({ name, type, kind }: Bean): boolean {
  if (kind === "ServiceRedirection") return false;
  return name === "ApplicationListener" || (type !== undefined && recordedFor(listeners, type as Class).length > 0);
}
