/** The framework with its defaults, for `run.ts`. */
import {
  BatchMapping,
  controller,
  createApp,
  createContainer,
  graphql,
  param,
  QueryMapping,
  Resource,
  SchemaMapping,
  serve,
  t,
} from "@espalier/espalier";

interface Shop {
  readonly find: {
    hello(): string;
    books(first: number): readonly object[];
    loadedBooks(first: number): readonly object[];
    items(first: number): readonly object[];
    page(first: number, after: string | null): object;
    authorsOf(books: readonly object[]): Promise<readonly object[]>;
  };
  readonly item: Readonly<Record<"a" | "b" | "c", (item: Item) => Promise<unknown>>>;
}

const { find, item } = await import(new URL("peers/shop.mjs", import.meta.url).href) as Shop;

/** The data are literals: the classes name their types. */
class Item {}
class LoadedBook {}

const first = param.argument("first", t.int);

class Books {
  @QueryMapping({ params: [], returns: t.string })
  hello(): string {
    return find.hello();
  }

  @QueryMapping({ params: [first] })
  books(first: number): readonly object[] {
    return find.books(first);
  }

  @QueryMapping({ params: [first] })
  loadedBooks(first: number): readonly object[] {
    return find.loadedBooks(first);
  }

  @QueryMapping({ params: [first, param.argument("after", t.nullable(t.string))] })
  page(first: number, after: string | null): object {
    return find.page(first, after);
  }

  @BatchMapping({ source: () => LoadedBook })
  author(books: readonly LoadedBook[]): Promise<readonly object[]> {
    return find.authorsOf(books);
  }
}

class Items {
  @QueryMapping({ params: [first] })
  items(first: number): readonly object[] {
    return find.items(first);
  }

  @SchemaMapping({ params: [param.source(() => Item)] })
  a(source: Item): Promise<unknown> {
    return item.a(source);
  }

  @SchemaMapping({ params: [param.source(() => Item)] })
  b(source: Item): Promise<unknown> {
    return item.b(source);
  }

  @SchemaMapping({ params: [param.source(() => Item)] })
  c(source: Item): Promise<unknown> {
    return item.c(source);
  }
}

const schema = Resource.text("schema", await Deno.readTextFile(new URL("schema.graphqls", import.meta.url)));
const app = await createApp(
  createContainer(graphql({ schema: [schema] }), controller(Books), controller(Items)),
  { properties: { logging: { level: "ERROR" } } },
);
const processes = Number(Deno.env.get("PROCESSES") ?? 1);
await serve(app, { port: Number(Deno.env.get("PORT")), processes, quiet: true });
