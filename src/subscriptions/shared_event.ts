import type { BrokerEvent, EventPosition } from "./broker.ts";
import type { Topic } from "./topic.ts";

/** An event that all subscribers of a subject share: it is read once. */
export class SharedEvent {
  /** The event as JSON. */
  readonly payload: string;
  /** Its position in the broker's log. */
  readonly position: EventPosition | undefined;
  #topic: unknown;
  #value: unknown;

  /** @param event as the broker delivered it */
  constructor({ payload, position }: BrokerEvent) {
    this.payload = payload;
    this.position = position;
  }

  /**
   * Reads the event.
   *
   * @param topic the topic of the event
   * @throws TypeError when it does not have the type of the topic
   */
  valueOf<T>(topic: Topic<string, T>): T {
    if (this.#topic !== topic) {
      this.#value = topic.decode(this.payload);
      this.#topic = topic;
    }
    // The topic has read it.
    return this.#value as T;
  }
}
