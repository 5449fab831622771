/** A recorded request and response, with masked headers and without bodies. */
export interface RecordedExchange {
  /** Number of the exchange, counted from 1 since the start. */
  readonly id: number;
  /** When the request arrived, in milliseconds since 1970. */
  readonly timestamp: number;
  /** Time until the response was there, in milliseconds; its body may have been sent later. */
  readonly durationMs: number;
  /** What the client sent. */
  readonly request: {
    readonly method: string;
    readonly uri: string;
    readonly headers: Readonly<Record<string, readonly string[]>>;
  };
  /** What the client got. */
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, readonly string[]>>;
  };
  /** Name of the principal; absent for an anonymous caller. */
  readonly principal?: string;
}

/**
 * The last HTTP exchanges of an application, without those of the actuator. The class is its own identifier in the
 * container, bound where `actuator.httpExchanges` is more than 0.
 */
export class HttpExchanges {
  readonly #capacity: number;
  /** A ring buffer, so that adding takes constant time. */
  readonly #ring: RecordedExchange[] = [];
  #count = 0;

  /**
   * Creates the ring.
   *
   * @param capacity maximum number of stored exchanges, at least 1
   */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /**
   * Adds an exchange; evicts the oldest one when the capacity is exceeded.
   *
   * @param exchange the exchange
   * @returns its number
   */
  add(exchange: Omit<RecordedExchange, "id">): number {
    this.#ring[this.#count % this.#capacity] = { ...exchange, id: ++this.#count };
    return this.#count;
  }

  /**
   * Continues with the exchanges of another ring, and after their numbers.
   *
   * @param exchanges the exchanges, the latest first
   */
  restore(exchanges: readonly RecordedExchange[]): void {
    for (const exchange of exchanges.slice(0, this.#capacity).reverse()) {
      this.#count = exchange.id - 1;
      this.add(exchange);
    }
  }

  /** The exchanges, the latest first. */
  latest(): RecordedExchange[] {
    return [...this.#ring].sort((one, other) => other.id - one.id);
  }
}
