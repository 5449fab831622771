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
import { type Container, isDead, Position } from "./position.ts";
import type { Batches, Program } from "./program.ts";
import type { VariantPlan } from "../plan/variant_plan.ts";
import type { Variables } from "../plan/variables.ts";

/** An error takes about as much time as this many values. */
const valuesPerError = 100;

/** What an execution is made of. */
export interface ExecutionParts {
  readonly program: Program<Execution>;
  readonly variables: Variables;
  readonly values: ExecutionValues;
  readonly errorOrder: ErrorOrderName;
}

/** One request while it runs: its values, its errors, and what it still waits for. */
export class Execution {
  readonly program: Program<Execution>;
  readonly plan: VariantPlan;
  readonly variables: Variables;
  readonly rootValue: unknown;
  readonly request: RequestContext;
  /** What becomes of a position that fails. */
  readonly onError: ErrorBehavior;
  /** Counts what the result holds, and stops the execution at a limit. */
  readonly budget: ResultBudget;
  /** Keeps errors in the order in which they are reported. */
  readonly order: ErrorOrder;
  readonly root: Position = new Position(null, "", null, undefined);
  /** Whether the result was given: what still runs then is not wanted any more. */
  isFinished = false;
  data: Container | null = null;
  /** The place of the object that generated code is making, where it turned out to need one. */
  open: Position | null = null;
  /** The rest of the operation, where fields run one after the other. */
  continuation: (() => void) | undefined;
  #fragments: OperationSource["fragments"] | undefined;
  #errors: GraphQLError[] | undefined;
  #beside: GraphQLError[] | undefined;
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

  /** The document's fragments, for those who read `info`. */
  get fragments(): OperationSource["fragments"] {
    const { fragments } = this.plan.source;
    const { written } = this.variables;
    return this.#fragments ??= written?.fragmentsOf(fragments) ?? Object.assign(Object.create(null), fragments);
  }

  /** Sources of batched fields that wait for their batch. */
  get batches(): Batches {
    return this.#batches ??= this.program.interpreter.batches(this);
  }

  /** Runs the batches that gathered while synchronous work ran. */
  drain(): void {
    this.#batches?.drain();
  }

  /** Runs the batches when the promises that are settled at this moment have been looked at. */
  drainLater(): void {
    this.#batches?.drainLater();
  }

  /** As in graphql-js: aborted when the execution has ended, in whichever way. */
  get abortSignal(): AbortSignal {
    if (this.#abortController === undefined) {
      this.#abortController = new AbortController();
      if (!this.isFinished) this.#listen();
      else this.#abortController.abort(this.request.isCancelled ? this.request.signal.reason : undefined);
    }
    return this.#abortController.signal;
  }

  /** Counts something that the place waits for, at the place and as far up as nothing was awaited yet. */
  await(position: Position): void {
    for (let p: Position | null = position; p !== null; p = p.prev) {
      if (p.dead || p.pending++ !== 0) return;
    }
  }

  /** Counts that something arrived; with the last one the result is given. */
  arrived(position: Position): void {
    for (let p: Position | null = position; p !== null; p = p.prev) {
      if (p.dead || --p.pending !== 0) return;
    }
    this.#complete();
  }

  /** Takes a place out of the response, with everything that is awaited below it. */
  kill(position: Position): void {
    if (position.dead) return;
    position.dead = true;
    if (position.pending > 0 && position.prev !== null) this.arrived(position.prev);
  }

  /** Takes a value that nobody completes, as a place failed or the answer is decided. */
  forget(value: unknown, { nodes }: FieldPlan): void {
    if (typeof value === "object" && value !== null) this.plan.late.forget(value, nodes);
  }

  /** Takes an object whose fields are executed later: its promises may fail before. */
  hold(source: unknown, { nodes }: FieldPlan): void {
    this.plan.late.hold(source, nodes);
  }

  /** Takes an object that failed: fields that were not executed may be promises. */
  forgetObject(source: unknown, { value }: Position): void {
    if (typeof source !== "object" || source === null) return;
    this.plan.late.forget(source, value === null ? [this.plan.source.operation] : value.field.nodes);
  }

  /** Adds errors that came beside data: they follow all others. */
  reportBeside(errors: readonly GraphQLError[]): void {
    if (!this.isFinished) (this.#beside ??= []).push(...errors);
  }

  /** Adds an error, unless its place became null meanwhile. */
  report(error: GraphQLError, prev: Position): void {
    if (this.isFinished || isDead(prev)) return;
    (this.#errors ??= []).push(error);
    if (this.#countedErrors?.has(error)) return;
    // While synchronous work runs, the next value looks at the limits: it can throw.
    this.budget.values += valuesPerError;
    if (!this.order.isSynchronous) this.#endIfExceeded();
  }

  /**
   * Counts an exception before the request's handler is asked, as many handlers may run at the same time.
   *
   * @throws ResultBudgetExceededError when a limit is exceeded
   */
  countException(): void {
    this.budget.add(valuesPerError, 0);
  }

  /** Notes that an error is that of an exception that was counted. */
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
   * Ends the execution when an error says that the budget is exceeded: what was made is dropped, and what still works is
   * cancelled. Every place that handles an error asks this first, as no place may become `null` instead: nor may it after
   * an error that ended the execution with `HALT`.
   *
   * @param error what was thrown
   * @returns whether it ended
   */
  endsWith(error: unknown): boolean {
    if (error instanceof ExecutionHalted) return true;
    if (!(error instanceof ResultBudgetExceededError)) return false;
    this.#exhaust(error);
    return true;
  }

  /**
   * Ends the execution with its first error: what was made is dropped, and what still works is cancelled.
   *
   * @param error the error
   * @returns what has to be thrown to leave the work that runs
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
   * Counts a text that was waited for.
   *
   * @returns whether the execution goes on
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

  /** The root could not be filled. */
  failRoot(error: unknown): void {
    if (this.endsWith(error)) return;
    if (this.isFinished || this.root.dead) return;
    (this.#errors ??= []).push(asGraphQLError(error));
    this.root.dead = true;
    this.data = null;
    this.#complete();
  }

  /** Gives the result: at once, when nothing is awaited. */
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

  /** Lets go of what was made: places that wait for slow code keep the execution alive. */
  #drop(): void {
    this.data = null;
    this.root.content = null;
    this.#errors = this.#beside = this.#extensions = undefined;
  }

  get #isMutation(): boolean {
    return this.plan.source.operation.operation === OperationTypeNode.MUTATION;
  }

  #complete(): void {
    if (this.isFinished) return;
    const { continuation } = this;
    if (continuation !== undefined && !this.root.dead) {
      this.continuation = undefined;
      return continuation();
    }
    this.isFinished = true;
    this.#stopListening?.();
    this.#abortController?.abort();
    this.#resolve?.(this.#takeResult());
  }

  #allErrors(): readonly GraphQLError[] | undefined {
    if (this.#beside === undefined) return this.#errors?.map(classified);
    return [...(this.#errors ?? []).map(classified), ...this.#beside];
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

/** Fields locate their errors: others come from an exhausted stack, or said themselves that they were located. */
function asGraphQLError(raw: unknown): GraphQLError {
  const error: unknown = raw instanceof PropagatedError ? raw.error : raw;
  if (error instanceof GraphQLError) return error;
  if (error instanceof Error) return new GraphQLError(error.message, { originalError: error });
  return locatedError(error, undefined);
}
