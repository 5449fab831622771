/** Where requests go, and how many at a time. */
export interface TrafficOptions {
  /** The gateway, which is asked for what several subgraphs know. */
  readonly graphUrl: string;
  /** The replicas, where orders are placed. */
  readonly bookstoreUrl: string;
  /** The books that are ordered. */
  readonly bookIds: readonly string[];
  /** How many queries are sent at a time; 4 by default. */
  readonly queries?: number;
  /** How many orders are placed at a time; 2 by default. */
  readonly orders?: number;
}

/** An order that the service has confirmed. */
export interface ConfirmedOrder {
  readonly id: string;
  readonly bookId: string;
}

/** What came of the requests. */
export interface TrafficFigures {
  queries: number;
  /** Queries that were sent once more, after no or no good answer. */
  repeated: number;
  /** Queries that had no good answer after all attempts. */
  failed: number;
  /** Orders whose answer never came: they were placed, or not. */
  unanswered: number;
  /** Orders that the service refused: no copies, a conflict. */
  refused: number;
}

const query = `query Shelf($first: Int) {
  books(first: $first) { edges { node { title available stars weight reviews(first: 1) { text } } } }
}`;
const mutation = `mutation Order($bookId: ID!) {
  placeOrder(input: { customer: "load", lines: [{ bookId: $bookId, quantity: 1 }] }) { id }
}`;
/** How long a query is sent again, in milliseconds. */
const maxWaitMs = 60_000;
const pauseMs = 100;
const timeoutMs = 10_000;

/** Queries and orders, as fast as they are answered. */
export class Traffic {
  /** The orders that were confirmed. */
  readonly confirmed: ConfirmedOrder[] = [];
  readonly figures: TrafficFigures = { queries: 0, repeated: 0, failed: 0, unanswered: 0, refused: 0 };
  /** Times of queries with all their attempts, in milliseconds. */
  readonly queryTimes: number[] = [];
  /** What went wrong with queries, and how often. */
  readonly reasons: Map<string, number> = new Map();
  readonly #options: TrafficOptions;

  constructor(options: TrafficOptions) {
    this.#options = options;
  }

  /** Sends requests until the signal is aborted, and waits for the last answers. */
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

  // An order is not sent again: it may have been placed.
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

/** Errors in the service's own answer: the operation had no effect. */
class Refusal extends Error {}

/** Orders one copy of a book. @returns the id of the order */
export async function placeOrder(url: string, bookId: string): Promise<string> {
  const { placeOrder } = await post(url, { query: mutation, variables: { bookId } });
  return (placeOrder as { readonly id: string }).id;
}

/**
 * Asks a GraphQL service.
 *
 * @returns the data
 * @throws Error when there is no answer, or one with errors
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
