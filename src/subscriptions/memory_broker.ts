import type {
  BrokerEvent,
  BrokerMessage,
  EventLog,
  EventPosition,
  LogPage,
  SubjectFeed,
  SubjectListener,
  SubscriptionBroker,
} from "./broker.ts";

/** How many events the process keeps for clients that resume. */
export interface MemorySubscriptionOptions {
  /** Maximum number of retained events, of all topics; 10,000 by default. */
  readonly maxEvents?: number;
  /** Maximum size of the retained events, in characters of JSON; 16,777,216 by default. */
  readonly maxCharacters?: number;
}

interface KeptEvent {
  readonly subject: string;
  readonly payload: string;
}

/** Carries events within the process, and keeps the last ones. */
export class MemoryBroker implements SubscriptionBroker, EventLog {
  readonly name = "memory";
  readonly log: EventLog = this;
  /** Positions of another process, or of this one before its start, are none of this log. */
  readonly #id = crypto.randomUUID().slice(0, 8);
  readonly #maxEvents: number;
  readonly #maxCharacters: number;
  readonly #listeners = new Map<string, Set<SubjectListener>>();
  /** By sequence, the oldest first. */
  readonly #kept = new Map<number, KeptEvent>();
  #characters = 0;
  #last = 0;

  /** @param options the limits on retained events */
  constructor({ maxEvents = 10_000, maxCharacters = 16_777_216 }: MemorySubscriptionOptions = {}) {
    this.#maxEvents = maxEvents;
    this.#maxCharacters = maxCharacters;
  }

  async start(): Promise<void> {}

  async check(): Promise<void> {}

  send({ subject, payload }: BrokerMessage): Promise<void> {
    const sequence = ++this.#last;
    this.#kept.set(sequence, { subject, payload });
    this.#characters += payload.length;
    this.#forgetOldest();
    const event = { payload, position: { log: this.#id, sequence } };
    for (const listener of [...this.#listeners.get(subject) ?? []]) listener.received(event);
    return Promise.resolve();
  }

  open(subject: string, listener: SubjectListener): Promise<SubjectFeed> {
    const listeners = this.#listeners.get(subject) ?? new Set();
    this.#listeners.set(subject, listeners.add(listener));
    const close = () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(subject) === listeners) this.#listeners.delete(subject);
      return Promise.resolve();
    };
    return Promise.resolve({ position: { log: this.#id, sequence: this.#last }, close });
  }

  read(subject: string, { log, sequence: after }: EventPosition, limit: number): Promise<LogPage | undefined> {
    const first = this.#last - this.#kept.size + 1;
    if (log !== this.#id || after + 1 < first || after > this.#last) return Promise.resolve(undefined);
    const events: BrokerEvent[] = [];
    for (let sequence = after + 1; sequence <= this.#last && events.length < limit; sequence++) {
      const kept = this.#kept.get(sequence)!;
      if (kept.subject === subject) events.push({ payload: kept.payload, position: { log, sequence } });
    }
    return Promise.resolve({ events, upTo: { log, sequence: this.#last } });
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#kept.clear();
    return Promise.resolve();
  }

  #forgetOldest(): void {
    for (const [sequence, { payload }] of this.#kept) {
      if (this.#kept.size <= this.#maxEvents && this.#characters <= this.#maxCharacters) return;
      this.#kept.delete(sequence);
      this.#characters -= payload.length;
    }
  }
}
