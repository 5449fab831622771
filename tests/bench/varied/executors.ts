import DataLoader from "dataloader";
import { buildSchema, execute, type GraphQLObjectType, parse } from "graphql";
import {
  type BatchedDataFetcher,
  CompiledExecutionStrategy,
  ReferenceExecutionStrategy,
} from "@espalier/espalier/graphql";
import { installResolvers } from "../../../src/graphql/engine/reference/install_resolvers.ts";
import { withDataFetcher } from "../../../src/graphql/wiring/fetcher_attachment.ts";
import { PlainRequest } from "../../graphql/engine/plain_request.ts";
import type { GeneratedService, Question, Workload } from "./generated_service.ts";

/** Answers a question with the text of a response. */
export type Executor = (question: Question) => string | Promise<string>;

/** What makes the executor of a workload. */
export type ExecutorFactory = (service: GeneratedService, workload: Workload) => Executor;

type Owned = { readonly owner: unknown };

const ownersOf = (sources: readonly unknown[]) => Promise.resolve(sources.map((source) => (source as Owned).owner));

/** A schema of any version of graphql-js, as far as resolvers are concerned. */
export interface ResolvableSchema {
  getType(name: string): unknown;
}

/** The fields of an object type. */
export function fieldsOf(schema: ResolvableSchema, type: string): Record<string, { resolve?: unknown }> {
  return (schema.getType(type) as { getFields(): Record<string, { resolve?: unknown }> }).getFields();
}

/** Gives the fields of `Query` and those that come as promises a resolver each; the root value is the rows. */
export function resolve<T extends ResolvableSchema>(schema: T, service: GeneratedService): T {
  for (const field of Object.values(fieldsOf(schema, "Query"))) {
    field.resolve = (rows: readonly unknown[], { first }: { first: number }) => rows.slice(0, first);
  }
  for (const name of service.workloads[0]!.later) {
    fieldsOf(schema, service.laterType)[name]!.resolve = (source: Record<string, unknown>) =>
      Promise.resolve(source[name]);
  }
  return schema;
}

/** graphql-js, with a DataLoader per request where owners are loaded. */
export const graphQlJs: ExecutorFactory = (service, workload) => {
  const schema = resolve(buildSchema(service.definitions), service);
  fieldsOf(schema, service.ownedType).owner!.resolve = (
    source: unknown,
    _args: unknown,
    loader: DataLoader<unknown, unknown>,
  ) => loader.load(source);
  const document = parse(workload.query);
  return (question) => {
    const result = execute({
      schema,
      document,
      rootValue: question.rows,
      variableValues: question.variables,
      contextValue: new DataLoader<unknown, unknown>(ownersOf as never),
    });
    return result instanceof Promise ? result.then(JSON.stringify as never) : JSON.stringify(result);
  };
};

/** Nobody cancels these requests, which share it: a listener of each at one signal would be what is measured. */
class UncancelledRequest extends PlainRequest {
  onCancel(): () => void {
    return stopListening;
  }
}

function stopListening(): void {}

/** The compiled strategy, with a batch function where owners are loaded. */
export const compiled: ExecutorFactory = (service, workload) => {
  const schema = resolve(buildSchema(service.definitions), service);
  const owner = (schema.getType(service.ownedType) as GraphQLObjectType).getFields().owner!;
  const fetcher: BatchedDataFetcher = Object.assign(({ source }: { source: unknown }) => (source as Owned).owner, {
    batch: ownersOf,
  });
  owner.extensions = withDataFetcher(owner.extensions, fetcher);
  installResolvers(schema);
  const strategy = new CompiledExecutionStrategy({ reference: new ReferenceExecutionStrategy() });
  const operation = strategy.prepare(schema, parse(workload.query), undefined);
  const request = new UncancelledRequest();
  return (question) => {
    const values = { rootValue: question.rows, variables: question.variables, request };
    const result = operation.execute(values);
    return result instanceof Promise ? result.then(JSON.stringify as never) : JSON.stringify(result);
  };
};
