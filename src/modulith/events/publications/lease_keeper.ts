import { inRootContext } from "../../../context/mod.ts";
import type { Logger } from "../../../kernel/mod.ts";
import type { EventPublicationStore } from "./event_publication_store.ts";

/** The collaborators of a {@linkcode LeaseKeeper}. */
export interface LeaseKeeperParts {
  readonly store: EventPublicationStore;
  readonly logger: Logger;
  /**
   * Time without a heartbeat after which others take over the publications of an instance, in milliseconds; checked
   * three times per lease.
   */
  readonly leaseMs: number;
}

/** How long an observed value has not changed. */
interface Silence {
  readonly beat: number | undefined;
  ms: number;
}

/**
 * Renews the lease on the publications that this instance holds, and detects instances that have stopped.
 *
 * An instance that holds publications increments its heartbeat counter in the database, one row for all of them. The
 * other instances watch the counter with their own monotonic clock: clocks are never compared, so they may jump.
 */
export class LeaseKeeper {
  /** The id of this instance. */
  readonly owner: string = crypto.randomUUID();
  readonly #parts: LeaseKeeperParts;
  readonly #intervalMs: number;
  readonly #held = new Set<string>();
  /** The other instances that hold publications. */
  readonly #others = new Map<string, Silence>();
  /** Publications held by this instance in the database only, as the response to a commit was lost. */
  readonly #strays = new Map<string, Silence>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watching: Promise<void> = Promise.resolve();
  #watchedAt = performance.now();
  #isClosed = false;
  #onWatch: () => Promise<void> = () => Promise.resolve();
  #onRelease: () => void = () => {};

  /** @param parts store, logger, duration of a lease */
  constructor(parts: LeaseKeeperParts) {
    this.#parts = parts;
    this.#intervalMs = Math.max(1, Math.floor(parts.leaseMs / 3));
  }

  /**
   * Starts watching.
   *
   * @param onRelease called when publications of a stopped instance were released
   * @param onWatch called each time the instances are checked
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

  /** Holds a publication, so that no other instance claims it, until {@linkcode letGo}. */
  keep(id: string): void {
    this.#held.add(id);
  }

  /** Stops holding a publication. */
  letGo(id: string): void {
    this.#held.delete(id);
  }

  /** Stops the heartbeat: others take over the held publications when the lease expires. @returns the ids still held */
  async close(): Promise<string[]> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#watching;
    return [...this.#held];
  }

  /** Resolves when no statement is running. */
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
    // A suspended process has not watched meanwhile, so the elapsed time is capped.
    const elapsedMs = Math.min(now - this.#watchedAt, this.#intervalMs);
    this.#watchedAt = now;
    try {
      // Write first: if this instance can't write, neither could the others, and the time does not count.
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
      logger.warn(`Took over ${count} event publication(s) of an instance without a heartbeat for ${leaseMs} ms`);
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

/** Updates the time since the last change of each entry, removes missing entries, and returns those over the limit. */
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
