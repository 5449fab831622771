import type { Class, MaybePromise } from "../../kernel/mod.ts";

/** Called after changes, insertions or deletions of entities of a class were committed. */
export type EntityChangeListener = (type: Class) => MaybePromise<void>;

/** Notifies listeners of the classes of entities that the repositories of a database have changed. */
export class EntityChanges {
  readonly #listeners: EntityChangeListener[] = [];

  /** Whether there is a listener. */
  get isObserved(): boolean {
    return this.#listeners.length > 0;
  }

  /** Adds a listener. Its errors are ignored: it has to report them itself. */
  add(listener: EntityChangeListener): void {
    this.#listeners.push(listener);
  }

  /** Notifies the listeners. */
  async notify(type: Class): Promise<void> {
    for (const listener of this.#listeners) await listener(type);
  }
}
