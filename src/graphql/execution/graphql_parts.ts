import type { GraphQLSchema } from "../../../deps.ts";
import type { ErrorBehavior, ResultLimits } from "../../kernel/mod.ts";
import type { ExecutionStrategy } from "../engine/mod.ts";
import type { SecretInputs } from "../wiring/mod.ts";
import type { PreparsedDocumentProvider } from "./documents/preparsed_document_provider.ts";
import type { DataFetcherExceptionHandler } from "./errors/exception_handler.ts";
import type { ExecutionDeadlines } from "./execution_deadlines.ts";
import type { ExecutionIdProvider } from "./execution_id_provider.ts";
import type { Instrumentation } from "./instrumentation.ts";
import type { OperationGuard } from "./operation_guard.ts";
import type { OperationResultCache } from "./operation_result_cache.ts";
import type { SubscriptionExceptionHandler } from "./subscriptions/subscription_exception_handler.ts";

/** The kinds of operations. */
export type OperationKind = "query" | "mutation" | "subscription";

/** What a {@linkcode GraphQL} engine is made of. */
export interface GraphQLParts {
  /** The schema that is executed. */
  readonly schema: GraphQLSchema;
  /** Inputs whose values errors must not quote; `undefined` where there are none. */
  readonly secrets: SecretInputs | undefined;
  /** The strategy for each kind of operation. */
  readonly strategies: Readonly<Record<OperationKind, ExecutionStrategy>>;
  /** Keeps parsed and validated documents. */
  readonly documents: PreparsedDocumentProvider;
  /** Turns what data fetchers throw into errors of the response. */
  readonly exceptionHandler: DataFetcherExceptionHandler;
  /** Names executions; random ids without it. */
  readonly executionIdProvider: ExecutionIdProvider | undefined;
  /** Sees the phases of each execution. */
  readonly instrumentation: Instrumentation | undefined;
  /** Refuses operations before they are executed. */
  readonly guard: OperationGuard | undefined;
  /** Keeps results of queries. */
  readonly resultCache?: OperationResultCache | undefined;
  /** Limits of each result, or `undefined`: then results are only counted. */
  readonly resultLimits: ResultLimits | undefined;
  /** What becomes of a position that fails where the client does not say. */
  readonly defaultErrorBehavior: ErrorBehavior;
  /** Ends executions that take too long. */
  readonly deadlines: ExecutionDeadlines;
  /** Turns failures of subscription streams into errors for the client. */
  readonly subscriptionExceptionHandler: SubscriptionExceptionHandler;
  /** Most events of one subscription that execute at the same time. */
  readonly maxConcurrentEvents: number;
  /** The events that wait for a slow client before its subscription ends. */
  readonly maxQueuedEvents: number;
}
