import { AccessDeniedError, asSystem } from "../../context/mod.ts";
import type { Criteria } from "../criteria.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import type { SaveOptions } from "../repository.ts";
import { where } from "../where.ts";

/** What a {@linkcode RowGuard} asks. */
export interface GuardedStore<T> {
  readonly models: EntityModels;
  readonly model: EntityModel<T>;
  exists(matching: Criteria): Promise<boolean>;
  inTransaction<R>(work: () => Promise<R>): Promise<R>;
}

/** Holds the rules of rows for what is saved and deleted one by one: before, and of what is saved also afterwards. */
export class RowGuard<T> {
  readonly #store: GuardedStore<T>;

  /** @param store finds rows */
  constructor(store: GuardedStore<T>) {
    this.#store = store;
  }

  /**
   * Saves entities that may be saved: a row that exists must be one that the rules allow, and so must the new one.
   *
   * @param entities what is saved
   * @param options how
   * @param work saves them
   * @throws AccessDeniedError when a rule forbids it; nothing is changed then
   */
  save<R extends readonly T[]>(entities: readonly T[], options: SaveOptions, work: () => Promise<R>): Promise<R> {
    if (!this.#isActive()) return work();
    return this.#store.inTransaction(async () => {
      for (const entity of entities) if (options.isNew !== true) await this.#requireOwn(entity);
      const saved = await work();
      for (const entity of saved) if (!await this.#store.exists(this.#idOf(entity)!)) throw this.#denied();
      return saved;
    });
  }

  /** Inserts an entity, or changes the one with the same unique values: that must be a row that the rules allow, too. */
  async upsert(entity: T, on: readonly string[] | undefined, work: () => Promise<T>): Promise<T> {
    if (!this.#isActive()) return await work();
    const values = entity as Record<string, unknown>;
    const unique: Criteria = {
      kind: "and",
      operands: (on ?? [this.#store.model.id.name]).map((name) => where(name).is(values[name] ?? null)),
    };
    return await this.#store.inTransaction(async () => {
      await this.#requireAllowed(unique);
      const saved = await work();
      if (!await this.#store.exists(this.#idOf(saved)!)) throw this.#denied();
      return saved;
    });
  }

  /** Deletes an entity that may be deleted. @throws AccessDeniedError when a rule forbids it */
  delete(entity: T, work: () => Promise<void>): Promise<void> {
    if (!this.#isActive()) return work();
    return this.#store.inTransaction(async () => {
      await this.#requireOwn(entity);
      await work();
    });
  }

  #isActive(): boolean {
    return this.#store.models.rowAccess.criteriaOf(this.#store.model.type) !== undefined;
  }

  async #requireOwn(entity: T): Promise<void> {
    const matching = this.#idOf(entity);
    if (matching !== undefined) await this.#requireAllowed(matching);
  }

  /** Refuses where there is a row, and the rules don't allow it. */
  async #requireAllowed(matching: Criteria): Promise<void> {
    if (await this.#store.exists(matching)) return;
    if (await asSystem(() => this.#store.exists(matching))) throw this.#denied();
  }

  #idOf(entity: T): Criteria | undefined {
    const { name } = this.#store.model.id;
    // Described properties are read by name.
    const id = (entity as Record<string, unknown>)[name];
    return id === undefined || id === null ? undefined : where(name).is(id);
  }

  #denied(): AccessDeniedError {
    return new AccessDeniedError(`The row of ${this.#store.model.name} is not one that the rules allow`);
  }
}
