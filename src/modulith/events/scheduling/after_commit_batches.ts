import type { MaybePromise } from "../../../kernel/mod.ts";
import type { ReleaseDeliveries } from "../after_commit_delivery.ts";
import type { ListenerTransactions } from "../listener_transactions.ts";

/** Collects what a transaction publishes, and hands it over in one go when the transaction has committed. */
export class AfterCommitBatches<T> {
  readonly #transactions: ListenerTransactions;
  readonly #handOver: (items: readonly T[]) => MaybePromise<void>;
  readonly #batches = new WeakMap<object, T[]>();

  /**
   * @param transactions tells the publisher's transaction
   * @param handOver takes what was committed; resolves later where the publisher should be slowed down
   */
  constructor(transactions: ListenerTransactions, handOver: (items: readonly T[]) => MaybePromise<void>) {
    this.#transactions = transactions;
    this.#handOver = handOver;
  }

  /** What the caller's transaction has published so far. */
  get current(): readonly T[] {
    const { current } = this.#transactions;
    return (current && this.#batches.get(current)) ?? [];
  }

  /**
   * Adds to what the caller's transaction publishes.
   *
   * @returns hands it over at once where there is no transaction; to be called when the publisher is done
   */
  add(items: readonly T[]): ReleaseDeliveries {
    const { current } = this.#transactions;
    if (current === undefined) return () => this.#handOver(items);
    const known = this.#batches.get(current);
    if (known !== undefined) known.push(...items);
    else {
      const batch = [...items];
      this.#batches.set(current, batch);
      // One hook for all events of the transaction, so that it is slowed down once.
      current.afterCommit(() => this.#handOver(batch));
    }
    return () => {};
  }
}
