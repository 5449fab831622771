/**
 * Where a publication is on its way to its listener: written with the publisher's transaction, being handled, handled,
 * failed and to be tried again, taken up again, given up; the next run of a scheduled task waits for its time.
 */
export type EventPublicationStatus =
  | "PUBLISHED"
  | "PROCESSING"
  | "COMPLETED"
  | "FAILED"
  | "RESUBMITTED"
  | "ABANDONED"
  | "SCHEDULED";

/** All statuses. */
export const eventPublicationStatuses: readonly EventPublicationStatus[] = [
  "PUBLISHED",
  "PROCESSING",
  "COMPLETED",
  "FAILED",
  "RESUBMITTED",
  "ABANDONED",
  "SCHEDULED",
];

/** One event for one listener, as it is stored. */
export interface EventPublication {
  /** The id of the publication, a UUID. */
  readonly id: string;
  /** The listener's id. */
  readonly listenerId: string;
  /** The name under which the event's class is known. */
  readonly eventType: string;
  /** The event as text. */
  readonly serializedEvent: string;
  /** When the event was published. */
  readonly publicationDate: Date;
  /** When the listener had handled the event. */
  readonly completionDate: Date | undefined;
  /** How far the delivery has come. */
  readonly status: EventPublicationStatus;
  /** Since when the publication is in its status. */
  readonly statusSince: Date;
  /** How often the listener was, or was about to be, told. */
  readonly completionAttempts: number;
  /** When it was last resubmitted, if it was. */
  readonly lastResubmissionDate: Date | undefined;
  /** When a failed publication is tried again. */
  readonly nextAttemptDate: Date | undefined;
  /** What the listener failed with last. */
  readonly failure: string | undefined;
  /** The publisher's trace context, where it was traced. */
  readonly traceparent: string | undefined;
}
