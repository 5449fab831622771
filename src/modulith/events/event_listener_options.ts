import { describeValue, type Ordered, timerLimitMs } from "../../kernel/mod.ts";

/** The options of a listener. */
export interface EventListenerOptions<E> extends Ordered {
  /**
   * Identifies the listener in stored publications, so that the method can be renamed. By default
   * `<module>.<Class>.<method>(<Event>)`.
   */
  readonly id?: string;
  /** Called when an event is published; if it returns `false`, the listener is not called. */
  readonly condition?: (event: E) => boolean;
}

/** The options of an after-commit listener. */
export interface ApplicationModuleListenerOptions<E> extends EventListenerOptions<E> {
  /** Former ids of the listener; publications stored under them are delivered to it. */
  readonly formerIds?: readonly string[];
  /**
   * `"new"`, the default: the listener runs in a separate transaction, which also completes the stored publication.
   * `"none"`: without a transaction, for listeners that call other services and would hold a connection meanwhile.
   */
  readonly transaction?: "new" | "none";
  /**
   * Maximum number of events that this listener handles at the same time in one process. By default
   * `events.maxConcurrency` minus one, so that a slow listener does not block the others.
   */
  readonly concurrency?: number;
  /**
   * Delivers events with the same key one after another, in the order of their publication; with stored publications
   * across all instances. An event without a key (`undefined`) has no order.
   */
  readonly orderedBy?: (event: E) => string | number | bigint | boolean | undefined;
  /** Time limit of the listener in milliseconds, by default `events.listenerTimeoutMs`. 0 disables the limit. */
  readonly timeoutMs?: number;
}

/** @throws TypeError when a listener's concurrency or time limit is not an integer in its range */
export function requireLimits(
  { concurrency = 1, timeoutMs = 0 }: Pick<ApplicationModuleListenerOptions<never>, "concurrency" | "timeoutMs">,
): void {
  for (const [name, value, least] of [["concurrency", concurrency, 1], ["timeoutMs", timeoutMs, 0]] as const) {
    if (Number.isSafeInteger(value) && value >= least && value < timerLimitMs) continue;
    throw new TypeError(
      `Cannot use option "${name}" of a listener as it must be an integer >= ${least}: current value is ${
        describeValue(value)
      }`,
    );
  }
}
