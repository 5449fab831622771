import { inOrder } from "../../kernel/mod.ts";
import type { RepositoryEventListener } from "./repository_event_listener.ts";
import type { UnitOfWork } from "./unit_of_work.ts";

/** The kinds of changes that listeners are notified of. */
export type RepositoryChange = "Create" | "Save" | "Delete" | "LinkSave" | "LinkDelete";

/** A change of an entity. */
export interface ChangeSubject {
  readonly kind: RepositoryChange;
  readonly entity: object;
  /** What is linked to it. */
  readonly linked?: unknown;
}

/** Notifies listeners of changes, one after another in their order. */
export class RepositoryEvents {
  readonly #beforeCommit: readonly RepositoryEventListener[];
  readonly #afterCommit: readonly RepositoryEventListener[];
  readonly #all: readonly RepositoryEventListener[];

  /** @param listeners the beans */
  constructor(listeners: readonly RepositoryEventListener[]) {
    this.#all = inOrder(listeners);
    this.#beforeCommit = this.#all.filter(({ phase }) => phase === "beforeCommit");
    this.#afterCommit = this.#all.filter(({ phase }) => phase !== "beforeCommit");
  }

  /**
   * Notifies of a change, makes it, and notifies that it is made: at once, and after the commit.
   *
   * @param subject the kind of change, the entity, and what is linked to it
   * @param unit the write that the change is part of
   * @param change makes it; what it returns replaces the entity afterwards
   */
  async around<T extends object>(
    { kind, entity, linked }: ChangeSubject,
    unit: UnitOfWork,
    change: () => Promise<T>,
  ): Promise<T> {
    await notify(this.#all, `onBefore${kind}`, { entity, linked });
    const changed = await change();
    const after = { entity: changed, linked };
    await notify(this.#beforeCommit, `onAfter${kind}`, after);
    if (this.#afterCommit.length > 0) {
      unit.afterCommit(() => notify(this.#afterCommit, `onAfter${kind}`, after));
    }
    return changed;
  }
}

async function notify(
  listeners: readonly RepositoryEventListener[],
  method: `on${"Before" | "After"}${RepositoryChange}`,
  { entity, linked }: { readonly entity: object; readonly linked: unknown },
): Promise<void> {
  for (const listener of listeners) {
    const type = listener.entityType?.();
    if (type === undefined || entity instanceof type) await listener[method]?.(entity, linked);
  }
}
