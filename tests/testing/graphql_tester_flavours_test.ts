import { assertEquals, assertRejects } from "@std/assert";
import { type Application, serve, t } from "@espalier/espalier";
import { SubscriptionError } from "@espalier/espalier/client";
import { GraphQlTester, take } from "@espalier/espalier/testing";
import { Author, Book, bookshop } from "./bookshop.ts";

/** Runs a check with a tester of every flavour. */
async function withEachFlavour(check: (tester: GraphQlTester, flavour: string) => Promise<void>): Promise<void> {
  const app: Application = await bookshop();
  await using server = await serve(app, { port: 0, quiet: true });
  const url = `${server.url}/graphql`;
  await check(GraphQlTester.create(app), "in process");
  await check(GraphQlTester.createEventStream(app), "event stream in process");
  await check(GraphQlTester.http({ url }), "HTTP");
  await check(GraphQlTester.eventStream({ url }), "event stream");
  await using webSocket = GraphQlTester.webSocket({ url });
  await check(webSocket, "WebSocket");
}

Deno.test("G1 a query's answer is read by path and type, on every transport", async () => {
  await withEachFlavour(async (tester) => {
    const response = await tester.document("{ books { id title author { id name } } }").execute();
    response.path("books[0].title").entity(t.string).isEqualTo("Emma");
    response.path("books").entityList(Book).hasSize(3);
    response.path("books[1].author").entity(Author).isEqualTo(new Author("b", "Mary Shelley"));
    response.path("books").matchesJson([{ id: "3" }, { id: "1" }, { author: { name: "Mary Shelley" } }]);
  });
});

Deno.test("G1 E3 variables go in, errors come out, on every transport", async () => {
  await withEachFlavour(async (tester) => {
    const document = "query Find($id: ID!) { book(id: $id) { title } }";
    const found = await tester.document(document).operationName("Find").variable("id", "2").executeAndVerify();
    found.path("book.title").entity(t.string).isEqualTo("Frankenstein");
    const missing = await tester.document(document).variables({ id: "9" }).execute();
    missing.errors().satisfy((errors) =>
      assertEquals(errors.map(({ message, path, extensions }) => ({ message, path, extensions })), [
        { message: "There is no book 9", path: ["book"], extensions: { classification: "NOT_FOUND" } },
      ])
    ).path("book").valueIsNull();
    const refused = await tester.document("{ nothing }").execute();
    refused.errors().expect(({ extensions }) => extensions?.classification === "ValidationError").verify();
  });
});

Deno.test("S1 S3 subscriptions are iterated, left and fail, on every transport", async () => {
  await withEachFlavour(async (tester, flavour) => {
    const countdown = tester.document("subscription ($n: Int!) { countdown(from: $n) }").variable("n", 3);
    assertEquals(await Array.fromAsync(countdown.subscribe("countdown", t.int)), [3, 2, 1]);
    const forever = tester.document("subscription { forever }").subscribe("forever", t.int);
    assertEquals(await take(forever, 1), [1]);
    const failing = tester.document("subscription { failing }").executeSubscription();
    assertEquals((await failing.next()).value.field("failing").value, 1);
    if (flavour === "WebSocket") await assertRejects(() => failing.next(), SubscriptionError);
    else (await failing.next()).value.errors().expect(() => true).verify();
    await failing.return?.();
  });
});

Deno.test("mutations change what the next query sees", async () => {
  await using app = await bookshop();
  const tester = GraphQlTester.create(app);
  await tester.document('mutation { addBook(id: "4", title: "Mathilda", authorId: "b") { id } }').executeAndVerify();
  const response = await tester.document('{ book(id: "4") { title author { name } } }').execute();
  response.path("book").matchesJsonStrictly({ title: "Mathilda", author: { name: "Mary Shelley" } });
});
