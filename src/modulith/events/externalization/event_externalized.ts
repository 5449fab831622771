import type { ExternalizedMessage } from "./externalized_message.ts";

/**
 * Published when the broker has confirmed a message: what left the process, and under which id. A listener that fails
 * is logged; the message is not sent again for it.
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
  /** Where it went: a subject, a topic. */
  readonly target: string;
  /** By which receivers partition or compact; absent where nothing was said. */
  declare readonly key?: string;
  /** What was sent with the message; `event-type` names the event's class. */
  readonly headers: Readonly<Record<string, string>>;
  /** The text that was sent. */
  readonly payload: string;

  /**
   * Creates the event.
   *
   * @param message what was sent
   * @param id under which id
   */
  constructor(message: ExternalizedMessage, id: string) {
    this.id = id;
    this.target = message.target;
    if (message.key !== undefined) this.key = message.key;
    this.headers = message.headers;
    this.payload = message.payload;
  }
}
