/**
 * What the engine keeps per document, and what documents cost that nobody asks for twice: `deno task bench:documents`.
 *
 * Memory: documents of different texts are prepared and executed until they are generated code, and the heap is read
 * after collections. Flood: documents that come once, with the compiled strategy and with the reference strategy in
 * turn; the ratio of processor times is the median over rounds.
 */
import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { buildSchema, parse, printSchema } from "graphql";
import {
  CompiledExecutionStrategy,
  DefaultExecutionGraphQlService,
  type ExecutableOperation,
  ExecutionGraphQlRequest,
  type ExecutionStrategy,
  GraphQlSource,
  ReferenceExecutionStrategy,
  Resource,
} from "@espalier/espalier/graphql";
import { PlainRequest } from "../graphql/engine/plain_request.ts";

const schema = buildSchema(`
  type Query { books(first: Int): [Book!]! }
  type Book { id: ID! title: String! pages: Int! price: Float! author: Author! }
  type Author { id: ID! name: String! }
`);
const book = { id: "1", title: "Title", pages: 200, price: 9.5, author: { id: "2", name: "Ada" } };
const rootValue = { books: [book, book] };
const text = (n: number) =>
  `query Books${n} ($first: Int) { books(first: $first) { id title${n}: title pages price author { id name } } }`;
const reference = new ReferenceExecutionStrategy();

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function heap(): number {
  for (let i = 0; i < 4; i++) collect();
  return process.memoryUsage().heapUsed;
}

function reportMemory(uses: number, count: number): void {
  const strategy = new CompiledExecutionStrategy({ reference, generationBudget: Infinity });
  const kept: ExecutableOperation[] = [];
  const before = heap();
  for (let n = 0; n < count; n++) {
    const operation = strategy.prepare(schema, parse(text(n)), undefined);
    for (let i = 0; i < uses; i++) operation.execute({ rootValue, variables: {}, request: new PlainRequest() });
    kept.push(operation);
  }
  const bytes = (heap() - before) / kept.length;
  const perCharacter = (bytes / text(count).length).toFixed(0);
  console.log(`${uses} uses: ${(bytes / 1024).toFixed(1)} KiB per document, ${perCharacter} bytes per character`);
}

async function serviceOf(strategy: ExecutionStrategy): Promise<DefaultExecutionGraphQlService> {
  const source = await GraphQlSource.schemaResourceBuilder()
    .schemaResources(Resource.text("schema", printSchema(schema)))
    .configureRuntimeWiring((wiring) => wiring.type("Query", (type) => type.dataFetcher("books", () => [book, book])))
    .configureGraphQl((graphQl) => graphQl.queryExecutionStrategy(strategy))
    .build();
  return new DefaultExecutionGraphQlService(source);
}

async function flood(service: DefaultExecutionGraphQlService, from: number, count: number): Promise<number> {
  const start = process.cpuUsage();
  for (let n = from; n < from + count; n++) {
    await service.execute(new ExecutionGraphQlRequest({ id: "1", document: text(n) }));
  }
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

async function reportFlood(rounds: number, count: number): Promise<void> {
  const services = [await serviceOf(new CompiledExecutionStrategy({ reference })), await serviceOf(reference)] as const;
  const ratios: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const [compiled, referred] = [
      await flood(services[0], round * count, count),
      await flood(services[1], round * count, count),
    ];
    if (round > 0) ratios.push(compiled / referred); // the first one warms up
  }
  const ratio = ratios.toSorted((a, b) => a - b)[ratios.length >> 1]!.toFixed(2);
  console.log(`Documents that come once: ${ratio} times the processor time of the reference strategy`);
}

reportMemory(0, 1_000);
reportMemory(1, 1_000);
reportMemory(5, 1_000);
await reportFlood(9, 1_000);
