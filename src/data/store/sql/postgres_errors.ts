import { ConcurrencyFailureError } from "../../concurrency_failure_error.ts";
import { DataIntegrityError, type IntegrityRule } from "../../data_integrity_error.ts";
import { LockTimeoutError } from "../../lock_timeout_error.ts";
import { QueryTimeoutError } from "../../query_timeout_error.ts";
import { StoreUnavailableError } from "../../store_unavailable_error.ts";
import { UnreadableExpressionError } from "../../unreadable_expression_error.ts";
import { missingTable } from "./missing_table.ts";

/** Facts of a PostgreSQL database for messages. */
export interface PostgresTarget {
  /** The database, without any password. */
  readonly name: string;
  readonly schema?: string;
  readonly maxConnections: number;
  /** Maximum time to wait for a connection, in milliseconds. */
  readonly connectTimeoutMs: number;
  /** Maximum time of a statement, in milliseconds. */
  readonly statementTimeoutMs: number;
}

const undefinedTable = "42P01";
const invalidSchema = "3F000";
const invalidExpression = "2201B";
// Serialization failure, deadlock.
const concurrencyFailures: readonly string[] = ["40001", "40P01"];
const lockNotAvailable = "55P03";
const queryCanceled = "57014";
const readOnlyTransaction = "25006";
/** The driver's message when the server does not respond. */
const serverSilent = "Query read timeout";

const constraints: Readonly<Record<string, IntegrityRule>> = {
  "23505": "unique",
  "23503": "reference",
  "23502": "not-null",
  "23514": "check",
  // Values that a column can't hold: a text that is too long, a number or date out of range, a text with a NUL
  // character or a lone surrogate, a text that is not valid for the column's type.
  "22001": "length",
  "22007": "check",
  "22003": "check",
  "22008": "check",
  "22021": "check",
  "22P05": "check",
  "22P02": "check",
};

// The pool's message after waiting for a connection; an unresponsive server has another message.
const waitedTooLong = "timeout exceeded when trying to connect";

/**
 * Translates an error of the server or the driver to an error of this package.
 *
 * @param error what was thrown
 * @param target the database
 * @returns the translated error, or the error itself if no class fits
 */
export function translatedError(error: unknown, target: PostgresTarget): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailableError) return error;
  const { code } = error as { readonly code?: string };
  const translated = code === undefined ? undefined : refusal(error, code, target);
  if (translated !== undefined) return translated;
  if (code === queryCanceled || error.message === serverSilent) {
    return new QueryTimeoutError(target.name, target.statementTimeoutMs, { cause: error });
  }
  return isStoreTrouble(error, code)
    ? new StoreUnavailableError(target.name, needed(error, code, target), { cause: error })
    : error;
}

/**
 * Returns whether a connection is broken.
 *
 * @param error the translated error of a statement
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof StoreUnavailableError)) return false;
  const { code, message } = error.cause as { readonly code?: string; readonly message?: string };
  // Codes of the server: a full disk and a cancelled statement leave the connection usable.
  const isKept = code !== undefined && /^(53[124]|58|57014|25006)/.test(code);
  return !isKept || message === serverSilent;
}

/** Translates an error of the server, which has a code. */
function refusal(error: Error, code: string, { schema = "public" }: PostgresTarget): Error | undefined {
  if (code === undefinedTable) return missingTable(error);
  if (code === lockNotAvailable) return new LockTimeoutError(error.message, { cause: error });
  if (concurrencyFailures.includes(code)) return new ConcurrencyFailureError(error.message, { cause: error });
  if (code === invalidExpression) return new UnreadableExpressionError(error);
  if (code === invalidSchema) {
    return new Error(`Cannot use schema "${schema}" as it must exist: create it first (${error.message})`, {
      cause: error,
    });
  }
  const rule = constraints[code];
  if (rule === undefined) return undefined;
  return new DataIntegrityError(rule, `Cannot change data as the database refuses it: ${error.message}`, {
    cause: error,
  });
}

// Class 08: connection exceptions; 53: out of disk, memory or connections; 57P: shut down or cancelled by an
// administrator; 58: system errors; 25P03: idle timeout; 25006: read-only server; 3D000: unknown database; 28: invalid
// authorization.
function isStoreTrouble(error: Error, code: string | undefined): boolean {
  if (code !== undefined && /^(08|53|57P0|58|25P03|25006|3D000|28)/.test(code)) return true;
  if (code !== undefined && /^E[A-Z]+$/.test(code)) return true;
  return error instanceof AggregateError || error instanceof Deno.errors.NotCapable ||
    /connection|timeout exceeded|client has encountered|closed/i.test(error.message);
}

function needed(
  error: Error,
  code: string | undefined,
  { maxConnections, connectTimeoutMs }: PostgresTarget,
): string {
  if (error instanceof Deno.errors.NotCapable) {
    const flag = /\benv access\b/.test(error.message) ? "--allow-env='PG*'" : "--allow-net";
    return `the process must be allowed to reach it: run with ${flag} (${error.message})`;
  }
  if (error.message === waitedTooLong) {
    return `a connection must come free within ${connectTimeoutMs} ms: all ${maxConnections} of the pool are in use`;
  }
  if (code === "53100") return `its disk must have room: ${error.message}`;
  if (code === "53300") return `it must have a connection left: ${error.message}`;
  if (code === readOnlyTransaction) return `it must be allowed to change: ${error.message}`;
  return `it must be running and reachable: ${error.message}`;
}
