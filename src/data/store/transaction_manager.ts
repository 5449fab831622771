import { AsyncLocalStorage } from "node:async_hooks";
import type { IsolationLevel, Transaction, TransactionOptions, Transactions } from "../transactions.ts";
import { Semaphore } from "./semaphore.ts";
import { TransactionFate } from "./transaction_fate.ts";
import { withRetry } from "./transaction_retry.ts";

/** A savepoint of a transaction. */
export interface Savepoint {
  /** Keeps the changes since the savepoint. */
  release(): Promise<void>;
  /** Undoes the changes since the savepoint. */
  rollback(): Promise<void>;
}

/** The transaction operations of a store. */
export interface TransactionSession {
  /** Commits the transaction. */
  commit(): Promise<void>;
  /** Rolls the transaction back. */
  rollback(): Promise<void>;
  /** Sets a savepoint. Savepoints end in the reverse order of their creation. */
  savepoint(): Promise<Savepoint>;
}

/** Options of beginning a session. */
export interface BeginOptions extends Pick<TransactionOptions, "signal" | "isolation" | "readOnly"> {
  /**
   * For migrations, which may change the settings of a PostgreSQL connection: it is closed afterwards. `"autocommit"`
   * reserves a connection without a transaction, so that each statement commits on its own; `"unchecked-references"`
   * turns off the foreign keys of SQLite, so that a table can be replaced.
   */
  readonly mode?: "migration" | "autocommit" | "unchecked-references";
}

type Hook = () => void | Promise<void>;

/** A transaction, or a nested one with a savepoint. */
interface Running<S> extends Transaction {
  readonly session: S;
  readonly isolation: IsolationLevel | undefined;
  /** The enclosing transaction. */
  readonly outer: Running<S> | undefined;
  readonly fate: TransactionFate;
  readonly hooks: Hook[];
  /** Serializes the nested transactions, as savepoints end in the reverse order of their creation. */
  readonly nested: Semaphore;
  isOver: boolean;
  /** The error of a nested transaction that could not be undone alone. */
  failure?: { readonly cause: unknown };
}

const levels: readonly (IsolationLevel | undefined)[] = [
  undefined,
  "read committed",
  "repeatable read",
  "serializable",
];

/** Options of a {@linkcode TransactionManager}. */
export interface TransactionManagerOptions {
  /** The default isolation level; absent if the settings of a connection decide. */
  readonly isolation?: IsolationLevel;
  /** Converts the error of a failed commit. */
  readonly commitError?: (error: unknown) => unknown;
}

/** Binds the current transaction of a database to the async context. */
export class TransactionManager<S extends TransactionSession> implements Transactions {
  readonly #begin: (options: BeginOptions) => Promise<S>;
  readonly #isolation: IsolationLevel | undefined;
  readonly #commitError: (error: unknown) => unknown;
  readonly #storage = new AsyncLocalStorage<Running<S> | undefined>();

  /**
   * @param begin opens a session of the store
   * @param options the default isolation level, and the conversion of errors
   */
  constructor(begin: (options: BeginOptions) => Promise<S>, options: TransactionManagerOptions = {}) {
    this.#begin = begin;
    this.#isolation = options.isolation;
    this.#commitError = options.commitError ?? ((error) => error);
  }

  get current(): Transaction | undefined {
    return this.#running;
  }

  /**
   * The session of the caller's transaction; `undefined` outside of transactions.
   *
   * @throws Error when the caller's transaction has ended
   */
  get session(): S | undefined {
    const running = this.#storage.getStore();
    if (running === undefined) return undefined;
    if (isOver(running)) {
      throw new Error("Cannot use a transaction as it must still be open: it is over, await all work within it");
    }
    return running.session;
  }

  /** The outcome of the caller's transaction. */
  get fate(): TransactionFate | undefined {
    return this.#running?.fate;
  }

  get #running(): Running<S> | undefined {
    const running = this.#storage.getStore();
    return running === undefined || isOver(running) ? undefined : running;
  }

  async run<R>(
    work: () => Promise<R>,
    options: TransactionOptions & Pick<BeginOptions, "mode"> = {},
  ): Promise<R> {
    const outer = this.#running;
    if (outer === undefined) return await withRetry(() => this.#runNew(work, options), options.retry, options.signal);
    requireIsolation(options.isolation, outer.isolation ?? this.#isolation);
    if (options.nested) return await this.#runNested(outer, work, options.signal);
    return await this.#join(outer, work);
  }

  async afterCommit(work: Hook): Promise<void> {
    const running = this.#running;
    if (running === undefined) await work();
    else running.afterCommit(work);
  }

  async #runNew<R>(work: () => Promise<R>, options: TransactionOptions): Promise<R> {
    const running = transaction(await this.#begin(options), options.isolation);
    const result = await this.#complete(running, work);
    await this.#storage.run(undefined, () => runHooks(running.hooks));
    return result;
  }

  async #join<R>(outer: Running<S>, work: () => Promise<R>): Promise<R> {
    try {
      return await work();
    } catch (error) {
      outer.failure ??= { cause: error };
      throw error;
    }
  }

  async #runNested<R>(outer: Running<S>, work: () => Promise<R>, signal: AbortSignal | undefined): Promise<R> {
    const unlock = await outer.nested.acquire(signal);
    try {
      if (isOver(outer)) throw new Error("Cannot set a savepoint as its transaction must still be open: it is over");
      const savepoint = await outer.session.savepoint();
      const running = transaction(outer.session, outer.isolation, outer);
      const result = await this.#completePart(running, savepoint, work);
      outer.hooks.push(...running.hooks);
      return result;
    } finally {
      unlock();
    }
  }

  async #completePart<R>(running: Running<S>, savepoint: Savepoint, work: () => Promise<R>): Promise<R> {
    try {
      const result = await this.#storage.run(running, work);
      requireSuccess(running);
      running.isOver = true;
      await savepoint.release();
      return result;
    } catch (error) {
      running.isOver = true;
      running.fate.undo();
      // If the rollback to the savepoint fails, the whole transaction is rolled back.
      await savepoint.rollback().catch((cause) => running.outer!.failure ??= { cause });
      throw error;
    }
  }

  async #complete<R>(running: Running<S>, work: () => Promise<R>): Promise<R> {
    try {
      const result = await this.#storage.run(running, work);
      requireSuccess(running);
      running.isOver = true;
      await this.#commit(running.session);
      return result;
    } catch (error) {
      running.isOver = true;
      running.fate.undo();
      await running.session.rollback();
      throw error;
    }
  }

  async #commit(session: S): Promise<void> {
    try {
      await session.commit();
    } catch (error) {
      throw await this.#commitError(error);
    }
  }
}

/**
 * Checks that the caller runs in a transaction, which holds the locks of rows.
 *
 * @throws TypeError when there is no transaction
 */
export function requireTransaction({ current }: Transactions): void {
  if (current !== undefined) return;
  throw new TypeError(
    "Cannot lock what is found as the lock must end with a transaction: run the work within transactions.run",
  );
}

function transaction<S>(session: S, isolation: IsolationLevel | undefined, outer?: Running<S>): Running<S> {
  const hooks: Hook[] = [];
  const fate = new TransactionFate(outer?.fate);
  const afterCommit = (work: Hook) => void hooks.push(work);
  return { session, isolation, outer, fate, hooks, nested: new Semaphore(), isOver: false, afterCommit };
}

function isOver<S>(running: Running<S>): boolean {
  return running.isOver || (running.outer !== undefined && isOver(running.outer));
}

function requireSuccess<S>({ failure }: Running<S>): void {
  if (failure === undefined) return;
  throw new Error("Cannot commit a transaction as all work within it must succeed: a part of it failed", failure);
}

function requireIsolation(wanted: IsolationLevel | undefined, held: IsolationLevel | undefined): void {
  if (levels.indexOf(wanted) <= levels.indexOf(held)) return;
  throw new TypeError(
    `Cannot run work in the current transaction as it must be isolated by "${wanted}": current value is ` +
      `"${held ?? "the database's default"}"`,
  );
}

async function runHooks(hooks: readonly Hook[]): Promise<void> {
  const failures: unknown[] = [];
  for (const hook of hooks) {
    try {
      await hook();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, "Cannot complete the work after a commit: the transaction itself is committed");
  }
}
