import { inRootContext } from "../../../context/mod.ts";
import type { Logger } from "../../../kernel/mod.ts";
import type { EventPublicationStore } from "./event_publication_store.ts";

/** What a {@linkcode LeaseKeeper} works with. */
export interface LeaseKeeperParts {
  readonly store: EventPublicationStore;
  readonly logger: Logger;
  /** After which silence others take over what an instance holds, in milliseconds; it is looked at three times as often. */
  readonly leaseMs: number;
}

/** What was seen of something that should change or disappear. */
interface Silence {
  readonly beat: number | undefined;
  ms: number;
}

/**
 * Keeps what this instance holds, and finds out which instances are gone.
 *
 * An instance that holds publications counts its own beat up in the database, one row for all of them. The others watch
 * that number with their own monotonic clock: no clock is compared with another, so clocks may jump.
 */
export class LeaseKeeper {
  /** Names this instance. */
  readonly owner: string = crypto.randomUUID();
  readonly #parts: LeaseKeeperParts;
  readonly #intervalMs: number;
  readonly #held = new Set<string>();
  /** The other instances that hold publications. */
  readonly #others = new Map<string, Silence>();
  /** Publications that the database says are held here, although nothing is known of them: a commit without an answer. */
  readonly #strays = new Map<string, Silence>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watching: Promise<void> = Promise.resolve();
  #watchedAt = performance.now();
  #isClosed = false;
  #onWatch: () => Promise<void> = () => Promise.resolve();
  #onRelease: () => void = () => {};

  /** @param parts store, logger, length of a lease */
  constructor(parts: LeaseKeeperParts) {
    this.#parts = parts;
    this.#intervalMs = Math.max(1, Math.floor(parts.leaseMs / 3));
  }

  /**
   * Begins to watch.
   *
   * @param onRelease called when publications of an instance that is gone wait to be taken
   * @param onWatch called each time the instances are looked at
   */
  start(onRelease: () => void, onWatch: () => Promise<void>): void {
    this.#onRelease = onRelease;
    this.#onWatch = onWatch;
    inRootContext(() => this.#watchAgain(0));
  }

  /** Whether a publication is held. */
  holds(id: string): boolean {
    return this.#held.has(id);
  }

  /** Keeps others from taking a publication until it is let go. */
  keep(id: string): void {
    this.#held.add(id);
  }

  /** Ends what {@linkcode keep} began. */
  letGo(id: string): void {
    this.#held.delete(id);
  }

  /** Stops beating: what is still held is taken over when the lease is over. @returns what is still held */
  async close(): Promise<string[]> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#watching;
    return [...this.#held];
  }

  /** Resolves when no statement is under way. */
  settled(): Promise<void> {
    return this.#watching;
  }

  #watchAgain(delayMs: number): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#watching = this.#watch().finally(() => this.#watchAgain(this.#intervalMs));
    }, delayMs);
  }

  async #watch(): Promise<void> {
    const now = performance.now();
    // A process that was stopped for a while has not watched meanwhile.
    const elapsedMs = Math.min(now - this.#watchedAt, this.#intervalMs);
    this.#watchedAt = now;
    try {
      // Where this instance can't write, neither could the others: that time is no silence.
      if (this.#held.size > 0 || this.#others.size > 0) await this.#parts.store.beat(this.owner);
      await this.#watchHolders(elapsedMs);
      await this.#onWatch();
    } catch (error) {
      if (!this.#isClosed) this.#parts.logger.warn("Cannot renew the lease on event publications", { error });
    }
  }

  async #watchHolders(elapsedMs: number): Promise<void> {
    const { store, logger, leaseMs } = this.#parts;
    const holders = await store.holders();
    const others = new Map(holders.filter(({ owner }) => owner !== this.owner).map(({ owner, beat }) => [owner, beat]));
    for (const owner of silent(this.#others, others, { elapsedMs, leaseMs })) {
      const count = await store.releaseAll(owner);
      await store.leave(owner);
      if (count === 0) continue;
      logger.warn(`Took over ${count} event publication(s) of an instance that has been silent for ${leaseMs} ms`);
      this.#onRelease();
      await store.notifyWork();
    }
    const isHolder = holders.some(({ owner }) => owner === this.owner);
    await this.#watchStrays(isHolder ? await store.heldBy(this.owner) : [], elapsedMs);
  }

  async #watchStrays(ids: readonly string[], elapsedMs: number): Promise<void> {
    const { store, leaseMs } = this.#parts;
    const strays = new Map(ids.filter((id) => !this.#held.has(id)).map((id) => [id, undefined]));
    const silentIds = silent(this.#strays, strays, { elapsedMs, leaseMs });
    if (silentIds.length === 0) return;
    await store.release(silentIds, this.owner);
    this.#onRelease();
  }
}

/** Adds to the silence of each, forgets what is no longer there, and returns what has been silent for too long. */
function silent(
  seen: Map<string, Silence>,
  found: ReadonlyMap<string, number | undefined>,
  { elapsedMs, leaseMs }: { readonly elapsedMs: number; readonly leaseMs: number },
): string[] {
  for (const name of seen.keys()) if (!found.has(name)) seen.delete(name);
  const ended: string[] = [];
  for (const [name, beat] of found) {
    const known = seen.get(name);
    if (known === undefined || known.beat !== beat) seen.set(name, { beat, ms: 0 });
    else if ((known.ms += elapsedMs) >= leaseMs) ended.push(name);
  }
  return ended;
}
