import { NotAttemptedError } from "../not_attempted_error.ts";

/**
 * A broker is unreachable at present. Waiting for it does not count as an attempt: the message stays first in its queue
 * and is sent when the broker is reachable again, however long that takes.
 */
export class EventTransportUnavailableError extends NotAttemptedError {
  /** The name of the class, also in minified code. */
  override readonly name = "EventTransportUnavailableError";

  /**
   * Creates the error.
   *
   * @param message names the broker, without credentials
   * @param cause the error of its client
   */
  constructor(message: string, cause: unknown) {
    super(cause);
    this.message = message;
  }
}
