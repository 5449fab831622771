import { assertEquals } from "@std/assert";
import {
  type ArgumentValue,
  BatchMapping,
  DataFetcherResult,
  GraphQlExceptionHandler,
  MutationMapping,
  param,
  QueryMapping,
  SchemaMapping,
  SubscriptionMapping,
  t,
} from "@espalier/espalier";
import type { BatchLoaderEnvironment, DataFetchingEnvironment } from "@espalier/espalier/graphql";
import { z } from "zod";

class Author {
  constructor(readonly name: string) {}
}
class Book {
  constructor(readonly id: string, readonly title: string) {}
}
class BookNotFound extends Error {
  readonly bookId = "1";
}
const input = z.object({ title: z.string(), pages: z.number().optional() });

class Accepted {
  @QueryMapping({ params: [param.argument("id", t.id)], returns: t.nullable(t.object(() => Book)) })
  nullable(_id: string): Promise<Book | null> {
    return Promise.resolve(null);
  }
  @QueryMapping({ params: [param.argument("ids", t.list(t.id))], returns: t.list(t.object(() => Book)) })
  async *stream(_ids: readonly string[]): AsyncGenerator<Book> {}
  @QueryMapping({ params: [param.argument("input", input)], returns: t.string })
  withSchema(given: { title: string; pages?: number | undefined }): string {
    return given.title;
  }
  @QueryMapping({ params: [param.argumentValue("name", t.nullable(t.string))] })
  tri(_name: ArgumentValue<string>): string {
    return "";
  }
  @QueryMapping()
  withEnvironment(environment: DataFetchingEnvironment): string {
    return environment.executionId;
  }
  @QueryMapping({ params: [], returns: t.string })
  callable(): () => Promise<string> {
    return () => Promise.resolve("");
  }
  @MutationMapping({ params: [param.context("tenant", t.string)], returns: t.boolean })
  result(_tenant: string): DataFetcherResult<boolean> {
    return new DataFetcherResult({ data: true });
  }
  @SubscriptionMapping({ params: [], returns: t.object(() => Book) })
  async *events(): AsyncGenerator<Book> {}
  @SchemaMapping({ params: [param.source(() => Book), param.principal(() => Author)], returns: t.string })
  title(book: Book, author: Author): string {
    return book.title + author.name;
  }
  @BatchMapping({ source: () => Book, returns: t.object(() => Author) })
  author(books: readonly Book[], _environment: BatchLoaderEnvironment): Map<Book, Author> {
    return new Map(books.map((book) => [book, new Author(book.title)]));
  }
  @BatchMapping({ source: () => Book, params: [param.argument("first", t.int)], returns: t.list(t.string) })
  tags(books: readonly Book[], _first: number): string[][] {
    return books.map(() => []);
  }
  @GraphQlExceptionHandler(BookNotFound, RangeError)
  missing(error: BookNotFound | RangeError): { message: string } {
    return { message: error.message };
  }
}

class Refused {
  // @ts-expect-error a nullable argument for a parameter that is never null
  @QueryMapping({ params: [param.argument("id", t.nullable(t.id))], returns: t.string })
  nullableArgument(id: string): string {
    return id;
  }
  // @ts-expect-error a number for a string
  @QueryMapping({ params: [param.argument("id", t.int)], returns: t.string })
  wrongArgument(id: string): string {
    return id;
  }
  // @ts-expect-error the method may return null where the description says that it does not
  @QueryMapping({ params: [], returns: t.object(() => Book) })
  nullReturned(): Promise<Book | null> {
    return Promise.resolve(null);
  }
  // @ts-expect-error another class
  @QueryMapping({ params: [], returns: t.object(() => Book) })
  wrongClass(): Author {
    return new Author("");
  }
  // @ts-expect-error a stream for a field that is no list
  @QueryMapping({ params: [], returns: t.string })
  async *streamForOne(): AsyncGenerator<string> {}
  // @ts-expect-error more parameters than described
  @QueryMapping({ params: [param.argument("a", t.int)], returns: t.int })
  tooMany(a: number, b: number): number {
    return a + b;
  }
  // @ts-expect-error without described parameters the method gets the environment
  @QueryMapping()
  noParameters(id: string): string {
    return id;
  }
  // @ts-expect-error the source is a book
  @SchemaMapping({ params: [param.source(() => Book)], returns: t.string })
  wrongSource(author: Author): string {
    return author.name;
  }
  // @ts-expect-error the sources are books
  @BatchMapping({ source: () => Book, returns: t.object(() => Author) })
  wrongSources(authors: readonly Author[]): readonly Author[] {
    return authors;
  }
  // @ts-expect-error the values are authors
  @BatchMapping({ source: () => Book, returns: t.object(() => Author) })
  wrongValues(books: readonly Book[]): readonly Book[] {
    return books;
  }
  // @ts-expect-error the schema gives an object
  @QueryMapping({ params: [param.argument("input", input)], returns: t.string })
  wrongSchema(given: string): string {
    return given;
  }
  // @ts-expect-error the handler is for another exception
  @GraphQlExceptionHandler(RangeError)
  wrongException(error: BookNotFound): { message: string } {
    return { message: error.bookId };
  }
  // @ts-expect-error an optional context value may be missing
  @QueryMapping({ params: [param.context("tenant", t.string, { required: false })], returns: t.string })
  missingContext(tenant: string): string {
    return tenant;
  }
}

Deno.test("controller methods are checked by the compiler against what describes them", () => {
  // The checks are the comments above: the file would not compile otherwise.
  assertEquals([typeof Accepted, typeof Refused], ["function", "function"]);
});
