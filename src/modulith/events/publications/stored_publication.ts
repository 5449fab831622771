import { type EventPublication, type EventPublicationStatus, eventPublicationStatuses } from "./event_publication.ts";

/**
 * Reads a row of the table of publications.
 *
 * @throws TypeError naming the column with an invalid value
 */
export function publicationOf(row: Record<string, unknown>): EventPublication {
  const text = (name: string) => row[name] === null ? undefined : requireText(row, name);
  const date = (name: string) => row[name] === null ? undefined : dateIn(row, name);
  return {
    id: requireText(row, "id"),
    listenerId: requireText(row, "listener_id"),
    eventType: requireText(row, "event_type"),
    serializedEvent: requireText(row, "serialized_event"),
    publicationDate: dateIn(row, "publication_date"),
    completionDate: date("completion_date"),
    status: statusIn(row),
    statusSince: dateIn(row, "status_since"),
    completionAttempts: Number(row.completion_attempts),
    lastResubmissionDate: date("last_resubmission_date"),
    nextAttemptDate: date("next_attempt_date"),
    failure: text("failure"),
    traceparent: text("traceparent"),
  };
}

function requireText(row: Record<string, unknown>, column: string): string {
  const value = row[column];
  if (typeof value === "string") return value;
  throw unreadable(row, column, "a string");
}

function dateIn(row: Record<string, unknown>, column: string): Date {
  const value = row[column];
  // PostgreSQL's driver returns bigint values as strings.
  const date = new Date(typeof value === "number" || /^-?\d+$/.test(String(value)) ? Number(value) : NaN);
  if (!Number.isNaN(date.getTime())) return date;
  throw unreadable(row, column, "a time in milliseconds since 1970");
}

function statusIn(row: Record<string, unknown>): EventPublicationStatus {
  const known = eventPublicationStatuses.find((status) => status === row.status);
  if (known !== undefined) return known;
  throw unreadable(row, "status", `one of ${eventPublicationStatuses.join(", ")}`);
}

function unreadable(row: Record<string, unknown>, column: string, needed: string): TypeError {
  return new TypeError(
    `Cannot read event publication "${row.id}" as its column "${column}" must hold ${needed}: current value is ` +
      JSON.stringify(row[column]),
  );
}
