import { AssertionError } from "../../std/assert/mod.ts";
import type { PublishedEvents } from "./published_events.ts";

/** A condition to wait for. */
export interface AwaitedCondition<T> {
  /** Returns the awaited value; `undefined` if it is not there yet. */
  readonly look: () => T | undefined | Promise<T | undefined>;
  /** Describes the awaited value, for the message after the deadline. */
  readonly description: string;
  readonly timeoutMs: number;
}

/**
 * Waits for a condition by looking again whenever the application was active: it published an event, or a listener is
 * done. It does not poll; the only timer is the deadline.
 *
 * @param events reports activity
 * @param condition the awaited condition
 * @throws AssertionError when the deadline passes
 */
export async function whenActive<T>(events: PublishedEvents, condition: AwaitedCondition<T>): Promise<T> {
  const { look, description, timeoutMs } = condition;
  const deadline = Promise.withResolvers<"late">();
  const timer = setTimeout(() => deadline.resolve("late"), timeoutMs);
  let activity = Promise.withResolvers<"active">();
  const unwatch = events.watch(() => activity.resolve("active"));
  try {
    for (let isLate = false;; isLate = await Promise.race([activity.promise, deadline.promise]) === "late") {
      activity = Promise.withResolvers();
      const found = await look();
      if (found !== undefined) return found;
      if (isLate) {
        throw new AssertionError(`Expected ${description} within ${timeoutMs} ms: published were ${listed(events)}`);
      }
    }
  } finally {
    clearTimeout(timer);
    unwatch();
  }
}

function listed(events: PublishedEvents): string {
  return events.all.map((event) => Deno.inspect(event, { compact: true, breakLength: Infinity })).join(", ") ||
    "no events";
}
