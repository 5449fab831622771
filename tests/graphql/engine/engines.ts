import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
  parse,
  visit,
} from "graphql";
import { CompiledExecutionStrategy, type ExecutionStrategy } from "@espalier/espalier/graphql";
import type { ErrorBehavior, ResultLimits } from "@espalier/espalier";
import { PlainRequest } from "./plain_request.ts";

/** What is executed: data is made anew for each engine, as promises and iterators serve once. */
export interface EngineCase {
  readonly schema: GraphQLSchema;
  readonly query: string;
  readonly operationName?: string;
  readonly variables?: Record<string, unknown>;
  /** May differ from round to round; round 0 is repeated until code is generated. */
  readonly rootValue?: (round: number) => unknown;
  /** What becomes of positions that fail. */
  readonly onError?: ErrorBehavior;
}

/** graphql-js behind the contract, without anything of the framework. */
export const bareGraphQlJs: ExecutionStrategy = {
  name: "graphql-js",
  prepare: (schema, document, operationName) => ({
    execute: async ({ rootValue, variables, request, onError = "PROPAGATE" }) => {
      const result = await execute({
        schema,
        document: onError === "PROPAGATE" ? document : withoutPropagation(document),
        operationName,
        rootValue,
        variableValues: variables,
        contextValue: request,
        abortSignal: request.signal,
      });
      const [first] = result.errors ?? [];
      return onError === "HALT" && first !== undefined && "data" in result ? { errors: [first], data: null } : result;
    },
    subscribe: () => {
      throw new Error("Not part of this strategy");
    },
  }),
};

/** The document with graphql-js's own switch for `onError: "NULL"`. */
function withoutPropagation(document: DocumentNode): DocumentNode {
  const OperationDefinition = (node: OperationDefinitionNode) => {
    const [made] = parse("query @experimental_disableErrorPropagation { a }").definitions;
    const { directives = [] } = made as OperationDefinitionNode;
    return { ...node, directives: [...node.directives ?? [], ...directives] };
  };
  return visit(document, { OperationDefinition });
}

/** The strategy under test, in the ways it can run. */
export function compiledEngines(reference: ExecutionStrategy = bareGraphQlJs): Record<string, ExecutionStrategy> {
  return {
    compiled: new CompiledExecutionStrategy({ reference, generationBudget: Infinity }),
    interpreted: new CompiledExecutionStrategy({ reference, generationBudget: 0 }),
  };
}

/** The rounds to run one of these in: code that was generated while it saw some data has to be right about other data. */
export function roundsOf(engine: string): readonly number[] {
  return engine === "compiled" ? [0, 0, 0, 0, 1, 2] : [0, 1, 2];
}

/** What a client can see of a result. */
export function visible({ errors, ...result }: ExecutionResult): unknown {
  const located = errors?.map(({ message, path, locations }) => ({ message, path, locations }));
  const text = JSON.stringify(
    located ? { ...result, errors: located } : result,
    (_, value) => typeof value === "bigint" ? `${value}n` : value,
  );
  return JSON.parse(text);
}

/** Limits that no case reaches: looking whether they are exceeded must change nothing. */
const farLimits: ResultLimits = { maxValues: 100_000_000, maxBytes: 1_000_000_000, timeoutMs: 3_600_000 };

/**
 * Runs a case with a strategy, once per round, as plans change with use. Every second round counts its result, so that
 * interpreted and generated code run with a budget and without.
 */
export async function runCase(
  strategy: ExecutionStrategy,
  engineCase: EngineCase,
  rounds: readonly number[] = [0],
): Promise<unknown[]> {
  const document = parse(engineCase.query);
  const operation = strategy.prepare(engineCase.schema, document, engineCase.operationName);
  const results: unknown[] = [];
  for (const [index, round] of rounds.entries()) {
    const values = {
      rootValue: engineCase.rootValue?.(round),
      variables: engineCase.variables ?? {},
      request: new PlainRequest(index % 2 === 1 ? farLimits : undefined),
      ...(engineCase.onError === undefined ? {} : { onError: engineCase.onError }),
    };
    results.push(visible(await operation.execute(values)));
  }
  return results;
}
