import type { ServiceIdentifier } from "../../../../deps.ts";
import type { NotificationListener } from "../../../data/mod.ts";
import { token } from "../../../kernel/mod.ts";
import type { EventPublication, EventPublicationStatus } from "./event_publication.ts";

/** A new publication to store. */
export interface NewEventPublication {
  /** The id of the publication, a UUID. */
  readonly id: string;
  /** The listener that the event is for. */
  readonly listenerId: string;
  /** The name of the event's class. */
  readonly eventType: string;
  /** The serialized event. */
  readonly serializedEvent: string;
  /** The trace that the event belongs to, as W3C `traceparent`. */
  readonly traceparent: string | undefined;
  /** The ordering key: events with the same key are delivered in the order of publication; absent without an order. */
  readonly key?: string | undefined;
  /** The instance that delivers it after the commit; absent if any instance may claim it. */
  readonly owner?: string | undefined;
}

/** A publication that an instance has claimed. */
export interface ClaimedPublication extends EventPublication {
  /** The ordering key, if any. */
  readonly key: string | undefined;
}

/** Selects publications. */
export interface EventPublicationFilter {
  /** `"COMPLETED"` includes archived publications; without a status they are excluded. */
  readonly status?: EventPublicationStatus;
  /** The id of the listener. */
  readonly listenerId?: string;
  /** The name under which the event's class is stored. */
  readonly eventType?: string;
  /** Minimum age since publication, in milliseconds. */
  readonly olderThanMs?: number;
  /**
   * Maximum number of publications, 100 by default; the oldest first, completed ones in the order of their completion.
   */
  readonly limit?: number;
}

/** The free capacity of an instance for publications of a listener. */
export interface ListenerRoom {
  /** The listener. */
  readonly listenerId: string;
  /** Maximum number of publications to claim. */
  readonly limit: number;
}

/** A publication that is due. */
export interface DuePublication {
  /** The id of the publication. */
  readonly id: string;
  /** The listener that it is for. */
  readonly listenerId: string;
  /** The number of attempts so far. */
  readonly completionAttempts: number;
}

/** The outcome of a failed attempt. */
export interface FailedAttempt {
  /** The error, in one line. */
  readonly failure: string;
  /** Delay before the next attempt, in milliseconds; absent to abandon the publication. */
  readonly retryInMs?: number;
}

/** The next run of a scheduled task. */
export interface NextRun {
  /** The serialized run. */
  readonly serializedEvent: string;
  /** Time until it is due, in milliseconds. */
  readonly inMs: number;
  /** The error of the previous run, if it failed. */
  readonly failure: string | undefined;
}

/** An instance that holds publications. */
export interface PublicationHolder {
  /** The id of the instance. */
  readonly owner: string;
  /** A counter that increases while the instance is alive; `undefined` if it has never sent a heartbeat. */
  readonly beat: number | undefined;
}

/** The position of an iteration over publications: the last publication that was read. */
export interface PublicationPosition {
  /** When that publication was completed, or else published, in milliseconds since 1970. */
  readonly time: number;
  /** The id of that publication. */
  readonly id: string;
}

/** The publications that are not completed. */
export interface PublicationBacklog {
  /** The number in each status, counted up to 10,001; statuses without publications are absent. */
  readonly counts: Partial<Record<EventPublicationStatus, number>>;
  /**
   * Age of the oldest publication that is neither completed nor abandoned, in milliseconds; `undefined` without one.
   */
  readonly oldestMs: number | undefined;
}

/** Whether completed publications are kept, deleted, or moved to an archive table. */
export type CompletionMode = "update" | "delete" | "archive";

/**
 * Stores publications. Every statement that claims or ends a publication also checks its expected state, so that
 * exactly one of several instances succeeds. All times are taken from the database's clock.
 *
 * Statements run on a dedicated connection outside of the pool; only {@linkcode EventPublicationStore.add} and
 * {@linkcode EventPublicationStore.complete} join the caller's transaction.
 */
export interface EventPublicationStore extends AsyncDisposable {
  /** Creates missing tables. */
  createTables(): Promise<void>;
  /** Stores publications, in the caller's transaction if there is one. */
  add(publications: readonly NewEventPublication[]): Promise<void>;
  /**
   * Marks a held publication as processing.
   *
   * @param attempt number of the attempt, from 1
   * @returns whether the caller still holds it, and no earlier publication of its key is open
   */
  begin(id: string, owner: string, attempt: number): Promise<boolean>;
  /**
   * Marks held publications without a key as processing, for their first attempt.
   *
   * @returns the ids of the publications that the caller still holds
   */
  beginFirst(ids: readonly string[], owner: string): Promise<string[]>;
  /** Completes a publication, in the caller's transaction if there is one. @returns whether the caller still held it */
  complete(id: string, owner: string, mode: CompletionMode): Promise<boolean>;
  /**
   * Stores the next run of a scheduled task, unless it is stored already. If the schedule has changed and no instance
   * holds the run, updates its time.
   *
   * @param run has the id of the task
   * @param inMs time until it is due, in milliseconds
   */
  schedule(run: NewEventPublication, inMs: number): Promise<void>;
  /**
   * Replaces a finished run by the next one, in the caller's transaction if there is one.
   *
   * @returns whether the caller still held it
   */
  reschedule(id: string, owner: string, next: NextRun): Promise<boolean>;
  /** Marks an attempt as failed. @returns whether the caller still held the publication */
  fail(id: string, owner: string, attempt: FailedAttempt): Promise<boolean>;
  /**
   * Releases publications, so that any instance can claim them, now or when it is their turn in their key. @returns how
   * many
   */
  release(ids: readonly string[], owner: string): Promise<number>;
  /** Releases all publications of an instance that has stopped. @returns how many */
  releaseAll(owner: string): Promise<number>;
  /** Releases a publication until the earlier ones of its key have ended. */
  defer(id: string, owner: string): Promise<void>;
  /** Makes the first open publication of a key due, if it is waiting for its turn. @returns whether it was made due */
  promote(listenerId: string, key: string): Promise<boolean>;
  /** Makes publications due that wait for their turn although they are the first of their key. @returns how many */
  promoteAll(): Promise<number>;
  /** Finds due publications without claiming them. */
  findDue(rooms: readonly ListenerRoom[]): Promise<DuePublication[]>;
  /** Claims publications that are still due. */
  claim(ids: readonly string[], owner: string): Promise<ClaimedPublication[]>;
  /** Abandons publications that are still due. @returns the ids of the abandoned ones */
  abandonDue(ids: readonly string[]): Promise<string[]>;
  /**
   * Makes publications of a listener due whose time is further away than the longest delay, as the clock was set back.
   *
   * @returns how many
   */
  repairDue(listenerId: string, maxDelayMs: number): Promise<number>;
  /** The ids of the listeners that have waiting publications. */
  waitingListeners(): Promise<string[]>;
  /** Records a heartbeat of an instance. */
  beat(owner: string): Promise<void>;
  /** Removes the heartbeat of an instance. */
  leave(owner: string): Promise<void>;
  /** The instances that hold publications. */
  holders(): Promise<PublicationHolder[]>;
  /** The ids of the publications that an instance holds. */
  heldBy(owner: string): Promise<string[]>;
  /** Returns a publication by its id, also from the archive. */
  get(id: string): Promise<EventPublication | undefined>;
  /** Finds publications, the oldest first. */
  find(filter: EventPublicationFilter): Promise<EventPublication[]>;
  /** Finds publications of one status after a position, in the order of their completion or else publication. */
  findAfter(
    filter: EventPublicationFilter & { readonly status: EventPublicationStatus },
    after?: PublicationPosition,
  ): Promise<EventPublication[]>;
  /** The number of publications in each status, archived ones included; statuses without publications are absent. */
  counts(): Promise<Partial<Record<EventPublicationStatus, number>>>;
  /** The number of open publications, counted by cheap queries. */
  backlog(): Promise<PublicationBacklog>;
  /** Number of claimable publications of some listeners, counted up to a limit for each listener. */
  waiting(listeners: readonly string[], limit: number): Promise<number>;
  /** Makes failed and abandoned publications due at once. @returns how many */
  makeDue(ids: readonly string[]): Promise<number>;
  /** Abandons publications that no instance holds. @returns how many */
  giveUp(ids: readonly string[]): Promise<number>;
  /** Deletes completed and abandoned publications. @returns how many */
  deleteEnded(ids: readonly string[]): Promise<number>;
  /**
   * Deletes some of the publications that were completed some time ago.
   *
   * @param ageMs minimum time since their completion, in milliseconds
   * @param limit maximum number of publications to delete in this call
   * @returns how many
   */
  deleteCompleted(ageMs: number, limit: number): Promise<number>;
  /** Notifies other instances of new work, if the database supports notifications. */
  notifyWork(): Promise<void>;
  /** Listens for notifications of new work by other instances. @returns whether the database supports notifications */
  onWork(listener: NotificationListener): boolean;
}

/** Identifier of the {@linkcode EventPublicationStore} bean. */
export const EventPublicationStore: ServiceIdentifier<EventPublicationStore> = token<EventPublicationStore>(
  "EventPublicationStore",
);
