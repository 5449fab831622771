import {
  AbortedGraphQLExecutionError,
  createSourceEventStream,
  defaultFieldResolver,
  type DocumentNode,
  execute,
  executeSubscriptionEvent,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
  type ValidatedSubscriptionArgs,
  validateSubscriptionArgs,
} from "../../../../deps.ts";
import type { MaybePromise } from "../../../kernel/mod.ts";
import { abortedResult, classified } from "../engine_error_type.ts";
import type {
  ExecutableOperation,
  ExecutionStrategy,
  ExecutionValues,
  OpenedSubscription,
} from "../execution_strategy.ts";
import { maxCoercionErrors } from "../max_coercion_errors.ts";
import { guardedResolver } from "./guarded_fetch.ts";
import { ReferenceRequest } from "./reference_request.ts";
import { traceSubscription } from "./trace_subscription.ts";

const propertyResolver = guardedResolver(defaultFieldResolver);

/** Options of the {@linkcode ReferenceExecutionStrategy}. */
export interface ReferenceStrategyOptions {
  /** Whether errors about variables keep to themselves what the client might have meant. */
  readonly hideSuggestions?: boolean;
}

/** Executes with graphql-js itself. The measure of what is right. */
export class ReferenceExecutionStrategy implements ExecutionStrategy {
  readonly name = "reference";
  readonly #options: ReferenceStrategyOptions;

  /** @param options what errors may say */
  constructor(options: ReferenceStrategyOptions = {}) {
    this.#options = options;
  }

  prepare(schema: GraphQLSchema, document: DocumentNode, operationName: string | undefined): ExecutableOperation {
    const argsOf = ({ rootValue, variables, request }: ExecutionValues): PreparedArgs => ({
      schema,
      document,
      operationName,
      rootValue,
      variableValues: variables,
      contextValue: new ReferenceRequest(request),
      fieldResolver: propertyResolver,
      abortSignal: request.signal,
      ...this.#options,
      options: { maxCoercionErrors: maxCoercionErrors(variables) },
    });
    return {
      execute: (values) => {
        if (values.request.isCancelled) return abortedResult(); // graphql-js throws the signal's reason
        const args = argsOf(values);
        return settle(() => execute(args), (result) => finish(result, args.contextValue));
      },
      subscribe: (values) => {
        const args = argsOf(values);
        return traceSubscription(args, () => openSubscription(args));
      },
    };
  }
}

function openSubscription(args: PreparedArgs): MaybePromise<OpenedSubscription | ExecutionResult> {
  const validated = validateSubscriptionArgs(args);
  if (!("schema" in validated)) return finish({ errors: validated }, args.contextValue);
  return settle(
    () => createSourceEventStream(validated),
    (opened) => Symbol.asyncIterator in opened ? subscribed(opened, validated) : finish(opened, args.contextValue),
  );
}

interface PreparedArgs extends ExecutionArgs {
  readonly contextValue: ReferenceRequest;
}

/**
 * Runs an execution of graphql-js, whose abortion is a result.
 *
 * @param run begins it
 * @param finish takes what came of it
 */
export function settle<T, R>(run: () => MaybePromise<T>, finish: (result: T) => R): MaybePromise<R | ExecutionResult> {
  try {
    const outcome = run();
    return outcome instanceof Promise ? outcome.then(finish, aborted) : finish(outcome);
  } catch (error) {
    return aborted(error);
  }
}

function aborted(error: unknown): ExecutionResult {
  if (error instanceof AbortedGraphQLExecutionError) return abortedResult();
  throw error;
}

/**
 * Adds to a result what fetchers reported beside their data.
 *
 * @param result as graphql-js gives it
 * @param request took what fetchers reported
 */
export function finish(result: ExecutionResult, request: ReferenceRequest): ExecutionResult {
  const errors = [...(result.errors ?? []).map(classified), ...request.errors];
  return {
    ...(errors.length > 0 ? { errors } : {}),
    ...(result.data === undefined ? {} : { data: result.data }),
    ...(request.extensions ? { extensions: { ...result.extensions, ...request.extensions } } : {}),
  };
}

function subscribed(source: AsyncIterable<unknown>, validated: ValidatedSubscriptionArgs): OpenedSubscription {
  return {
    source,
    execute: (event, request) => {
      if (request.isCancelled) return abortedResult();
      const contextValue = new ReferenceRequest(request);
      const args = { ...validated, rootValue: event, contextValue };
      return settle(() => executeSubscriptionEvent(args), (result) => finish(result, contextValue));
    },
  };
}
