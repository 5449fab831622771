import type { EventsProperties } from "../../../kernel/mod.ts";

/** How many deliveries run at the same time. */
export interface DeliveryLimits {
  readonly inAll: number;
  /** Of those in all, how many hold a transaction and thereby a connection. */
  readonly inTransactions: number;
  readonly perListener: number;
}

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
  database: { readonly maxTransactions: number } | undefined,
): DeliveryLimits {
  const half = Math.max(1, Math.floor((database?.maxTransactions ?? Infinity) / 2));
  const isPool = database !== undefined && database.maxTransactions > 1;
  const inAll = maxConcurrency > 0 ? maxConcurrency : isPool ? Math.max(2, half) : withoutPool;
  return { inAll, inTransactions: Math.min(inAll, half), perListener: Math.max(1, inAll - 1) };
}
