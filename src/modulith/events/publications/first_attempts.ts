import type { EventPublicationStore } from "./event_publication_store.ts";

/** A publication whose listener is about to be told. */
export interface Attempt {
  readonly id: string;
  /** The lane in which it waits. */
  readonly listenerId: string;
  /** How often the listener was told before. */
  readonly attempts: number;
}

/** What {@linkcode FirstAttempts} works with. */
export interface FirstAttemptsParts {
  readonly store: EventPublicationStore;
  /** The instance. */
  readonly owner: string;
  readonly leaseMs: number;
}

/** Attempts are written down so far ahead of the first of them, in milliseconds of work. */
const aheadMs = 20;

/** Most attempts that are written down with the one whose turn has come: 20 in all, as many as a file changes at once. */
const maxAhead = 19;

/** A statement that marks publications, among them one whose turn has not come. */
interface MarkedAhead {
  readonly marking: Promise<ReadonlySet<string>>;
  readonly since: number;
}

/**
 * Writes down that listeners are about to be told: before they are, so that one that ends the process is not told for
 * ever. First attempts are written down several at once, as many as take the listener a moment, because each statement
 * is a commit of its own. Further attempts are written down one by one: a publication loses at most one attempt to a
 * neighbour that ends the process.
 */
export class FirstAttempts {
  readonly #parts: FirstAttemptsParts;
  /** What waits to be told for the first time, by listener and in its order. */
  readonly #waiting = new Map<string, Set<string>>();
  readonly #ahead = new Map<string, MarkedAhead>();
  /** How long a listener took last, in milliseconds. */
  readonly #durations = new Map<string, number>();

  /** @param parts store, instance, length of its lease */
  constructor(parts: FirstAttemptsParts) {
    this.#parts = parts;
  }

  /** Lets a publication be marked together with those in front of it, which may be in any order. */
  add({ id, listenerId, attempts }: Attempt): void {
    if (attempts > 0) return;
    const waiting = this.#waiting.get(listenerId);
    if (waiting === undefined) this.#waiting.set(listenerId, new Set([id]));
    else waiting.add(id);
  }

  /** Remembers how long a listener took, in milliseconds. */
  took(listenerId: string, durationMs: number): void {
    this.#durations.set(listenerId, durationMs);
  }

  /** Writes an attempt down. @returns whether this instance still holds the publication */
  async begin(attempt: Attempt): Promise<boolean> {
    const { id, listenerId } = attempt;
    const ahead = this.#ahead.get(id);
    if (ahead !== undefined) {
      this.#ahead.delete(id);
      const marked = await ahead.marking.catch(() => undefined);
      // A process that was stopped for a while may have lost its lease.
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
    if (durationMs === undefined) return []; // one that was never told may take any time
    const count = Math.min(maxAhead, Math.floor(aheadMs / durationMs));
    const next = waiting.values().take(count).toArray();
    for (const id of next) waiting.delete(id);
    return next;
  }
}
