import { inOrder } from "../../kernel/mod.ts";
import type { RepositoryEventListener } from "./repository_event_listener.ts";
import type { UnitOfWork } from "./unit_of_work.ts";

/** The kinds of changes that listeners are notified of. */
export type RepositoryChange = "Create" | "Save" | "Delete" | "LinkSave" | "LinkDelete";

/** A change of an entity. */
export interface ChangeSubject {
  readonly kind: RepositoryChange;
  readonly entity: object;
  /** The linked entities. */
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
   * Notifies listeners before a change, runs it, and notifies them in the transaction and after the commit.
   *
   * @param subject the kind of change, the entity, and the linked entities
   * @param unit the write that the change is part of
   * @param change runs the change; its result is the entity for later listeners
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
