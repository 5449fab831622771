import { inRootContext } from "../../../context/mod.ts";
import type { Logger } from "../../../kernel/mod.ts";
import type { EventPublicationStore, Lease } from "./event_publication_store.ts";

/** What a {@linkcode LeaseKeeper} works with. */
export interface LeaseKeeperParts {
  readonly store: EventPublicationStore;
  readonly logger: Logger;
  /** How long a lease holds, in milliseconds; it is renewed three times as often. */
  readonly leaseMs: number;
}

/** Renews the lease on publications while their listeners are at work, and on none besides. */
export class LeaseKeeper {
  readonly #parts: LeaseKeeperParts;
  readonly #owner = crypto.randomUUID();
  /** A publication can be at work twice, when its lease ran out and this same instance took it up again. */
  readonly #held = new Set<{ readonly id: string }>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #renewal: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** @param parts store, logger, length of a lease */
  constructor(parts: LeaseKeeperParts) {
    this.#parts = parts;
  }

  /** What this instance holds publications by, from now on for the length of a lease. */
  lease(): Lease {
    const now = Date.now();
    return { owner: this.#owner, now, until: now + this.#parts.leaseMs };
  }

  /**
   * Keeps others from taking a publication until it is let go.
   *
   * @param publication what is being delivered
   */
  keep(publication: { readonly id: string }): void {
    this.#held.add(publication);
    if (this.#isClosed) return;
    const intervalMs = Math.max(1, Math.floor(this.#parts.leaseMs / 3));
    // The timer serves all publications, so it must not run in the async context of one publisher.
    this.#timer ??= inRootContext(() => setInterval(() => this.#renewal = this.#renew(), intervalMs));
  }

  /**
   * Stops renewing the lease on a publication. Where nobody could write down how it went, it becomes due with the end
   * of its lease.
   *
   * @param publication what was given to {@linkcode keep}
   */
  letGo(publication: { readonly id: string }): void {
    this.#held.delete(publication);
    if (this.#held.size === 0) this.#stopRenewing();
  }

  /**
   * Renews nothing from now on: what is still held becomes due with the end of its lease.
   *
   * @returns how many publications are still held
   */
  close(): number {
    this.#isClosed = true;
    this.#stopRenewing();
    return this.#held.size;
  }

  /** Resolves when no statement of a renewal is under way. */
  settled(): Promise<void> {
    return this.#renewal;
  }

  #stopRenewing(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #renew(): Promise<void> {
    const { store, logger } = this.#parts;
    try {
      await store.renew([...new Set(Array.from(this.#held, ({ id }) => id))], this.lease());
    } catch (error) {
      logger.warn("Cannot renew the lease on publications", { error });
    }
  }
}
