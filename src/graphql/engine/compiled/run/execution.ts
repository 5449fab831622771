import { type ExecutionResult, GraphQLError, locatedError, OperationTypeNode } from "../../../../../deps.ts";
import {
  type ErrorBehavior,
  type MaybePromise,
  ResultBudget,
  ResultBudgetExceededError,
} from "../../../../kernel/mod.ts";
import type { RequestContext } from "../../../wiring/mod.ts";
import type { ExecutionValues } from "../../execution_strategy.ts";
import { classified } from "../../engine_error_type.ts";
import { endedResult, exhaustedResult, haltedResult } from "../../exhausted_result.ts";
import type { FieldPlan } from "../plan/field_plan.ts";
import type { OperationSource } from "../plan/operation_source.ts";
import { ErrorOrder, type ErrorOrderName } from "./error_order.ts";
import { ExecutionHalted } from "./execution_halted.ts";
import { PropagatedError } from "./propagated_error.ts";
import { type Container, isDiscarded, Position } from "./position.ts";
import type { Batches, Program } from "./program.ts";
import type { VariantPlan } from "../plan/variant_plan.ts";
import type { Variables } from "../plan/variables.ts";

/** The cost of an error in values: it takes about as much time as this many values. */
const valuesPerError = 100;

/** The parts of an execution. */
export interface ExecutionParts {
  readonly program: Program<Execution>;
  readonly variables: Variables;
  readonly values: ExecutionValues;
  readonly errorOrder: ErrorOrderName;
}

/** The execution of one request: its response, its errors, and its pending values. */
export class Execution {
  readonly program: Program<Execution>;
  readonly plan: VariantPlan;
  readonly variables: Variables;
  readonly rootValue: unknown;
  readonly request: RequestContext;
  /** The error behavior of positions that fail. */
  readonly onError: ErrorBehavior;
  /** Counts the values of the result, and ends the execution at a limit. */
  readonly budget: ResultBudget;
  /** Determines the order of errors. */
  readonly order: ErrorOrder;
  readonly root: Position = new Position(null, "", null, undefined);
  /** Whether the result was returned: later values are discarded. */
  isFinished = false;
  data: Container | null = null;
  /** The position of the object that generated code is creating, if it needs one. */
  open: Position | null = null;
  /** Runs the remaining root fields, if they run serially. */
  continuation: (() => void) | undefined;
  #fragments: OperationSource["fragments"] | undefined;
  #errors: GraphQLError[] | undefined;
  #resultErrors: GraphQLError[] | undefined;
  #countedErrors: WeakSet<GraphQLError> | undefined;
  #extensions: Record<string, unknown> | undefined;
  #batches: Batches | undefined;
  #resolve: ((result: ExecutionResult) => void) | undefined;
  #abortController: AbortController | undefined;
  #exceeded: ResultBudgetExceededError | undefined;
  #halted: GraphQLError | undefined;
  #stopListening: (() => void) | undefined;

  constructor({ program, variables, values, errorOrder }: ExecutionParts) {
    this.program = program;
    this.plan = program.plan;
    this.variables = variables;
    this.rootValue = values.rootValue;
    this.request = values.request;
    this.onError = values.onError ?? "PROPAGATE";
    this.order = new ErrorOrder(errorOrder);
    this.budget = values.request.budget ?? new ResultBudget();
  }

  /** The document's fragments, for `info`. */
  get fragments(): OperationSource["fragments"] {
    const { fragments } = this.plan.source;
    const { written } = this.variables;
    return this.#fragments ??= written?.fragmentsOf(fragments) ?? Object.assign(Object.create(null), fragments);
  }

  /** The queue of sources of batched fields. */
  get batches(): Batches {
    return this.#batches ??= this.program.interpreter.batches(this);
  }

  /** Runs the batches that were queued in the synchronous phase. */
  drain(): void {
    this.#batches?.drain();
  }

  /** Runs the batches after the pending microtasks. */
  drainLater(): void {
    this.#batches?.drainLater();
  }

  /** Aborted when the execution has ended, for any reason, as in graphql-js. */
  get abortSignal(): AbortSignal {
    if (this.#abortController === undefined) {
      this.#abortController = new AbortController();
      if (!this.isFinished) this.#listen();
      else this.#abortController.abort(this.request.isCancelled ? this.request.signal.reason : undefined);
    }
    return this.#abortController.signal;
  }

  /** Adds a pending value to a position, and to its ancestors up to the first that has pending values already. */
  addPending(position: Position): void {
    for (let p: Position | null = position; p !== null; p = p.prev) {
      if (p.discarded || p.pending++ !== 0) return;
    }
  }

  /** Removes a pending value of a position; the last one of the root completes the result. */
  removePending(position: Position): void {
    for (let p: Position | null = position; p !== null; p = p.prev) {
      if (p.discarded || --p.pending !== 0) return;
    }
    this.#complete();
  }

  /** Discards a position with all pending values below it. */
  discard(position: Position): void {
    if (position.discarded) return;
    position.discarded = true;
    if (position.pending > 0 && position.prev !== null) this.removePending(position.prev);
  }

  /** Handles a value that is never completed, because a position failed or the result is complete. */
  forget(value: unknown, { nodes }: FieldPlan): void {
    if (typeof value === "object" && value !== null) this.plan.late.forget(value, nodes);
  }

  /** Handles the rejections of an object's promises before its fields are executed. */
  hold(source: unknown, { nodes }: FieldPlan): void {
    this.plan.late.hold(source, nodes);
  }

  /** Handles an object that failed: fields that were not executed may be promises. */
  forgetObject(source: unknown, { value }: Position): void {
    if (typeof source !== "object" || source === null) return;
    this.plan.late.forget(source, value === null ? [this.plan.source.operation] : value.field.nodes);
  }

  /** Adds errors of `DataFetcherResult`s with data, which follow all other errors. */
  reportResultErrors(errors: readonly GraphQLError[]): void {
    if (!this.isFinished) (this.#resultErrors ??= []).push(...errors);
  }

  /** Adds an error, unless its position was discarded. */
  report(error: GraphQLError, prev: Position): void {
    if (this.isFinished || isDiscarded(prev)) return;
    (this.#errors ??= []).push(error);
    if (this.#countedErrors?.has(error)) return;
    // In the synchronous phase the next value checks the limits, because it can throw.
    this.budget.values += valuesPerError;
    if (!this.order.isSynchronous) this.#endIfExceeded();
  }

  /**
   * Counts an exception before the request's handler is called, because many handlers may run concurrently.
   *
   * @throws ResultBudgetExceededError when a limit is exceeded
   */
  countException(): void {
    this.budget.add(valuesPerError, 0);
  }

  /** Marks an error as counted with its exception. */
  noteCounted(error: unknown): void {
    if (error instanceof GraphQLError) (this.#countedErrors ??= new WeakSet()).add(error);
  }

  #endIfExceeded(): void {
    if (this.budget.values < this.budget.nextLook) return;
    try {
      this.budget.look();
    } catch (error) {
      if (!this.endsWith(error)) throw error;
    }
  }

  /** Merges response extensions of a data fetcher. */
  extend(extensions: Readonly<Record<string, unknown>>): void {
    this.#extensions = { ...this.#extensions, ...extensions };
  }

  /**
   * Ends the execution if an error reports an exceeded budget: the response is dropped, and running work is cancelled.
   * Every error handler calls this first, so that no position becomes `null` instead; likewise after an error that
   * ended the execution with `HALT`.
   *
   * @param error the thrown value
   * @returns whether the execution has ended
   */
  endsWith(error: unknown): boolean {
    if (error instanceof ExecutionHalted) return true;
    if (!(error instanceof ResultBudgetExceededError)) return false;
    this.#exhaust(error);
    return true;
  }

  /**
   * Ends the execution with its first error: the response is dropped, and running work is cancelled.
   *
   * @param error the error
   * @returns the exception to throw, which unwinds the running work
   */
  halt(error: GraphQLError): ExecutionHalted {
    if (!this.isFinished) {
      this.isFinished = true;
      this.#halted = classified(error);
      this.#drop();
      this.#stopListening?.();
      const halted = new ExecutionHalted();
      this.request.cancelWork?.(halted);
      this.#abortController?.abort(halted);
      this.#resolve?.(haltedResult(this.#halted));
    }
    return new ExecutionHalted();
  }

  /**
   * Counts an awaited string.
   *
   * @returns whether the execution continues
   */
  countsText(text: string): boolean {
    try {
      this.budget.add(0, text.length);
      return true;
    } catch (error) {
      if (this.endsWith(error)) return false;
      throw error;
    }
  }

  /** Completes with an error that reached the root. */
  failRoot(error: unknown): void {
    if (this.endsWith(error)) return;
    if (this.isFinished || this.root.discarded) return;
    (this.#errors ??= []).push(asGraphQLError(error));
    this.root.discarded = true;
    this.data = null;
    this.#complete();
  }

  /** Returns the result: synchronously, if nothing is pending. */
  result(): MaybePromise<ExecutionResult> {
    if (this.isFinished) return this.#takeResult();
    return new Promise((resolve) => {
      this.#resolve = resolve;
      if (this.#stopListening === undefined) this.#listen();
    });
  }

  #listen(): void {
    const { request } = this;
    const onAbort = () => this.#abort();
    if (request.isCancelled) return onAbort();
    if (request.onCancel !== undefined) {
      this.#stopListening = request.onCancel(onAbort);
      return;
    }
    request.signal.addEventListener("abort", onAbort);
    this.#stopListening = () => request.signal.removeEventListener("abort", onAbort);
  }

  #abort(): void {
    if (this.isFinished) return;
    this.isFinished = true;
    this.#drop();
    this.#stopListening?.();
    this.#abortController?.abort(this.request.signal.reason);
    this.#resolve?.(endedResult(this.request, this.#isMutation));
  }

  #exhaust(exceeded: ResultBudgetExceededError): void {
    if (this.#exceeded !== undefined) return;
    this.#exceeded = exceeded;
    const wasFinished = this.isFinished;
    this.isFinished = true;
    this.#drop();
    this.#stopListening?.();
    this.request.exhaust?.(exceeded);
    if (wasFinished) return;
    this.#abortController?.abort(exceeded);
    this.#resolve?.(exhaustedResult(exceeded, this.#isMutation));
  }

  /** Releases the response: positions that wait for slow code keep the execution alive. */
  #drop(): void {
    this.data = null;
    this.root.content = null;
    this.#errors = this.#resultErrors = this.#extensions = undefined;
  }

  get #isMutation(): boolean {
    return this.plan.source.operation.operation === OperationTypeNode.MUTATION;
  }

  #complete(): void {
    if (this.isFinished) return;
    const { continuation } = this;
    if (continuation !== undefined && !this.root.discarded) {
      this.continuation = undefined;
      return continuation();
    }
    this.isFinished = true;
    this.#stopListening?.();
    this.#abortController?.abort();
    this.#resolve?.(this.#takeResult());
  }

  #allErrors(): readonly GraphQLError[] | undefined {
    if (this.#resultErrors === undefined) return this.#errors?.map(classified);
    return [...(this.#errors ?? []).map(classified), ...this.#resultErrors];
  }

  #takeResult(): ExecutionResult {
    if (this.#halted !== undefined) return haltedResult(this.#halted);
    if (this.#exceeded !== undefined) return exhaustedResult(this.#exceeded, this.#isMutation);
    if (this.request.isCancelled) return endedResult(this.request, this.#isMutation);
    const { data } = this;
    try {
      this.budget.settle(data);
    } catch (error) {
      if (this.endsWith(error)) return this.#takeResult();
      throw error;
    }
    const errors = this.#allErrors();
    const result: ExecutionResult = errors === undefined ? { data } : { errors, data };
    return this.#extensions === undefined ? result : { ...result, extensions: this.#extensions };
  }
}

/** Converts an error without a location: from a stack overflow, or an object that claims to be located. */
function asGraphQLError(raw: unknown): GraphQLError {
  const error: unknown = raw instanceof PropagatedError ? raw.error : raw;
  if (error instanceof GraphQLError) return error;
  if (error instanceof Error) return new GraphQLError(error.message, { originalError: error });
  return locatedError(error, undefined);
}
