import type { BrokerMessage, SubscriptionBroker } from "./broker.ts";
import { SubscriptionBusUnavailableError } from "./subscription_bus_unavailable_error.ts";

/** Maximum number of events that wait to be sent. */
const maxWaiting = 10_000;

/** Sends the events of a subject one after another, so that they keep their order. */
export class SendQueue {
  readonly #broker: SubscriptionBroker;
  readonly #tails = new Map<string, Promise<void>>();
  #waiting = 0;

  /** @param broker gets the events */
  constructor(broker: SubscriptionBroker) {
    this.#broker = broker;
  }

  /** Sends an event after the earlier ones of its subject. */
  send(message: BrokerMessage): Promise<void> {
    if (this.#waiting >= maxWaiting) {
      return Promise.reject(
        new SubscriptionBusUnavailableError(
          `Cannot publish an event as the number of events that wait for the broker must be <= ${maxWaiting}: ` +
            "the broker is too slow",
        ),
      );
    }
    const { subject } = message;
    this.#waiting++;
    const before = this.#tails.get(subject);
    const sending = before === undefined ? this.#broker.send(message) : before.then(() => this.#broker.send(message));
    const tail = sending.catch(() => undefined).finally(() => {
      this.#waiting--;
      if (this.#tails.get(subject) === tail) this.#tails.delete(subject);
    });
    this.#tails.set(subject, tail);
    return sending;
  }

  /** Waits until all events are sent, or could not be. */
  async idle(): Promise<void> {
    await Promise.all(this.#tails.values());
  }
}
