import type { Heard } from "./subscribers.ts";
import { type ConfirmedOrder, post } from "./traffic.ts";

/** Violated guarantees; the lists are empty if there are none. */
export interface Verdict {
  /** Confirmed orders that the database does not have. */
  readonly lostOrders: readonly string[];
  /** Events that a subscriber did not receive: `book order`. */
  readonly missedEvents: readonly string[];
  /** Books whose subscribers received the events in different orders. */
  readonly disorder: readonly string[];
  /** Events that arrived a second time. */
  readonly repetitions: number;
}

/** Compares confirmed orders with the stored ones, and with the events that subscribers received. */
export async function verdictOn(
  confirmed: readonly ConfirmedOrder[],
  heard: readonly Heard[],
  bookstoreUrl: string,
): Promise<Verdict> {
  const ofBook = Map.groupBy(confirmed, ({ bookId }) => bookId);
  const missedEvents: string[] = [];
  const disorder: string[] = [];
  const sequences = new Map<string, string>();
  let repetitions = 0;
  for (const { bookId, orderIds } of heard) {
    const once = new Set(orderIds);
    repetitions += orderIds.length - once.size;
    for (const { id } of ofBook.get(bookId) ?? []) if (!once.has(id)) missedEvents.push(`${bookId} ${id}`);
    const sequence = [...once].join(" ");
    const known = sequences.get(bookId) ?? sequence;
    sequences.set(bookId, known);
    if (sequence !== known) disorder.push(bookId);
  }
  return {
    lostOrders: await missingOf(confirmed.map(({ id }) => id), bookstoreUrl),
    missedEvents,
    disorder,
    repetitions,
  };
}

/** Returns whether each subscriber has received each confirmed order of its book. */
export function haveHeardAll(confirmed: readonly ConfirmedOrder[], heard: readonly Heard[]): boolean {
  const counts = new Map(
    [...Map.groupBy(confirmed, ({ bookId }) => bookId)].map(([id, orders]) => [id, orders.length]),
  );
  return heard.every(({ bookId, orderIds }) => new Set(orderIds).size >= (counts.get(bookId) ?? 0));
}

async function missingOf(ids: readonly string[], url: string): Promise<string[]> {
  const missing: string[] = [];
  for (let from = 0; from < ids.length; from += 50) {
    const some = ids.slice(from, from + 50);
    const fields = some.map((id, n) => `o${n}: order(id: ${JSON.stringify(id)}) { id }`);
    const data = await post(url, { query: `{ ${fields.join(" ")} }` });
    missing.push(...some.filter((_, n) => data[`o${n}`] === null));
  }
  return missing;
}
