import {
  type DocumentNode,
  type ExecutionResult,
  getOperationAST,
  type GraphQLSchema,
  OperationTypeNode,
} from "../../../deps.ts";
import type { Logger, MaybePromise } from "../../kernel/mod.ts";
import { ReferenceRequest } from "./reference/reference_request.ts";
import type { ExecutableOperation, ExecutionStrategy, ExecutionValues } from "./execution_strategy.ts";

/** What a {@linkcode VerifyingExecutionStrategy} compares. */
export interface VerificationOptions {
  /** Answers the requests. */
  readonly strategy: ExecutionStrategy;
  /** Says what the answers should be. */
  readonly reference: ExecutionStrategy;
  /** Every how many executions of an operation one is compared, not always the first; 1 compares all. */
  readonly sampleEvery: number;
  /** Hears of differences at `WARN`, with the operation's name and the paths, never with data. */
  readonly logger: Logger;
}

/**
 * Answers with one strategy, and executes a sample of the queries with another one as well, to log where they differ.
 *
 * The client is answered first and never sees the comparison. Mutations and subscriptions are not compared, as nothing
 * must happen twice. Data that changes between the two executions shows as a difference.
 *
 * @example
 * ```ts
 * import type { Logger } from "@espalier/espalier";
 * import {
 *   CompiledExecutionStrategy,
 *   ReferenceExecutionStrategy,
 *   VerifyingExecutionStrategy,
 * } from "@espalier/espalier/graphql";
 *
 * const reference = new ReferenceExecutionStrategy();
 * const strategy = new CompiledExecutionStrategy({ reference });
 * const verifying = (logger: Logger) =>
 *   new VerifyingExecutionStrategy({ strategy, reference, sampleEvery: 100, logger });
 * console.log(verifying.length); // 1: give it to configureGraphQl((graphQl) => graphQl.queryExecutionStrategy(…))
 * ```
 */
export class VerifyingExecutionStrategy implements ExecutionStrategy {
  readonly name = "verifying";
  readonly #options: VerificationOptions;
  #prepared = 0;

  /**
   * Creates the strategy.
   *
   * @param options the strategies and how often they are compared
   */
  constructor(options: VerificationOptions) {
    this.#options = options;
  }

  prepare(schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined): ExecutableOperation {
    const { strategy, reference } = this.#options;
    const answering = strategy.prepare(schema, document, operationName);
    const operation = getOperationAST(document, operationName);
    if (operation?.operation !== OperationTypeNode.QUERY) return answering;
    const expected = reference.prepare(schema, document, operationName);
    // Operations don't all begin with a comparison: of documents that come once, only a sample is executed twice.
    let executions = this.#options.sampleEvery - this.#prepared++ % this.#options.sampleEvery;
    return {
      subscribe: (values) => answering.subscribe(values),
      execute: (values) => {
        const result = answering.execute(values);
        if (executions++ % this.#options.sampleEvery === 0) {
          this.#compare(result, () => expected.execute(uncounted(values)), { values, name: operation.name?.value });
        }
        return result;
      },
    };
  }

  async #compare(
    actual: MaybePromise<ExecutionResult>,
    expect: () => MaybePromise<ExecutionResult>,
    { values, name }: { readonly values: ExecutionValues; readonly name: string | undefined },
  ): Promise<void> {
    const { logger } = this.#options;
    const operation = name ?? "(without a name)";
    try {
      const given = await actual;
      await endOfTurn();
      if (values.request.isCancelled) return;
      const differences = differencesOf(given, await expect());
      if (values.request.isCancelled) return; // the reference was cut short
      if (differences.length > 0) logger.warn(`Strategies differ on query ${operation}`, { paths: differences });
    } catch (error) {
      logger.warn(`Strategies can't be compared on query ${operation}`, { error });
    }
  }
}

/** The comparison has no budget: what it holds is not part of the client's result. */
function uncounted(values: ExecutionValues): ExecutionValues {
  const { request } = values;
  return request.budget === undefined ? values : { ...values, request: new UncountedRequest(request) };
}

class UncountedRequest extends ReferenceRequest {
  override get budget(): undefined {
    return undefined;
  }
}

/** The client's answer is written before the turn ends. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function differencesOf(actual: ExecutionResult, expected: ExecutionResult): readonly string[] {
  const paths: string[] = [];
  collect(JSON.parse(JSON.stringify(actual)), JSON.parse(JSON.stringify(expected)), { path: "", paths });
  return paths;
}

/** Most paths of one log line. */
const maxPaths = 20;

function collect(actual: unknown, expected: unknown, into: { readonly path: string; readonly paths: string[] }): void {
  const { path, paths } = into;
  if (paths.length >= maxPaths || Object.is(actual, expected)) return;
  if (!isContainer(actual) || !isContainer(expected)) {
    paths.push(path);
    return;
  }
  if (path.startsWith("data") && isOrderedOtherwise(Object.keys(actual), Object.keys(expected))) paths.push(path);
  for (const key of new Set([...Object.keys(actual), ...Object.keys(expected)])) {
    collect(actual[key], expected[key], { path: path === "" ? key : `${path}.${key}`, paths });
  }
}

/** Whether two objects have the same keys in another order. */
function isOrderedOtherwise(actual: readonly string[], expected: readonly string[]): boolean {
  return actual.length === expected.length && actual.some((key, i) => key !== expected[i]) &&
    actual.every((key) => expected.includes(key));
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
