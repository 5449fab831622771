import type { Transaction, Transactions } from "../../data/mod.ts";

/** The transactions around publishing and listening. */
export interface ListenerTransactions {
  /** The caller's transaction; absent where there is none. */
  readonly current: Transaction | undefined;
  /** Runs work in a transaction of its own, apart from the caller's. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Used where no database is installed: everything is committed at once. */
const withoutTransactions: ListenerTransactions = {
  current: undefined,
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
    get current() {
      return transactions.current;
    },
    run: (work) => transactions.run(work),
  };
}
