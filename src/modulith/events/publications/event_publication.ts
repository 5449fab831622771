/**
 * The status of a publication: `PUBLISHED` (stored by the publisher's transaction), `PROCESSING` (the listener is
 * running), `COMPLETED`, `FAILED` (to be retried), `RESUBMITTED` (claimed for a retry), `ABANDONED` (not retried any
 * more), or `SCHEDULED` (the next run of a scheduled task).
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

/** A stored publication: one event for one listener. */
export interface EventPublication {
  /** The id of the publication, a UUID. */
  readonly id: string;
  /** The listener's id. */
  readonly listenerId: string;
  /** The name under which the event's class is stored. */
  readonly eventType: string;
  /** The serialized event. */
  readonly serializedEvent: string;
  /** When the event was published. */
  readonly publicationDate: Date;
  /** When the listener completed. */
  readonly completionDate: Date | undefined;
  /** The status of the delivery. */
  readonly status: EventPublicationStatus;
  /** Since when the publication is in its status. */
  readonly statusSince: Date;
  /** The number of attempts, including one that is about to start. */
  readonly completionAttempts: number;
  /** When it was last resubmitted, if ever. */
  readonly lastResubmissionDate: Date | undefined;
  /** When a failed publication is due for its next attempt. */
  readonly nextAttemptDate: Date | undefined;
  /** The last error of the listener. */
  readonly failure: string | undefined;
  /** The publisher's trace context, with tracing. */
  readonly traceparent: string | undefined;
}
