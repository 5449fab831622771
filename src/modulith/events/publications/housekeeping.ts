import type { EventListenerRegistry } from "../event_listener_registry.ts";
import type { PublicationDelivery } from "./publication_delivery.ts";
import type { Resubmission } from "./resubmission.ts";

/** Most completed publications that are deleted by one statement. */
const deletedAtOnce = 500;

/** Keeps the table of publications in order, now and then. */
export class Housekeeping {
  readonly #delivery: PublicationDelivery;
  readonly #resubmission: Resubmission;
  readonly #registry: EventListenerRegistry;
  #deleting: Promise<void> | undefined;
  #isStopped = false;

  /**
   * @param delivery knows the store and its settings
   * @param resubmission is told of what became due
   * @param registry the listeners
   */
  constructor(delivery: PublicationDelivery, resubmission: Resubmission, registry: EventListenerRegistry) {
    this.#delivery = delivery;
    this.#resubmission = resubmission;
    this.#registry = registry;
  }

  /** Repairs what clocks and crashes leave behind, and deletes what was completed long ago. */
  async run(): Promise<void> {
    const { store, schedules, settings: { maxRetryDelayMs } } = this.#delivery;
    if (this.#isStopped) return;
    await this.#resubmission.findUnknown();
    // The database's clock may have been set back: no pause is longer than the longest.
    let repaired = 0;
    for (const listenerId of await store.waitingListeners()) {
      const longestMs = schedules.longestMs(listenerId) ?? maxRetryDelayMs;
      if (longestMs !== Infinity) repaired += await store.repairDue(listenerId, Math.max(longestMs, maxRetryDelayMs));
    }
    const promoted = this.#registry.hasOrder ? await store.promoteAll() : 0;
    if (repaired + promoted > 0) this.#resubmission.wake();
    this.#deleting ??= this.#deleteOld().finally(() => this.#deleting = undefined);
  }

  /** Resolves when no statement is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#deleting;
  }

  /** In small steps, so that nobody waits for it. */
  async #deleteOld(): Promise<void> {
    const { store, logger, properties: { retentionMs } } = this.#delivery;
    if (retentionMs === 0) return;
    try {
      while (!this.#isStopped && await store.deleteCompleted(retentionMs, deletedAtOnce) >= deletedAtOnce) {
        await new Promise((resolve) => void setTimeout(resolve, 20));
      }
    } catch (error) {
      if (!this.#isStopped) logger.warn("Cannot delete completed event publications", { error });
    }
  }
}
