import { type DocumentNode, type ExecutionResult, GraphQLError, type OperationDefinitionNode } from "../../../deps.ts";
import type { MaybePromise } from "../../kernel/mod.ts";
import {
  type ExecutableOperation,
  executeIncrementally,
  type ExecutionValues,
  type IncrementalFormat,
  type IncrementalResults,
  withClassification,
  withoutRepetitions,
  type WrittenDocument,
} from "../engine/mod.ts";
import type { PreparedDocument } from "./documents/prepared_document.ts";
import type { GraphQLParts, OperationKind } from "./graphql_parts.ts";
import { withoutIncrementalDirectives } from "./incremental/incremental_directives.ts";
import { planStreamCountCheck } from "./incremental/stream_counts.ts";
import type { OperationCheck } from "./operation_guard.ts";
import type { CachedExecution } from "./operation_result_cache.ts";
import { SharedSubscriptions } from "./subscriptions/shared_results.ts";
import { selectOperation } from "./operation_selection.ts";

/** An operation, ready to be executed many times. */
export interface PreparedOperation {
  readonly kind: OperationKind;
  readonly node: OperationDefinitionNode;
  /** Whether a request may execute it. */
  readonly check: OperationCheck | undefined;
  readonly executable: ExecutableOperation;
  /** Finds a kept result of a query; absent where none is kept. */
  readonly cached?: CachedExecution | undefined;
  /** The subscriptions that run of the operation; absent for other kinds. */
  readonly subscriptions?: SharedSubscriptions;
  /** Executes an operation that defers, in parts. */
  readonly incremental?: (
    values: ExecutionValues,
    format: IncrementalFormat,
  ) => MaybePromise<ExecutionResult | IncrementalResults>;
}

/** An operation, and what the client wrote where the operation is that of another document of the same shape. */
export interface SelectedOperation {
  readonly operation: PreparedOperation;
  readonly written?: WrittenDocument;
}

/**
 * Finds the operation that a request names: that of a document of the same shape, where one was prepared that other
 * documents may share.
 *
 * @param parts of the engine
 * @param prepared the document, with the operations that are known
 * @param name of the operation; not needed where the document has one
 * @returns an error where there is no such operation, or no root type for it
 */
export function selectPrepared(
  parts: GraphQLParts,
  prepared: PreparedDocument<PreparedOperation | GraphQLError>,
  name: string | undefined,
): SelectedOperation | GraphQLError {
  const { shared } = prepared;
  if (shared !== undefined && (name === undefined || name === shared.operationName)) {
    const operation = operationOf(parts, shared.planned, undefined);
    if (!(operation instanceof GraphQLError) && isShareable(parts, operation)) {
      return { operation, written: shared.written };
    }
  }
  const operation = operationOf(parts, prepared, name);
  return operation instanceof GraphQLError ? operation : { operation };
}

/** Kept results are found by the document and its name. */
function isShareable({ strategies }: GraphQLParts, { kind, cached }: PreparedOperation): boolean {
  return strategies[kind].sharesPlans === true && cached === undefined;
}

/**
 * Prepares an operation of a document, or takes what was prepared for an earlier request.
 *
 * @param parts of the engine
 * @param prepared the document, with the operations that are known
 * @param name of the operation; not needed where the document has one
 * @returns an error where there is no such operation, or no root type for it
 */
function operationOf(
  parts: GraphQLParts,
  prepared: PreparedDocument<PreparedOperation | GraphQLError>,
  name: string | undefined,
): PreparedOperation | GraphQLError {
  const { operations } = prepared;
  const found = operations.get(name);
  if (found) return found;
  const { document } = prepared;
  const operation = selectOperation(document, name);
  if (operation instanceof GraphQLError) return withClassification(operation, "ValidationError");
  const kind: OperationKind = operation.operation;
  const made = parts.schema.getRootType(operation.operation)
    ? prepare(parts, { document, node: operation, operationName: name })
    : withClassification(
      new GraphQLError(`Schema is not configured to execute ${kind} operation.`, { nodes: operation }),
      "OperationNotSupported",
    );
  operations.set(name, made);
  return made;
}

interface NamedOperation {
  readonly document: DocumentNode;
  readonly node: OperationDefinitionNode;
  readonly operationName: string | undefined;
}

function prepare(
  parts: GraphQLParts,
  { document, node, operationName }: NamedOperation,
): PreparedOperation {
  const { schema, strategies, guard } = parts;
  const kind: OperationKind = node.operation;
  const check = guard?.planCheck({ schema, document, node });
  const plain = withoutIncrementalDirectives(document);
  const executable = strategies[kind].prepare(schema, plain, operationName);
  const subscriptions = new SharedSubscriptions();
  if (plain === document) {
    if (kind === "subscription") return { kind, node, check, executable, subscriptions };
    const cached = kind === "query" ? parts.resultCache?.planCaching({ schema, document, node }) : undefined;
    return { kind, node, check, executable, cached };
  }
  const checkCounts = planStreamCountCheck(document, node);
  const checkAll: OperationCheck = (input) =>
    chainOn<readonly GraphQLError[], readonly GraphQLError[]>(
      check?.(input) ?? [],
      (refused) => [...refused, ...(checkCounts?.(input.variables) ?? [])],
    );
  if (kind === "subscription") return { kind, node, check: checkAll, executable, subscriptions };
  const operation = {
    schema,
    document: withoutRepetitions(document),
    operationName,
    hideSuggestions: guard?.hidesSuggestions ?? false,
  };
  const incremental = (values: ExecutionValues, format: IncrementalFormat) =>
    executeIncrementally(operation, values, format);
  return { kind, node, check: checkAll, executable, incremental };
}

/** Calls a function with a value, at once or when a promise of it is settled. */
export function chainOn<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
