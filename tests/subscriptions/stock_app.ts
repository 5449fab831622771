import { type Application, type ContainerModule, controller, graphql, Resource, t } from "@espalier/espalier";
import { mappings } from "@espalier/espalier/graphql";
import { type EventStream, SubscriptionBus, type SubscriptionsOptions, topic } from "@espalier/espalier/subscriptions";
import { type Instance, instance } from "./brokers.ts";

interface Schema {
  Subscription: {
    stock(args: { book: string }): number;
    even(args: { book: string }): number;
    doubled(args: { book: string }): number;
    both(args: { books: readonly string[] }): number;
  };
}
const { SubscriptionMapping } = mappings<Schema>();

/** How many copies of a book there are. */
export const stockChanged = topic("stock.{book}", t.int);

class StockController {
  constructor(private readonly bus: SubscriptionBus) {}

  @SubscriptionMapping("book")
  stock(book: string): Promise<EventStream<number>> {
    return this.bus.subscribe(stockChanged, { book });
  }

  @SubscriptionMapping("book")
  async even(book: string): Promise<EventStream<number>> {
    return (await this.bus.subscribe(stockChanged, { book })).filter((copies) => copies % 2 === 0);
  }

  @SubscriptionMapping("book")
  async *doubled(book: string): AsyncGenerator<number> {
    for await (const copies of await this.bus.subscribe(stockChanged, { book })) yield copies * 2;
  }

  @SubscriptionMapping("books")
  async both(books: readonly string[]): Promise<AsyncIterable<number>> {
    const streams = await Promise.all(books.map((book) => this.bus.subscribe(stockChanged, { book })));
    return alternately(streams);
  }
}

/** One event of each stream in turn. */
async function* alternately(streams: readonly EventStream<number>[]): AsyncGenerator<number> {
  for (let i = 0;; i++) {
    const { done, value } = await streams[i % streams.length]!.next();
    if (done) return;
    yield value;
  }
}

const schema = `
  type Query { ready: Boolean }
  type Subscription {
    stock(book: ID!): Int!
    even(book: ID!): Int!
    doubled(book: ID!): Int!
    both(books: [ID!]!): Int!
  }
`;

/** Starts a service whose subscriptions go through the bus. */
export function stockInstance(
  options: SubscriptionsOptions = {},
  ...modules: readonly ContainerModule[]
): Promise<Instance> {
  return instance(
    options,
    graphql({ schema: [Resource.text("stock", schema)] }),
    controller(StockController, SubscriptionBus),
    ...modules,
  );
}

/** An event as it stands on an event stream. */
export interface StreamedEvent {
  readonly id?: string;
  readonly event?: string;
  readonly data?: unknown;
  readonly retry?: string;
}

/** Reads blocks of an event stream, those without data too. */
export class BlockReader implements AsyncDisposable {
  readonly #reader: ReadableStreamDefaultReader<string>;
  #text = "";

  constructor(response: Response) {
    this.#reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** The next block; `undefined` at the end. */
  async next(): Promise<StreamedEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end >= 0) {
        const block = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        return blockOf(block);
      }
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#text += value;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader.cancel();
  }
}

function blockOf(block: string): StreamedEvent {
  const fields = Object.fromEntries(
    block.split("\n").map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    }),
  );
  const { data } = fields;
  return data === undefined || data === "" ? fields : { ...fields, data: JSON.parse(data) };
}

/** Subscribes over an event stream. */
export async function eventStream(
  app: Pick<Application, "fetch">,
  query: string,
  { lastEventId, extensions, headers }: {
    lastEventId?: string | undefined;
    extensions?: unknown;
    headers?: Record<string, string>;
  } = {},
): Promise<BlockReader> {
  const response = await app.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "text/event-stream",
        ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
        ...headers,
      },
      body: JSON.stringify({ query: `subscription { ${query} }`, ...(extensions === undefined ? {} : { extensions }) }),
    }),
  );
  return new BlockReader(response);
}
