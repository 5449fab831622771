import type { EventsProperties } from "../../../kernel/mod.ts";

/** How many deliveries run at the same time. */
export interface DeliveryLimits {
  readonly inAll: number;
  /** Of those in all, how many hold a transaction and thereby a connection. */
  readonly inTransactions: number;
  readonly perListener: number;
  /** How long a place rests after transactions while others wait for it, as a multiple of their time. */
  readonly rest: number;
  /** After how much time in transactions a place rests, in milliseconds. */
  readonly restAfterMs: number;
}

/**
 * Rests leave the database to requests. SQLite has one place for all writers of all processes, and no queue for them:
 * whoever writes without a break keeps the others out. With the rest of a file, a request that writes meets a delivery
 * of another process in less than one case of ten. There each transaction is followed by a rest, as a request that waits
 * for one would otherwise wait for those that follow, too.
 */
const rests = {
  file: { rest: 5, restAfterMs: 0 },
  pool: { rest: 0.5, restAfterMs: 1 },
  none: { rest: 0, restAfterMs: 0 },
};

/** Maximum number of deliveries where the database has one connection for all changes, or there is none. */
const withoutPool = 8;

/**
 * The limits of deliveries: half of the database's connections, so that requests find the other half. At least two
 * listeners run at once, so that one that waits for another service does not stop those that need a transaction.
 *
 * @param properties what is configured
 * @param database how many transactions it runs at the same time; absent where there is none
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
