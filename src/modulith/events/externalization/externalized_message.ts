/**
 * An event in the form in which it leaves the process. It is published beside the event, in the same transaction, so
 * that it is stored with it.
 */
export class ExternalizedMessage {
  /** Where it goes: a subject, a topic. */
  readonly target: string;
  /** By which receivers partition or compact; absent where nothing is said. */
  declare readonly key?: string;
  /** Sent with the message. */
  readonly headers: Readonly<Record<string, string>>;
  /** The text that is sent. */
  readonly payload: string;

  /**
   * Creates the message.
   *
   * @param parts target, key, headers, payload
   */
  constructor(parts: ExternalizedMessage) {
    this.target = parts.target;
    if (parts.key !== undefined) this.key = parts.key;
    this.headers = parts.headers;
    this.payload = parts.payload;
  }
}
