import type { Class, MaybePromise } from "../../kernel/mod.ts";

/** Is told that entities of a class were changed, added or deleted, once that is committed. */
export type EntityChangeListener = (type: Class) => MaybePromise<void>;

/** Tells listeners which classes of entities have changed in one database, through its repositories. */
export class EntityChanges {
  readonly #listeners: EntityChangeListener[] = [];

  /** Whether there is a listener. */
  get isObserved(): boolean {
    return this.#listeners.length > 0;
  }

  /** Adds a listener. What it throws fails nobody: it has to report it itself. */
  add(listener: EntityChangeListener): void {
    this.#listeners.push(listener);
  }

  /** Tells the listeners. */
  async notify(type: Class): Promise<void> {
    for (const listener of this.#listeners) await listener(type);
  }
}
