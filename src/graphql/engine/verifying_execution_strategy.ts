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

/** The options of a {@linkcode VerifyingExecutionStrategy}. */
export interface VerificationOptions {
  /** The strategy whose results clients receive. */
  readonly strategy: ExecutionStrategy;
  /** The strategy whose results are the expected ones. */
  readonly reference: ExecutionStrategy;
  /** One of this many executions of an operation is compared, not always the first; 1 compares all. */
  readonly sampleEvery: number;
  /** Logs differences at `WARN`, with the operation's name and the paths, never with data. */
  readonly logger: Logger;
}

/**
 * Responds with the results of one strategy, and executes a sample of the queries with another one, to log differences.
 *
 * The response is sent first and is independent of the comparison. Mutations and subscriptions are not compared,
 * because they must not run twice. Data that changes between the two executions is logged as a difference.
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
   * @param options the strategies, and the sampling interval
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
    // Staggers the first comparison, so that only a sample of single-use documents is executed twice.
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

/** Removes the budget for the comparison, whose result is not part of the client's result. */
function uncounted(values: ExecutionValues): ExecutionValues {
  const { request } = values;
  return request.budget === undefined ? values : { ...values, request: new UncountedRequest(request) };
}

class UncountedRequest extends ReferenceRequest {
  override get budget(): undefined {
    return undefined;
  }
}

/** Waits for the next turn: the client's response is sent before. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function differencesOf(actual: ExecutionResult, expected: ExecutionResult): readonly string[] {
  const paths: string[] = [];
  collect(JSON.parse(JSON.stringify(actual)), JSON.parse(JSON.stringify(expected)), { path: "", paths });
  return paths;
}

/** The maximum number of paths per log line. */
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
