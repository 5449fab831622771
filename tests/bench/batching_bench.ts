// 100 books each with an author: by batch method and by data loader, one SQL statement each.

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
import { Author } from "../data/bookshelf.ts";

class Book {
  constructor(readonly id: string, readonly authorId: string) {}
}

const books = Array.from({ length: 100 }, (_, i) => new Book(`${i}`, `${i % 25}`));

async function byId(authors: EntityRepository<Author, string>, ids: Iterable<string>): Promise<Map<string, Author>> {
  return new Map((await authors.findAllById(ids)).map((author) => [author.id, author]));
}

class BookController {
  constructor(readonly authors: EntityRepository<Author, string>) {}

  @QueryMapping({ params: [], returns: t.list(t.object(() => Book)) })
  books(): Book[] {
    return books;
  }

  @BatchMapping({ source: () => Book, returns: t.nullable(t.object(() => Author)) })
  async byBatch(books: readonly Book[]): Promise<(Author | null)[]> {
    const found = await byId(this.authors, new Set(books.map(({ authorId }) => authorId)));
    return books.map(({ authorId }) => found.get(authorId) ?? null);
  }

  @SchemaMapping({
    params: [param.source(() => Book), param.dataLoader(() => Author)],
    returns: t.nullable(t.object(() => Author)),
  })
  byLoader(book: Book, loader: RegisteredDataLoader<string, Author>): Promise<Author | null> {
    return loader.load(book.authorId);
  }
}

const schema = Resource.text(
  "books",
  `type Query { books: [Book!]! }
   type Book { id: ID! byBatch: Author byLoader: Author }
   type Author { name: String }`,
);
const database = await openDatabase("sqlite::memory:");
await database.createTables(Author);
const authors = database.repository<Author, string>(Author);
await authors.saveAll(Array.from({ length: 25 }, (_, i) => new Author(`${i}`, `Author ${i}`)));
const beans = new ContainerModule(({ bind, rebind }) => {
  bind(Controller).toConstantValue(new BookController(authors));
  const registry = new DefaultBatchLoaderRegistry();
  registry.forTypePair(String, Author).registerMappedBatchLoader((ids) => byId(authors, ids));
  rebind(BatchLoaderRegistry).toConstantValue(registry);
});
const app = await createApp(createContainer(graphql({ schema: [schema] }), beans), {
  properties: { logging: { level: "OFF" } },
});

for (const [index, field] of ["byBatch", "byLoader"].entries()) {
  Deno.bench({
    name: `100 books with their authors ${field === "byBatch" ? "by @BatchMapping" : "by DataLoader"}`,
    group: "batching",
    baseline: index === 0,
    fn: async () => {
      const response = await app.fetch(
        new Request("http://localhost/graphql", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ query: `{ books { ${field} { name } } }` }),
        }),
      );
      const text = await response.text();
      if (text.includes("errors")) throw new Error(text);
    },
  });
}
