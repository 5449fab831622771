import type { EventsProperties } from "../../../kernel/mod.ts";
import type { DeliveryScheduler } from "./delivery_scheduler.ts";

/** Slows down publishers that publish faster than listeners can handle. */
export class Backpressure {
  readonly #scheduler: DeliveryScheduler;
  readonly #limits: Pick<EventsProperties, "maxBacklog" | "maxPublisherDelayMs">;
  readonly #stored: () => number;

  /**
   * @param scheduler runs the deliveries
   * @param limits the backlog from which publishers are delayed, and the maximum delay
   * @param stored returns the number of deliveries that wait in the store
   */
  constructor(
    scheduler: DeliveryScheduler,
    limits: Pick<EventsProperties, "maxBacklog" | "maxPublisherDelayMs">,
    stored: () => number = () => 0,
  ) {
    this.#scheduler = scheduler;
    this.#limits = limits;
    this.#stored = stored;
  }

  /** Waits until the backlog is below the limit or the maximum delay is over. The caller must not hold a connection. */
  async admit(): Promise<void> {
    // A listener that publishes would wait for itself.
    if (!this.#isTooLong || this.#scheduler.isInDelivery) return;
    let isOver = false;
    const over = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      isOver = true;
      over.resolve();
    }, this.#limits.maxPublisherDelayMs);
    try {
      while (this.#isTooLong && !isOver) await Promise.race([over.promise, this.#scheduler.changed()]);
    } finally {
      clearTimeout(timer);
    }
  }

  get #isTooLong(): boolean {
    const { maxBacklog } = this.#limits;
    return maxBacklog > 0 && this.#scheduler.waiting + this.#stored() > maxBacklog;
  }
}
