/**
 * A service that uses every decorator. The same text is compiled with standard and with legacy decorators, and prints
 * what it answers.
 *
 * @module
 */

import {
  BatchMapping,
  bean,
  controller,
  ControllerAdvice,
  controllerAdvice,
  createApp,
  createContainer,
  data,
  entity,
  extend,
  graphql,
  GraphQlExceptionHandler,
  LeveledLogger,
  Logger,
  MutationMapping,
  param,
  QueryMapping,
  Resource,
  SchemaMapping,
  SubscriptionMapping,
  t,
} from "@espalier/espalier";
import { ContainerModule } from "@espalier/espalier";
import { Database, repository } from "@espalier/espalier/data";
import { EntityMapping, federation } from "@espalier/espalier/federation";
import { mappings } from "@espalier/espalier/graphql";

class Book {
  constructor(readonly id: string) {}
}

@SchemaMapping({ typeName: "Book" })
class BookController {
  @QueryMapping({ params: [param.argument("id", t.id)], returns: t.object(() => Book) })
  book(id: string): Book {
    if (id === "0") throw new RangeError("no book 0");
    return new Book(id);
  }
  @MutationMapping("addBook")
  add(): Book {
    return new Book("new");
  }
  @SubscriptionMapping({ params: [], returns: t.object(() => Book) })
  async *published(): AsyncGenerator<Book> {
    yield new Book("1");
  }
  @SchemaMapping({ params: [param.source(() => Book)] })
  title(book: Book): string {
    return `Title of ${book.id}`;
  }
  @BatchMapping({ source: () => Book, returns: t.string })
  author(books: readonly Book[]): string[] {
    return books.map((book) => `Author of ${book.id}`);
  }
  @EntityMapping({ typeName: "Book", params: [param.argument("id", t.id)] })
  byKey(id: string): Book {
    return new Book(id);
  }
  @GraphQlExceptionHandler(RangeError)
  missing(error: RangeError) {
    return { message: error.message };
  }
}

interface Fields {
  Query: { shelf(args: { name: string }): Book };
  Book: { shelfMark(args: { prefix?: string | null }): string };
}
const typed = mappings<Fields, { Book: Book }>();

class ShelfController {
  @typed.QueryMapping("name")
  shelf(name: string): Book {
    return new Book(name);
  }
  @typed.SchemaMapping("Book", { field: "shelfMark" }, "prefix", param.source(() => Book))
  mark(book: Book, prefix: string | null, same: Book): string {
    return `${prefix}${book.id}${same === book}`;
  }
}

class Loan extends entity({ id: t.id, reader: t.mutable(t.string), days: t.default(t.int, 14) }, { id: "id" }) {
  readonly #notes: string[] = ["lent"];

  get label(): string {
    return `${this.reader} for ${this.days} days: ${this.#notes}`;
  }
}
class LongLoan extends extend(Loan, { reason: t.string }, { table: "long_loans" }) {
  override get label(): string {
    return `${super.label}, ${this.reason}`;
  }
}
class LongLoans extends repository(LongLoan) {}

@ControllerAdvice({ order: 1 })
class Advice {
  @GraphQlExceptionHandler(Error)
  any() {
    return { message: "advice" };
  }
}

const schema = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"]) ' +
  "type Query { book(id: ID!): Book shelf(name: String!): Book! } type Mutation { addBook: Book } type Subscription { published: Book } " +
  'type Book @key(fields: "id") ' +
  "{ id: ID title: String author: String shelfMark(prefix: String): String! }";
const silent = new ContainerModule(({ bind }) => {
  bind(Logger).toConstantValue(new LeveledLogger({ "": "OFF" }, () => {}));
});
const container = createContainer(
  graphql({ schema: [Resource.text("schema", schema)] }),
  federation(),
  data({ entities: [Loan, LongLoan] }),
  bean(LongLoans, Database),
  controller(BookController),
  controller(ShelfController),
  controllerAdvice(Advice),
  silent,
);
await using app = await createApp(container);
for (
  const query of [
    '{ book(id: "7") { id title author } }',
    '{ book(id: "0") { id } }',
    "mutation { addBook { id } }",
    '{ shelf(name: "A") { shelfMark } }',
    '{ _entities(representations: [{ __typename: "Book", id: 8 }]) { ... on Book { title } } }',
  ]
) {
  const response = await app.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query }),
    }),
  );
  console.log(await response.text());
}
const loans = app.container.get(LongLoans);
await loans.save(new LongLoan({ id: "1", reader: "Ada", reason: "a thesis" }));
const loan = await loans.findById("1");
console.log(loan instanceof Loan, loan?.label);
