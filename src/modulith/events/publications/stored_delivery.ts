import type { AfterCommitDelivery, PendingEvent, ReleaseDeliveries } from "../after_commit_delivery.ts";
import { AfterCommitBatches } from "../scheduling/after_commit_batches.ts";
import { Backpressure } from "../scheduling/backpressure.ts";
import type { EventCodec } from "./event_codec.ts";
import type { HeldPublication, PublicationDelivery } from "./publication_delivery.ts";
import type { Resubmission } from "./resubmission.ts";

/** A publication whose transaction has not committed yet. */
interface NewPublication extends HeldPublication {
  /** Whether this instance holds it; publications beyond its capacity can be claimed by any instance. */
  readonly isHeld: boolean;
}

/** Stores a publication for each listener in the publisher's transaction, and calls the listeners after the commit. */
export class StoredDelivery implements AfterCommitDelivery {
  readonly #delivery: PublicationDelivery;
  readonly #codec: EventCodec;
  readonly #resubmission: Resubmission;
  readonly #batches: AfterCommitBatches<NewPublication>;
  readonly #backpressure: Backpressure;

  /**
   * @param delivery delivers the publications
   * @param codec encodes the events
   * @param resubmission claims publications that exceed the present capacity of this instance
   */
  constructor(delivery: PublicationDelivery, codec: EventCodec, resubmission: Resubmission) {
    this.#delivery = delivery;
    this.#codec = codec;
    this.#resubmission = resubmission;
    this.#batches = new AfterCommitBatches(delivery.transactions, (batch) => this.#committed(batch));
    this.#backpressure = new Backpressure(delivery.scheduler, delivery.properties, () => resubmission.backlog);
  }

  async schedule({ event, listeners, scope }: PendingEvent): Promise<ReleaseDeliveries> {
    for (const { eventType } of listeners) this.#codec.types.add(eventType);
    const encoded = this.#codec.encode(event);
    const { traceparent } = scope;
    const added = listeners.map((listener): NewPublication => ({
      id: crypto.randomUUID(),
      listener,
      listenerId: listener.id,
      key: listener.keyOf(event),
      scope,
      attempts: 0,
      isHeld: this.#hasRoom(listener.id),
      event: () => event,
    }));
    const { owner } = this.#delivery.leases;
    await this.#delivery.store.add(
      added.map(({ id, listenerId, key, isHeld }) => ({
        id,
        listenerId,
        traceparent,
        ...encoded,
        ...(key === undefined ? {} : { key }),
        ...(isHeld ? { owner } : {}),
      })),
    );
    return this.#batches.add(added);
  }

  async settled(): Promise<void> {
    const { scheduler } = this.#delivery;
    // A concurrent search may have claimed publications that this one missed.
    do await this.#delivery.settled(); while (await this.#resubmission.catchUp() || scheduler.isBusy);
  }

  /** Whether this instance has capacity: publications in the store and earlier ones of the transaction go first. */
  #hasRoom(listenerId: string): boolean {
    if (this.#resubmission.isBehind(listenerId)) return false;
    const { current } = this.#batches;
    // Keeps publishing O(1) in large transactions: one with more events than a batch certainly exceeds the capacity.
    if (current.length >= this.#delivery.settings.batchSize) return false;
    return this.#delivery.room(listenerId) > current.length;
  }

  async #committed(batch: readonly NewPublication[]): Promise<void> {
    const elsewhere: NewPublication[] = [];
    const surplus: NewPublication[] = [];
    for (const publication of batch) {
      if (!publication.isHeld) elsewhere.push(publication);
      else if (this.#delivery.room(publication.listenerId) > 0) this.#delivery.add(publication);
      else surplus.push(publication);
    }
    if (surplus.length > 0) await this.#delivery.release(surplus);
    if (elsewhere.length > 0) await this.#offer(elsewhere);
    await this.#backpressure.admit();
  }

  async #offer(publications: readonly NewPublication[]): Promise<void> {
    try {
      await this.#delivery.offerTurns(publications);
    } catch (error) {
      this.#delivery.logger.warn("Cannot notify other instances of event publications", { error });
    }
  }
}
