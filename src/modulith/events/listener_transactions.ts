import type { Transaction, Transactions } from "../../data/mod.ts";

/** The transactions of publishers and listeners. */
export interface ListenerTransactions {
  /** The caller's transaction, if any. */
  readonly current: Transaction | undefined;
  /** Runs work in a new transaction, separate from the caller's. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Used without a database: everything is committed at once. */
const withoutTransactions: ListenerTransactions = {
  current: undefined,
  run: (work) => work(),
};

/**
 * Adapts the transactions of a database for publishers and listeners.
 *
 * @param transactions the transactions of the database; `undefined` without a database
 */
export function listenerTransactions(transactions: Transactions | undefined): ListenerTransactions {
  if (transactions === undefined) return withoutTransactions;
  return {
    get current() {
      return transactions.current;
    },
    run: (work) => transactions.run(work),
  };
}
