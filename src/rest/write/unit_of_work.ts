import { ConcurrencyFailureError, type LockMode, LockTimeoutError } from "../../data/mod.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import type { ExportedCollection } from "../export/exported_collection.ts";
import type { ItemTurns } from "./item_turns.ts";

/** The context of a write. */
export interface UnitOfWork {
  /** Options that lock the row of the item, if the repository has transactions. */
  readonly lock: { readonly lock?: LockMode };
  /** Registers work after the commit; dropped when the write fails or is retried. */
  afterCommit(work: () => MaybePromise<void>): void;
}

/**
 * Runs the writes to the items of a collection. Each reads, merges and saves in one transaction that locks the item's
 * row. Without transactions of the repository, the writes to an item are serialized within this process.
 */
export class UnitsOfWork {
  readonly #collection: ExportedCollection;
  readonly #turns: ItemTurns;

  /**
   * @param collection the collection of the items
   * @param turns serializes the writes to the items of its repository
   */
  constructor(collection: ExportedCollection, turns: ItemTurns) {
    this.#collection = collection;
    this.#turns = turns;
  }

  /**
   * Runs a write, and retries it after a conflict, up to three attempts in total.
   *
   * @param id the id of the item; `undefined` if the database generates it
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

/** Whether an error permits a retry; a lock timeout does not, as the client has waited long enough. */
function isLostRace(error: unknown): boolean {
  return error instanceof ConcurrencyFailureError && !(error instanceof LockTimeoutError);
}
