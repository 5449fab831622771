import { SubscriptionEndError } from "../graphql/mod.ts";
import type { EventLog, EventPosition } from "./broker.ts";
import { SharedEvent } from "./shared_event.ts";
import { SubscriptionBusUnavailableError } from "./subscription_bus_unavailable_error.ts";

/** The limits of a subscriber's queue, and the overflow behavior. */
export interface SubscriberLimits {
  /** Maximum number of events that wait. */
  readonly maxEvents: number;
  /** Maximum size of the events that wait, in characters of JSON. */
  readonly maxCharacters: number;
  /** The behavior on overflow, if the broker has no log to read the event from later. */
  readonly whenSlow: "end" | "drop-oldest";
  /** The behavior if events may be missing and the broker has no log. */
  readonly whenInterrupted: "end" | "continue";
}

/** The source of a subscriber. */
export interface SubscriberSource {
  /** The subject that it listens to. */
  readonly subject: string;
  /** The position of the last event that was delivered to the subject. */
  readonly last: EventPosition | undefined;
  /** Called once, when the subscriber has ended. */
  leave(subscriber: Subscriber): void;
}

/** Pause before the log is read again while it can't be reached, in milliseconds. */
const retryMs = 500;

/** Number of events per read of the log. */
const pageSize = 100;

/**
 * The events that wait for one subscriber. A subscriber that resumes, or that was too slow for its queue, reads the log
 * until it has caught up; live events are dropped meanwhile, as the log has them.
 */
export class Subscriber {
  readonly #source: SubscriberSource;
  readonly #limits: SubscriberLimits;
  readonly #log: EventLog | undefined;
  #queue: SharedEvent[] = [];
  #characters = 0;
  /** The position of the last event in the queue. */
  #known: EventPosition | undefined;
  /** Of the last event that was taken. */
  #taken: EventPosition | undefined;
  #isBehind: boolean;
  #catchingUp: Promise<void> | undefined;
  #ending: { readonly error?: unknown } | undefined;
  #changed = Promise.withResolvers<void>();

  /**
   * @param source the source of events
   * @param limits the limits of the queue
   * @param resumption the log, and the position after which events are read from it
   */
  constructor(
    source: SubscriberSource,
    limits: SubscriberLimits,
    { log, after }: { readonly log: EventLog | undefined; readonly after: EventPosition | undefined },
  ) {
    this.#source = source;
    this.#limits = limits;
    this.#log = log;
    this.#isBehind = after !== undefined;
    this.#known = this.#taken = after ?? source.last;
  }

  /** The position of the last event that was taken, or that before the first. */
  get position(): EventPosition | undefined {
    return this.#taken;
  }

  /** Receives a published event. */
  offer(event: SharedEvent): void {
    if (this.#ending !== undefined || this.#isBehind || this.#isKnown(event)) return;
    if (this.#isFull(event)) return this.#overflow(event);
    this.#push(event);
  }

  /** Handles possibly missing events: they are read from the log, if there is one. */
  interrupted(): void {
    if (this.#log !== undefined) return this.#fallBehind();
    if (this.#limits.whenInterrupted === "continue") return;
    this.end(
      new SubscriptionEndError(
        "SUBSCRIPTION_INTERRUPTED",
        "The subscription was interrupted and events may be missing: subscribe again and query the current state",
      ),
    );
  }

  /**
   * Waits for the next event.
   *
   * @returns `undefined` at the end
   * @throws SubscriptionEndError when the subscriber was too slow, or was interrupted
   */
  async next(): Promise<SharedEvent | undefined> {
    for (;;) {
      const event = this.#queue.shift();
      if (event !== undefined) return this.#take(event);
      if (this.#ending !== undefined) return this.#end();
      if (this.#isBehind) await this.catchUp().catch((error) => this.#tryAgain(error));
      else await this.#changed.promise;
    }
  }

  /**
   * Reads the next events from the log.
   *
   * @throws SubscriptionEndError when the log no longer has them
   * @throws SubscriptionBusUnavailableError when the log can't be read at present
   */
  catchUp(): Promise<void> {
    return this.#catchingUp ??= this.#readLog().finally(() => this.#catchingUp = undefined);
  }

  /** Ends the subscription, immediately for a waiting subscriber. @param error the error for the subscriber */
  end(error?: unknown): void {
    if (this.#ending !== undefined) return;
    this.#ending = error === undefined ? {} : { error };
    if (error === undefined) this.#clear();
    this.#source.leave(this);
    this.#wake();
  }

  #take(event: SharedEvent): SharedEvent {
    this.#characters -= event.payload.length;
    this.#taken = event.position;
    return event;
  }

  #end(): undefined {
    const ending = this.#ending;
    this.#ending = {};
    if (ending !== undefined && "error" in ending) throw ending.error;
  }

  /** The log is away for as long as its broker is. */
  async #tryAgain(error: unknown): Promise<void> {
    if (!(error instanceof SubscriptionBusUnavailableError)) {
      this.end();
      throw error;
    }
    // The broker is closed after its subscribers have ended.
    if (this.#ending !== undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([this.#changed.promise, new Promise((resolve) => timer = setTimeout(resolve, retryMs))]);
    clearTimeout(timer);
  }

  async #readLog(): Promise<void> {
    if (this.#log === undefined || this.#known === undefined) return;
    const page = await this.#log.read(this.#source.subject, this.#known, pageSize);
    if (this.#ending !== undefined) return;
    if (page === undefined) return this.#lost();
    const { events, upTo } = page;
    for (const event of events) this.#push(new SharedEvent(event));
    if (events.length > 0 || (this.#source.last?.sequence ?? 0) > upTo.sequence) return;
    this.#isBehind = false;
    if (upTo.sequence > this.#known.sequence) this.#known = upTo;
  }

  #lost(): never {
    this.end();
    throw new SubscriptionEndError(
      "RESUME_POSITION_LOST",
      "Cannot continue the subscription as events after its position must still be kept: they are not. Subscribe " +
        "without a position and query the current state",
    );
  }

  #isKnown({ position }: SharedEvent): boolean {
    return position !== undefined && this.#known?.log === position.log && position.sequence <= this.#known.sequence;
  }

  #isFull({ payload }: SharedEvent): boolean {
    const { maxEvents, maxCharacters } = this.#limits;
    if (this.#queue.length === 0) return false;
    return this.#queue.length >= maxEvents || this.#characters + payload.length > maxCharacters;
  }

  #overflow(event: SharedEvent): void {
    if (this.#log !== undefined) return this.#fallBehind();
    if (this.#limits.whenSlow === "end") return this.#tooSlow();
    while (this.#isFull(event)) this.#characters -= this.#queue.shift()!.payload.length;
    this.#push(event);
  }

  #fallBehind(): void {
    this.#clear();
    this.#known = this.#taken;
    this.#isBehind = true;
    this.#wake();
  }

  #tooSlow(): void {
    this.#clear();
    this.end(
      new SubscriptionEndError(
        "SUBSCRIBER_TOO_SLOW",
        "Cannot continue the subscription as the number of events that wait for the client must be <= " +
          `${this.#limits.maxEvents}: events are published faster than the client reads. Subscribe again and query the ` +
          "current state",
      ),
    );
  }

  #push(event: SharedEvent): void {
    this.#queue.push(event);
    this.#characters += event.payload.length;
    this.#known = event.position;
    this.#wake();
  }

  #clear(): void {
    this.#queue = [];
    this.#characters = 0;
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}
