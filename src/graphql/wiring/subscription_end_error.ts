import { GraphQLError } from "../../../deps.ts";

/** The reason why a subscription's source could not be opened, or ended: `extensions.code` of the client's error. */
export type SubscriptionEndCode =
  | "INVALID_RESUME_POSITION"
  | "RESUME_POSITION_LOST"
  | "SUBSCRIBER_TOO_SLOW"
  | "SUBSCRIPTION_INTERRUPTED"
  | "SUBSCRIPTION_UNAVAILABLE";

const classifications: Readonly<Record<SubscriptionEndCode, string>> = {
  INVALID_RESUME_POSITION: "BAD_REQUEST",
  RESUME_POSITION_LOST: "BAD_REQUEST",
  SUBSCRIBER_TOO_SLOW: "BAD_REQUEST",
  SUBSCRIPTION_INTERRUPTED: "UNAVAILABLE",
  SUBSCRIPTION_UNAVAILABLE: "UNAVAILABLE",
};

/**
 * Ends a subscription with an error whose message and code (`extensions.code`) the client receives.
 *
 * @example
 * ```ts
 * import { SubscriptionEndError } from "@espalier/espalier/graphql";
 *
 * const error = new SubscriptionEndError("SUBSCRIPTION_INTERRUPTED", "Events may be missing: query the state again");
 * console.log(error.extensions); // { classification: "UNAVAILABLE", code: "SUBSCRIPTION_INTERRUPTED" }
 * ```
 */
export class SubscriptionEndError extends GraphQLError {
  /** The machine-readable reason. */
  readonly code: SubscriptionEndCode;

  /**
   * Creates the error.
   *
   * @param code the machine-readable reason
   * @param message the reason, and what the client should do
   * @param cause the cause, which is logged and never sent
   */
  constructor(code: SubscriptionEndCode, message: string, cause?: unknown) {
    super(message, { extensions: { classification: classifications[code], code } });
    this.code = code;
    if (cause !== undefined) this.cause = cause;
  }
}
