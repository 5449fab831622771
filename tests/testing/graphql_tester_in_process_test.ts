import { assertEquals, assertThrows } from "@std/assert";
import { t } from "@espalier/espalier";
import { GraphQlTester } from "@espalier/espalier/testing";
import { Author, Book, bookshop } from "./bookshop.ts";

Deno.test("G1.1 E3 an application is tested in its own process, without a socket", async () => {
  await using app = await bookshop();
  const tester = GraphQlTester.create(app);
  const response = await tester.document("{ books { id title author { id name } } }").execute();
  response.path("books[0].title").entity(t.string).isEqualTo("Emma");
  response.path("books").entityList(Book).hasSize(3);
  response.path("books[1].author").entity(Author).isEqualTo(new Author("b", "Mary Shelley"));

  const missing = await tester.document("query Find($id: ID!) { book(id: $id) { title } }").variables({ id: "9" })
    .execute();
  missing.errors().satisfy((errors) =>
    assertEquals(errors.map(({ message, path, extensions }) => ({ message, path, extensions })), [
      { message: "There is no book 9", path: ["book"], extensions: { classification: "NOT_FOUND" } },
    ])
  ).path("book").valueIsNull();
});

Deno.test("G1.1 a mutation changes what the next query sees", async () => {
  await using app = await bookshop();
  const tester = GraphQlTester.create(app);
  await tester.document('mutation { addBook(id: "4", title: "Mathilda", authorId: "b") { id } }').executeAndVerify();
  const response = await tester.document('{ book(id: "4") { title author { name } } }').execute();
  response.path("book").matchesJsonStrictly({ title: "Mathilda", author: { name: "Mary Shelley" } });
});

Deno.test("G1.1 a tester says what it was given instead of an application", () => {
  const promised = bookshop();
  assertThrows(
    () => GraphQlTester.create(promised as never),
    TypeError,
    "must be an application, await createApp(…): current value is a promise",
  );
  return promised.then((app) => app[Symbol.asyncDispose]());
});
