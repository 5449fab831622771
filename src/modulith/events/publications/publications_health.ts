import type { Health, HealthContributor } from "../../../kernel/mod.ts";
import type { PublicationDelivery } from "./publication_delivery.ts";

/**
 * Shows the backlog of publications: `UP` while the store responds. A backlog does not affect the status, as restarting
 * the instance would not help.
 */
export class PublicationsHealth implements HealthContributor {
  readonly name = "events";
  readonly #delivery: PublicationDelivery;

  /** @param delivery has the store and the running listeners */
  constructor(delivery: PublicationDelivery) {
    this.#delivery = delivery;
  }

  async health(): Promise<Health> {
    const { store, scheduler, calls, properties: { staleAfterMs } } = this.#delivery;
    const { counts, oldestMs } = await store.backlog();
    const now = performance.now();
    const slow = staleAfterMs === 0 ? [] : calls.atWork.filter(({ since }) => now - since >= staleAfterMs);
    return {
      status: "UP",
      details: {
        publications: counts,
        ...(oldestMs === undefined ? {} : { oldestMs }),
        running: scheduler.running,
        waiting: scheduler.waiting,
        ...(slow.length === 0 ? {} : { slowListeners: [...new Set(slow.map(({ listenerId }) => listenerId))] }),
      },
    };
  }
}
