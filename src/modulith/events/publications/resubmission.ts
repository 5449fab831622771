import { inRootContext } from "../../../context/mod.ts";
import type { EventListenerRegistry } from "../event_listener_registry.ts";
import { type EventObserver, nestedScope } from "../event_observer.ts";
import type { EventCodec } from "./event_codec.ts";
import type { EventPublication } from "./event_publication.ts";
import type { PublicationDelivery } from "./publication_delivery.ts";
import { pauseAfter } from "./publication_settings.ts";

/** What {@linkcode Resubmission} works with. */
export interface ResubmissionParts {
  readonly delivery: PublicationDelivery;
  readonly codec: EventCodec;
  readonly registry: EventListenerRegistry;
  readonly observers: readonly EventObserver[];
}

/** Takes up what is due: at start-up, and then again and again until the application stops. */
export class Resubmission {
  readonly #parts: ResubmissionParts;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<number> | undefined;
  #isStopped = false;

  /** @param parts store, listeners, settings */
  constructor(parts: ResubmissionParts) {
    this.#parts = parts;
  }

  /** Takes up what is due now and keeps doing so. */
  start(): void {
    void this.#cycle();
  }

  /** Stops taking up work; what was taken is still delivered. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /**
   * Takes up one batch of what is due.
   *
   * @returns how many publications were taken
   */
  run(): Promise<number> {
    return this.#running ??= this.#takeUp().finally(() => this.#running = undefined);
  }

  /**
   * Takes up what became due before the call, in as many batches as it takes.
   *
   * @returns how many publications were taken
   */
  async runAfresh(): Promise<number> {
    await this.#running;
    let count = 0;
    for (;;) {
      const taken = await this.run();
      count += taken;
      // A batch that is not full was the last.
      if (taken < this.#parts.delivery.settings.batchSize) return count;
    }
  }

  async #cycle(): Promise<void> {
    const taken = await this.run();
    if (this.#isStopped) return;
    const { batchSize, checkIntervalMs } = this.#parts.delivery.settings;
    // A full batch means that there is more.
    this.#timer = setTimeout(() => void this.#cycle(), taken >= batchSize ? 0 : checkIntervalMs);
  }

  async #takeUp(): Promise<number> {
    const { delivery } = this.#parts;
    const { store, settings: { batchSize: limit, maxAttempts }, logger } = delivery;
    try {
      await delivery.deliveries.settledBelow(limit);
      if (this.#isStopped) return 0;
      for (const { id, listenerId } of await store.abandonExhausted({ limit, maxAttempts }, delivery.lease())) {
        logger.error(`Listener "${listenerId}" did not finish ${maxAttempts} time(s): its publication is given up`, {
          id,
        });
      }
      const taken = await store.claimDue({ limit, maxAttempts }, delivery.lease());
      for (const publication of taken) await this.#resubmit(publication);
      return taken.length;
    } catch (error) {
      logger.error("Cannot take up event publications", { error });
      return 0;
    }
  }

  async #resubmit(publication: EventPublication): Promise<void> {
    const { registry, codec, delivery, observers } = this.#parts;
    const { id, listenerId, traceparent, completionAttempts: attempt } = publication;
    const listener = registry.byId(listenerId);
    if (listener === undefined) return await this.#unknown(publication, `There is no listener "${listenerId}"`);
    // The event is another publisher's: nothing of the request that asked for its delivery may reach the listener.
    inRootContext(() => {
      const scope = nestedScope(observers.flatMap((observer) => observer.resume?.(traceparent, listener) ?? []));
      // An event that can't be restored fails the attempt like a listener that throws.
      delivery.start({ id, listener, scope, attempt, event: () => codec.decode(publication) });
    });
  }

  /** Perhaps another version of the application, which is being rolled out, knows it: it is tried again like a failure. */
  async #unknown({ id, completionAttempts }: EventPublication, failure: string): Promise<void> {
    const { delivery } = this.#parts;
    const { store, settings, logger } = delivery;
    const lease = delivery.lease();
    const isLast = completionAttempts >= settings.maxAttempts;
    const retry = isLast ? {} : { retryAt: lease.now + pauseAfter(completionAttempts, settings) };
    await store.fail(id, lease, { failure, ...retry });
    logger.error(`Cannot deliver an event publication: ${failure}`, { id });
  }
}
