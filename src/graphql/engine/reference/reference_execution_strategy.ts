import {
  AbortedGraphQLExecutionError,
  createSourceEventStream,
  defaultFieldResolver,
  type DocumentNode,
  execute,
  executeSubscriptionEvent,
  type ExecutionArgs,
  type ExecutionResult,
  experimentalExecuteIncrementally,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  OperationTypeNode,
  type ValidatedSubscriptionArgs,
  validateSubscriptionArgs,
} from "../../../../deps.ts";
import { type MaybePromise, ResultBudgetExceededError } from "../../../kernel/mod.ts";
import { classified } from "../engine_error_type.ts";
import { endedResult, exhaustedResult, haltedResult } from "../exhausted_result.ts";
import type {
  ExecutableOperation,
  ExecutionStrategy,
  ExecutionValues,
  OpenedSubscription,
} from "../execution_strategy.ts";
import { maxCoercionErrors } from "../max_coercion_errors.ts";
import { LateValues } from "../late_values.ts";
import { guardedResolver } from "./guarded_fetch.ts";
import { countingSchema } from "./reference_budget.ts";
import { ReferenceRequest } from "./reference_request.ts";
import { withoutPropagation } from "./without_propagation.ts";
import { withoutRepetitions } from "./without_repetitions.ts";
import { traceSubscription } from "./trace_subscription.ts";

const propertyResolver = guardedResolver(defaultFieldResolver);

/** Options of the {@linkcode ReferenceExecutionStrategy}. */
export interface ReferenceStrategyOptions {
  /** Whether errors about variables omit suggestions. */
  readonly hideSuggestions?: boolean;
}

/** Executes with graphql-js itself. The reference for correct results. */
export class ReferenceExecutionStrategy implements ExecutionStrategy {
  readonly name = "reference";
  readonly #options: ReferenceStrategyOptions;

  /**
   * Creates the strategy.
   *
   * @param options whether errors have suggestions
   */
  constructor(options: ReferenceStrategyOptions = {}) {
    this.#options = options;
  }

  prepare(schema: GraphQLSchema, given: DocumentNode, operationName: string | undefined): ExecutableOperation {
    const document = withoutRepetitions(given);
    const isMutation = getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION;
    const introspects = selectsIntrospection(document);
    let unpropagated: DocumentNode | undefined;
    const argsOf = ({ rootValue, variables, request, onError = "PROPAGATE" }: ExecutionValues): PreparedArgs => ({
      schema: introspects ? countingSchema(schema, request) : schema,
      document: onError === "PROPAGATE" ? document : unpropagated ??= withoutPropagation(document),
      operationName,
      rootValue,
      variableValues: variables,
      contextValue: new ReferenceRequest(request, { isMutation, onError }),
      fieldResolver: propertyResolver,
      abortSignal: request.signal,
      ...this.#options,
      options: { maxCoercionErrors: maxCoercionErrors(variables) },
    });
    return {
      execute: (values) => {
        if (values.request.isCancelled) return endedResult(values.request, isMutation); // graphql-js throws the reason
        const args = argsOf(values);
        return settle(() => executeAtOnce(args), args.contextValue);
      },
      subscribe: (values) => {
        const args = argsOf(values);
        return traceSubscription(args, () => openSubscription(args));
      },
    };
  }
}

/**
 * graphql-js's `execute` rejects schemas that declare `@defer` or `@stream`, even for documents that don't use them.
 */
function executeAtOnce(args: PreparedArgs): MaybePromise<ExecutionResult> {
  const { schema } = args;
  if (!schema.getDirective("defer") && !schema.getDirective("stream")) return execute(args);
  const result = experimentalExecuteIncrementally(args);
  const single = (settled: Awaited<typeof result>) => {
    if (!("initialResult" in settled)) return settled;
    void settled.subsequentResults.return(undefined);
    throw new GraphQLError("Executing this GraphQL operation would unexpectedly produce multiple payloads");
  };
  return result instanceof Promise ? result.then(single) : single(result);
}

/** Whether an operation of a document may read the schema; unknown without the text. */
function selectsIntrospection({ loc }: DocumentNode): boolean {
  const text = loc?.source.body;
  return text === undefined || /__(schema|type)\b/.test(text);
}

function openSubscription(args: PreparedArgs): MaybePromise<OpenedSubscription | ExecutionResult> {
  const { contextValue } = args;
  const validated = validateSubscriptionArgs(args);
  if (!("schema" in validated)) return finish({ errors: validated }, contextValue);
  const opened = createSourceEventStream(validated);
  const proceed = (settled: Awaited<typeof opened>) =>
    Symbol.asyncIterator in settled
      ? subscribed(settled, { ...validated, contextValue })
      : finish(settled, contextValue);
  return opened instanceof Promise ? opened.then(proceed) : proceed(opened);
}

interface PreparedArgs extends ExecutionArgs {
  readonly contextValue: ReferenceRequest;
}

/**
 * Runs an execution of graphql-js and completes its result; the end of an execution that was cancelled is a result,
 * too.
 *
 * @param run starts it
 * @param request the request
 */
export function settle(
  run: () => MaybePromise<ExecutionResult>,
  request: ReferenceRequest,
): MaybePromise<ExecutionResult> {
  return settleWith(run, { request, finish });
}

/** Handles the end of an execution. */
export interface Settlement<T, R> {
  readonly request: ReferenceRequest;
  /** Completes the result of graphql-js; throws if it is too large. */
  readonly finish: (outcome: T, request: ReferenceRequest) => R;
}

/**
 * Runs an execution of graphql-js, and completes its result.
 *
 * @param run starts it
 * @param settlement completes it
 */
export function settleWith<T, R>(
  run: () => MaybePromise<T>,
  { request, finish }: Settlement<T, R>,
): MaybePromise<R | ExecutionResult> {
  const ended = (error: unknown): ExecutionResult => {
    const isExhausted = error instanceof ResultBudgetExceededError || request.budget?.exceeded !== undefined;
    if (!isExhausted && !(error instanceof AbortedGraphQLExecutionError)) throw error;
    return endedResult(request, request.isMutation);
  };
  const complete = (outcome: T): R | ExecutionResult => {
    try {
      return finish(outcome, request);
    } catch (error) {
      return ended(error);
    }
  };
  try {
    const outcome = run();
    return outcome instanceof Promise ? outcome.then(complete, ended) : complete(outcome);
  } catch (error) {
    return ended(error);
  }
}

/**
 * Adds the errors and extensions of `DataFetcherResult`s to a result.
 *
 * @param result the result of graphql-js
 * @param request has collected the errors and extensions
 * @throws ResultBudgetExceededError when the result is too large
 */
export function finish(result: ExecutionResult, request: ReferenceRequest): ExecutionResult {
  if (request.budget?.exceeded !== undefined) return exhaustedResult(request.budget.exceeded, request.isMutation);
  const errors = [...(result.errors ?? []).map(classified), ...request.errors];
  if (request.onError === "HALT" && result.data !== undefined && errors.length > 0) return haltedResult(errors[0]!);
  const extensions = request.extensions ? { extensions: { ...result.extensions, ...request.extensions } } : {};
  if (result.data) request.budget?.measure({ data: result.data, ...extensions });
  return {
    ...(errors.length > 0 ? { errors } : {}),
    ...(result.data === undefined ? {} : { data: result.data }),
    ...extensions,
  };
}

/** Handles an event that is not executed: the value of the root field, or an object that contains it. */
function forgetEvent(event: unknown, { fragmentDefinitions, operation }: ValidatedSubscriptionArgs): void {
  const late = new LateValues(fragmentDefinitions);
  late.forget(event, [operation]);
  late.forget(event, operation.selectionSet.selections.filter((node) => node.kind === Kind.FIELD));
}

type OpenedArgs = ValidatedSubscriptionArgs & { readonly contextValue: ReferenceRequest };

function subscribed(source: AsyncIterable<unknown>, validated: OpenedArgs): OpenedSubscription {
  return {
    source,
    execute: (event, request) => {
      if (request.isCancelled) return endedResult(request, false);
      const contextValue = new ReferenceRequest(request, { onError: validated.contextValue.onError });
      const args = { ...validated, rootValue: event, contextValue, externalAbortSignal: request.signal };
      return settle(() => executeSubscriptionEvent(args), contextValue);
    },
    forget: (event) => forgetEvent(event, validated),
  };
}
