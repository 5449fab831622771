/**
 * The framework behind the side-by-side benchmark: its schema, its data, its questions. Everything is as a service has
 * it by default: controllers made by the container, limits, error masking, context. Rows of SQLite (W8, R1) are read by
 * a repository, and R1 is that repository exported as a collection. Authors (W4) are found by a `@BatchMapping`, or with
 * `BENCH_AUTHORS=loader` by a data loader.
 *
 * The benchmark starts it with `PORT` and `BENCH_DB`, which lies in the benchmark's own folder and so leads to the data.
 */
import {
  BatchMapping,
  bean,
  ContainerModule,
  controller,
  createApp,
  createContainer,
  data,
  describeType,
  graphql,
  MutationMapping,
  param,
  QueryMapping,
  Resource,
  SchemaMapping,
  serve,
  SubscriptionMapping,
  t,
} from "@espalier/espalier";
import { Database, PageRequest, repository, Sort } from "@espalier/espalier/data";
import { BatchLoaderRegistry, DefaultBatchLoaderRegistry, type RegisteredDataLoader } from "@espalier/espalier/graphql";
import { exportRepository, rest } from "@espalier/espalier/rest";
import { pathToFileURL } from "node:url";

const databaseFile = Deno.env.get("BENCH_DB") ?? ".work/bench.sqlite";
const shared = new URL("../shared/", pathToFileURL(databaseFile));
// Plain JavaScript of the benchmark, typed here as far as it is used.
const { resolvers, connection, search, batchAuthors } = await import(
  new URL("resolvers.mjs", shared).href
) as Resolvers;
const { hub, makeTick } = await import(new URL("pubsub.mjs", shared).href) as Hub;

interface Resolvers {
  readonly resolvers: {
    readonly Query: Record<string, (root: undefined, args: unknown) => unknown>;
    readonly Item: Record<"a" | "b" | "c", (item: Item) => Promise<unknown>>;
  };
  connection(first: number | null, after: string | null): unknown;
  search(first: number, filter: unknown): unknown;
  batchAuthors(ids: readonly string[]): Promise<readonly (Author | null)[]>;
}

interface Hub {
  readonly hub: { publish(value: unknown): void; subscribe(): AsyncIterable<unknown> };
  makeTick(seq: number): unknown;
}

/** The benchmark's data are literals; the classes say what is in them. */
class Item {
  readonly valueA!: string;
  readonly valueB!: number;
  readonly valueC!: boolean;
}

class LoadedBook {
  readonly authorId!: string;
}

class Author {
  readonly id!: string;
}

class Book {
  id!: string;
  n!: number;
  title!: string;
  isbn!: string;
  pages!: number;
  price!: number;
  inPrint!: boolean;
  language!: string | null;
  publishedAt!: string | null;
}
describeType(Book, {
  id: t.id,
  n: t.int,
  title: t.string,
  isbn: t.string,
  pages: t.int,
  price: t.float,
  inPrint: t.boolean,
  language: t.nullable(t.string),
  publishedAt: t.nullable(t.string),
}, { id: "id", table: "book", indexes: [["title", "id"]] });

class Books extends repository(Book, {}) {}

/** Insertion order. */
const byNumber = Sort.by("n");

const first = param.argument("first", t.int);
const { books, authors, loadedBooks, items } = resolvers.Query;
const { a, b, c } = resolvers.Item;

class CatalogueController {
  @QueryMapping({ params: [], returns: t.string })
  hello() {
    return "Hello, world!";
  }

  @QueryMapping({ params: [first] })
  books(first: number) {
    return books!(undefined, { first });
  }

  @QueryMapping({ params: [first] })
  authors(first: number) {
    return authors!(undefined, { first });
  }

  @QueryMapping({ params: [first] })
  loadedBooks(first: number) {
    return loadedBooks!(undefined, { first });
  }

  @QueryMapping({ params: [first] })
  items(first: number) {
    return items!(undefined, { first });
  }

  @QueryMapping({ params: [param.argument("first", t.nullable(t.int)), param.argument("after", t.nullable(t.string))] })
  bookConnection(first: number | null, after: string | null) {
    return connection(first, after);
  }

  @QueryMapping({ params: [first, param.argument("filter", t.map(t.unknown))] })
  search(first: number, filter: ReadonlyMap<string, unknown> | Readonly<Record<string, unknown>>) {
    return search(first, filter);
  }
}

/** Finds the authors of all books of a list at once. */
class AuthorBatchController {
  @BatchMapping({ source: () => LoadedBook })
  author(loaded: readonly LoadedBook[]) {
    return batchAuthors(loaded.map((book) => book.authorId));
  }
}

/** Asks a data loader for the author of each book. */
class AuthorLoaderController {
  @SchemaMapping({ params: [param.source(() => LoadedBook), param.dataLoader(() => Author)] })
  author(book: LoadedBook, loader: RegisteredDataLoader<string, Author>) {
    return loader.load(book.authorId);
  }
}

class RowController {
  readonly #books: Books;

  constructor(books: Books) {
    this.#books = books;
  }

  @QueryMapping({ params: [param.argument("page", t.int), param.argument("size", t.int)] })
  async bookRows(page: number, size: number) {
    return (await this.#books.findAll(PageRequest.of(page, size, byNumber))).content;
  }
}

class ItemController {
  @SchemaMapping({ params: [param.source(() => Item)] })
  a(item: Item) {
    return a(item);
  }

  @SchemaMapping({ params: [param.source(() => Item)] })
  b(item: Item) {
    return b(item);
  }

  @SchemaMapping({ params: [param.source(() => Item)] })
  c(item: Item) {
    return c(item);
  }
}

class TickController {
  @MutationMapping({ params: [param.argument("from", t.int), param.argument("n", t.int)], returns: t.int })
  publish(from: number, n: number) {
    for (let i = 0; i < n; i++) hub.publish(makeTick(from + i));
    return n;
  }

  @SubscriptionMapping({ params: [] })
  tick() {
    return hub.subscribe();
  }
}

function authorsOf(way: string | undefined): ContainerModule[] {
  if (way !== "loader") return [controller(AuthorBatchController)];
  const loaders = new ContainerModule(({ rebind }) => {
    const registry = new DefaultBatchLoaderRegistry();
    registry.forTypePair(String, Author).registerBatchLoader(loadAuthors);
    rebind(BatchLoaderRegistry).toConstantValue(registry);
  });
  return [controller(AuthorLoaderController), loaders];
}

async function loadAuthors(ids: readonly string[]): Promise<(Author | Error)[]> {
  return (await batchAuthors(ids)).map((author) => author ?? new Error("Cannot find an author"));
}

const schema = Resource.text("schema.graphqls", await Deno.readTextFile(new URL("schema.graphql", shared)));
const features = [
  // The table is the benchmark's; the index that serves `sort=title` is made where it is missing.
  data({ url: `sqlite:${databaseFile}`, entities: [Book] }),
  bean(Books, Database),
  rest(),
  exportRepository(Books, { exposeId: true, properties: { n: { hidden: true } } }),
  graphql({ schema: [schema] }),
  controller(RowController, Books),
  controller(CatalogueController),
  ...authorsOf(Deno.env.get("BENCH_AUTHORS")),
  controller(ItemController),
  controller(TickController),
];
const app = await createApp(createContainer(...features), { properties: { rest: { basePath: "/api" } } });
await serve(app, { port: Number(Deno.env.get("PORT")), quiet: true });
