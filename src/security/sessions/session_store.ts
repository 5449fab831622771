import type { MaybePromise } from "../../kernel/mod.ts";

/** A session as it is stored: plain data. */
export interface StoredSession {
  /** Name of the principal. */
  readonly name: string;
  /** The scopes of the user. */
  readonly scopes: readonly string[];
  /** The roles of the user. */
  readonly roles: readonly string[];
  /** JSON values. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** When the session began, in milliseconds since 1970. */
  readonly beganAt: number;
  /** When it was used last, in milliseconds since 1970; exact to a minute. */
  readonly usedAt: number;
}

/**
 * The storage of sessions. Keys are hashes of the ids that clients send, so that a leaked store contains no usable ids.
 */
export interface SessionStore {
  /**
   * Finds a session by the hash of its key.
   *
   * @returns the session of a key; `undefined` if there is none, or it ended
   */
  get(key: string): MaybePromise<StoredSession | undefined>;
  /**
   * Stores a session, or replaces it.
   *
   * @param key finds it
   * @param session the session
   * @param endsAt when the store may forget it, in milliseconds since 1970
   */
  set(key: string, session: StoredSession, endsAt: number): MaybePromise<void>;
  /** Like `set`, but only if the session still exists: a session that ended meanwhile is not restored. */
  touch(key: string, session: StoredSession, endsAt: number): MaybePromise<void>;
  /** Forgets a session. */
  delete(key: string): MaybePromise<void>;
  /** Forgets all sessions of a principal. */
  deleteAllOf(name: string): MaybePromise<void>;
}
