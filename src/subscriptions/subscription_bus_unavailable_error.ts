/** The broker of a `SubscriptionBus` can't be reached at present. */
export class SubscriptionBusUnavailableError extends Error {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "SubscriptionBusUnavailableError";

  /**
   * Creates the error.
   *
   * @param message names the broker, without credentials
   * @param cause the client's exception
   */
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
  }
}
