import { AccessDeniedError, asSystem } from "../../context/mod.ts";
import { ConcurrencyFailureError } from "../concurrency_failure_error.ts";
import type { Criteria } from "../criteria.ts";
import { DataIntegrityError } from "../data_integrity_error.ts";
import type { EntityModel } from "../entity/entity_model.ts";
import type { EntityModels } from "../entity/entity_models.ts";
import type { Example } from "../example.ts";
import { matchingIds } from "../query/matching_ids.ts";
import type { SaveOptions } from "../repository.ts";
import type { TransactionOptions } from "../transactions.ts";
import { where } from "../where.ts";

/** How many rows are changed with one statement at most, as databases limit its parameters. */
const batchSize = 500;

/** What a {@linkcode RowGuard} asks. */
export interface GuardedStore<T> {
  readonly models: EntityModels;
  readonly model: EntityModel<T>;
  exists(matching: Criteria): Promise<boolean>;
  count(matching: Criteria): Promise<number>;
  /** Locks the rows that match until the transaction ends. @returns their ids */
  lockIds(matching: Criteria | Example<T>): Promise<unknown[]>;
  /** Locks the rows that match until the transaction ends. @returns whether there are any */
  lock(matching: Criteria): Promise<boolean>;
  /** What saving an entity whose row is gone fails with; `undefined` where it is inserted. */
  errorWithoutRow(entity: T): Error | undefined;
  inTransaction<R>(work: () => Promise<R>, options?: TransactionOptions): Promise<R>;
}

/** Saves one entity. */
type Save<T> = (options: SaveOptions) => Promise<T>;

/**
 * Applies the rules of rows to what is saved and deleted one by one: before, and to what is saved also afterwards. A
 * row is locked while it is checked and changed. Where there is none, a new one is inserted and never replaces one that
 * somebody else has inserted in the meantime.
 */
export class RowGuard<T> {
  readonly #store: GuardedStore<T>;

  /** @param store finds rows */
  constructor(store: GuardedStore<T>) {
    this.#store = store;
  }

  /** Whether rules apply to the class and the caller. */
  get isActive(): boolean {
    return this.#store.models.rowAccess.criteriaOf(this.#store.model.type) !== undefined;
  }

  /**
   * Saves an entity that may be saved: a row that exists must be one that the rules allow, and so must the new one.
   *
   * @param entity what is saved
   * @param options how
   * @param work saves it
   * @throws AccessDeniedError when a rule forbids it; nothing is changed then
   */
  save(entity: T, options: SaveOptions, work: Save<T>): Promise<T> {
    if (!this.isActive) return work(options);
    return this.#store.inTransaction(async () => {
      const hasRow = options.isNew !== true && await this.#lockOwn(entity);
      const gone = hasRow || options.isNew === true ? undefined : this.#store.errorWithoutRow(entity);
      if (gone !== undefined) throw gone;
      return await this.#requireAllowed(await work(hasRow ? options : { ...options, isNew: true }));
    });
  }

  /**
   * Inserts an entity, or changes the one with the same unique values: that must be a row that the rules allow, too.
   *
   * @param entity what is saved
   * @param on the unique properties; the id when left out
   * @param work `insert` adds it, `upsert` changes the row that is there
   * @throws AccessDeniedError when a rule forbids it; nothing is changed then
   */
  async upsert(
    entity: T,
    on: readonly string[] | undefined,
    work: { readonly insert: () => Promise<T>; readonly upsert: () => Promise<T> },
  ): Promise<T> {
    if (!this.isActive) return await work.upsert();
    const unique = this.#criteriaOf(entity, on ?? this.#store.model.id.names);
    return await this.#store.inTransaction(async () => {
      const hasRow = unique !== undefined && await this.#lockAllowed(unique);
      return await this.#requireAllowed(await (hasRow ? work.upsert() : work.insert()));
      // When two insert the same row at the same time, one fails, runs again, and changes the row that is there now.
    }, { retry: { retryOn: isLostRace } });
  }

  /** Deletes an entity that may be deleted. @throws AccessDeniedError when a rule forbids it */
  delete(entity: T, work: () => Promise<void>): Promise<void> {
    if (!this.isActive) return work();
    return this.#store.inTransaction(async () => {
      await this.#lockOwn(entity);
      await work();
    });
  }

  /**
   * Changes the rows that match and are allowed; each must be allowed afterwards, too.
   *
   * @param matching which rows
   * @param work changes the rows that match the given criteria
   * @returns how many were changed
   * @throws AccessDeniedError when a rule forbids it; nothing is changed then
   */
  change(
    matching: Criteria | Example<T>,
    work: (allowed: Criteria | Example<T>) => Promise<number>,
  ): Promise<number> {
    if (!this.isActive) return work(matching);
    return this.#store.inTransaction(async () => {
      const ids = await this.#store.lockIds(matching);
      // The work is also called without rows, so that changes that don't fit are refused in any case.
      for (let start = 0; start === 0 || start < ids.length; start += batchSize) {
        const batch = ids.slice(start, start + batchSize);
        const some = matchingIds(this.#store.model, batch);
        await work(some);
        if (await this.#store.count(some) < batch.length) throw this.#denied();
      }
      return ids.length;
    });
  }

  async #lockOwn(entity: T): Promise<boolean> {
    const matching = this.#criteriaOf(entity, this.#store.model.id.names);
    return matching !== undefined && await this.#lockAllowed(matching);
  }

  /** Locks a row. @returns whether there is one @throws AccessDeniedError when there is one that the rules don't allow */
  async #lockAllowed(matching: Criteria): Promise<boolean> {
    if (await this.#store.lock(matching)) return true;
    if (!await asSystem(() => this.#store.lock(matching))) return false;
    // The row may have been inserted between both; from here on nobody else changes it.
    if (await this.#store.lock(matching)) return true;
    throw this.#denied();
  }

  async #requireAllowed(saved: T): Promise<T> {
    if (await this.#store.exists(this.#criteriaOf(saved, this.#store.model.id.names)!)) return saved;
    throw this.#denied();
  }

  /** Matches the row with the same values; `undefined` where one is missing, as no other row equals that. */
  #criteriaOf(entity: T, paths: readonly string[]): Criteria | undefined {
    const operands: Criteria[] = [];
    for (const path of paths) {
      const value = valueAt(entity, path);
      if (value === undefined || value === null) return undefined;
      operands.push(where(path).is(value));
    }
    return { kind: "and", operands };
  }

  #denied(): AccessDeniedError {
    return new AccessDeniedError(`The row of ${this.#store.model.name} is not one that the rules allow`);
  }
}

function valueAt(entity: unknown, path: string): unknown {
  // Described properties are read by name.
  return path.split(".").reduce((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], entity);
}

function isLostRace(error: unknown): boolean {
  return error instanceof ConcurrencyFailureError || (error instanceof DataIntegrityError && error.rule === "unique");
}
