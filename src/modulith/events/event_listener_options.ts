import type { Ordered } from "../../kernel/mod.ts";

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
}
