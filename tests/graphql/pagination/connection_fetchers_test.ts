import { assertEquals } from "@std/assert";
import { LeveledLogger, type LogRecord } from "@espalier/espalier";
import { ScrollPosition, Window } from "@espalier/espalier/data";
import {
  type BatchedDataFetcher,
  type BatchFunction,
  type BatchLoaderEnvironment,
  Connection,
  ConnectionFieldTypeVisitor,
  ConnectionTypeDefinitionConfigurer,
  type DataFetcher,
  type DataFetchingEnvironment,
  type DirectDataFetcher,
  ScrollPositionCursorStrategy,
  WindowConnectionAdapter,
} from "@espalier/espalier/graphql";
import { sourceOf } from "../graphql_setup.ts";

const schema = `
  type Query { items: ItemConnection  required: ItemConnection!  plain: ItemConnection }
  type Item { name: String }`;

const adapter = new WindowConnectionAdapter(new ScrollPositionCursorStrategy());

const offsetWindow = (start: number) => Window.from(["a", "b", "c", "d"], (i) => ScrollPosition.offset(start + i));

type RequestContext = Parameters<DirectDataFetcher["direct"]>[2];

/** The data fetcher that a connection field gets in the place of another one. */
async function connectionFetcherOf(fetcher: DataFetcher): Promise<DataFetcher> {
  const fetchers: (DataFetcher | undefined)[] = [];
  await sourceOf(schema, (wiring) => {
    wiring.type("Query", (type) => type.dataFetcher("items", fetcher));
  })
    .configureTypeDefinitions(new ConnectionTypeDefinitionConfigurer())
    .typeVisitors(new ConnectionFieldTypeVisitor(adapter), {
      visitField: (_, { coordinates, codeRegistry }) => {
        if (coordinates === "Query.items") fetchers.push(codeRegistry.getDataFetcher("Query", "items"));
      },
    })
    .build();
  return fetchers[0]!;
}

const cursorsOf = (value: unknown) => value instanceof Connection ? value.edges.map(({ cursor }) => cursor) : value;

Deno.test("A4.3 a connection field keeps the ways in which its data fetcher can be called", async () => {
  const plain = await connectionFetcherOf(() => offsetWindow(1));
  assertEquals(["direct", "batch", "wrapBatch"].filter((way) => way in plain), []);
  const environment = {} as DataFetchingEnvironment & BatchLoaderEnvironment; // nothing reads it
  const direct = await connectionFetcherOf(
    Object.assign(() => offsetWindow(1), { direct: (source: unknown) => offsetWindow(source as number) }),
  ) as DirectDataFetcher;
  assertEquals(cursorsOf(direct(environment)), ["O_1", "O_2", "O_3", "O_4"]);
  assertEquals(cursorsOf(direct.direct(7, {}, {} as RequestContext)), ["O_7", "O_8", "O_9", "O_10"]);
  const batchOf = (batch: BatchFunction): BatchedDataFetcher =>
    Object.assign(() => offsetWindow(1), {
      batch,
      maxBatchSize: 5,
      wrapBatch: (wrap: (batch: BatchFunction) => BatchFunction) => batchOf(wrap(batch)),
    });
  const windowsOf: BatchFunction = (sources) => sources.map((source) => offsetWindow(source as number));
  const fetchers = [windowsOf, (...asked) => Promise.resolve(windowsOf(...asked))] satisfies BatchFunction[];
  for (const batch of fetchers) {
    const batched = await connectionFetcherOf(batchOf(batch)) as BatchedDataFetcher;
    assertEquals(batched.maxBatchSize, 5);
    assertEquals((await batched.batch([1, 5], {}, environment) as unknown[]).map(cursorsOf), [
      ["O_1", "O_2", "O_3", "O_4"],
      ["O_5", "O_6", "O_7", "O_8"],
    ]);
    const wrapped = batched.wrapBatch!((inner) => (sources, ...rest) => inner(sources.slice(1), ...rest));
    assertEquals((await wrapped.batch([1, 5], {}, environment) as unknown[]).map(cursorsOf), [
      ["O_5", "O_6", "O_7", "O_8"],
    ]);
  }
  const found = await connectionFetcherOf(batchOf((sources) => new Map([[sources[1], offsetWindow(3)]])));
  const values = await (found as BatchedDataFetcher).batch([1, 5], {}, environment) as Map<unknown, unknown>;
  assertEquals([...values].map(([source, value]) => [source, cursorsOf(value)]), [
    [1, null],
    [5, ["O_3", "O_4", "O_5", "O_6"]],
  ]);
});

Deno.test("A4.2 C172 the log says at DEBUG which connection field only reads a property", async () => {
  const records: LogRecord[] = [];
  const logger = new LeveledLogger({ "": "DEBUG" }, (record) => void records.push(record));
  await sourceOf(schema)
    .configureTypeDefinitions(new ConnectionTypeDefinitionConfigurer())
    .typeVisitors(new ConnectionFieldTypeVisitor(adapter, logger))
    .build();
  assertEquals(
    records.map(({ level, category, message }) => [level, category, message]),
    [
      "items",
      "required",
      "plain",
    ].map((field) => [
      "DEBUG",
      "espalier.graphql.pagination",
      `Skipping connection field Query.${field}: its data fetcher only reads a property`,
    ]),
  );
});
