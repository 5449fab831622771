import type { Transactions } from "../data/mod.ts";
import { EventPositions, SubscriptionEndError } from "../graphql/mod.ts";
import type { Logger } from "../kernel/mod.ts";
import { type EventPosition, positionOf, positionText, type SubscriptionBroker } from "./broker.ts";
import { EventStream } from "./event_stream.ts";
import { OccasionalLog } from "./occasional_log.ts";
import { SendQueue } from "./send_queue.ts";
import { SubjectHub } from "./subject_hub.ts";
import { Subscriber, type SubscriberLimits } from "./subscriber.ts";
import { SubscribedEvents } from "./subscribed_events.ts";
import type { SubscriptionBus } from "./subscription_bus.ts";
import { SubscriptionBusUnavailableError } from "./subscription_bus_unavailable_error.ts";
import type { Topic, TopicParameters } from "./topic.ts";

/** The parts of a {@linkcode DefaultSubscriptionBus}. */
export interface SubscriptionBusParts {
  readonly broker: SubscriptionBroker;
  /** Returns the publisher's transaction; absent without a database. */
  readonly transactions: Transactions | undefined;
  readonly limits: SubscriberLimits;
  /** Maximum size of an event as JSON, in characters. */
  readonly maxEventCharacters: number;
  readonly logger: Logger;
}

/** Publishes through a broker, and shares one subscription at the broker between the local subscribers of a subject. */
export class DefaultSubscriptionBus implements SubscriptionBus, AsyncDisposable {
  readonly #parts: SubscriptionBusParts;
  readonly #hubs = new Map<string, SubjectHub>();
  readonly #closing = new Map<string, Promise<void>>();
  readonly #sends: SendQueue;
  readonly #log: OccasionalLog;

  /** @param parts broker, transactions and limits */
  constructor(parts: SubscriptionBusParts) {
    this.#parts = parts;
    this.#sends = new SendQueue(parts.broker);
    this.#log = new OccasionalLog(parts.logger);
  }

  async publish<P extends string, T>(
    topic: Topic<P, T>,
    parameters: TopicParameters<P>,
    event: NoInfer<T>,
  ): Promise<void> {
    const { maxEventCharacters, transactions } = this.#parts;
    const payload = topic.encode(event);
    if (payload.length > maxEventCharacters) {
      throw new RangeError(
        `Cannot publish to topic "${topic.pattern}" as an event must have ${maxEventCharacters} characters of JSON at ` +
          `most: current value is ${payload.length}`,
      );
    }
    const message = { subject: topic.subject(parameters), payload, id: crypto.randomUUID() };
    const { current } = transactions ?? {};
    if (current === undefined) return await this.#sends.send(message);
    current.afterCommit(() => this.#sends.send(message).catch((error) => this.#lost(topic.pattern, error)));
  }

  async subscribe<P extends string, T>(topic: Topic<P, T>, parameters: TopicParameters<P>): Promise<EventStream<T>> {
    const subject = topic.subject(parameters);
    const positions = EventPositions.current;
    const after = this.#resumePosition(positions?.after(subject));
    const hub = this.#hubOf(subject);
    const { broker: { log }, limits, logger } = this.#parts;
    try {
      await hub.use();
    } catch (error) {
      hub.release();
      throw this.#unavailable(topic.pattern, error);
    }
    const subscriber = new Subscriber(hub, limits, { log, after });
    hub.add(subscriber);
    if (after !== undefined) await this.#resume(topic.pattern, subscriber);
    const { position } = subscriber;
    if (position !== undefined) positions?.opened(subject, positionText(position));
    return new EventStream<T>(new SubscribedEvents({ topic, subscriber, positions, subject, logger }));
  }

  /** Ends all subscriptions, and closes the broker. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const hub of [...this.#hubs.values()]) hub.end();
    await Promise.all(this.#closing.values());
    await this.#sends.idle();
    await this.#parts.broker[Symbol.asyncDispose]();
  }

  #hubOf(subject: string): SubjectHub {
    const known = this.#hubs.get(subject);
    if (known !== undefined) return known;
    const onIdle = (idle: SubjectHub) => this.#close(idle);
    const hub = new SubjectHub(subject, { broker: this.#parts.broker, before: this.#closing.get(subject), onIdle });
    this.#hubs.set(subject, hub);
    return hub;
  }

  #close(hub: SubjectHub): void {
    const { subject } = hub;
    this.#hubs.delete(subject);
    const closing = hub.close().catch((error) => {
      this.#log.warn("Cannot end a subscription at the broker", { error });
    }).finally(() => {
      if (this.#closing.get(subject) === closing) this.#closing.delete(subject);
    });
    this.#closing.set(subject, closing);
  }

  #resumePosition(text: string | undefined): EventPosition | undefined {
    if (text === undefined) return undefined;
    const position = this.#parts.broker.log === undefined ? undefined : positionOf(text);
    if (position !== undefined) return position;
    throw new SubscriptionEndError(
      "RESUME_POSITION_LOST",
      "Cannot resume the subscription as the service must keep its events: it does not. Subscribe without a position " +
        "and query the current state",
    );
  }

  async #resume(pattern: string, subscriber: Subscriber): Promise<void> {
    try {
      await subscriber.catchUp();
    } catch (error) {
      subscriber.end();
      throw this.#unavailable(pattern, error);
    }
  }

  #unavailable(pattern: string, error: unknown): unknown {
    if (!(error instanceof SubscriptionBusUnavailableError)) return error;
    this.#log.warn(`Cannot subscribe to topic "${pattern}"`, { error });
    const message = "Cannot subscribe at present as events can't be received: try again later";
    return new SubscriptionEndError("SUBSCRIPTION_UNAVAILABLE", message, error);
  }

  #lost(pattern: string, error: unknown): void {
    this.#log.warn(`Cannot publish to topic "${pattern}" after the commit: subscribers miss events`, { error });
  }
}
