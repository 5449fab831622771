/** The targets of requests, and the number of concurrent ones. */
export interface TrafficOptions {
  /** The gateway, for queries over several subgraphs. */
  readonly graphUrl: string;
  /** The replicas, for orders. */
  readonly bookstoreUrl: string;
  /** The books to order. */
  readonly bookIds: readonly string[];
  /** The number of concurrent queries; 4 by default. */
  readonly queries?: number;
  /** The number of concurrent orders; 2 by default. */
  readonly orders?: number;
}

/** An order that the service has confirmed. */
export interface ConfirmedOrder {
  readonly id: string;
  readonly bookId: string;
}

/** The outcomes of the requests. */
export interface TrafficFigures {
  queries: number;
  /** Retries of queries, after no response or a failure. */
  repeated: number;
  /** Queries that failed after all retries. */
  failed: number;
  /** Orders without a response: they may have been placed. */
  unanswered: number;
  /** Orders that the service rejected: no copies, a conflict. */
  refused: number;
}

const query = `query Shelf($first: Int) {
  books(first: $first) { edges { node { title available stars weight reviews(first: 1) { text } } } }
}`;
const mutation = `mutation Order($bookId: ID!) {
  placeOrder(input: { customer: "load", lines: [{ bookId: $bookId, quantity: 1 }] }) { id }
}`;
/** The time for which a query is retried, in milliseconds. */
const maxWaitMs = 60_000;
const pauseMs = 100;
const timeoutMs = 10_000;

/** Sends queries and orders, each after the response to the previous one. */
export class Traffic {
  /** The orders that were confirmed. */
  readonly confirmed: ConfirmedOrder[] = [];
  readonly figures: TrafficFigures = { queries: 0, repeated: 0, failed: 0, unanswered: 0, refused: 0 };
  /** Durations of queries including retries, in milliseconds. */
  readonly queryTimes: number[] = [];
  /** Failures of queries, with their counts. */
  readonly reasons: Map<string, number> = new Map();
  readonly #options: TrafficOptions;

  constructor(options: TrafficOptions) {
    this.#options = options;
  }

  /** Sends requests until the signal is aborted, and waits for the last responses. */
  async run(signal: AbortSignal): Promise<void> {
    const { queries = 4, orders = 2 } = this.#options;
    const repeat = async (send: (n: number) => Promise<void>) => {
      for (let n = 0; !signal.aborted; n++) await send(n);
    };
    await Promise.all([
      ...Array.from({ length: queries }, () => repeat(() => this.#query())),
      ...Array.from({ length: orders }, (_, worker) => repeat((n) => this.#order(worker + n * orders))),
    ]);
  }

  async #query(): Promise<void> {
    const began = performance.now();
    while (performance.now() - began < maxWaitMs) {
      try {
        await post(this.#options.graphUrl, { query, variables: { first: 3 } });
        this.figures.queries++;
        this.queryTimes.push(performance.now() - began);
        return;
      } catch (error) {
        const reason = String(error);
        this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
        this.figures.repeated++;
        await new Promise((resolve) => void setTimeout(resolve, pauseMs));
      }
    }
    this.figures.failed++;
  }

  // Do not retry an order: it may have been placed.
  async #order(n: number): Promise<void> {
    const { bookIds, bookstoreUrl } = this.#options;
    const bookId = bookIds[n % bookIds.length]!;
    try {
      this.confirmed.push({ id: await placeOrder(bookstoreUrl, bookId), bookId });
    } catch (error) {
      if (error instanceof Refusal) this.figures.refused++;
      else {
        this.figures.unanswered++;
        await new Promise((resolve) => void setTimeout(resolve, pauseMs));
      }
    }
  }
}

/** Errors in a response of the service: the operation had no effect. */
class Refusal extends Error {}

/** Orders one copy of a book. @returns the id of the order */
export async function placeOrder(url: string, bookId: string): Promise<string> {
  const { placeOrder } = await post(url, { query: mutation, variables: { bookId } });
  return (placeOrder as { readonly id: string }).id;
}

/**
 * Queries a GraphQL service.
 *
 * @returns the data
 * @throws Error if there is no response, or one with errors
 */
export async function post(url: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const headers = { "content-type": "application/json" };
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body), signal });
  const { data, errors } = await response.json();
  if (!response.ok) throw new Error(`${response.status}`);
  if (errors !== undefined) throw new Refusal(errors[0].message);
  return data;
}
