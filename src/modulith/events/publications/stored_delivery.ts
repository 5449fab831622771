import type { AfterCommitDelivery, PendingEvent, ReleaseDeliveries } from "../after_commit_delivery.ts";
import { AfterCommitBatches } from "../scheduling/after_commit_batches.ts";
import { Backpressure } from "../scheduling/backpressure.ts";
import type { EventCodec } from "./event_codec.ts";
import type { HeldPublication, PublicationDelivery } from "./publication_delivery.ts";
import type { Resubmission } from "./resubmission.ts";

/** A publication of a transaction that is not committed yet. */
interface NewPublication extends HeldPublication {
  /** Whether this instance holds it; all instances share what is too much for it. */
  readonly isHeld: boolean;
}

/** Stores a publication for each listener in the publisher's transaction, and tells the listeners once it has committed. */
export class StoredDelivery implements AfterCommitDelivery {
  readonly #delivery: PublicationDelivery;
  readonly #codec: EventCodec;
  readonly #resubmission: Resubmission;
  readonly #batches: AfterCommitBatches<NewPublication>;
  readonly #backpressure: Backpressure;

  /**
   * @param delivery tells the listeners
   * @param codec writes the events
   * @param resubmission takes up what this instance has no room for at present
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
    // Another search may have taken up what this one did not find any more.
    do await this.#delivery.settled(); while (await this.#resubmission.catchUp() || scheduler.isBusy);
  }

  /** What waits in the store goes first, and so does what the same transaction published. */
  #hasRoom(listenerId: string): boolean {
    if (this.#resubmission.isBehind(listenerId)) return false;
    const { current } = this.#batches;
    // A transaction of any size publishes in constant time: one that is longer than a batch has no room for sure.
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
      this.#delivery.logger.warn("Cannot tell other instances of event publications", { error });
    }
  }
}
