import { t } from "@espalier/espalier";
import { GraphQlClient } from "@espalier/espalier/client";

const document = "subscription Sold($bookId: ID!) { sold(bookId: $bookId) { orderId } }";

/** Subscriptions on one connection. */
const perConnection = 20;

/** The events that one subscriber has received. */
export interface Heard {
  readonly bookId: string;
  /** The orders, in the order of their arrival, with repetitions. */
  readonly orderIds: string[];
}

/** Many clients that subscribe to the sales of books, and continue on another replica if theirs ends. */
export class Subscribers implements AsyncDisposable {
  readonly heard: readonly Heard[];
  readonly #clients: readonly GraphQlClient[];
  readonly #stopped = new AbortController();
  readonly #running: Promise<unknown>;
  #failures: unknown[] = [];

  /**
   * @param url the URL of the replicas
   * @param options the number of subscribers, and the books to which they subscribe in rotation
   */
  constructor(url: string, { count, bookIds }: { readonly count: number; readonly bookIds: readonly string[] }) {
    this.heard = Array.from({ length: count }, (_, n) => ({ bookId: bookIds[n % bookIds.length]!, orderIds: [] }));
    this.#clients = Array.from(
      { length: Math.ceil(count / perConnection) },
      () => GraphQlClient.webSocket({ url, resume: { minDelayMs: 50, maxDelayMs: 2_000, maxAttempts: 100 } }),
    );
    this.#running = Promise.all(
      this.heard.map((heard, n) => this.#listen(heard, this.#clients[n % this.#clients.length]!)),
    );
  }

  /** The errors of subscriptions that ended. */
  get failures(): readonly unknown[] {
    return this.#failures;
  }

  /** The number of received events. */
  get events(): number {
    return this.heard.reduce((sum, { orderIds }) => sum + orderIds.length, 0);
  }

  /**
   * Waits until all subscriptions have started, and discards the events received until then.
   *
   * @param placeOrder places an order of a book, and returns its id
   */
  async begin(placeOrder: (bookId: string) => Promise<string>): Promise<void> {
    const bookIds = [...new Set(this.heard.map(({ bookId }) => bookId))];
    do {
      for (const bookId of bookIds) await placeOrder(bookId);
      await delay(500);
    } while (this.heard.some(({ orderIds }) => orderIds.length === 0));
    // Events keep their order: once all have received the last of these orders, all have received the same events.
    const last = new Map<string, string>();
    for (const bookId of bookIds) last.set(bookId, await placeOrder(bookId));
    const isLast = ({ bookId, orderIds }: Heard) => orderIds.includes(last.get(bookId)!);
    while (!this.heard.every(isLast)) await delay(50);
    for (const { orderIds } of this.heard) orderIds.length = 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped.abort();
    await this.#running;
    await Promise.all(this.#clients.map((client) => client[Symbol.asyncDispose]()));
  }

  async #listen({ bookId, orderIds }: Heard, client: GraphQlClient): Promise<void> {
    const { signal } = this.#stopped;
    const sold = client.document(document).variable("bookId", bookId).signal(signal);
    try {
      for await (const id of sold.retrieveSubscription("sold.orderId").toEntity(t.id)) orderIds.push(id);
      if (!signal.aborted) throw new Error("The subscription was completed");
    } catch (error) {
      if (!signal.aborted) this.#failures.push(error);
    }
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
