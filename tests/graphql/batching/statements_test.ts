import { assertEquals } from "@std/assert";
import {
  BatchMapping,
  ContainerModule,
  Controller,
  createApp,
  createContainer,
  graphql,
  param,
  QueryMapping,
  Resource,
  SchemaMapping,
  t,
} from "@espalier/espalier";
import { type EntityRepository, openDatabase } from "@espalier/espalier/data";
import { BatchLoaderRegistry, DefaultBatchLoaderRegistry, type RegisteredDataLoader } from "@espalier/espalier/graphql";
import { Author } from "../../data/bookshelf.ts";

class Book {
  constructor(readonly id: string, readonly authorId: string) {}
}

const schema = Resource.text(
  "books",
  `type Query { books: [Book!]! }
   type Book { id: ID! byBatch: Author byLoader: Author }
   type Author { name: String }`,
);

type Authors = EntityRepository<Author, string>;

async function byId(authors: Authors, ids: Iterable<string>): Promise<Map<string, Author>> {
  return new Map((await authors.findAllById(ids)).map((author) => [author.id, author]));
}

class BookController {
  readonly #authors: Authors;

  constructor(authors: Authors) {
    this.#authors = authors;
  }

  @QueryMapping({ params: [], returns: t.list(t.object(() => Book)) })
  books(): Book[] {
    return Array.from({ length: 100 }, (_, i) => new Book(`${i}`, `${i % 25}`));
  }

  @BatchMapping({ source: () => Book, returns: t.nullable(t.object(() => Author)) })
  async byBatch(books: readonly Book[]): Promise<(Author | null)[]> {
    const authors = await byId(this.#authors, new Set(books.map(({ authorId }) => authorId)));
    return books.map(({ authorId }) => authors.get(authorId) ?? null);
  }

  @SchemaMapping({
    params: [param.source(() => Book), param.dataLoader(() => Author)],
    returns: t.nullable(t.object(() => Author)),
  })
  byLoader(book: Book, loader: RegisteredDataLoader<string, Author>): Promise<Author | null> {
    return loader.load(book.authorId);
  }
}

Deno.test("A6.6 100 books with their authors cost one statement, by batch method and by data loader", async () => {
  const statements: string[] = [];
  await using database = await openDatabase("sqlite::memory:", { onStatement: (text) => void statements.push(text) });
  await database.createTables(Author);
  const authors = database.repository<Author, string>(Author);
  await authors.saveAll(Array.from({ length: 25 }, (_, i) => new Author(`${i}`, `Author ${i}`)));
  const loaders = new ContainerModule(({ bind, rebind }) => {
    bind(Controller).toConstantValue(new BookController(authors));
    const registry = new DefaultBatchLoaderRegistry();
    registry.forTypePair(String, Author).registerMappedBatchLoader((ids) => byId(authors, ids));
    rebind(BatchLoaderRegistry).toConstantValue(registry);
  });
  await using app = await createApp(
    createContainer(graphql({ schema: [schema] }), loaders),
    { properties: { logging: { level: "OFF" } } },
  );
  for (const field of ["byBatch", "byLoader"]) {
    statements.length = 0;
    const response = await app.fetch(
      new Request("http://localhost/graphql", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ query: `{ books { ${field} { name } } }` }),
      }),
    );
    const { data } = await response.json();
    assertEquals([data.books.length, data.books[99][field].name, statements.length], [100, "Author 24", 1], field);
  }
});
