/**
 * The message that is sent to the broker for an event. It is published in the transaction of the event, so that both
 * are stored together.
 */
export class ExternalizedMessage {
  /** The destination: a subject or topic. */
  readonly target: string;
  /** The key for partitioning or compaction, if any. */
  declare readonly key?: string;
  /** The headers of the message. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body of the message. */
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
