import type { ExternalizedMessage } from "./externalized_message.ts";

/**
 * Published when the broker has confirmed a message. The failure of a listener is logged; the message is not sent
 * again.
 *
 * @example
 * ```ts
 * import { EventExternalized, listenTo } from "@espalier/espalier/modulith";
 *
 * export const noting = listenTo(EventExternalized, ({ id, target }) => console.log("sent", id, "to", target));
 * ```
 */
export class EventExternalized {
  /** The id under which the message was sent. */
  readonly id: string;
  /** The destination: a subject or topic. */
  readonly target: string;
  /** The key for partitioning or compaction, if any. */
  declare readonly key?: string;
  /** The headers of the message; `event-type` names the event's class. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body of the message. */
  readonly payload: string;

  /**
   * Creates the event.
   *
   * @param message the message that was sent
   * @param id the id under which it was sent
   */
  constructor(message: ExternalizedMessage, id: string) {
    this.id = id;
    this.target = message.target;
    if (message.key !== undefined) this.key = message.key;
    this.headers = message.headers;
    this.payload = message.payload;
  }
}
