import { assertEquals, assertRejects } from "@std/assert";
import {
  BatchMapping,
  ContainerModule,
  controller,
  createApp,
  createContainer,
  graphql,
  param,
  QueryMapping,
  Resource,
  t,
} from "@espalier/espalier";
import {
  type Direction,
  ScrollPosition,
  type ScrollSubrange,
  type Sort,
  Window,
  windowOf,
} from "@espalier/espalier/data";
import {
  AbstractSortStrategy,
  CursorStrategy,
  type DataFetchingEnvironment,
  ScrollPositionCursorStrategy,
  SortStrategy,
} from "@espalier/espalier/graphql";

const titles = ["Nineteen Eighty-Four", "The Great Gatsby", "Catch-22", "To The Lighthouse", "Animal Farm"];

const schema = Resource.text(
  "books",
  `type Query {
    books(first: Int, after: String, last: Int, before: String): BookConnection
    range(first: Int, after: String, last: Int, before: String): String
    sorted(properties: [String!], direction: String): String
  }
  type Book { title: String }`,
);

class BookController {
  @QueryMapping({ params: [param.scrollSubrange()], returns: windowOf(t.unknown) })
  books(range: ScrollSubrange): Window<unknown> {
    const position = range.position ?? ScrollPosition.offset();
    const start = "skipped" in position ? position.skipped as number : 0;
    const end = start + (range.count ?? 5);
    const content = titles.slice(start, end).map((title) => ({ title }));
    return Window.from(content, (i) => ScrollPosition.offset(start + i), titles.length > end);
  }

  @QueryMapping({ params: [param.scrollSubrange()], returns: t.string })
  range({ position, count, forward }: ScrollSubrange): string {
    return [position, count, forward].map(String).join(" ");
  }

  @QueryMapping({ params: [param.sort()], returns: t.string })
  sorted(sort: Sort): string {
    return String(sort);
  }
}

class ArgumentSort extends AbstractSortStrategy {
  protected override getProperties(environment: DataFetchingEnvironment): readonly string[] | null | undefined {
    return environment.argument<string[] | null>("properties");
  }
  protected override getDirection(environment: DataFetchingEnvironment): Direction | null | undefined {
    return environment.argument<Direction | null>("direction");
  }
}

const plainCursors = new ContainerModule(({ rebind }) => {
  rebind(CursorStrategy).toConstantValue(new ScrollPositionCursorStrategy());
});
const sorting = new ContainerModule(({ bind }) => void bind(SortStrategy).toConstantValue(new ArgumentSort()));

async function answer(query: string, ...modules: ContainerModule[]): Promise<{ data?: unknown; errors?: unknown[] }> {
  await using app = await createApp(
    createContainer(graphql({ schema: [schema] }), controller(BookController), sorting, ...modules),
    { properties: { logging: { level: "OFF" } } },
  );
  const response = await app.fetch(
    new Request("http://localhost/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query }),
    }),
  );
  return await response.json();
}

const connection = "{ edges { cursor node { title } } pageInfo { startCursor endCursor hasPreviousPage hasNextPage } }";

Deno.test("G1.4 C223 a controller pages forward through a connection", async () => {
  assertEquals(await answer(`{ books(first: 2, after: "O_2") ${connection} }`, plainCursors), {
    data: {
      books: {
        edges: [
          { cursor: "O_3", node: { title: "To The Lighthouse" } },
          { cursor: "O_4", node: { title: "Animal Farm" } },
        ],
        pageInfo: { startCursor: "O_3", endCursor: "O_4", hasPreviousPage: true, hasNextPage: false },
      },
    },
  });
});

Deno.test("P4 A3.4 cursors are Base64 by default, and the strategy can be rebound", async () => {
  const query = "{ books(first: 1) { pageInfo { endCursor } } }";
  assertEquals((await answer(query)).data, { books: { pageInfo: { endCursor: btoa("O_0") } } });
  assertEquals((await answer(query, plainCursors)).data, { books: { pageInfo: { endCursor: "O_0" } } });
});

Deno.test("A4.3 C224 no items are no error", async () => {
  assertEquals((await answer(`{ books(first: 0, after: "O_3") ${connection} }`, plainCursors)).data, {
    books: { edges: [], pageInfo: { startCursor: null, endCursor: null, hasPreviousPage: false, hasNextPage: false } },
  });
});

Deno.test("G1.4 C197 C202 C203 C205 C206 C214 C215 first and after win over last and before", async () => {
  const range = async (args: string) =>
    ((await answer(`{ range${args} }`, plainCursors)).data as { range: string }).range;
  const offset = (n: number) => `OffsetScrollPosition[offset=${n}]`;
  assertEquals(await range(""), "undefined undefined true");
  assertEquals(await range("(first: 5)"), "undefined 5 true");
  assertEquals(await range("(first: 5, last: 3)"), "undefined 5 true");
  assertEquals(await range('(after: "O_1", last: 3, before: "O_9")'), `${offset(1)} undefined true`);
  assertEquals(await range("(first: null, last: 3)"), "undefined 3 false");
  assertEquals(await range('(last: 5, before: "O_10")'), `${offset(4)} 5 true`);
  assertEquals(await range('(before: "O_10")'), `${offset(8)} undefined true`);
  assertEquals((await answer("{ range(first: -5) }")).errors?.[0], {
    message: "Cannot execute the operation as the size of a page must be >= 0: current value is -5",
    extensions: { classification: "BAD_REQUEST" },
  });
  assertEquals((await answer("{ range(first: 2147483647) }")).errors?.[0], {
    message: "Cannot execute the operation as the size of a page must be <= 1000: current value is 2147483647",
    extensions: { classification: "BAD_REQUEST", limit: { name: "maxPageSize", value: 1000 } },
  });
});

Deno.test("G1.4 a broken cursor is a bad request", async () => {
  const { data, errors } = await answer('{ books(after: "%%%") { edges { cursor } } }');
  assertEquals([data, errors], [{ books: null }, [{
    message: "Failed to decode cursor: %%%",
    path: ["books"],
    locations: [{ line: 1, column: 3 }],
    extensions: { classification: "BAD_REQUEST" },
  }]]);
});

Deno.test("A1.14 C226 C227 a sort strategy gives controllers a sort", async () => {
  const sorted = async (args: string) => (await answer(`{ sorted${args} }`)).data;
  assertEquals(await sorted(""), { sorted: "UNSORTED" });
  assertEquals(await sorted("(properties: null, direction: null)"), { sorted: "UNSORTED" });
  assertEquals(await sorted('(properties: ["a", "b"])'), { sorted: "a: ASC,b: ASC" });
  assertEquals(await sorted('(properties: ["a"], direction: "DESC")'), { sorted: "a: DESC" });
  const withoutStrategy = new ContainerModule(({ unbind }) => void unbind(SortStrategy));
  await assertRejects(() => answer("{ sorted }", withoutStrategy), Error, "a SortStrategy must be bound");
});

Deno.test("A4.3 a batch without a value for a source gives it the empty connection, where the field is never null", async () => {
  class Author {
    constructor(readonly name: string) {}
  }
  class AuthorController {
    @QueryMapping({ params: [], returns: t.list(t.object(() => Author)) })
    authors(): Author[] {
      return [new Author("Woolf"), new Author("Nobody")];
    }
    @BatchMapping({ source: () => Author, params: [], returns: windowOf(t.unknown) })
    books([woolf]: readonly Author[]): Map<Author, Window<unknown>> {
      const content = [{ title: "To The Lighthouse" }];
      return new Map([[woolf!, Window.from(content, (i) => ScrollPosition.offset(i), false)]]);
    }
  }
  const types = "type Query { authors: [Author!]! } type Author { books: BookConnection! } type Book { title: String }";
  const container = createContainer(
    graphql({ schema: [Resource.text("authors", types)] }),
    controller(AuthorController),
  );
  await using app = await createApp(container, { properties: { logging: { level: "OFF" } } });
  const query = "{ authors { books { edges { node { title } } pageInfo { hasNextPage } } } }";
  const response = await app.fetch(new Request(`http://localhost/graphql?${new URLSearchParams({ query })}`));
  const books = (...edges: unknown[]) => ({ books: { edges, pageInfo: { hasNextPage: false } } });
  assertEquals(await response.json(), {
    data: { authors: [books({ node: { title: "To The Lighthouse" } }), books()] },
  });
});
