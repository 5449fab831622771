import type { EventListenerRegistry } from "../event_listener_registry.ts";
import type { PublicationDelivery } from "./publication_delivery.ts";
import type { Resubmission } from "./resubmission.ts";

/** Maximum number of completed publications that one statement deletes. */
const deletedAtOnce = 500;

/** Maintains the table of publications periodically. */
export class Housekeeping {
  readonly #delivery: PublicationDelivery;
  readonly #resubmission: Resubmission;
  readonly #registry: EventListenerRegistry;
  #deleting: Promise<void> | undefined;
  #isStopped = false;

  /**
   * @param delivery has the store and its settings
   * @param resubmission is woken when publications became due
   * @param registry the listeners
   */
  constructor(delivery: PublicationDelivery, resubmission: Resubmission, registry: EventListenerRegistry) {
    this.#delivery = delivery;
    this.#resubmission = resubmission;
    this.#registry = registry;
  }

  /** Repairs publications after clock changes and crashes, and deletes old completed publications. */
  async run(): Promise<void> {
    const { store, schedules, settings: { maxRetryDelayMs } } = this.#delivery;
    if (this.#isStopped) return;
    await this.#resubmission.findUnknown();
    // If the database's clock was set back, a due date can be further away than the longest delay.
    let repaired = 0;
    for (const listenerId of await store.waitingListeners()) {
      const longestMs = schedules.longestMs(listenerId) ?? maxRetryDelayMs;
      if (longestMs !== Infinity) repaired += await store.repairDue(listenerId, Math.max(longestMs, maxRetryDelayMs));
    }
    const promoted = this.#registry.hasOrder ? await store.promoteAll() : 0;
    if (repaired + promoted > 0) this.#resubmission.wake();
    this.#deleting ??= this.#deleteOld().finally(() => this.#deleting = undefined);
  }

  /** Stops deleting; resolves when no statement is running. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#deleting;
  }

  /** Deletes in small chunks, so that other writers do not wait long. */
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
