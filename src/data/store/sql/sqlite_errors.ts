import { DataIntegrityError, type IntegrityRule } from "../../data_integrity_error.ts";
import { LockTimeoutError } from "../../lock_timeout_error.ts";
import { StoreUnavailableError } from "../../store_unavailable_error.ts";
import { missingTable } from "./missing_table.ts";

// Not every error of node:sqlite carries SQLite's code in Deno, so the message decides.
const constraints: readonly (readonly [RegExp, IntegrityRule])[] = [
  [/^UNIQUE constraint failed/, "unique"],
  [/^FOREIGN KEY constraint failed/, "reference"],
  [/^NOT NULL constraint failed/, "not-null"],
  [/^CHECK constraint failed/, "check"],
];

const faults: readonly (readonly [RegExp, string])[] = [
  [/^database or disk is full/, "its disk, or the size that it may have, must have room"],
  [/^attempt to write a readonly database/, "it must be allowed to change: the file or its folder is read-only"],
  [/^disk I\/O error/, "its disk must be readable and writable"],
  [/^unable to open database file/, "its file must be readable and writable"],
  [/^(database disk image is malformed|file is not a database)/, "its file must be an undamaged SQLite database"],
];

/**
 * Translates an error of `node:sqlite`.
 *
 * @param error what was thrown
 * @param store names the database
 * @returns the error itself where no class of ours fits
 */
export function translatedSqliteError(error: unknown, store: string): unknown {
  if (!(error instanceof Error)) return error;
  const { message } = error;
  const cause = { cause: error };
  if (message.startsWith("no such table: ")) return missingTable(error);
  if (/^database (table |schema )?is locked/.test(message)) return new LockTimeoutError(message, cause);
  const needed = faults.find(([pattern]) => pattern.test(message))?.[1];
  if (needed !== undefined) return new StoreUnavailableError(store, `${needed} (${message})`, cause);
  const rule = constraints.find(([pattern]) => pattern.test(message))?.[1];
  if (rule === undefined) return error;
  return new DataIntegrityError(rule, `Cannot change data as the database refuses it: ${message}`, cause);
}
