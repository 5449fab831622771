import { ConcurrencyFailureError, type LockMode, LockTimeoutError } from "../../data/mod.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import type { ItemTurns } from "./item_turns.ts";

/** What is part of one write. */
export interface UnitOfWork {
  /** Locks the row of the item that is read, where the repository has transactions. */
  readonly lock: { readonly lock?: LockMode };
  /** Registers work for the time after the commit; dropped when the work fails or is run again. */
  afterCommit(work: () => MaybePromise<void>): void;
}

/**
 * Runs the writes to the items of one collection: each reads, merges and saves in one transaction that locks the item's
 * row. Where the repository has no transactions, the writes to one item follow each other within this process.
 */
export class UnitsOfWork {
  readonly #collection: ExportedCollection;
  readonly #turns: ItemTurns;

  /**
   * @param collection the collection of the items
   * @param turns of the writes to the items of its repository
   */
  constructor(collection: ExportedCollection, turns: ItemTurns) {
    this.#collection = collection;
    this.#turns = turns;
  }

  /**
   * Runs a write. It is run again, up to three times in all, when it loses a race against others.
   *
   * @param id of the item; `undefined` for one that the database will number
   * @param work reads, merges and saves
   */
  async run<R>(id: unknown, work: (unit: UnitOfWork) => Promise<R>): Promise<R> {
    let later: (() => MaybePromise<void>)[] = [];
    const afterCommit = (step: () => MaybePromise<void>) => void later.push(step);
    const { transactions } = this.#collection.items;
    const result = transactions === undefined
      ? await this.#inTurn(id, () => work({ lock: {}, afterCommit }))
      : await transactions.run(() => {
        later = [];
        return work({ lock: { lock: "update" }, afterCommit });
      }, { ...this.#collection.signal.options, retry: { retryOn: isLostRace } });
    for (const step of later) await step();
    return result;
  }

  async #inTurn<R>(id: unknown, work: () => Promise<R>): Promise<R> {
    return id === undefined ? await work() : await this.#turns.run(this.#collection.idSegment(id), work);
  }
}

/** What waited for a lock in vain has waited long enough. */
function isLostRace(error: unknown): boolean {
  return error instanceof ConcurrencyFailureError && !(error instanceof LockTimeoutError);
}
