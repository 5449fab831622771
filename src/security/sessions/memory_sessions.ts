import type { SessionStore, StoredSession } from "./session_store.ts";

interface Kept {
  readonly session: StoredSession;
  readonly endsAt: number;
}

/** Sessions in memory, which end with the process. Beyond the maximum number the least recently used are evicted. */
export class MemorySessions implements SessionStore {
  readonly #sessions = new Map<string, Kept>();
  readonly #maxSessions: number;
  readonly #now: () => number;

  /**
   * @param maxSessions maximum number of sessions
   * @param now a clock, in milliseconds since 1970
   */
  constructor(maxSessions: number, now: () => number = Date.now) {
    this.#maxSessions = maxSessions;
    this.#now = now;
  }

  /** Number of stored sessions. */
  get size(): number {
    return this.#sessions.size;
  }

  get(key: string): StoredSession | undefined {
    const kept = this.#sessions.get(key);
    if (kept === undefined) return undefined;
    this.#sessions.delete(key);
    if (kept.endsAt <= this.#now()) return undefined;
    // The last of the map is the one that was used last.
    this.#sessions.set(key, kept);
    return kept.session;
  }

  set(key: string, session: StoredSession, endsAt: number): void {
    this.#sessions.delete(key);
    this.#sessions.set(key, { session, endsAt });
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size <= this.#maxSessions) break;
      this.#sessions.delete(oldest);
    }
  }

  touch(key: string, session: StoredSession, endsAt: number): void {
    if (this.#sessions.has(key)) this.set(key, session, endsAt);
  }

  delete(key: string): void {
    this.#sessions.delete(key);
  }

  deleteAllOf(name: string): void {
    for (const [key, { session }] of this.#sessions) if (session.name === name) this.#sessions.delete(key);
  }
}
