import { assertEquals } from "@std/assert";
import { GraphQlTester, recordWork, WorkRecorder } from "@espalier/espalier/testing";
import { bookshop } from "./bookshop.ts";

Deno.test("A6.7 a request is held to one batch and two SQL statements", async () => {
  await using app = await bookshop(recordWork());
  const tester = GraphQlTester.create(app);
  const recorder = app.container.get(WorkRecorder);
  const { batches, statements, result } = await recorder.during(() =>
    tester.document("{ books { title author { name } } }").execute()
  );
  result.path("books").matchesJson([{ title: "Emma" }, { title: "Frankenstein" }, { title: "Persuasion" }]);
  assertEquals(batches, [{ name: "Book.author", size: 3 }]);
  assertEquals(statements.length, 2);
  assertEquals(statements.every((statement) => statement.startsWith("select ")), true);
  const second = await recorder.during(() => tester.document("{ books { title } }").execute());
  assertEquals([second.batches.length, second.statements.length], [0, 1]);
});
