import { describeValue, type Ordered, timerLimitMs } from "../../kernel/mod.ts";

/** What a listener may say beside the class of its events. */
export interface EventListenerOptions<E> extends Ordered {
  /**
   * Names the listener in stored publications, so that the method may be renamed. By default
   * `<module>.<Class>.<method>(<Event>)`.
   */
  readonly id?: string;
  /** Asked when an event is published; events for which it is false do not concern the listener. */
  readonly condition?: (event: E) => boolean;
}

/** What a listener that waits for the commit may say beside the class of its events. */
export interface ApplicationModuleListenerOptions<E> extends EventListenerOptions<E> {
  /** Ids that the listener had before; publications stored under them are this listener's. */
  readonly formerIds?: readonly string[];
  /**
   * `"new"`, the default: the listener runs in a transaction of its own, with which the stored publication is
   * completed. `"none"`: without one, for listeners that call other services and would hold a connection meanwhile.
   */
  readonly transaction?: "new" | "none";
  /**
   * Maximum number of events that this listener handles at the same time in one process. By default all that
   * `events.maxConcurrency` allows, less one, so that a slow listener leaves room to others.
   */
  readonly concurrency?: number;
  /**
   * Delivers events with the same key one after another, in the order of their publication, across all instances where
   * publications are stored. An event without a key (`undefined`) is delivered at any time.
   */
  readonly orderedBy?: (event: E) => string | number | bigint | boolean | undefined;
  /** Maximum time that the listener may take, in milliseconds; by default `events.listenerTimeoutMs`; 0 for no limit. */
  readonly timeoutMs?: number;
}

/** @throws TypeError when a listener's concurrency or time limit is no number that can be used */
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
