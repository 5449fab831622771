import {
  BatchMapping,
  ContainerModule,
  controller,
  createApp,
  createContainer,
  data,
  describeType,
  ErrorType,
  graphql,
  GraphQlExceptionHandler,
  MutationMapping,
  param,
  QueryMapping,
  Resource,
  SubscriptionMapping,
  t,
} from "@espalier/espalier";
import { Database, EntityRepository } from "@espalier/espalier/data";

const schema = `
  type Query { books: [Book!]! book(id: ID!): Book fail: String }
  type Mutation { addBook(id: ID!, title: String!, authorId: ID!): Book! }
  type Subscription { countdown(from: Int!): Int! forever: Int! failing: Int! }
  type Book { id: ID! title: String! author: Author }
  type Author { id: ID! name: String! }
`;

export class Author {
  constructor(readonly id: string, readonly name: string) {}
}
describeType(Author, { id: t.id, name: t.string }, { id: "id" });

export class Book {
  constructor(readonly id: string, readonly title: string, readonly authorId: string) {}
}
describeType(Book, { id: t.id, title: t.string, authorId: t.id }, { id: "id" });

export class Books extends EntityRepository<Book, string> {
  constructor(database: Database) {
    super(database, Book);
  }
}
export class Authors extends EntityRepository<Author, string> {
  constructor(database: Database) {
    super(database, Author);
  }
}

class UnknownBook extends Error {}

class BookController {
  constructor(readonly bookList: Books, readonly authors: Authors) {}

  @QueryMapping({ returns: t.list(t.object(() => Book)) })
  async books(): Promise<readonly Book[]> {
    return [...await this.bookList.findAll()];
  }

  @QueryMapping({ params: [param.argument("id", t.id)], returns: t.object(() => Book) })
  async book(id: string): Promise<Book> {
    const book = await this.bookList.findById(id);
    if (book === null) throw new UnknownBook(`There is no book ${id}`);
    return book;
  }

  @QueryMapping({ returns: t.string })
  fail(): string {
    throw new Error("secret");
  }

  @MutationMapping({
    params: [param.argument("id", t.id), param.argument("title", t.string), param.argument("authorId", t.id)],
    returns: t.object(() => Book),
  })
  addBook(id: string, title: string, authorId: string): Promise<Book> {
    return this.bookList.save(new Book(id, title, authorId));
  }

  @BatchMapping({ source: () => Book, returns: t.nullable(t.object(() => Author)) })
  async author(books: readonly Book[]): Promise<Map<Book, Author | null>> {
    const authors = await this.authors.findAllById([...new Set(books.map(({ authorId }) => authorId))]);
    const byId = new Map([...authors].map((author) => [author.id, author]));
    return new Map(books.map((book) => [book, byId.get(book.authorId) ?? null]));
  }

  @SubscriptionMapping({ params: [param.argument("from", t.int)], returns: t.int })
  async *countdown(from: number): AsyncGenerator<number> {
    for (let n = from; n > 0; n--) yield await Promise.resolve(n);
  }

  @SubscriptionMapping({ params: [param.signal()], returns: t.int })
  async *forever(signal: AbortSignal): AsyncGenerator<number> {
    yield 1;
    const ended = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => ended.resolve(), { once: true });
    await ended.promise;
  }

  @SubscriptionMapping({ returns: t.int })
  async *failing(): AsyncGenerator<number> {
    yield await Promise.resolve(1);
    throw new Error("secret");
  }

  @GraphQlExceptionHandler(UnknownBook)
  unknown(error: UnknownBook) {
    return { message: error.message, errorType: ErrorType.NOT_FOUND };
  }
}

const repositories = new ContainerModule(({ bind }) => {
  bind(Books).toResolvedValue((database) => new Books(database), [Database]);
  bind(Authors).toResolvedValue((database) => new Authors(database), [Database]);
});

/** Starts a small bookshop with three books; its logger is silent. */
export async function bookshop(...modules: readonly ContainerModule[]) {
  const container = createContainer(
    data({ entities: [Book, Author] }),
    graphql({ schema: [Resource.text("bookshop", schema)] }),
    repositories,
    controller(BookController, Books, Authors),
    ...modules,
  );
  const app = await createApp(container, { properties: { logging: { level: "OFF" } }, root: import.meta.url });
  await app.container.get(Authors).saveAll([new Author("a", "Jane Austen"), new Author("b", "Mary Shelley")]);
  await app.container.get(Books).saveAll([
    new Book("1", "Emma", "a"),
    new Book("2", "Frankenstein", "b"),
    new Book("3", "Persuasion", "a"),
  ]);
  return app;
}
