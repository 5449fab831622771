import type { BrokerEvent, EventPosition, SubjectFeed, SubjectListener, SubscriptionBroker } from "./broker.ts";
import { SharedEvent } from "./shared_event.ts";
import type { Subscriber, SubscriberSource } from "./subscriber.ts";

/** The owner of a hub. */
export interface HubOwner {
  readonly broker: SubscriptionBroker;
  /** Settles when an earlier hub of the subject has closed. */
  readonly before: Promise<unknown> | undefined;
  /** Called once, when the last user has left the hub. */
  readonly onIdle: (hub: SubjectHub) => void;
}

/** The one subscription to a subject at the broker, which the subscribers in this process share. */
export class SubjectHub implements SubjectListener, SubscriberSource {
  readonly subject: string;
  readonly #owner: HubOwner;
  readonly #subscribers = new Set<Subscriber>();
  readonly #opening: Promise<SubjectFeed>;
  #users = 0;
  #last: EventPosition | undefined;

  /**
   * @param subject the subscribed subject
   * @param owner the broker, and the end callback
   */
  constructor(subject: string, owner: HubOwner) {
    this.subject = subject;
    this.#owner = owner;
    this.#opening = this.#open();
    // Each user of the hub gets the failure.
    this.#opening.catch(() => undefined);
  }

  get last(): EventPosition | undefined {
    return this.#last;
  }

  /**
   * Waits for the subscription at the broker. Each user must leave the hub again: by `leave` of a subscriber that was
   * added, or
   * by `release`.
   */
  async use(): Promise<void> {
    this.#users++;
    await this.#opening;
  }

  /** Adds a subscriber of a user. */
  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
  }

  leave(subscriber: Subscriber): void {
    if (this.#subscribers.delete(subscriber)) this.release();
  }

  /** Notes that a user has gone. */
  release(): void {
    this.#users--;
    if (this.#users === 0) this.#owner.onIdle(this);
  }

  received(event: BrokerEvent): void {
    if (event.position !== undefined) this.#last = event.position;
    const shared = new SharedEvent(event);
    for (const subscriber of this.#subscribers) subscriber.offer(shared);
  }

  interrupted(): void {
    for (const subscriber of [...this.#subscribers]) subscriber.interrupted();
  }

  /** Ends the subscribers. */
  end(): void {
    for (const subscriber of [...this.#subscribers]) subscriber.end();
  }

  /** Ends the subscription at the broker. */
  async close(): Promise<void> {
    const feed = await this.#opening.catch(() => undefined);
    await feed?.close();
  }

  async #open(): Promise<SubjectFeed> {
    await this.#owner.before;
    const feed = await this.#owner.broker.open(this.subject, this);
    this.#last ??= feed.position;
    return feed;
  }
}
