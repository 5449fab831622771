import { LockTimeoutError, QueryTimeoutError, StoreUnavailableError } from "../../data/mod.ts";

/** Whether the error says that the database is unavailable at present, and not that the statement is wrong. */
export function isStoreBusy(error: unknown): boolean {
  return error instanceof StoreUnavailableError || error instanceof LockTimeoutError ||
    error instanceof QueryTimeoutError;
}
