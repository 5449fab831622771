import type { ServiceIdentifier } from "../../../../deps.ts";
import { token } from "../../../kernel/mod.ts";
import type { EventPublication, EventPublicationStatus } from "./event_publication.ts";

/** A publication to be stored. */
export interface NewEventPublication {
  readonly id: string;
  readonly listenerId: string;
  readonly eventType: string;
  readonly serializedEvent: string;
  readonly traceparent: string | undefined;
}

/** Who holds publications, and until when nobody else takes them. */
export interface Lease {
  /** Names the instance. */
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Which publications are wanted. */
export interface EventPublicationFilter {
  /** `"COMPLETED"` finds those that were archived, too; without a status they are left out. */
  readonly status?: EventPublicationStatus;
  readonly listenerId?: string;
  /** Most publications, 100 by default; the oldest come first. */
  readonly limit?: number;
}

/** Which publications are taken up again. */
export interface ResubmissionBatch {
  readonly limit: number;
  /** Publications that were tried as often are given up instead. */
  readonly maxAttempts: number;
}

/** How an attempt failed. */
export interface FailedAttempt {
  readonly failure: string;
  /** When to try again, in milliseconds since 1970; absent gives the publication up. */
  readonly retryAt?: number;
}

/** What becomes of publications that are completed: they stay, they go, or they move to a table of their own. */
export type CompletionMode = "update" | "delete" | "archive";

/**
 * Keeps publications. Every change that takes or ends a publication is one statement that says what it expects, so
 * that of several instances exactly one succeeds.
 */
export interface EventPublicationStore {
  /** Makes the tables where they are missing. */
  createTables(): Promise<void>;
  /** Stores publications, in the caller's transaction where there is one. */
  add(publications: readonly NewEventPublication[], lease: Lease): Promise<void>;
  /** Marks a held publication as being handled. @returns whether the caller still held it */
  begin(id: string, lease: Lease): Promise<boolean>;
  /** Marks a publication as handled, in the caller's transaction. @returns whether the caller still held it */
  complete(id: string, lease: Lease, mode: CompletionMode): Promise<boolean>;
  /** Marks an attempt as failed. @returns whether the caller still held the publication */
  fail(id: string, lease: Lease, attempt: FailedAttempt): Promise<boolean>;
  /** Takes publications that are due: failed ones whose time has come, and those whose holder is gone. */
  claimDue(batch: ResubmissionBatch, lease: Lease): Promise<EventPublication[]>;
  /** Gives up what was tried too often and whose holder is gone. @returns what was given up */
  abandonExhausted(batch: ResubmissionBatch, lease: Lease): Promise<EventPublication[]>;
  /** Keeps publications that the caller still holds from being taken. */
  renew(ids: readonly string[], lease: Lease): Promise<void>;
  /** Finds publications, the oldest first. */
  find(filter: EventPublicationFilter): Promise<EventPublication[]>;
  /** How many publications are in each status, with those that were archived; statuses without any are absent. */
  counts(): Promise<Partial<Record<EventPublicationStatus, number>>>;
  /** Makes failed and abandoned publications due at once. @returns how many */
  makeDue(ids: readonly string[], now: number): Promise<number>;
  /** Gives up publications that nobody holds. @returns how many */
  giveUp(ids: readonly string[], now: number): Promise<number>;
  /** Deletes publications that are completed or given up. @returns how many */
  deleteEnded(ids: readonly string[]): Promise<number>;
  /** Deletes completed publications that were completed before a time. @returns how many */
  deleteCompletedBefore(time: number): Promise<number>;
}

/** Identifier of the {@linkcode EventPublicationStore} bean. */
export const EventPublicationStore: ServiceIdentifier<EventPublicationStore> = token<EventPublicationStore>(
  "EventPublicationStore",
);
