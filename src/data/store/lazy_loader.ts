import { nextTick } from "node:process";
import { idKey } from "../entity/id_key.ts";
import type { Transaction } from "../transactions.ts";
import { matchingIds } from "../query/matching_ids.ts";
import type { EntityStore } from "./entity_store.ts";

/** Ids that are read together, by what they are looked up by. */
type Batch = Map<unknown, { readonly id: unknown; readonly loaded: PromiseWithResolvers<unknown> }>;

/** Reads entities by their ids: those that are asked for in one turn by one statement. */
export class LazyLoader {
  // Reads within a transaction see what it wrote, and so must not be answered outside of it.
  readonly #batches = new Map<EntityStore<unknown>, Map<Transaction | undefined, Batch>>();

  /**
   * Loads an entity.
   *
   * @param store the entities' store
   * @param id the id of the entity
   * @param transaction the caller's transaction
   * @returns the entity; `null` if there is none
   */
  load(store: EntityStore<unknown>, id: unknown, transaction: Transaction | undefined): Promise<unknown> {
    const batch = this.#batchOf(store, transaction);
    const key = idKey(id);
    let entry = batch.get(key);
    if (entry === undefined) batch.set(key, entry = { id, loaded: Promise.withResolvers<unknown>() });
    return entry.loaded.promise;
  }

  #batchOf(store: EntityStore<unknown>, transaction: Transaction | undefined): Batch {
    let batches = this.#batches.get(store);
    if (batches === undefined) this.#batches.set(store, batches = new Map());
    let batch = batches.get(transaction);
    if (batch === undefined) {
      batches.set(transaction, batch = new Map());
      // After the promises of this turn have settled: their reactions may ask for more.
      void Promise.resolve().then(() => nextTick(() => void this.#read(store, transaction)));
    }
    return batch;
  }

  async #read(store: EntityStore<unknown>, transaction: Transaction | undefined): Promise<void> {
    const batches = this.#batches.get(store)!;
    const batch = batches.get(transaction)!;
    batches.delete(transaction);
    if (batches.size === 0) this.#batches.delete(store);
    const { id: own } = store.model;
    try {
      const found = await store.find({ matching: matchingIds(store.model, batch.values().map(({ id }) => id)) });
      const byId = new Map(found.map((entity) => [idKey(own.of(entity as object)), entity]));
      for (const [key, { loaded }] of batch) loaded.resolve(byId.get(key) ?? null);
    } catch (error) {
      for (const { loaded } of batch.values()) loaded.reject(error);
    }
  }
}
