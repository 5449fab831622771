import { assertEquals } from "@std/assert";
import { GraphQLError, parse } from "graphql";
import {
  type BatchedDataFetcher,
  type DataFetcher,
  DataFetcherResult,
  type DirectDataFetcher,
} from "@espalier/espalier/graphql";
import { visible } from "./engines.ts";
import { PlainRequest } from "./plain_request.ts";
import { answers, assertAllAlike, schemaWith, strategies } from "./strategy_answers.ts";

const fetched: Record<string, () => unknown> = {
  value: () => "v",
  null: () => null,
  undefined: () => undefined,
  thrown: () => {
    throw new Error("thrown");
  },
  rejected: () => Promise.reject(new Error("rejected")),
  suppressed: () => {
    throw new Error("suppressed");
  },
  "suppressed later": () => Promise.reject(new Error("suppressed")),
  two: () => {
    throw new Error("two");
  },
  "two later": () => Promise.reject(new Error("two")),
  slowly: () => {
    throw new Error("slowly");
  },
  "slowly later": () => Promise.reject(new Error("slowly")),
  "an error as value": () => new Error("value"),
  "no error": () => {
    throw "text";
  },
  "graphql error": () => {
    throw new GraphQLError("mine", { extensions: { classification: "X" } });
  },
  result: () => new DataFetcherResult({ data: "v", extensions: { a: 1 } }),
  "result with errors": () => new DataFetcherResult({ data: "v", errors: [new GraphQLError("beside")] }),
  "result without data": () => new DataFetcherResult({ data: null, errors: [new GraphQLError("beside")] }),
  "later result": () => Promise.resolve(new DataFetcherResult({ data: "v", errors: [new GraphQLError("beside")] })),
  "result of promise": () => new DataFetcherResult({ data: Promise.resolve("v") }),
  invalid: () => ({}),
};

for (const [kind, fetch] of Object.entries(fetched)) {
  Deno.test(`E8 a data fetcher gives ${kind}: both strategies answer alike`, async () => {
    const direct: DirectDataFetcher = Object.assign(() => fetch(), { direct: () => fetch() });
    for (const fetcher of [fetch as DataFetcher, direct]) {
      const list: DataFetcher = () => [fetch === fetched.thrown ? Promise.reject(new Error("item")) : "a", "b"];
      const schema = schemaWith({
        "Query.value": fetcher,
        "Query.sure": fetcher,
        "Query.list": list,
        "Query.book": () => ({ id: 1, title: "T" }),
        "Book.note": fetcher,
      });
      for (const query of ["{ value }", "{ sure }", "{ value sure list }", "{ list value book { title note } }"]) {
        await assertAllAlike(schema, query);
      }
    }
  });
}

for (const [kind, fetch] of Object.entries(fetched)) {
  Deno.test(`E8 a plain resolver gives ${kind}: it is answered as a data fetcher is, by both strategies`, async () => {
    const resolver = () => fetch();
    const book = () => ({ id: 1, title: "T" });
    const plain = schemaWith({}, { Query: { value: resolver, sure: resolver, book }, Book: { note: resolver } });
    const fetching = schemaWith({
      "Query.value": fetch,
      "Query.sure": fetch,
      "Query.book": book,
      "Book.note": fetch,
    });
    for (const query of ["{ value }", "{ sure }", "{ value book { title note } after: value }"]) {
      assertEquals(await assertAllAlike(plain, query), await assertAllAlike(fetching, query));
    }
  });
}

Deno.test("E8 C151 the errors of a result without data are the only ones of a field that may not be null", async () => {
  const errors = [new GraphQLError("first"), new GraphQLError("second")];
  for (const data of [null, undefined]) {
    const result = () => new DataFetcherResult({ data, errors });
    for (const fetcher of [result, () => Promise.resolve(result())]) {
      const schema = schemaWith({ "Query.sure": fetcher, "Query.value": fetcher });
      const answer = await assertAllAlike(schema, "{ sure }");
      const told = answer.errors as { message: string; path: unknown }[];
      assertEquals([answer.data, told.map(({ message, path }) => [message, path])], [
        null,
        [["first", ["sure"]], ["second", ["sure"]]],
      ]);
      assertEquals((await assertAllAlike(schema, "{ value }")).data, { value: null });
    }
  }
});

const failedItems: Record<string, () => unknown> = {
  "an error": () => ["a", new Error("one"), "c"],
  "a promise that fails": () => ["a", Promise.reject(new Error("one")), "c"],
  "a promise of an error": () => Promise.resolve(["a", Promise.resolve(new Error("one")), "c"]),
  "a thenable that throws": () => ["a", { then: () => fetched.thrown!() }, "c"],
};

for (const [kind, list] of Object.entries(failedItems)) {
  Deno.test(`E8 an item of a list is ${kind}: it alone is null, and the handled error has its path`, async () => {
    const deep = () => [list()];
    const read = schemaWith({}, { Query: { book: () => ({ lists: deep, items: list }) } });
    const schema = schemaWith({ "Query.list": list, "Query.sureList": list, "Query.lists": deep });
    const answer = await assertAllAlike(schema, "{ list lists }");
    const errors = answer.errors as { message: string; path: unknown }[];
    assertEquals(answer.data, { list: ["a", null, "c"], lists: [["a", null, "c"]] });
    assertEquals(errors.map(({ path }) => path), [["list", 1], ["lists", 0, 1]]);
    assertEquals(errors.every(({ message }) => message.startsWith("masked ")), true);
    const sure = await assertAllAlike(schema, "{ sureList }");
    assertEquals([sure.data, (sure.errors as { path: unknown }[])[0]!.path], [null, ["sureList", 1]]);
    const properties = await assertAllAlike(read, "{ book { items lists } }");
    assertEquals((properties.errors as { path: unknown }[]).map(({ path }) => path), [["book", "items", 1], [
      "book",
      "lists",
      0,
      1,
    ]]);
  });
}

Deno.test("E8 a plain resolver reads its arguments and info, and leaves a local context", async () => {
  const schema = schemaWith({ "Author.context": (environment) => String(environment.localContext) }, {
    Query: { book: () => new DataFetcherResult({ data: { id: 1, author: { name: "N" } }, localContext: "here" }) },
    Book: { note: (source, { text }, _context, { path }) => `${(source as { id: number }).id} ${text} ${path.key}` },
  });
  const answer = await assertAllAlike(schema, '{ book { n: note(text: "x") author { context } } }');
  assertEquals(answer.data, { book: { n: "1 x n", author: { context: "here" } } });
});

const partly = (data: unknown) => new DataFetcherResult({ data, errors: [new GraphQLError("beside")] });

const readResults: Record<string, (data: unknown) => unknown> = {
  "a property": partly,
  "a method": (data) => () => partly(data),
  "a promise": (data) => Promise.resolve(partly(data)),
  "a property with a thenable": (data) =>
    partly({ then: (ok: (value: unknown) => void) => queueMicrotask(() => ok(data)) }),
};

for (const [kind, give] of Object.entries(readResults)) {
  Deno.test(`E8 a result with errors is ${kind} of the source: both strategies take it apart`, async () => {
    const schema = schemaWith({
      "Query.book": () => ({ title: give("T"), author: give({ name: give("N") }), items: give(["a", "b"]) }),
    });
    const answer = await assertAllAlike(schema, "{ book { title author { name } items } }");
    assertEquals(answer.data, { book: { title: "T", author: { name: "N" }, items: ["a", "b"] } });
    assertEquals((answer.errors as unknown[]).length, 4);
  });
}

Deno.test("E8 a result with errors is no item of a list, come now or later", async () => {
  const schema = schemaWith({ "Query.list": () => [partly("a"), Promise.resolve(partly("b")), "c"] });
  const answer = await assertAllAlike(schema, "{ list }");
  assertEquals(answer.data, { list: [null, null, "c"] });
});

Deno.test("E8 errors in any iterable go to the exception handler", async () => {
  const schema = schemaWith({ "Query.list": () => new Set(["a", new Error("one"), Promise.reject(new Error("two"))]) });
  const answer = await assertAllAlike(schema, "{ list }");
  assertEquals((answer.errors as { message: string }[]).map(({ message }) => message), [
    "masked one",
    "first of two",
    "second of two",
  ]);
});

const titles = ["A", "B", "C"].map((title, id) => ({ id, title }));

function batched(
  batch: (sources: readonly never[], args: never) => unknown,
  maxBatchSize?: number,
): BatchedDataFetcher {
  const fetcher: DataFetcher = async (environment) => {
    const values = await batch([environment.source as never], environment.arguments as never);
    if (values instanceof Map) return values.get(environment.source) ?? null;
    if (!Array.isArray(values)) throw new Error("thrown");
    return values[0];
  };
  return Object.assign(fetcher, { batch: batch as never, ...(maxBatchSize ? { maxBatchSize } : {}) });
}

const batches: Record<string, (books: readonly { id: number }[]) => unknown> = {
  "a list": (books) => books.map(({ id }) => ({ name: `Author ${id}` })),
  "a promise of a list": (books) => Promise.resolve(books.map(({ id }) => ({ name: `Author ${id}` }))),
  "a map": (books) => new Map(books.filter(({ id }) => id !== 1).map((book) => [book, { name: `Author ${book.id}` }])),
  "errors in the list": (books) => books.map(({ id }) => id === 1 ? new Error("one") : { name: `Author ${id}` }),
  "null names": (books) => books.map(({ id }) => ({ name: id === 2 ? null : "N" })),
  "a throw": () => {
    throw new Error("thrown");
  },
  "a rejection": () => Promise.reject(new Error("thrown")),
};

for (const [kind, batch] of Object.entries(batches)) {
  Deno.test(`A6.5 a batch function gives ${kind}: both strategies have the same data and errors`, async () => {
    const schema = schemaWith({
      "Query.books": () => titles,
      "Query.twice": () => [titles[0], titles[0]],
      "Book.author": batched(batch as never),
      "Book.sureAuthor": batched(batch as never, 2),
    });
    for (
      const query of [
        "{ books { id author { name } } }",
        "{ twice { author { name } } }",
        "{ books { sureAuthor { name } } }",
      ]
    ) {
      const all = await answers(schema, query);
      for (const [name, answer] of Object.entries(all)) {
        assertEquals({ name, query, ...sorted(answer) }, { name, query, ...sorted(all.reference) });
      }
    }
  });
}

/** Which of several batches fails first is for the batches to say. */
function sorted(answer: unknown): { data: unknown; errors: string[] } {
  const { data, errors = [] } = answer as { data: unknown; errors?: unknown[] };
  return { data, errors: errors.map((error) => JSON.stringify(error)).sort() };
}

Deno.test("A6.5 one level is one batch: sources once, in order, arguments shared", async () => {
  const calls: unknown[] = [];
  const batch = (books: readonly { id: number }[], args: unknown) => {
    calls.push([books.map(({ id }) => id), { ...args as object }]);
    return Promise.resolve(books.map(({ id }) => `note ${id}`));
  };
  const schema = schemaWith({ "Query.books": () => [...titles, titles[0]], "Book.note": batched(batch as never, 2) });
  const operation = strategies.compiled!.prepare(schema, parse('{ books { note(text: "x") } }'), undefined);
  const result = await operation.execute({ rootValue: undefined, variables: {}, request: new PlainRequest() });
  assertEquals(visible(result), {
    data: { books: [{ note: "note 0" }, { note: "note 1" }, { note: "note 2" }, { note: "note 0" }] },
  });
  assertEquals(calls, [[[0, 1], { text: "x" }], [[2], { text: "x" }]]);
});

Deno.test("X4 what is synchronous is answered synchronously, batches included", () => {
  const schema = schemaWith({ "Query.books": () => titles, "Book.author": batched(batches["a list"] as never) });
  const operation = strategies.compiled!.prepare(schema, parse("{ books { author { name } } }"), undefined);
  for (let i = 0; i < 4; i++) {
    const result = operation.execute({ rootValue: undefined, variables: {}, request: new PlainRequest() });
    assertEquals(result instanceof Promise, false);
  }
});

Deno.test("X1 a local context reaches the fetchers below its field, and no others", async () => {
  const context: DataFetcher = (environment) => String(environment.localContext);
  const schema = schemaWith({
    "Query.book": () =>
      Promise.resolve(new DataFetcherResult({ data: { id: 1, author: { name: "N" } }, localContext: "here" })),
    "Query.value": context,
    "Author.context": context,
  });
  const answer = await assertAllAlike(schema, "{ value book { author { context } } after: value }");
  assertEquals(answer.data, { value: "undefined", book: { author: { context: "here" } }, after: "undefined" });
});

Deno.test("X1 streams and observables become lists", async () => {
  const observable = {
    ["@@observable"]() {
      return this;
    },
    subscribe(observer: { next(v: unknown): void; complete(): void }) {
      observer.next("a");
      observer.next("b");
      observer.complete();
      return { unsubscribe() {} };
    },
  };
  const schema = schemaWith({
    "Query.list": async function* () {
      yield "a";
      yield await Promise.resolve("b");
    },
    "Query.sureList": () => observable,
  });
  const answer = await assertAllAlike(schema, "{ list sureList }");
  assertEquals(answer.data, { list: ["a", "b"], sureList: ["a", "b"] });
});
