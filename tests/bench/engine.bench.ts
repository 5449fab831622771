import DataLoader from "dataloader";
import { buildSchema, execute, type GraphQLObjectType, type GraphQLSchema, parse, validate } from "graphql";
import {
  type BatchedDataFetcher,
  BoundedDocumentCache,
  CompiledExecutionStrategy,
  ExecutionInput,
  type ExecutionStrategy,
  GraphQlSource,
  ReferenceExecutionStrategy,
} from "@espalier/espalier/graphql";
import { isCertainlyValid } from "../../src/graphql/engine/validation/certainly_valid.ts";
import { installResolvers } from "../../src/graphql/engine/mod.ts";
import { withDataFetcher } from "../../src/graphql/wiring/mod.ts";
import { PlainRequest } from "../graphql/engine/plain_request.ts";

/** Keeps texts; nothing is shared by what extends the cache. */
class KeptTexts extends BoundedDocumentCache {}

const schema = buildSchema(`
  type Query { books(first: Int = 20): [Book!]! }
  type Book { id: ID! title: String! pages: Int! price: Float! inPrint: Boolean! language: String author: Author! }
  type Author { id: ID! name: String! }
`);
const author = { id: "a1", name: "Ada" };
const books = Array.from({ length: 20 }, (_, i) => ({
  id: `b${i}`,
  title: `Book ${i}`,
  pages: 100 + i,
  price: 9.5 + i,
  inPrint: i % 2 === 0,
  language: null,
  author,
}));
const rootValue = { books };
const text =
  "query ($first: Int) { books(first: $first) { id title pages price inPrint language author { id name } } }";
const document = parse(text);
const request = new PlainRequest();
const values = { rootValue, variables: { first: 20 }, request };

const reference = new ReferenceExecutionStrategy();
const compiled = new CompiledExecutionStrategy({ reference, generationBudget: Infinity });
const interpreted = new CompiledExecutionStrategy({ reference, generationBudget: 0 });

function prepared(strategy: ExecutionStrategy) {
  const operation = strategy.prepare(schema, document, undefined);
  for (let i = 0; i < 5; i++) operation.execute(values);
  return operation;
}

const code = prepared(compiled);
const plan = prepared(interpreted);

Deno.bench("execute: graphql-js", { group: "execute", baseline: true }, () => {
  execute({ schema, document, rootValue, variableValues: { first: 20 } });
});
Deno.bench("execute: interpreted plan", { group: "execute" }, () => void plan.execute(values));
Deno.bench("execute: generated code", { group: "execute" }, () => void code.execute(values));

Deno.bench("first execution: graphql-js", { group: "first", baseline: true }, () => {
  execute({ schema, document, rootValue, variableValues: { first: 20 } });
});
Deno.bench("first execution: plan and interpret", { group: "first" }, () => {
  interpreted.prepare(schema, document, undefined).execute(values);
});
Deno.bench("first three executions: plan, interpret, generate, run", { group: "first" }, () => {
  const operation = compiled.prepare(schema, document, undefined);
  for (let i = 0; i < 3; i++) operation.execute(values);
});

Deno.bench("fresh document: parse", { group: "document" }, () => void parse(text));
Deno.bench("fresh document: validate", { group: "document", baseline: true }, () => void validate(schema, document));
Deno.bench("fresh document: certainly valid", { group: "document" }, () => void isCertainlyValid(schema, document));

const source = await GraphQlSource.builder(schema).build();
const kept = await GraphQlSource.builder(schema)
  .configureGraphQl((graphQl) => void graphQl.preparsedDocumentProvider(new KeptTexts())).build();
let asked = 0;

/** Documents whose names nobody has sent before. */
async function askFresh({ graphQl }: GraphQlSource): Promise<void> {
  const query = text.replace("query", `query Q${asked++}`);
  await graphQl.execute(new ExecutionInput({ query, rootValue, variables: { first: 20 } }));
}

Deno.bench("request with a fresh document: prepared", { group: "shape", baseline: true }, () => askFresh(kept));
Deno.bench("request with a fresh document: known shape", { group: "shape" }, () => askFresh(source));

// 100 rows with an author each, from a batch function that gives a promise.
interface Row {
  readonly id: string;
  readonly author: typeof author;
}
const rowDefinitions = `
  type Query { rows: [Row!]! }
  type Row { id: ID! author: Author! }
  type Author { id: ID! name: String! }
`;
const rowDocument = parse("{ rows { id author { id name } } }");
const rowValues = { rootValue: { rows: Array.from({ length: 100 }, (_, i): Row => ({ id: `${i}`, author })) } };
const authorsOf = (rows: readonly unknown[]) => Promise.resolve((rows as readonly Row[]).map((row) => row.author));

function authorField(schema: GraphQLSchema) {
  return (schema.getType("Row") as GraphQLObjectType).getFields().author!;
}

const loaderSchema = buildSchema(rowDefinitions);
authorField(loaderSchema).resolve = (row, _args, loader: DataLoader<unknown, unknown>) => loader.load(row);
const rowSchema = buildSchema(rowDefinitions);
const batched: BatchedDataFetcher = Object.assign(() => undefined, { batch: authorsOf });
authorField(rowSchema).extensions = withDataFetcher(authorField(rowSchema).extensions, batched);
installResolvers(rowSchema);

Deno.bench("batch: graphql-js and DataLoader", { group: "batch", baseline: true }, async () => {
  await execute({ schema: loaderSchema, document: rowDocument, ...rowValues, contextValue: new DataLoader(authorsOf) });
});
for (const [name, strategy] of [["interpreted plan", interpreted], ["generated code", compiled]] as const) {
  const operation = strategy.prepare(rowSchema, rowDocument, undefined);
  Deno.bench(`batch: ${name}`, { group: "batch" }, async () => {
    await operation.execute({ ...rowValues, variables: {}, request: new PlainRequest() });
  });
}
