import { assertEquals, assertThrows } from "@std/assert";
import { BatchMapping, GraphQlExceptionHandler, param, QueryMapping, SchemaMapping, t } from "@espalier/espalier";
import { AnnotatedControllerConfigurer, CodeRegistry, GraphQlSource } from "@espalier/espalier/graphql";
import { buildSchema } from "graphql";
import { ask } from "../graphql_setup.ts";

class Book {
  constructor(readonly id: string) {}
}

class BookController {
  @QueryMapping({ returns: t.list(t.object(() => Book)) })
  books(): Book[] {
    return [new Book("1"), new Book("2")];
  }
  @QueryMapping()
  failing(): string {
    throw new RangeError("Too far");
  }
  @SchemaMapping({ typeName: "Media", params: [param.source(() => Book)], returns: t.string })
  title(book: Book): string {
    return `Title ${book.id}`;
  }
  @BatchMapping({ source: () => Book, returns: t.int })
  pages(books: readonly Book[]): number[] {
    return books.map((book) => Number(book.id) * 100);
  }
  @GraphQlExceptionHandler(RangeError)
  far(error: RangeError) {
    return { message: `own words: ${error.message}` };
  }
}

const sdl = "schema { query: MyQuery } type MyQuery { books: [Book] failing: String } " +
  "interface Media { title: String } type Book implements Media { id: ID title: String pages: Int }";

Deno.test("A1.4 controllers give their methods to a schema that exists already, with batches and inherited mappings", async () => {
  const schema = buildSchema(sdl);
  const controllers = new AnnotatedControllerConfigurer().addControllers(new BookController());
  controllers.configureCodeRegistry(new CodeRegistry(schema));
  const source = await GraphQlSource.builder(schema).exceptionResolvers(controllers.getExceptionResolver()).build();
  const response = await ask(source, "{ books { id title pages } failing }");
  assertEquals(response.toMap().data, {
    books: [{ id: "1", title: "Title 1", pages: 100 }, { id: "2", title: "Title 2", pages: 200 }],
    failing: null,
  });
  assertEquals(response.errors.map(({ message }) => message), ["own words: Too far"]);
});

Deno.test("A1.4 a method that is mapped to a field that the existing schema lacks is an error that names the field", () => {
  const registry = new CodeRegistry(buildSchema("type Query { books: [Book] } type Book { id: ID title: String }"));
  const controllers = new AnnotatedControllerConfigurer().addControllers(new BookController());
  assertThrows(() => controllers.configureCodeRegistry(registry), TypeError, '"Query.failing"');
});

Deno.test("A1.4 a data fetcher of the existing schema wins over a mapping inherited from an interface", async () => {
  const schema = buildSchema(sdl);
  const registry = new CodeRegistry(schema).dataFetcher("Book", "title", () => "from the schema");
  new AnnotatedControllerConfigurer().addControllers(new BookController()).configureCodeRegistry(registry);
  const response = await ask(await GraphQlSource.builder(schema).build(), "{ books { title } }");
  assertEquals(response.toMap().data, { books: [{ title: "from the schema" }, { title: "from the schema" }] });
});
