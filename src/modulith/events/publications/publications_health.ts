import type { Health, HealthContributor } from "../../../kernel/mod.ts";
import type { PublicationDelivery } from "./publication_delivery.ts";

/**
 * Shows how much waits to be delivered: `UP` while the store answers. A backlog is no reason to restart an instance, so
 * it is shown and not judged.
 */
export class PublicationsHealth implements HealthContributor {
  readonly name = "events";
  readonly #delivery: PublicationDelivery;

  /** @param delivery knows the store and the listeners at work */
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
