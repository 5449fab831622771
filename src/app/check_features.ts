import type { Container } from "../../deps.ts";
import { beansOf } from "../container/mod.ts";
import { type Bean, type Class, Logger, nameOfIdentifier, recordedFor } from "../kernel/mod.ts";

/**
 * Looks for beans that wait for a feature which is not installed: nothing would ever ask for them.
 *
 * An export fails the start. Listeners are warned about, as a module may be tested without the events of others.
 *
 * @param container holds all bindings
 * @throws TypeError when a repository is exported and `rest()` is not installed
 */
export function checkFeatures(container: Container): void {
  const beans = beansOf(container);
  const names = new Set(beans.map(({ name }) => name));
  if (!names.has("espalier.installed.rest()")) {
    for (const bean of beans.filter(({ name }) => name === "RepositoryExport")) refuseExport(bean);
  }
  if (names.has("ApplicationEvents")) return;
  for (const owner of new Set(beans.filter(listens).map(({ type, name }) => type?.name ?? name))) {
    container.get(Logger).forCategory("espalier.app").warn(
      `The listeners of "${owner}" are told nothing as no events are published: install events()`,
    );
  }
}

function refuseExport({ dependencies }: Bean): never {
  const names = dependencies?.map(nameOfIdentifier).join(", ");
  throw new TypeError(`Cannot export the repository "${names}" as rest() must be installed: add it to createContainer`);
}

/** Under this key the listener decorators record what they mark. */
const listeners = Symbol.for("espalier.eventListener");

function listens({ name, type, kind }: Bean): boolean {
  if (kind === "ServiceRedirection") return false;
  return name === "ApplicationListener" || (type !== undefined && recordedFor(listeners, type as Class).length > 0);
}
