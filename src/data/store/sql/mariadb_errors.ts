import { ConcurrencyFailureError } from "../../concurrency_failure_error.ts";
import { DataIntegrityError, type IntegrityRule } from "../../data_integrity_error.ts";
import { LockTimeoutError } from "../../lock_timeout_error.ts";
import { QueryTimeoutError } from "../../query_timeout_error.ts";
import { StoreUnavailableError } from "../../store_unavailable_error.ts";
import { UnreadableExpressionError } from "../../unreadable_expression_error.ts";
import type { BrokenConstraint } from "./constraint_facts.ts";
import { missingTable } from "./missing_table.ts";

/** Facts of a MariaDB database for messages. */
export interface MariadbTarget {
  /** The database, without any password. */
  readonly name: string;
  readonly maxConnections: number;
  /** Maximum time to wait for a connection, in milliseconds. */
  readonly connectTimeoutMs: number;
  /** Maximum time of a statement, in milliseconds. */
  readonly statementTimeoutMs: number;
}

/** An error of the server, or of the driver; the latter has no number. */
interface MariadbError extends Error {
  readonly errno?: number;
  readonly code?: string;
  readonly fatal?: boolean;
}

const noSuchTable = 1146;
const columnNotNull = 1048;
const lockWaitTimeout = 1205;
const regularExpression = 1139;
const queryInterrupted = 1317;
const statementTimeout = 1969;
const readOnlyTransaction = 1792;
/** The driver's message when the server does not respond. */
const serverSilent = "PROTOCOL_SEQUENCE_TIMEOUT";
// Deadlock, row changed after the snapshot of the transaction, too many locks.
const concurrencyFailures: readonly number[] = [1213, 1020, 1206];

const constraints: Readonly<Record<number, IntegrityRule>> = {
  1062: "unique",
  1586: "unique",
  1216: "reference",
  1217: "reference",
  1451: "reference",
  1452: "reference",
  [columnNotNull]: "not-null",
  1364: "not-null",
  4025: "check",
  1406: "length",
  // Values that a column can't hold: a number or date out of range, a text that is not valid for the column's type.
  1264: "check",
  1265: "check",
  1292: "check",
  1366: "check",
  1690: "check",
};

// Too many connections, shutdown, out of memory, disk or files, unknown database, access denied, read-only server or
// database, killed or aborted connection.
const storeTroubles: ReadonlySet<number> = new Set(
  [1040, 1041, 1053, 1021, 1037, 1038, 1044, 1045, 1049, 1114, 1130, 1152, 1158, 1159, 1160, 1161, 1184, 1203, 1226]
    .concat([1290, 1698, 1836, 1927, 4031]),
);

/**
 * Translates an error of the server or the driver to an error of this package.
 *
 * @param error what was thrown
 * @param target the database
 * @returns the translated error, or the error itself if no class fits
 */
export function translatedMariadbError(error: unknown, target: MariadbTarget): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailableError) return error;
  const { errno, code } = error as MariadbError;
  if (errno === statementTimeout || code === serverSilent) {
    return new QueryTimeoutError(target.name, target.statementTimeoutMs, { cause: error });
  }
  if (isStoreTrouble(error)) {
    return new StoreUnavailableError(target.name, needed(error, target), { cause: error });
  }
  return errno === undefined ? error : refusal(error, errno);
}

/** Translates an error of the server, which has a number. */
function refusal(error: Error, errno: number): Error {
  const cause = { cause: error };
  if (errno === noSuchTable) return missingTable(error);
  if (errno === lockWaitTimeout) return new LockTimeoutError(error.message, cause);
  if (concurrencyFailures.includes(errno)) return new ConcurrencyFailureError(error.message, cause);
  if (errno === regularExpression) return new UnreadableExpressionError(error);
  const rule = constraints[errno];
  if (rule === undefined) return error;
  return new DataIntegrityError(rule, `Cannot change data as the database refuses it: ${error.message}`, cause);
}

/**
 * Returns whether a connection is broken.
 *
 * @param error the translated error of a statement
 */
export function isMariadbConnectionLost(error: unknown): boolean {
  if (!(error instanceof StoreUnavailableError)) return false;
  const { errno, code, fatal } = error.cause as MariadbError;
  // Errors of the server leave the connection usable, unless they say that the server ends it.
  return fatal === true || code === serverSilent || errno === undefined || errno < 1000 || [1053, 1927].includes(errno);
}

/** Whether an error reports a change within a read-only transaction. */
export function isReadOnlyRefusal(error: unknown): boolean {
  return (error as MariadbError).errno === readOnlyTransaction;
}

/** Whether a statement was cancelled. */
export function isInterrupted(error: unknown): boolean {
  return (error as MariadbError).errno === queryInterrupted;
}

/** Whether null was rejected as an id. */
export function isNullRefusal(error: unknown): boolean {
  return (error as MariadbError | undefined)?.errno === columnNotNull;
}

// Errors without a number come from the driver, the network or the runtime.
function isStoreTrouble(error: MariadbError): boolean {
  const { errno, code = "", fatal } = error;
  if (errno !== undefined && errno >= 1000) return storeTroubles.has(errno);
  return fatal === true || error instanceof AggregateError || error instanceof Deno.errors.NotCapable ||
    /^(E[A-Z]+|PROTOCOL_\w+|HANDSHAKE_\w+|ER_\w*)$/.test(code) ||
    /closed state|connection|timed? ?out/i.test(error.message);
}

function needed(error: MariadbError, { maxConnections, connectTimeoutMs }: MariadbTarget): string {
  const { errno, message } = error;
  if (error instanceof Deno.errors.NotCapable) {
    return `the process must be allowed to reach it: run with --allow-net (${message})`;
  }
  if (error instanceof PoolExhaustedError) {
    return `a connection must come free within ${connectTimeoutMs} ms: all ${maxConnections} of the pool are in use`;
  }
  if (errno === 1021 || errno === 1114) return `its disk must have room: ${message}`;
  if (errno === 1040 || errno === 1203 || errno === 1226) return `it must have a connection left: ${message}`;
  if (errno === 1290 || errno === 1836) return `it must be allowed to change: ${message}`;
  return `it must be running and reachable: ${message}`;
}

/** Thrown when no connection of the pool became free in time. */
export class PoolExhaustedError extends Error {
  /** The code that classifies it as unavailability of the store. */
  readonly code = "EPOOL";
}

/**
 * Reads the facts of a violated constraint from a message of MariaDB.
 *
 * @param message the server's message
 */
export function mariadbConstraint(message: string): BrokenConstraint {
  return duplicate(message) ?? foreignKey(message) ?? check(message) ?? refusedColumn(message) ?? {};
}

/** `Duplicate entry 'x' for key 'name'`, where the entry comes from a client. */
function duplicate(message: string): BrokenConstraint | undefined {
  const start = message.lastIndexOf(" for key '");
  if (!message.startsWith("Duplicate entry ") || start < 0) return undefined;
  return { name: message.slice(start + " for key '".length).replace(/'$/, "") };
}

/** ``…constraint fails (`shop`.`books`, CONSTRAINT `name` FOREIGN KEY (`author_id`) REFERENCES `authors` (`id`))``. */
function foreignKey(message: string): BrokenConstraint | undefined {
  const start = message.indexOf("constraint fails (`");
  const [place, rest = ""] = message.slice(start + "constraint fails (`".length).split("`, CONSTRAINT `", 2);
  const [name, keys] = rest.split("` FOREIGN KEY (`", 2);
  const [schema, table] = place!.split("`.`");
  if (start < 0 || keys === undefined || table === undefined) return undefined;
  const columns = keys.split("`) REFERENCES ", 1)[0]!.split("`, `");
  return { schema: schema!, table, name: name!, columns };
}

/** ``CONSTRAINT `name` failed for `shop`.`books` ``; the name of a column's check contains table and column. */
function check(message: string): BrokenConstraint | undefined {
  const end = message.indexOf(" failed for ");
  if (!message.startsWith("CONSTRAINT `") || end < 0) return undefined;
  const [schema, table] = message.slice(end + " failed for `".length, -1).split("`.`");
  if (table === undefined) return undefined;
  const stated = message.slice("CONSTRAINT `".length, end - 1).split("`.`").at(-1)!;
  const name = stated.startsWith(`${table}.`) ? stated.slice(table.length + 1) : stated;
  return { name, schema: schema!, table, columns: [name] };
}

/** `Column 'x' cannot be null`, `Data too long for column 'x' at row 1`, ``… for column `shop`.`books`.`x` at row 1``. */
function refusedColumn(message: string): BrokenConstraint | undefined {
  const qualified = between(message, " for column `", "` at row ")?.split("`.`");
  if (qualified !== undefined) {
    const [schema, table, column] = qualified;
    return column === undefined ? undefined : { schema: schema!, table: table!, columns: [column] };
  }
  const plain = between(message, " for column '", "' at row ") ?? /^(?:Column|Field) '([^']*)' /.exec(message)?.[1];
  return plain === undefined ? undefined : { columns: [plain] };
}

/** Returns the text between the last occurrence of a start and the end that follows it. */
function between(text: string, beginning: string, end: string): string | undefined {
  const start = text.lastIndexOf(beginning);
  const last = text.lastIndexOf(end);
  return start < 0 || last < start ? undefined : text.slice(start + beginning.length, last);
}
