import { NotAttemptedError } from "../not_attempted_error.ts";

/**
 * A broker can't be reached at present. To wait for it is no attempt: the message stays the first of its queue and is
 * sent when the broker is back, however long that takes.
 */
export class EventTransportUnavailableError extends NotAttemptedError {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "EventTransportUnavailableError";

  /**
   * Creates the error.
   *
   * @param message says which broker, without credentials
   * @param cause what its client says
   */
  constructor(message: string, cause: unknown) {
    super(cause);
    this.message = message;
  }
}
