/** One step of an {@linkcode EventStream}, which maps an event or drops it. */
type Step = (event: unknown) => { readonly value: unknown } | undefined;

/** The source of a stream's events. */
export interface EventSource {
  /**
   * Waits for an event.
   *
   * @param steps filters and mappings, in order
   * @returns `undefined` at the end
   */
  next(steps: readonly Step[]): Promise<{ readonly value: unknown } | undefined>;
  /** Ends the subscription. */
  end(): void;
}

/**
 * The events of a subscription. `filter` and `map` keep the positions by which clients resume; a generator around the
 * stream that yields other values does not.
 *
 * @typeParam T the events
 *
 * @example
 * ```ts
 * import { createContainer, createApp, t } from "@espalier/espalier";
 * import { SubscriptionBus, subscriptions, topic } from "@espalier/espalier/subscriptions";
 *
 * const priceChanged = topic("prices.{id}", t.int);
 * const container = createContainer(subscriptions());
 * await using _app = await createApp(container);
 * const bus = container.get(SubscriptionBus);
 * const euros = (await bus.subscribe(priceChanged, { id: 1 })).filter((cents) => cents > 0).map((cents) => cents /
 * 100);
 * await bus.publish(priceChanged, { id: 1 }, 0);
 * await bus.publish(priceChanged, { id: 1 }, 250);
 * console.log(await euros.next()); // { done: false, value: 2.5 }
 * await euros.return();
 * ```
 */
export class EventStream<T> implements AsyncIterableIterator<T, undefined>, AsyncDisposable {
  readonly #source: EventSource;
  readonly #steps: readonly Step[];

  /**
   * Creates the stream.
   *
   * @param source the source of events
   * @param steps filters and mappings, in order
   */
  constructor(source: EventSource, steps: readonly Step[] = []) {
    this.#source = source;
    this.#steps = steps;
  }

  /** The stream itself. */
  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Waits for the next event. */
  async next(): Promise<IteratorResult<T, undefined>> {
    const found = await this.#source.next(this.#steps);
    // The steps created the value.
    return found === undefined ? { done: true, value: undefined } : { done: false, value: found.value as T };
  }

  /** Ends the subscription; a call of `next` that waits returns at once. */
  return(): Promise<IteratorResult<T, undefined>> {
    this.#source.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  /** Ends the subscription. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  /** Filters events.
   *
   * @param predicate whether an event stays
   * @returns this subscription with fewer events; use it instead of this one
   */
  filter(predicate: (event: T) => boolean): EventStream<T> {
    return this.#with((value) => predicate(value as T) ? { value } : undefined);
  }

  /** Maps events.
   *
   * @param change maps an event
   * @returns this subscription with these events; use it instead of this one
   */
  map<R>(change: (event: T) => R): EventStream<R> {
    return this.#with((value) => ({ value: change(value as T) }));
  }

  #with<R>(step: Step): EventStream<R> {
    return new EventStream(this.#source, [...this.#steps, step]);
  }
}
