import {
  type Application,
  ContainerModule,
  Controller,
  createApp,
  createContainer,
  graphql,
  param,
  QueryMapping,
  Resource,
  SubscriptionMapping,
  t,
} from "@espalier/espalier";
import type { Growth, PreparedWork } from "./growth.ts";

const quiet = { properties: { logging: { level: "OFF" as const } } };
const nothingToClose = async () => {};

function numbers<T>(size: number, of: (n: number) => T): T[] {
  return Array.from({ length: size }, (_, n) => of(n));
}

function schemaOfTypes(size: number): string {
  const types = numbers(size, (n) => `type T${n} { id: ID! name: String next: T${(n + 1) % size} }`);
  return `type Query { ${numbers(size, (n) => `t${n}(id: ID!): T${n}`).join(" ")} }\n${types.join("\n")}`;
}

/** Starts an application and stops it again. */
function startOf(container: () => ReturnType<typeof createContainer>): PreparedWork {
  const run = async () => await (await createApp(container(), quiet))[Symbol.asyncDispose]();
  return { run, [Symbol.asyncDispose]: nothingToClose };
}

/** Sends a request to an application and reads the response. */
function requestOf(app: Application, body: () => string): PreparedWork {
  const run = async () => {
    const headers = { "content-type": "application/json" };
    const response = await app.fetch(
      new Request("http://localhost/graphql", { method: "POST", headers, body: body() }),
    );
    const text = await response.text();
    if (response.status !== 200 || text.includes('"errors"')) throw new Error(`Wrong response: ${text.slice(0, 300)}`);
  };
  return { run, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

function appOf(schema: string, controller: object = {}): Promise<Application> {
  const beans = new ContainerModule(({ bind }) => bind(Controller).toConstantValue(controller));
  return createApp(createContainer(graphql({ schema: [Resource.text("schema", schema)] }), beans), quiet);
}

/** Makes a controller class with one query method. */
function controllerOf(n: number): object {
  class GrowthController {
    @QueryMapping({ field: `t${n}`, params: [param.argument("id", t.id)], returns: t.map(t.unknown) })
    find(id: string): Readonly<Record<string, unknown>> {
      return { id };
    }
  }
  return new GrowthController();
}

class BookController {
  readonly #books: readonly { id: number; title: string }[];
  constructor(size: number) {
    this.#books = numbers(size, (id) => ({ id, title: `Title ${id}` }));
  }
  @QueryMapping({ params: [], returns: t.list(t.map(t.unknown)) })
  books(): readonly { id: number; title: string }[] {
    return this.#books;
  }
}
const bookSchema = "type Query { books: [Book!]! } type Book { id: ID! title: String! }";

/** Copies and serialises the same items: what their number costs in memory and garbage collection anyway. */
function listByHand(size: number): PreparedWork {
  const books = numbers(size, (id) => ({ id, title: `Title ${id}` }));
  const run = () => {
    const data = { books: books.map(({ id, title }) => ({ id: String(id), title })) };
    if (JSON.stringify({ data }).length < size) throw new Error("Wrong response");
  };
  return { run, [Symbol.asyncDispose]: nothingToClose };
}

/** What grows with the schema, with code and with what clients send. */
export const serviceGrowths: readonly Growth[] = [
  {
    name: "start: types of the schema",
    unit: "types",
    sizes: [50, 200, 800],
    expected: 1,
    prepare: (size) => startOf(() => createContainer(graphql({ schema: [Resource.text("s", schemaOfTypes(size))] }))),
  },
  {
    name: "start: controllers",
    unit: "controllers",
    sizes: [50, 200, 800],
    expected: 1,
    prepare: (size) => {
      const controllers = numbers(size, controllerOf);
      const schema = Resource.text("s", schemaOfTypes(size));
      return startOf(() =>
        createContainer(
          graphql({ schema: [schema] }),
          new ContainerModule(({ bind }) => {
            for (const controller of controllers) bind(Controller).toConstantValue(controller);
          }),
        )
      );
    },
  },
  {
    name: "request: types of the schema",
    unit: "types",
    sizes: [50, 200, 800],
    expected: 0,
    prepare: async (size) => {
      const app = await appOf(schemaOfTypes(size), controllerOf(1));
      return requestOf(app, () => '{"query":"{ t1(id: 1) { id } }"}');
    },
  },
  {
    name: "request: items of a list",
    unit: "items",
    sizes: [500, 4_000, 32_000],
    expected: 1,
    prepare: async (size) =>
      requestOf(await appOf(bookSchema, new BookController(size)), () => '{"query":"{ books { id title } }"}'),
  },
  {
    name: "the same list by hand, without GraphQL",
    unit: "items",
    sizes: [500, 4_000, 32_000],
    expected: 1,
    prepare: listByHand,
  },
  {
    name: "request: equal fields of a document",
    unit: "fields",
    sizes: [25, 100, 400],
    expected: 1,
    prepare: async (size) => {
      let count = 0;
      const app = await appOf(bookSchema, new BookController(1));
      // A comment makes each document new: what is measured is parsing, validating and planning.
      return requestOf(app, () => JSON.stringify({ query: `{ books { ${"id ".repeat(size)}} } # ${count++}` }));
    },
  },
  {
    name: "request: different documents before it",
    unit: "documents",
    sizes: [100, 400, 1_600],
    expected: 0,
    prepare: async (size) => {
      const app = await appOf(bookSchema, new BookController(1));
      const seen = requestOf(app, () => `{"query":"query A${count++ % size} { books { id } }"}`);
      let count = 0;
      for (let n = 0; n < size * 2; n++) await seen.run();
      return seen;
    },
  },
  {
    name: "event: delivery to all subscribers",
    unit: "subscribers",
    sizes: [10, 100, 1_000],
    expected: 1,
    prepare: (size) => subscribers(size),
  },
];

/** Events of a topic that every subscriber listens to. */
class TickController {
  readonly #listeners = new Set<(event: object) => void>();

  publish(event: object): void {
    for (const listener of this.#listeners) listener(event);
  }

  @SubscriptionMapping({ params: [] })
  async *ticks(): AsyncGenerator<object> {
    let next = Promise.withResolvers<object>();
    const listener = (event: object) => next.resolve(event);
    this.#listeners.add(listener);
    try {
      while (true) {
        const event = await next.promise;
        next = Promise.withResolvers();
        yield event;
      }
    } finally {
      this.#listeners.delete(listener);
    }
  }
}

/** Reads from an event stream until an event comes: comments keep the connection open. */
async function readEvent(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  while (true) {
    const { value, done } = await reader.read();
    if (done) throw new Error("The event stream has ended");
    if (decoder.decode(value).includes("tick")) return;
  }
}

/** A run publishes one event and waits until each subscriber, an event stream, has read it. */
async function subscribers(size: number): Promise<PreparedWork> {
  const ticks = new TickController();
  const schema = "type Query { a: Int } type Subscription { ticks: Tick! } type Tick { id: Int! name: String! }";
  const beans = new ContainerModule(({ bind }) => bind(Controller).toConstantValue(ticks));
  const container = createContainer(graphql({ schema: [Resource.text("schema", schema)] }), beans);
  const app = await createApp(container, quiet);
  const headers = { "content-type": "application/json", accept: "text/event-stream" };
  const body = '{"query":"subscription { ticks { id name } }"}';
  const readers = await Promise.all(numbers(size, async () => {
    const response = await app.fetch(new Request("http://localhost/graphql", { method: "POST", headers, body }));
    if (response.status !== 200) throw new Error(`Wrong response: ${await response.text()}`);
    return response.body!.getReader();
  }));
  let id = 0;
  const run = async () => {
    const reads = Promise.all(readers.map(readEvent));
    ticks.publish({ id: id++, name: "tick" });
    await reads;
  };
  const close = async () => {
    await Promise.all(readers.map((reader) => reader.cancel()));
    await app[Symbol.asyncDispose]();
  };
  return { run, [Symbol.asyncDispose]: close };
}
