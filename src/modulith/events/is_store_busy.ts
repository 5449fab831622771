import { LockTimeoutError, QueryTimeoutError, StoreUnavailableError } from "../../data/mod.ts";

/** Whether the database can't be used at present, which is no fault of what was to be done. */
export function isStoreBusy(error: unknown): boolean {
  return error instanceof StoreUnavailableError || error instanceof LockTimeoutError ||
    error instanceof QueryTimeoutError;
}
