import { BatchMapping, controller, describeType, param, QueryMapping, t } from "@espalier/espalier";
import { EntityMapping, requiredOfEach } from "@espalier/espalier/federation";
import { findingsOf, SchemaInspection } from "@espalier/espalier/graphql";
import { assertEquals } from "@std/assert";
import { link, startSubgraph } from "./subgraph.ts";

class Book {
  constructor(readonly id: string, readonly title: string) {}
}
describeType(Book, { id: t.id, title: t.string });

class BookController {
  @QueryMapping({ params: [], returns: t.int })
  count(): number {
    return 1;
  }
  @EntityMapping({ params: [param.argument("idList", t.list(t.id))], returns: t.list(t.object(() => Book)) })
  book(ids: readonly string[]): Book[] {
    return ids.map((id) => new Book(id, "t"));
  }
  @BatchMapping({ source: () => Book, params: [requiredOfEach("weight", t.int)], returns: t.int })
  shipping(books: readonly Book[], weightOf: (book: unknown) => number): number[] {
    return books.map(weightOf);
  }
}

Deno.test("inspection knows entities by their mappings: fields of others need no code, missing ones are found", async () => {
  const fields = 'weight: Int @external shipping: Int @requires(fields: "weight")';
  const inspect = async (more: string) => {
    const schema =
      `${link} type Query { count: Int } type Book @key(fields: "id") { id: ID! title: String ${fields} ${more} }`;
    await using app = await startSubgraph(schema, [controller(BookController)]);
    return findingsOf(app.container.get(SchemaInspection).report!).map(({ section, message }) => [section, message]);
  };
  assertEquals(await inspect(""), []);
  assertEquals(await inspect("pages: Int"), [
    ["unmappedFields", 'Book.pages has no data fetcher and the class "Book" has no such property: it is always null'],
  ]);
});
