import type { Savepoint, TransactionSession } from "../transaction_manager.ts";

/** A transaction in memory. */
export interface UndoSession extends TransactionSession {
  /** Undoes the changes, the last first. */
  readonly undo: (() => void)[];
  /** Whether changes are rejected. */
  readonly readOnly: boolean;
}

/**
 * Begins a transaction.
 *
 * @param readOnly whether changes are rejected
 * @param unlock lets the next transaction begin
 */
export function undoSession(readOnly: boolean, unlock: () => void): UndoSession {
  const undo: (() => void)[] = [];
  const undoTo = (start: number) => {
    for (const step of undo.splice(start).reverse()) step();
    return Promise.resolve();
  };
  const end = (start: number) => {
    undoTo(start);
    unlock();
    return Promise.resolve();
  };
  const savepoint = (): Promise<Savepoint> => {
    const start = undo.length;
    return Promise.resolve({ release: () => Promise.resolve(), rollback: () => undoTo(start) });
  };
  return { undo, readOnly, commit: () => end(undo.length), rollback: () => end(0), savepoint };
}
