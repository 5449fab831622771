import type { AfterCommitDelivery, PendingEvent } from "../after_commit_delivery.ts";
import type { EventCodec } from "./event_codec.ts";
import type { PublicationDelivery } from "./publication_delivery.ts";

/** Stores a publication for each listener in the publisher's transaction, and tells the listeners once it has committed. */
export class StoredDelivery implements AfterCommitDelivery {
  readonly #delivery: PublicationDelivery;
  readonly #codec: EventCodec;

  /**
   * @param delivery tells the listeners
   * @param codec writes the events
   */
  constructor(delivery: PublicationDelivery, codec: EventCodec) {
    this.#delivery = delivery;
    this.#codec = codec;
  }

  async schedule({ event, listeners, scope }: PendingEvent): Promise<() => void> {
    for (const { eventType } of listeners) this.#codec.types.add(eventType);
    const encoded = this.#codec.encode(event);
    const { traceparent } = scope;
    const held = listeners.map((listener) => ({ id: crypto.randomUUID(), listener }));
    await this.#delivery.store.add(
      held.map(({ id, listener }) => ({ id, listenerId: listener.id, traceparent, ...encoded })),
      this.#delivery.lease(),
    );
    return () =>
      this.#delivery.transactions.afterCommit(() => {
        for (const { id, listener } of held) {
          this.#delivery.start({ id, listener, scope, attempt: 1, event: () => event });
        }
      });
  }

  settled(): Promise<void> {
    return this.#delivery.settled();
  }
}
