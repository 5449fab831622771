import { nextTick } from "node:process";
import { idKey } from "../entity/id_key.ts";
import type { Transaction } from "../transactions.ts";
import { matchingIds } from "../query/matching_ids.ts";
import type { EntityStore } from "./entity_store.ts";

/** The ids of one batch, by their key. */
type Batch = Map<unknown, { readonly id: unknown; readonly loaded: PromiseWithResolvers<unknown> }>;

/** Loads entities by id. Requests of the same event-loop turn are batched into one statement. */
export class LazyLoader {
  // A batch per transaction: reads within a transaction must see its uncommitted changes.
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
      // Wait until the promises of this turn have settled: their reactions may request more ids.
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
