import type { Transactions } from "../../data/mod.ts";

/** The transactions around publishing and listening. */
export interface ListenerTransactions {
  /** Calls back when the caller's transaction has committed; at once where there is none; never when it rolls back. */
  afterCommit(callback: () => void): void;
  /** Runs work in a transaction of its own, apart from the caller's. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Used where no database is installed: everything is committed at once. */
const withoutTransactions: ListenerTransactions = {
  afterCommit: (callback) => callback(),
  run: (work) => work(),
};

/**
 * The transactions of a database, as publishing and listening see them.
 *
 * @param transactions the database's; absent where none is installed
 */
export function listenerTransactions(transactions: Transactions | undefined): ListenerTransactions {
  if (transactions === undefined) return withoutTransactions;
  return {
    afterCommit(callback) {
      const { current } = transactions;
      if (current === undefined) callback();
      else current.afterCommit(callback);
    },
    run: (work) => transactions.run(work),
  };
}
