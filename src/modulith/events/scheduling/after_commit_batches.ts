import type { MaybePromise } from "../../../kernel/mod.ts";
import type { ReleaseDeliveries } from "../after_commit_delivery.ts";
import type { ListenerTransactions } from "../listener_transactions.ts";

/** Collects the items published in a transaction, and passes them on as one batch after the commit. */
export class AfterCommitBatches<T> {
  readonly #transactions: ListenerTransactions;
  readonly #handOver: (items: readonly T[]) => MaybePromise<void>;
  readonly #batches = new WeakMap<object, T[]>();

  /**
   * @param transactions has the publisher's transaction
   * @param handOver accepts the committed items; resolves later to slow the publisher down (back-pressure)
   */
  constructor(transactions: ListenerTransactions, handOver: (items: readonly T[]) => MaybePromise<void>) {
    this.#transactions = transactions;
    this.#handOver = handOver;
  }

  /** The items published in the caller's transaction so far. */
  get current(): readonly T[] {
    const { current } = this.#transactions;
    return (current && this.#batches.get(current)) ?? [];
  }

  /**
   * Adds items to the caller's transaction.
   *
   * @returns a function to call when the publisher is done; without a transaction it passes the items on at once
   */
  add(items: readonly T[]): ReleaseDeliveries {
    const { current } = this.#transactions;
    if (current === undefined) return () => this.#handOver(items);
    const known = this.#batches.get(current);
    if (known !== undefined) known.push(...items);
    else {
      const batch = [...items];
      this.#batches.set(current, batch);
      // One hook for all events of the transaction, so that back-pressure applies once.
      current.afterCommit(() => this.#handOver(batch));
    }
    return () => {};
  }
}
