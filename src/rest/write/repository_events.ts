import { inOrder } from "../../kernel/mod.ts";
import type { RepositoryEventListener } from "./repository_event_listener.ts";

/** The kinds of changes that listeners are told of. */
export type RepositoryChange = "Create" | "Save" | "Delete" | "LinkSave" | "LinkDelete";

/** Tells listeners of changes, one after another in their order. */
export class RepositoryEvents {
  readonly #listeners: readonly RepositoryEventListener[];

  /** @param listeners the beans */
  constructor(listeners: readonly RepositoryEventListener[]) {
    this.#listeners = inOrder(listeners);
  }

  /**
   * Tells of a change, does it, and tells that it is done.
   *
   * @param kind the kind of change
   * @param subject the entity, and what is linked to it
   * @param change does it; what it returns replaces the entity afterwards
   */
  async around<T extends object>(
    kind: RepositoryChange,
    subject: { readonly entity: object; readonly linked?: unknown },
    change: () => Promise<T>,
  ): Promise<T> {
    await this.#tell(`onBefore${kind}`, subject.entity, subject.linked);
    const changed = await change();
    await this.#tell(`onAfter${kind}`, changed, subject.linked);
    return changed;
  }

  async #tell(method: `on${"Before" | "After"}${RepositoryChange}`, entity: object, linked: unknown): Promise<void> {
    for (const listener of this.#listeners) {
      const type = listener.entityType?.();
      if (type === undefined || entity instanceof type) await listener[method]?.(entity, linked);
    }
  }
}
