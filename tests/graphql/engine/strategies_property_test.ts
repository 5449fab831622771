import fc from "fast-check";
import { assertEquals } from "@std/assert";
import { type GraphQLField, type GraphQLSchema, isIntrospectionType, isObjectType } from "graphql";
import {
  type DataFetcher,
  DataFetcherResult,
  type FieldArguments,
  ReferenceExecutionStrategy,
} from "@espalier/espalier/graphql";
import { installResolvers } from "../../../src/graphql/engine/reference/install_resolvers.ts";
import { withDataFetcher } from "../../../src/graphql/wiring/fetcher_attachment.ts";
import { times } from "../../long.ts";
import { compiledEngines, type EngineCase, roundsOf, runCase } from "./engines.ts";
import { onErrors, randomCase } from "./random_case.ts";
import { Tape } from "./tape.ts";

/** Gives some fields a data fetcher of each kind, which reads what the data has under the field's name. */
function attachFetchers(tape: Tape, schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const fetcher = fetcherOf(field.name, tape.fork(`${type.name}.${field.name}`).below(6));
      if (fetcher !== undefined) replaceResolver(field, fetcher);
    }
  }
}

function replaceResolver(field: GraphQLField<unknown, unknown>, fetcher: DataFetcher): void {
  Object.assign(field, {
    resolve: undefined,
    extensions: withDataFetcher(field.extensions as Record<string, unknown>, fetcher),
  });
}

function fetcherOf(name: string, kind: number): DataFetcher | undefined {
  const read = (source: unknown, args: FieldArguments): unknown => {
    const value = (source as Record<string, unknown> | null | undefined)?.[name];
    return typeof value === "function" ? value.call(source, args) : value;
  };
  const plain: DataFetcher = (environment) => read(environment.source, environment.arguments);
  if (kind === 0) return plain;
  if (kind === 1) return Object.assign(plain, { direct: read });
  if (kind === 2) return (environment) => new DataFetcherResult({ data: plain(environment), localContext: name });
  return kind === 3 ? batchedFetcher(read) : undefined;
}

function batchedFetcher(read: (source: unknown, args: FieldArguments) => unknown): DataFetcher {
  const outcome = async (source: unknown, args: FieldArguments): Promise<unknown> => {
    try {
      return await read(source, args);
    } catch (error) {
      return error;
    }
  };
  const one: DataFetcher = (environment) => outcome(environment.source, environment.arguments);
  return Object.assign(one, {
    batch: (sources: readonly unknown[], args: FieldArguments) =>
      Promise.all(sources.map((source) => outcome(source, args))),
  });
}

function caseOf(bytes: Uint8Array): EngineCase | undefined {
  const tape = new Tape(bytes);
  const found = randomCase(tape);
  if (found === undefined) return undefined;
  attachFetchers(tape, found.schema);
  installResolvers(found.schema);
  return found;
}

/** Promises settle in another order where the reference guards them, so that other failures may be the first. */
function dataOf(result: unknown): unknown {
  const { data, errors } = result as { data?: unknown; errors?: unknown };
  return { data, hasErrors: errors !== undefined };
}

Deno.test("X1 both strategies give the same data of random schemas, documents and fetchers", async () => {
  const reference = new ReferenceExecutionStrategy();
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 60, maxLength: 500 }), onErrors, async (bytes, onError) => {
      const made = caseOf(bytes);
      if (made === undefined) return;
      const engineCase = { ...made, onError };
      const { query } = engineCase;
      const expected = (await runCase(reference, engineCase, [0, 1, 2])).map(dataOf);
      for (const [name, strategy] of Object.entries(compiledEngines(reference))) {
        const rounds = roundsOf(name);
        const results = await runCase(strategy, engineCase, rounds);
        results.forEach((result, i) => {
          const found = { name, query, onError, i, ...dataOf(result) as object };
          assertEquals(found, { name, query, onError, i, ...expected[rounds[i]!] as object });
        });
      }
    }),
    { seed: 20261121, numRuns: times(150, 20_000) },
  );
});
