import type { Container } from "../../deps.ts";
import { beansOf } from "../container/mod.ts";
import { type Bean, type Class, Logger, recordedFor } from "../kernel/mod.ts";

/**
 * Looks for listeners that nobody tells anything, and warns about them: a module may be tested without the events of
 * others.
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

/** Under this key the listener decorators record what they mark. */
const listeners = Symbol.for("espalier.eventListener");

function listens({ name, type, kind }: Bean): boolean {
  if (kind === "ServiceRedirection") return false;
  return name === "ApplicationListener" || (type !== undefined && recordedFor(listeners, type as Class).length > 0);
}
