import type { EventPositions } from "../graphql/mod.ts";
import type { Logger } from "../kernel/mod.ts";
import { positionText } from "./broker.ts";
import type { EventSource } from "./event_stream.ts";
import type { SharedEvent } from "./shared_event.ts";
import type { Subscriber } from "./subscriber.ts";
import type { Topic } from "./topic.ts";

/** The parts of {@linkcode SubscribedEvents}. */
export interface SubscribedEventsParts {
  readonly topic: Topic;
  readonly subject: string;
  readonly subscriber: Subscriber;
  /** The positions of the GraphQL subscription; absent outside of one. */
  readonly positions: EventPositions | undefined;
  readonly logger: Logger;
}

/** Reads the events of a subscriber by the type of its topic, and reports their positions. */
export class SubscribedEvents implements EventSource {
  readonly #parts: SubscribedEventsParts;

  /** @param parts topic and subscriber */
  constructor(parts: SubscribedEventsParts) {
    this.#parts = parts;
  }

  async next(steps: Parameters<EventSource["next"]>[0]): ReturnType<EventSource["next"]> {
    const { subscriber } = this.#parts;
    for (;;) {
      const event = await subscriber.next();
      if (event === undefined) return undefined;
      let found = this.#read(event);
      for (let i = 0; i < steps.length && found !== undefined; i++) found = steps[i]!(found.value);
      if (found === undefined) continue;
      this.#taken(event, found.value);
      return found;
    }
  }

  end(): void {
    this.#parts.subscriber.end();
  }

  /** An event of another version of the service, or of another publisher, must not end the subscription. */
  #read(event: SharedEvent): { readonly value: unknown } | undefined {
    const { topic, logger } = this.#parts;
    try {
      return { value: event.valueOf(topic) };
    } catch (error) {
      logger.error(`Cannot read an event of topic "${topic.pattern}": subscribers miss it`, { error });
      return undefined;
    }
  }

  #taken({ position }: SharedEvent, value: unknown): void {
    const { positions, subject } = this.#parts;
    if (position !== undefined) positions?.taken(subject, positionText(position), value);
  }
}
