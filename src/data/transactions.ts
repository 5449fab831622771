import type { ServiceIdentifier } from "../../deps.ts";
import { token } from "../kernel/mod.ts";

/** One unit of work: all of it is kept, or nothing. */
export interface Transaction {
  /**
   * Registers work to be done once the transaction is committed; it is dropped when the transaction is rolled back.
   *
   * @param work runs outside the transaction, one after another in the order of registration
   */
  afterCommit(work: () => void | Promise<void>): void;
}

/** Runs units of work. Everything that happens within one, on any repository of the database, joins it. */
export interface Transactions {
  /** The transaction that the caller runs in. */
  readonly current: Transaction | undefined;
  /**
   * Runs work in a transaction: in the current one where there is one, else in a new one, which is committed when the
   * work succeeds and rolled back when it fails.
   *
   * @param work what to do
   * @param options `signal` gives up waiting for the transaction to begin
   * @returns what the work returns
   */
  run<R>(work: () => Promise<R>, options?: { readonly signal?: AbortSignal }): Promise<R>;
  /**
   * Does work once the current transaction is committed, or at once where there is none.
   *
   * @param work what to do
   */
  afterCommit(work: () => void | Promise<void>): Promise<void>;
}

/** Identifier of the {@linkcode Transactions} bean. */
export const Transactions: ServiceIdentifier<Transactions> = token<Transactions>("Transactions");
