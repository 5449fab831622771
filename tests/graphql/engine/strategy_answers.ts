import { assertEquals } from "@std/assert";
import {
  buildSchema,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  parse,
} from "graphql";
import type { ErrorBehavior } from "@espalier/espalier";
import {
  CompiledExecutionStrategy,
  type DataFetcher,
  type DataFetchingEnvironment,
  type ExecutionStrategy,
  ReferenceExecutionStrategy,
  toGraphQLError,
} from "@espalier/espalier/graphql";
import { installResolvers } from "../../../src/graphql/engine/reference/install_resolvers.ts";
import { withDataFetcher } from "../../../src/graphql/wiring/fetcher_attachment.ts";
import { visible } from "./engines.ts";
import { PlainRequest } from "./plain_request.ts";

/** A request whose handler knows its own exceptions: none, one or two errors, at once or later. */
export class HandlingRequest extends PlainRequest {
  override handleException(
    exception: unknown,
    environment: () => DataFetchingEnvironment,
  ): readonly GraphQLError[] | Promise<readonly GraphQLError[]> {
    const message = exception instanceof Error ? exception.message : String(exception);
    const error = (text: string) => toGraphQLError({ message: text }, environment());
    if (message === "suppressed") return [];
    if (message === "two") return [error("first of two"), error("second of two")];
    if (message === "slowly") return Promise.resolve([error("handled slowly")]);
    return [exception instanceof GraphQLError ? exception : error(`masked ${message}`)];
  }
}

const definitions = `
  type Query { value: String, sure: String!, list: [String], lists: [[String]], sureList: [String!]!, books(n: Int = 3): [Book!]!, book: Book, twice: [Book] }
  type Book { id: ID! title: String author: Author sureAuthor: Author! note(text: String): String items: [String] lists: [[String]] }
  type Author { name: String! context: String }
`;

/** A schema with data fetchers, and with plain graphql-js resolvers. */
export function schemaWith(
  fetchers: Record<string, DataFetcher>,
  resolvers: Record<string, Record<string, GraphQLFieldResolver<unknown, unknown>>> = {},
): GraphQLSchema {
  const schema = buildSchema(definitions);
  for (const [typeName, fields] of Object.entries(resolvers)) {
    const type = schema.getType(typeName) as GraphQLObjectType;
    for (const [name, resolve] of Object.entries(fields)) type.getFields()[name]!.resolve = resolve;
  }
  for (const [coordinate, fetcher] of Object.entries(fetchers)) {
    const [typeName, fieldName] = coordinate.split(".") as [string, string];
    const type = schema.getType(typeName) as { getFields?: () => Record<string, { extensions: object }> };
    const field = type.getFields!()[fieldName]!;
    field.extensions = withDataFetcher(field.extensions as Record<string, unknown>, fetcher);
  }
  installResolvers(schema);
  return schema;
}

const reference = new ReferenceExecutionStrategy();
export const strategies: Record<string, ExecutionStrategy> = {
  reference,
  compiled: new CompiledExecutionStrategy({ reference, generationBudget: Infinity }),
  interpreted: new CompiledExecutionStrategy({ reference, generationBudget: 0 }),
};

/** What each strategy answers, which is the same each time. */
export async function answers(
  schema: GraphQLSchema,
  query: string,
  onError: ErrorBehavior = "PROPAGATE",
): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const [name, strategy] of Object.entries(strategies)) {
    const operation = strategy.prepare(schema, parse(query), undefined);
    for (let i = 0; i < 4; i++) {
      const result = await operation.execute({
        rootValue: undefined,
        variables: {},
        request: new HandlingRequest(),
        onError,
      });
      const seen = { ...visible(result) as object, codes: result.errors?.map((e) => e.extensions.classification) };
      if (i > 0) assertEquals(seen, all[name] as object);
      all[name] = seen;
    }
  }
  return all;
}

/** Asserts that all strategies give the same answer, whatever becomes of positions that fail. */
export async function assertAllAlike(schema: GraphQLSchema, query: string): Promise<Record<string, unknown>> {
  for (const onError of ["NULL", "HALT"] as const) {
    const all = await answers(schema, query, onError);
    for (const [name, answer] of Object.entries(all)) {
      const [found, expected] = onError === "NULL" ? [answer, all.reference] : [halted(answer), halted(all.reference)];
      assertEquals({ name, query, onError, found }, { name, query, onError, found: expected });
    }
  }
  const all = await answers(schema, query);
  for (const [name, answer] of Object.entries(all)) {
    assertEquals({ name, query, answer }, { name, query, answer: all.reference });
  }
  return all.reference as Record<string, unknown>;
}

/** Promises settle in another order where the reference guards them, so that another error may be the first. */
function halted(answer: unknown): unknown {
  const { data, errors } = answer as { data: unknown; errors?: unknown[] };
  return { data, errors: errors?.length };
}
