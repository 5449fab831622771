import { assertEquals, assertStrictEquals } from "@std/assert";
import { controller, QueryMapping } from "@espalier/espalier";
import { Page, PageRequest, ScrollPosition, Slice, Window } from "@espalier/espalier/data";
import {
  Connection,
  ConnectionAdapter,
  ConnectionFieldTypeVisitor,
  ConnectionTypeDefinitionConfigurer,
  type DataFetcher,
  DataFetcherResult,
  type GraphQlSource,
  ScrollPositionCursorStrategy,
  SliceConnectionAdapter,
  WindowConnectionAdapter,
} from "@espalier/espalier/graphql";
import { startApp } from "../graphql_app.ts";
import { ask, sourceOf } from "../graphql_setup.ts";

const cursors = new ScrollPositionCursorStrategy();
const windows = new WindowConnectionAdapter(cursors);
const slices = new SliceConnectionAdapter(cursors);

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
const offsetWindow = (start: number, hasNext = false) =>
  Window.from(["a", "b", "c", "d"], (i) => ScrollPosition.offset(start + i), hasNext);

Deno.test("A1.12 C217 C218 slices and pages: flags and cursors", () => {
  const page = new Page(numbers(7), PageRequest.of(5, 7), 50);
  assertEquals([slices.hasPrevious(page), slices.hasNext(page), slices.cursorAt(page, 3)], [true, true, "O_38"]);
  const unpaged = new Slice(numbers(7));
  assertEquals([slices.hasPrevious(unpaged), slices.hasNext(unpaged), slices.cursorAt(unpaged, 3)], [
    false,
    false,
    "O_3",
  ]);
});

Deno.test("A1.12 C220 C221 windows: flags and cursors", () => {
  const flags = (window: Window<unknown>) => [windows.hasPrevious(window), windows.hasNext(window)];
  assertEquals([...flags(offsetWindow(0)), windows.cursorAt(offsetWindow(0), 3)], [false, false, "O_3"]);
  assertEquals(flags(offsetWindow(4, true)), [true, true]);
  const keyset = (direction: "FORWARD" | "BACKWARD", hasNext: boolean) =>
    Window.from(["a"], () => ScrollPosition.of({ id: 1 }, direction), hasNext);
  assertEquals(flags(keyset("FORWARD", true)), [false, true]);
  assertEquals(flags(keyset("BACKWARD", true)), [true, false]);
  assertEquals(flags(keyset("BACKWARD", false)), [false, false]);
  assertEquals(flags(Window.from([], () => ScrollPosition.offset(0), true)), [false, false]);
});

class Shelf {
  constructor(readonly names: readonly string[]) {}
}

class ShelfAdapter extends ConnectionAdapter<Shelf> {
  supports(container: unknown) {
    return container instanceof Shelf;
  }
  getContent(shelf: Shelf) {
    return shelf.names.map((name) => ({ name }));
  }
  hasPrevious() {
    return true;
  }
  hasNext() {
    return true;
  }
  cursorAt(_: Shelf, index: number) {
    return `shelf-${index}`;
  }
  override createConnection(connection: Connection, shelf: Shelf) {
    return { ...connection, totalCount: shelf.names.length + 100 };
  }
}

const schema = `
  type Query { items: ItemConnection  required: ItemConnection!  plain: ItemConnection }
  type Subscription { items: ItemConnection }
  extend type ItemConnection { totalCount: Int }
  type Item { name: String }`;

const allAdapters = ConnectionAdapter.from([windows, slices, new ShelfAdapter()]);

async function sourceFor(fetcher: DataFetcher, adapter: ConnectionAdapter = allAdapters): Promise<GraphQlSource> {
  return await sourceOf(schema, (wiring) => {
    wiring.type("Query", (type) => type.dataFetcher("items", fetcher).dataFetcher("required", fetcher));
    wiring.type("Subscription", (type) => type.dataFetcher("items", fetcher));
  })
    .configureTypeDefinitions(new ConnectionTypeDefinitionConfigurer())
    .typeVisitors(new ConnectionFieldTypeVisitor(adapter))
    .build();
}

const everything =
  "{ edges { cursor node { name } } pageInfo { hasPreviousPage hasNextPage startCursor endCursor } totalCount }";

async function answerFor(value: unknown, field = "items", adapter = allAdapters): Promise<unknown> {
  const source = await sourceFor(() => value, adapter);
  const response = await ask(source, `{ ${field} ${everything} }`);
  const { data, errors } = response.toMap() as { data?: Record<string, unknown>; errors?: { message: string }[] };
  return errors ? errors.map(({ message }) => message) : data?.[field];
}

const nothing = {
  edges: [],
  pageInfo: { hasPreviousPage: false, hasNextPage: false, startCursor: null, endCursor: null },
  totalCount: null,
};

Deno.test("A4.3 containers become connections", async () => {
  const window = Window.from([{ name: "a" }, { name: "b" }], (i) => ScrollPosition.offset(3 + i), true);
  const connection = {
    edges: [{ cursor: "O_3", node: { name: "a" } }, { cursor: "O_4", node: { name: "b" } }],
    pageInfo: { hasPreviousPage: true, hasNextPage: true, startCursor: "O_3", endCursor: "O_4" },
    totalCount: null,
  };
  assertEquals(await answerFor(window), connection);
  assertEquals(await answerFor(Promise.resolve(window)), connection);
  assertEquals(await answerFor(new DataFetcherResult({ data: window })), connection);
  assertEquals(await answerFor(new DataFetcherResult({ data: Promise.resolve(window) })), connection);
  const thenable: PromiseLike<Window<unknown>> = { then: (...handlers) => Promise.resolve(window).then(...handlers) };
  assertEquals(await answerFor(thenable), connection);
  assertEquals(await answerFor(new Page([{ name: "a" }], PageRequest.of(1, 1), 3)), {
    edges: [{ cursor: "O_1", node: { name: "a" } }],
    pageInfo: { hasPreviousPage: true, hasNextPage: true, startCursor: "O_1", endCursor: "O_1" },
    totalCount: 3,
  });
});

Deno.test("A4.3 an empty container has no cursors and no neighbours", async () => {
  assertEquals(await answerFor(Window.from([], () => ScrollPosition.offset(0), true)), nothing);
  assertEquals(await answerFor(new Shelf([])), { ...nothing, totalCount: 100 });
});

Deno.test("A1.12 adapters of an application, with fields of its own", async () => {
  assertEquals(await answerFor(new Shelf(["x"])), {
    edges: [{ cursor: "shelf-0", node: { name: "x" } }],
    pageInfo: { hasPreviousPage: true, hasNextPage: true, startCursor: "shelf-0", endCursor: "shelf-0" },
    totalCount: 101,
  });
});

Deno.test("A4.3 C170 null is null where it may be, and the empty connection elsewhere", async () => {
  assertEquals(await answerFor(null), null);
  assertEquals(await answerFor(undefined), null);
  assertEquals(await answerFor(null, "required"), nothing);
});

class MyConnection {
  readonly edges = [{ cursor: "0_1", node: { name: "mine" } }];
  readonly pageInfo = { hasPreviousPage: true, hasNextPage: true, startCursor: "0_1", endCursor: "0_1" };
}

Deno.test("A4.3 C169 connections of an application stay as they are", async () => {
  const mine = { ...new MyConnection(), totalCount: null };
  assertEquals(await answerFor(new MyConnection()), mine);
  assertEquals(await answerFor({ ...new MyConnection() }), mine);
  const connection = new Connection(mine.edges, mine.pageInfo);
  assertEquals(await answerFor(connection), mine);
});

Deno.test("A4.3 C176 a container without adapter is an internal error", async () => {
  class Foo {}
  const source = await sourceFor(() => new Foo());
  const response = (await ask(source, { document: `{ items ${everything} }`, id: "1" })).toMap();
  assertEquals(response, {
    data: { items: null },
    errors: [{
      message: "INTERNAL_ERROR for 1",
      path: ["items"],
      locations: [{ line: 1, column: 3 }],
      extensions: { classification: "INTERNAL_ERROR" },
    }],
  });
});

Deno.test("A4.3 C176 the log says what a container without adapter should have been", async () => {
  class Items {
    @QueryMapping()
    items() {
      return ["a"];
    }
  }
  const schema = "type Query { items(first: Int): ItemConnection } type Item { name: String }";
  await using app = await startApp(schema, [controller(Items)]);
  await app.post("{ items(first: 1) { edges { cursor } } }");
  const [failure] = app.logged.filter(({ level }) => level === "ERROR");
  assertEquals(
    (failure?.fields.error as Error).message,
    "No ConnectionAdapter for: Array (return a Window, Slice or Page, or bind a ConnectionAdapter for it)",
  );
});

Deno.test("A4.2 C172 fields that only read a property, and subscriptions, are left alone", async () => {
  const fetcher = () => null;
  const seen: string[] = [];
  const adapter = ConnectionAdapter.from([windows]);
  const kept: unknown[] = [];
  await sourceOf(schema, (wiring) => {
    wiring.type("Subscription", (type) => type.dataFetcher("items", fetcher));
  })
    .configureTypeDefinitions(new ConnectionTypeDefinitionConfigurer())
    .typeVisitors(new ConnectionFieldTypeVisitor(adapter), {
      visitField: (_, { coordinates, codeRegistry, parentType }) => {
        seen.push(coordinates);
        if (coordinates === "Subscription.items") kept.push(codeRegistry.getDataFetcher(parentType.name, "items"));
        if (coordinates === "Query.plain") kept.push(codeRegistry.getDataFetcher(parentType.name, "plain"));
      },
    })
    .build();
  assertEquals(kept.includes(undefined), true);
  assertStrictEquals(kept.find((one) => one !== undefined), fetcher);
  assertEquals(seen.includes("Item.name"), true);
});

Deno.test("A4.2 C173 C175 types that only look like connections are left alone, and visitors go on below subscriptions", async () => {
  const puzzles = `
    type Query { puzzles: PuzzleConnection others: OtherConnection }
    type Subscription { puzzle: Puzzle solved: PuzzleConnection }
    type PuzzleConnection { pageInfo: PuzzlePageInfo! puzzles: [PuzzleEdge] }
    type OtherConnection { pageInfo: PuzzlePageInfo! edges: [PuzzleEdge] }
    type PuzzlePageInfo { total: Int! hasPreviousPage: Boolean hasNextPage: Boolean startCursor: String endCursor: String }
    type PuzzleEdge { node: Puzzle! cursor: String! }
    type Puzzle { title: String author: Author }
    type Author { name: String }`;
  const fetcher = () => ({ pageInfo: { total: 1 }, puzzles: [{ cursor: "c", node: { title: "Cube" } }] });
  const seen: string[] = [];
  const kept: unknown[] = [];
  const source = await sourceOf(puzzles, (wiring) => {
    wiring.type("Query", (type) => type.addDataFetchers({ puzzles: fetcher, others: fetcher }));
  }).typeVisitors(new ConnectionFieldTypeVisitor(ConnectionAdapter.from([windows])), {
    visitField: (_, { coordinates, codeRegistry, parentType }) => {
      seen.push(coordinates);
      if (parentType.name === "Query") kept.push(codeRegistry.getDataFetcher("Query", coordinates.split(".")[1]!));
    },
  }).build();
  assertEquals(kept.map((one) => one === fetcher), [true, true]);
  const visited = ["Subscription.puzzle", "Subscription.solved", "Puzzle.title", "Puzzle.author", "Author.name"];
  assertEquals(visited.filter((coordinates) => !seen.includes(coordinates)), []);
  assertEquals((await ask(source, "{ puzzles { pageInfo { total } puzzles { cursor node { title } } } }")).toMap(), {
    data: { puzzles: { pageInfo: { total: 1 }, puzzles: [{ cursor: "c", node: { title: "Cube" } }] } },
  });
});

class BareConnection {
  readonly edges = [{ cursor: "bare", node: { name: "mine" } }];
}

class ConnectionPool {
  readonly name = "pool";
}

Deno.test("A4.3 C169 a connection of an application is a class named so, or has edges and page info", async () => {
  const source = await sourceFor(() => new BareConnection());
  const response = await ask(source, "{ items { edges { cursor } } }");
  assertEquals(response.toMap(), { data: { items: { edges: [{ cursor: "bare" }] } } });
  const { edges, pageInfo } = new MyConnection();
  for (const other of [{ edges }, { pageInfo }, new ConnectionPool(), 5]) {
    assertEquals(await answerFor(other), ["INTERNAL_ERROR for request-1"]);
  }
});

/** Adapts any value as a list of one. */
class AnythingAdapter implements ConnectionAdapter {
  supports() {
    return true;
  }
  getContent() {
    return [{ name: "adapted" }];
  }
  hasPrevious() {
    return false;
  }
  hasNext() {
    return false;
  }
  cursorAt() {
    return "any";
  }
}

Deno.test("A4.3 an adapter is asked for containers alone, not for errors and connections", async () => {
  const adapted = {
    edges: [{ cursor: "any", node: { name: "adapted" } }],
    pageInfo: { hasPreviousPage: false, hasNextPage: false, startCursor: "any", endCursor: "any" },
    totalCount: null,
  };
  for (const adapter of [new AnythingAdapter(), ConnectionAdapter.from([new AnythingAdapter()])]) {
    assertEquals(await answerFor(5, "items", adapter), adapted);
    assertEquals(await answerFor(new Error("sold out"), "items", adapter), ["INTERNAL_ERROR for request-1"]);
    const { edges, pageInfo } = new MyConnection();
    assertEquals(await answerFor(new Connection(edges, pageInfo), "items", adapter), {
      edges,
      pageInfo,
      totalCount: null,
    });
  }
});
