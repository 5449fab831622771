import { AsyncLocalStorage } from "node:async_hooks";
import type { Transaction, Transactions } from "../transactions.ts";

/** What a store does at the ends of a transaction. */
export interface TransactionSession {
  /** Keeps everything. */
  commit(): Promise<void>;
  /** Undoes everything. */
  rollback(): Promise<void>;
}

interface Running<S> extends Transaction {
  readonly session: S;
  readonly hooks: (() => void | Promise<void>)[];
  isOver: boolean;
  /** What a part of the work failed with. */
  failure?: { readonly cause: unknown };
}

/** Keeps the current transaction of one database with the asynchronous context. */
export class TransactionManager<S extends TransactionSession> implements Transactions {
  readonly #begin: (signal?: AbortSignal) => Promise<S>;
  readonly #storage = new AsyncLocalStorage<Running<S> | undefined>();

  /** @param begin opens a session of the store */
  constructor(begin: (signal?: AbortSignal) => Promise<S>) {
    this.#begin = begin;
  }

  get current(): Transaction | undefined {
    return this.#running;
  }

  /**
   * The session that statements of the caller belong to.
   *
   * @throws Error when the caller's transaction is over
   */
  get session(): S | undefined {
    const running = this.#storage.getStore();
    if (running?.isOver) {
      throw new Error("Cannot use a transaction as it must still be open: it is over, await all work within it");
    }
    return running?.session;
  }

  get #running(): Running<S> | undefined {
    const running = this.#storage.getStore();
    return running?.isOver ? undefined : running;
  }

  async run<R>(work: () => Promise<R>, options: { readonly signal?: AbortSignal } = {}): Promise<R> {
    const outer = this.#running;
    if (outer !== undefined) return await this.#join(outer, work);
    const session = await this.#begin(options.signal);
    const running = transaction(session);
    const result = await this.#complete(running, work);
    await this.#storage.run(undefined, () => runHooks(running.hooks));
    return result;
  }

  async afterCommit(work: () => void | Promise<void>): Promise<void> {
    const running = this.#running;
    if (running === undefined) await work();
    else running.afterCommit(work);
  }

  async #join<R>(outer: Running<S>, work: () => Promise<R>): Promise<R> {
    try {
      return await work();
    } catch (error) {
      outer.failure ??= { cause: error };
      throw error;
    }
  }

  async #complete<R>(running: Running<S>, work: () => Promise<R>): Promise<R> {
    try {
      const result = await this.#storage.run(running, work);
      if (running.failure !== undefined) {
        throw new Error(
          "Cannot commit a transaction as all work within it must succeed: a part of it failed",
          running.failure,
        );
      }
      running.isOver = true;
      await running.session.commit();
      return result;
    } catch (error) {
      running.isOver = true;
      await running.session.rollback();
      throw error;
    }
  }
}

function transaction<S>(session: S): Running<S> {
  const hooks: (() => void | Promise<void>)[] = [];
  return { session, hooks, isOver: false, afterCommit: (work) => void hooks.push(work) };
}

async function runHooks(hooks: readonly (() => void | Promise<void>)[]): Promise<void> {
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
