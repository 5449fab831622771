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

/** Maximum number of rows per statement, as databases limit the number of parameters. */
const batchSize = 500;

/** The operations that a {@linkcode RowGuard} needs. */
export interface GuardedStore<T> {
  readonly models: EntityModels;
  readonly model: EntityModel<T>;
  exists(matching: Criteria): Promise<boolean>;
  count(matching: Criteria): Promise<number>;
  /** Locks the rows that match until the transaction ends. @returns their ids */
  lockIds(matching: Criteria | Example<T>): Promise<unknown[]>;
  /** Locks the rows that match until the transaction ends. @returns whether there are any */
  lock(matching: Criteria): Promise<boolean>;
  /** Returns the error of saving an entity whose row was deleted; `undefined` if `save` inserts it. */
  errorWithoutRow(entity: T): Error | undefined;
  inTransaction<R>(work: () => Promise<R>, options?: TransactionOptions): Promise<R>;
}

/** Saves one entity. */
type Save<T> = (options: SaveOptions) => Promise<T>;

/**
 * Applies the rules of rows to single saves and deletions. The stored row is checked before the change, and the saved
 * row after it; it is locked meanwhile. A new row is inserted, and never replaces a row that another transaction has
 * inserted in the meantime.
 */
export class RowGuard<T> {
  readonly #store: GuardedStore<T>;

  /** @param store finds and locks rows */
  constructor(store: GuardedStore<T>) {
    this.#store = store;
  }

  /** Whether rules apply to the class and the caller. */
  get isActive(): boolean {
    return this.#store.models.rowAccess.criteriaOf(this.#store.model.type) !== undefined;
  }

  /**
   * Saves an entity. Both the stored row, if there is one, and the new row must satisfy the rules.
   *
   * @param entity the entity to save
   * @param options the options of the save
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
   * Inserts an entity, or changes the row with the same unique values, which must satisfy the rules, too.
   *
   * @param entity the entity to save
   * @param on the unique properties; the id when left out
   * @param work `insert` adds the row, `upsert` changes the existing row
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
      // If two transactions insert the same row, one fails, and its retry changes the row of the other.
    }, { retry: { retryOn: isLostRace } });
  }

  /** Deletes an entity. @throws AccessDeniedError when a rule forbids it */
  delete(entity: T, work: () => Promise<void>): Promise<void> {
    if (!this.isActive) return work();
    return this.#store.inTransaction(async () => {
      await this.#lockOwn(entity);
      await work();
    });
  }

  /**
   * Changes the rows that match and satisfy the rules; each must satisfy them after the change, too.
   *
   * @param matching selects the rows
   * @param work changes the rows that match the given criteria
   * @returns the number of changed rows
   * @throws AccessDeniedError when a rule forbids it; nothing is changed then
   */
  change(
    matching: Criteria | Example<T>,
    work: (allowed: Criteria | Example<T>) => Promise<number>,
  ): Promise<number> {
    if (!this.isActive) return work(matching);
    return this.#store.inTransaction(async () => {
      const ids = await this.#store.lockIds(matching);
      // Call the work even without rows, so that invalid changes are always rejected.
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

  /** Locks a row. @returns whether there is one @throws AccessDeniedError when the row violates the rules */
  async #lockAllowed(matching: Criteria): Promise<boolean> {
    if (await this.#store.lock(matching)) return true;
    if (!await asSystem(() => this.#store.lock(matching))) return false;
    // The row may have been inserted between the two queries; the lock keeps other transactions from changing it.
    if (await this.#store.lock(matching)) return true;
    throw this.#denied();
  }

  async #requireAllowed(saved: T): Promise<T> {
    if (await this.#store.exists(this.#criteriaOf(saved, this.#store.model.id.names)!)) return saved;
    throw this.#denied();
  }

  /** Matches the row with the same values; `undefined` if a value is missing, as null equals no value. */
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
