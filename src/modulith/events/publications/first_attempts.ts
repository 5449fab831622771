import type { EventPublicationStore } from "./event_publication_store.ts";

/** An attempt to deliver a publication, about to start. */
export interface Attempt {
  readonly id: string;
  /** The listener, and thereby the lane in which the publication waits. */
  readonly listenerId: string;
  /** The number of previous attempts. */
  readonly attempts: number;
}

/** The collaborators of {@linkcode FirstAttempts}. */
export interface FirstAttemptsParts {
  readonly store: EventPublicationStore;
  /** The id of this instance. */
  readonly owner: string;
  readonly leaseMs: number;
}

/** Attempts are recorded ahead for this much listener time, in milliseconds. */
const aheadMs = 20;

/** Maximum number of attempts recorded together with the current one: 20 in all, the chunk size for SQLite files. */
const maxAhead = 19;

/** A statement that marks several publications, including some whose turn has not come. */
interface MarkedAhead {
  readonly marking: Promise<ReadonlySet<string>>;
  readonly since: number;
}

/**
 * Records attempts before they start, so that an event that crashes the process is not delivered for ever. First
 * attempts are recorded several at once, for a few milliseconds of listener time, as each statement is a separate
 * commit. Further attempts are recorded one by one: a publication loses at most one attempt when a neighbour crashes
 * the process.
 */
export class FirstAttempts {
  readonly #parts: FirstAttemptsParts;
  /** Ids of the publications that wait for their first attempt, by listener and in order. */
  readonly #waiting = new Map<string, Set<string>>();
  readonly #ahead = new Map<string, MarkedAhead>();
  /** Last duration of each listener, in milliseconds. */
  readonly #durations = new Map<string, number>();

  /** @param parts store, id of the instance, duration of its lease */
  constructor(parts: FirstAttemptsParts) {
    this.#parts = parts;
  }

  /** Adds a publication whose first attempt can be recorded together with that of others. */
  add({ id, listenerId, attempts }: Attempt): void {
    if (attempts > 0) return;
    const waiting = this.#waiting.get(listenerId);
    if (waiting === undefined) this.#waiting.set(listenerId, new Set([id]));
    else waiting.add(id);
  }

  /** Records the duration of a listener call, in milliseconds. */
  took(listenerId: string, durationMs: number): void {
    this.#durations.set(listenerId, durationMs);
  }

  /** Records an attempt. @returns whether this instance still holds the publication */
  async begin(attempt: Attempt): Promise<boolean> {
    const { id, listenerId } = attempt;
    const ahead = this.#ahead.get(id);
    if (ahead !== undefined) {
      this.#ahead.delete(id);
      const marked = await ahead.marking.catch(() => undefined);
      // Check again after a while: a process that was suspended may have lost its lease.
      if (marked?.has(id) && performance.now() - ahead.since < this.#parts.leaseMs / 3) return true;
      return await this.#beginOne(attempt);
    }
    const waiting = this.#waiting.get(listenerId);
    if (!waiting?.delete(id)) return await this.#beginOne(attempt);
    const next = this.#takeNext(listenerId, waiting);
    if (next.length === 0) return await this.#beginOne(attempt);
    return await this.#beginAll(id, next);
  }

  #beginOne({ id, attempts }: Attempt): Promise<boolean> {
    return this.#parts.store.begin(id, this.#parts.owner, attempts + 1);
  }

  async #beginAll(id: string, next: readonly string[]): Promise<boolean> {
    const { store, owner } = this.#parts;
    const marking = store.beginFirst([id, ...next], owner).then((ids) => new Set(ids));
    const since = performance.now();
    for (const other of next) this.#ahead.set(other, { marking, since });
    return (await marking).has(id);
  }

  #takeNext(listenerId: string, waiting: Set<string>): string[] {
    const durationMs = this.#durations.get(listenerId);
    if (durationMs === undefined) return []; // the duration is unknown before the first call
    const count = Math.min(maxAhead, Math.floor(aheadMs / durationMs));
    const next = waiting.values().take(count).toArray();
    for (const id of next) waiting.delete(id);
    return next;
  }
}
