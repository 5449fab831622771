import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "../kernel/mod.ts";

/** A transaction. */
export interface Transaction {
  /**
   * Registers work to be done once the transaction is committed; it is dropped when the transaction is rolled back.
   *
   * @param work runs outside the transaction, one after another in the order of registration
   */
  afterCommit(work: () => void | Promise<void>): void;
}

/** The isolation level of a transaction. */
export type IsolationLevel = "read committed" | "repeatable read" | "serializable";

/** How work is run again after it failed because others worked on the same data. */
export interface RetryOptions {
  /** Maximum number of attempts, including the first one; by default 3. */
  readonly maxAttempts?: number;
  /** Pause before the second attempt, in milliseconds; it doubles each time and varies by half. By default 20. */
  readonly backoffMs?: number;
  /** Longest pause between two attempts, in milliseconds; by default 1000. */
  readonly maxBackoffMs?: number;
  /** Which failures are worth another attempt; by default each `ConcurrencyFailureError`. */
  readonly retryOn?: (error: unknown) => boolean;
}

/** How a unit of work is run. */
export interface TransactionOptions {
  /** Gives up: stops waiting for the transaction to begin, and for the next attempt. */
  readonly signal?: AbortSignal;
  /**
   * The least isolation; by default what the database has: `read committed` on PostgreSQL. SQLite and `memory:` run
   * writing transactions one after another, which is `serializable`.
   */
  readonly isolation?: IsolationLevel;
  /** Rejects changes. On SQLite files, such transactions run concurrently with the one that writes. */
  readonly readOnly?: boolean;
  /**
   * Lets the work fail alone: within a transaction it gets a savepoint, to which the database goes back when the work
   * fails, and the transaction goes on. Without it the failure of a part fails the whole transaction.
   */
  readonly nested?: boolean;
  /**
   * Runs the work again in a new transaction when it fails with a `ConcurrencyFailureError`. Only what begins the
   * transaction can do so: within another one it has no effect. The work must be safe to repeat.
   */
  readonly retry?: boolean | RetryOptions;
}

/** Runs units of work. Everything that happens within one, on any repository of the database, joins it. */
export interface Transactions {
  /** The transaction that the caller runs in. */
  readonly current: Transaction | undefined;
  /**
   * Runs work in a transaction: in the current one where there is one, else in a new one, which is committed when the
   * work succeeds and rolled back when it fails.
   *
   * @param work the work
   * @param options isolation, retry, savepoint
   * @returns the result of the work
   * @throws TypeError when the current transaction is less isolated than the options ask for
   */
  run<R>(work: () => Promise<R>, options?: TransactionOptions): Promise<R>;
  /**
   * Does work once the current transaction is committed, or at once where there is none.
   *
   * @param work the work
   */
  afterCommit(work: () => void | Promise<void>): Promise<void>;
}

/** Identifier of the {@linkcode Transactions} bean. */
export const Transactions: ServiceIdentifier<Transactions> = token<Transactions>("Transactions");
