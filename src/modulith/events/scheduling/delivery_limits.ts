import type { EventsProperties } from "../../../kernel/mod.ts";

/** The limits on concurrent deliveries. */
export interface DeliveryLimits {
  readonly inAll: number;
  /** Maximum number of deliveries in transactions, each of which holds a connection. */
  readonly inTransactions: number;
  readonly perListener: number;
  /** Duration of the pause after transactions, as a multiple of their duration, while further deliveries wait. */
  readonly rest: number;
  /** Time in transactions after which deliveries pause, in milliseconds. */
  readonly restAfterMs: number;
}

/**
 * Pauses leave the database to requests. SQLite has one write lock for all processes, and no queue for it: a process
 * that writes without pauses starves the others. With the pause for files, a request that writes finds the lock taken
 * by a delivery of another process in less than one case of ten. For files each transaction is followed by a pause, as
 * a request that waits for one would otherwise wait for the following ones too.
 */
const rests = {
  file: { rest: 5, restAfterMs: 0 },
  pool: { rest: 0.5, restAfterMs: 1 },
  none: { rest: 0, restAfterMs: 0 },
};

/** Maximum number of deliveries without a connection pool: with a single write connection, or without a database. */
const withoutPool = 8;

/**
 * Computes the limits: half of the database's connections, so that the other half is left to requests. At least two
 * listeners run at once, so that one that waits for another service does not block those that need a transaction.
 *
 * @param properties the configured limits
 * @param database the number of its concurrent transactions; absent without a database
 */
export function deliveryLimits(
  { maxConcurrency }: Pick<EventsProperties, "maxConcurrency">,
  database: { readonly maxTransactions: number; readonly isInMemory: boolean } | undefined,
): DeliveryLimits {
  const half = Math.max(1, Math.floor((database?.maxTransactions ?? Infinity) / 2));
  const isPool = database !== undefined && database.maxTransactions > 1;
  const inAll = maxConcurrency > 0 ? maxConcurrency : isPool ? Math.max(2, half) : withoutPool;
  const isFile = database?.maxTransactions === 1 && !database.isInMemory;
  const rest = isPool ? rests.pool : isFile ? rests.file : rests.none;
  return { inAll, inTransactions: Math.min(inAll, half), perListener: Math.max(1, inAll - 1), ...rest };
}
