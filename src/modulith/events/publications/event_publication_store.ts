import type { ServiceIdentifier } from "../../../../deps.ts";
import type { NotificationListener } from "../../../data/mod.ts";
import { token } from "../../../kernel/mod.ts";
import type { EventPublication, EventPublicationStatus } from "./event_publication.ts";

/** A publication to be stored. */
export interface NewEventPublication {
  /** The id of the publication, a UUID. */
  readonly id: string;
  /** The listener that the event is for. */
  readonly listenerId: string;
  /** The name of the event's class. */
  readonly eventType: string;
  /** The event as text. */
  readonly serializedEvent: string;
  /** The trace that the event belongs to, as W3C `traceparent`. */
  readonly traceparent: string | undefined;
  /** Within which the listener is told in the order of publication; absent where any order will do. */
  readonly key?: string | undefined;
  /** The instance that delivers it once it is committed; absent leaves it to any instance. */
  readonly owner?: string | undefined;
}

/** A publication that an instance has claimed. */
export interface ClaimedPublication extends EventPublication {
  /** The key that orders deliveries, where the listener has one. */
  readonly key: string | undefined;
}

/** Which publications are wanted. */
export interface EventPublicationFilter {
  /** `"COMPLETED"` finds those that were archived, too; without a status they are left out. */
  readonly status?: EventPublicationStatus;
  /** The listener, where only one is wanted. */
  readonly listenerId?: string;
  /** The name under which the event's class is stored. */
  readonly eventType?: string;
  /** Those that were published at least so long ago, in milliseconds. */
  readonly olderThanMs?: number;
  /** Most publications, 100 by default; the oldest come first, completed ones in the order of their completion. */
  readonly limit?: number;
}

/** How many publications of a listener an instance takes at most. */
export interface ListenerRoom {
  /** The listener. */
  readonly listenerId: string;
  /** The number of publications to take at most. */
  readonly limit: number;
}

/** A publication that is due. */
export interface DuePublication {
  /** The id of the publication. */
  readonly id: string;
  /** The listener that it is for. */
  readonly listenerId: string;
  /** How often the listener was told. */
  readonly completionAttempts: number;
}

/** How an attempt failed. */
export interface FailedAttempt {
  /** What went wrong, in one line. */
  readonly failure: string;
  /** After which pause to try again, in milliseconds; absent gives the publication up. */
  readonly retryInMs?: number;
}

/** The next run of a scheduled task. */
export interface NextRun {
  /** The next run as text. */
  readonly serializedEvent: string;
  /** In how many milliseconds it is due. */
  readonly inMs: number;
  /** What the run before failed with. */
  readonly failure: string | undefined;
}

/** An instance that holds publications. */
export interface PublicationHolder {
  /** The id of the instance. */
  readonly owner: string;
  /** Grows while the instance is alive; absent where it has never said so. */
  readonly beat: number | undefined;
}

/** Where a walk through publications has come to. */
export interface PublicationPosition {
  /** When the last one was completed, or else published, in milliseconds since 1970. */
  readonly time: number;
  /** The id of the last publication that was read. */
  readonly id: string;
}

/** The publications that are not completed. */
export interface PublicationBacklog {
  /** How many there are in each status, counted up to 10,001; statuses without any are absent. */
  readonly counts: Partial<Record<EventPublicationStatus, number>>;
  /** Age of the oldest that is neither completed nor given up, in milliseconds; absent where there is none. */
  readonly oldestMs: number | undefined;
}

/** What becomes of publications that are completed: they stay, they go, or they move to a table of their own. */
export type CompletionMode = "update" | "delete" | "archive";

/**
 * Keeps publications. Every change that takes or ends a publication is one statement that says what it expects, so
 * that of several instances exactly one succeeds. All times are the database's.
 *
 * Statements run on a connection of the store's own, apart from the pool; only {@linkcode EventPublicationStore.add} and
 * {@linkcode EventPublicationStore.complete} join the caller's transaction.
 */
export interface EventPublicationStore extends AsyncDisposable {
  /** Makes the tables where they are missing. */
  createTables(): Promise<void>;
  /** Stores publications, in the caller's transaction where there is one. */
  add(publications: readonly NewEventPublication[]): Promise<void>;
  /**
   * Marks a held publication as being handled.
   *
   * @param attempt how often the listener is told, this time included
   * @returns whether the caller still holds it, and no earlier one of its key is open
   */
  begin(id: string, owner: string, attempt: number): Promise<boolean>;
  /**
   * Marks held publications as being handled whose listener was never told, and that have no key.
   *
   * @returns the ids of those that the caller still holds
   */
  beginFirst(ids: readonly string[], owner: string): Promise<string[]>;
  /** Marks a publication as handled, in the caller's transaction where there is one. @returns whether the caller still held it */
  complete(id: string, owner: string, mode: CompletionMode): Promise<boolean>;
  /**
   * Stores the next run of a scheduled task, unless it is stored. Where its schedule has changed and no instance holds it,
   * the new time holds.
   *
   * @param run its id is the task's
   * @param inMs in how many milliseconds it is due
   */
  schedule(run: NewEventPublication, inMs: number): Promise<void>;
  /**
   * Replaces a run that is over by the next one, in the caller's transaction where there is one.
   *
   * @returns whether the caller still held it
   */
  reschedule(id: string, owner: string, next: NextRun): Promise<boolean>;
  /** Marks an attempt as failed. @returns whether the caller still held the publication */
  fail(id: string, owner: string, attempt: FailedAttempt): Promise<boolean>;
  /** Lets go of publications: any instance may take them now, or when it is their turn within their key. @returns how many */
  release(ids: readonly string[], owner: string): Promise<number>;
  /** Lets go of all publications of an instance that is gone. @returns how many */
  releaseAll(owner: string): Promise<number>;
  /** Lets go of a publication until the earlier ones of its key have ended. */
  defer(id: string, owner: string): Promise<void>;
  /** Makes the first open publication of a key due where it waits for its turn. @returns whether it was made due */
  promote(listenerId: string, key: string): Promise<boolean>;
  /** Makes those due that wait for their turn although nothing is in front of them. @returns how many */
  promoteAll(): Promise<number>;
  /** Finds what is due; changes nothing. */
  findDue(rooms: readonly ListenerRoom[]): Promise<DuePublication[]>;
  /** Takes publications that are still due. */
  claim(ids: readonly string[], owner: string): Promise<ClaimedPublication[]>;
  /** Gives up publications that are still due. @returns the ids of what was given up */
  abandonDue(ids: readonly string[]): Promise<string[]>;
  /**
   * Makes publications of a listener due whose time is further away than it can be: the clock was set back.
   *
   * @returns how many
   */
  repairDue(listenerId: string, maxDelayMs: number): Promise<number>;
  /** The listeners for which publications wait. */
  waitingListeners(): Promise<string[]>;
  /** Says that an instance is alive. */
  beat(owner: string): Promise<void>;
  /** Forgets that an instance was alive. */
  leave(owner: string): Promise<void>;
  /** The instances that hold publications. */
  holders(): Promise<PublicationHolder[]>;
  /** The publications that an instance holds. */
  heldBy(owner: string): Promise<string[]>;
  /** A publication by its id, also an archived one. */
  get(id: string): Promise<EventPublication | undefined>;
  /** Finds publications, the oldest first. */
  find(filter: EventPublicationFilter): Promise<EventPublication[]>;
  /** Finds publications of one status behind a position, in the order of their completion or else publication. */
  findAfter(
    filter: EventPublicationFilter & { readonly status: EventPublicationStatus },
    after?: PublicationPosition,
  ): Promise<EventPublication[]>;
  /** How many publications are in each status, with those that were archived; statuses without any are absent. */
  counts(): Promise<Partial<Record<EventPublicationStatus, number>>>;
  /** What is open, counted cheaply. */
  backlog(): Promise<PublicationBacklog>;
  /** Number of publications of some listeners that wait to be taken by any instance, for each counted up to a limit. */
  waiting(listeners: readonly string[], limit: number): Promise<number>;
  /** Makes failed and abandoned publications due at once. @returns how many */
  makeDue(ids: readonly string[]): Promise<number>;
  /** Gives up publications that nobody holds. @returns how many */
  giveUp(ids: readonly string[]): Promise<number>;
  /** Deletes publications that are completed or given up. @returns how many */
  deleteEnded(ids: readonly string[]): Promise<number>;
  /**
   * Deletes some of the publications that were completed so long ago.
   *
   * @param ageMs their least age, in milliseconds
   * @param limit most publications in this call
   * @returns how many
   */
  deleteCompleted(ageMs: number, limit: number): Promise<number>;
  /** Tells other instances that there is work, where the database can. */
  notifyWork(): Promise<void>;
  /** Listens to other instances that tell of work, where the database can. @returns whether it can */
  onWork(listener: NotificationListener): boolean;
}

/** Identifier of the {@linkcode EventPublicationStore} bean. */
export const EventPublicationStore: ServiceIdentifier<EventPublicationStore> = token<EventPublicationStore>(
  "EventPublicationStore",
);
