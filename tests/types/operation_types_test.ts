import { assertEquals } from "@std/assert";
import { GraphQlClient, type GraphQlOperation } from "@espalier/espalier/client";
import { GraphQlTester } from "@espalier/espalier/testing";
import { gql, type TypedDocumentNode } from "@apollo/client";

type BookResult = { readonly book: { readonly title: string; readonly year?: number } | null };
const Book: GraphQlOperation<"query", BookResult, { readonly id: string; readonly full?: boolean | null }> = {
  kind: "query",
  name: "Book",
  document: "query Book($id: ID!, $full: Boolean) { book(id: $id) { title year @include(if: $full) } }",
};
const Ready: GraphQlOperation<"query", { readonly ready: boolean }, Record<string, never>> = {
  kind: "query",
  document: "{ ready }",
};
const Page: GraphQlOperation<"query", { readonly ready: boolean }, { readonly first?: number | null }> = {
  kind: "query",
  document: "query ($first: Int) { ready }",
};
const Ticks: GraphQlOperation<"subscription", { readonly tick: number }, { readonly every: number }> = {
  kind: "subscription",
  name: "Ticks",
  document: "subscription Ticks($every: Int!) { tick(every: $every) }",
};

/** Whether two types are the same; `false` does not compile. */
function same<A, B>(_verdict: [A] extends [B] ? [B] extends [A] ? true : false : false): void {}

async function accepted(client: GraphQlClient, tester: GraphQlTester): Promise<void> {
  const data = await client.execute(Book, { id: "1" });
  same<typeof data, BookResult>(true);
  same<NonNullable<typeof data.book>["title"], string>(true);
  await client.execute(Ready);
  await client.execute(Ready, {});
  await client.execute(Page);
  await client.execute(Page, { first: null });
  const response = await client.document(Book, { id: "1", full: true }).header("a", "b").execute();
  same<typeof response.data, BookResult | null>(true);
  for await (const { tick } of client.subscribe(Ticks, { every: 1 })) same<typeof tick, number>(true);
  const tested = await tester.execute(Book, { id: "1" });
  same<typeof tested, BookResult>(true);
  same<
    Awaited<ReturnType<ReturnType<typeof tester.document<BookResult, { id: string }>>["execute"]>>["data"],
    BookResult
  >(
    true,
  );
  for await (const { tick } of tester.subscribe(Ticks, { every: 1 })) same<typeof tick, number>(true);
  same<Awaited<ReturnType<ReturnType<GraphQlClient["documentName"]>["execute"]>>["data"], unknown>(true);
}

async function refused(client: GraphQlClient, tester: GraphQlTester): Promise<void> {
  // @ts-expect-error the variable id is required
  await client.execute(Book);
  // @ts-expect-error the variable id is required
  await client.execute(Book, {});
  // @ts-expect-error the variable id is a string
  await client.execute(Book, { id: 1 });
  // @ts-expect-error there is no variable idd
  await client.execute(Book, { id: "1", idd: "2" });
  // @ts-expect-error the operation has no variables
  await client.execute(Ready, { id: "1" });
  // @ts-expect-error a subscription has many results
  await client.execute(Ticks, { every: 1 });
  // @ts-expect-error a query has one result
  client.subscribe(Book, { id: "1" });
  // @ts-expect-error the variable id is a string
  client.document(Book, { id: 1 });
  // @ts-expect-error variables of a text are not known: they are set by variable()
  client.document("{ ready }", { id: 1 });
  // @ts-expect-error the variable id is required
  await tester.execute(Book);
  // @ts-expect-error the variable id is a string
  tester.document(Book, { id: 1 });
  // @ts-expect-error the variable every is required
  tester.subscribe(Ticks);
  // @ts-expect-error the book may be null
  (await client.execute(Book, { id: "1" })).book.title;
  // @ts-expect-error nothing selects the author
  (await client.execute(Book, { id: "1" })).book?.author;
}

/** As `ResultOf` and `VariablesOf` of `@graphql-typed-document-node/core`. */
type ResultOf<T> = T extends { readonly __apiType?: (variables: infer _V) => infer R } ? R : never;
type VariablesOf<T> = T extends { readonly __apiType?: (variables: infer V) => infer _R } ? V : never;

Deno.test("the compiler knows the result of an operation and refuses wrong variables, of clients and testers", () => {
  // The checks are the comments above: the file would not compile otherwise.
  assertEquals([typeof accepted, typeof refused], ["function", "function"]);
});

Deno.test("an operation is a typed document of other clients", () => {
  const document: TypedDocumentNode<ResultOf<typeof Ready>, VariablesOf<typeof Ready>> = gql(Ready.document);
  same<VariablesOf<typeof Ticks>, { readonly every: number }>(true);
  assertEquals(document.kind, "Document");
});
