import type { ErrorBehavior, MaybePromise } from "../../../kernel/mod.ts";
import type { GraphQlExecutionResult } from "../graphql_execution_result.ts";
import { shareData } from "../response/written_data.ts";
import type { SharedEvents } from "./subscription_stream.ts";

/** What decides about the results of a subscription's events, beside its operation. */
export interface SharedInputs {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly onError: ErrorBehavior;
}

/** An execution for an event, and whether every other subscription would get the same result. */
export interface SharedExecution {
  readonly result: MaybePromise<GraphQlExecutionResult>;
  readonly isShareable: boolean;
}

/** Executes an operation for an event. */
export type ExecuteShared = (event: unknown) => SharedExecution;

/** Maximum number of values in variables that are compared; ten characters of text count as one. */
const maxValues = 500;

/** Maximum depth of variables that are compared. */
const maxDepth = 20;

/** Maximum number of results that are kept within a turn. */
const maxResults = 1_000;

// Of the start, so that a test's fake clock can't keep results alive.
const atEndOfTurn = setImmediate;

/** The subscriptions of one operation, by the inputs that they share. */
export class SharedSubscriptions {
  readonly #byInputs = new Map<string, SharedResults>();

  /**
   * Adds a subscription.
   *
   * @param inputs its variables, and what becomes of positions that fail
   * @param execute executes the operation for an event
   * @returns its part of the shared results; `undefined` where the variables can't be compared
   */
  join({ variables, onError }: SharedInputs, execute: ExecuteShared): SharedEvents | undefined {
    const text = jsonOf(variables);
    if (text === undefined) return undefined;
    const key = `${onError}\n${text}`;
    let results = this.#byInputs.get(key);
    if (results === undefined) {
      results = new SharedResults(() => this.#byInputs.delete(key));
      this.#byInputs.set(key, results);
    }
    return new SharedReader(results, execute);
  }
}

/**
 * The results of events within a turn of the event loop, for subscriptions with the same operation and inputs. After the
 * turn the service may have changed the object that was the event.
 */
class SharedResults {
  /** Counts the turns in which results were kept. */
  turn = 0;
  readonly #onUnused: () => void;
  readonly #results = new Map<unknown, GraphQlExecutionResult>();
  #readers = 0;

  /** @param onUnused called when the last subscription has ended */
  constructor(onUnused: () => void) {
    this.#onUnused = onUnused;
  }

  get isShared(): boolean {
    return this.#readers > 1;
  }

  enter(): void {
    this.#readers++;
  }

  leave(): void {
    if (--this.#readers === 0) this.#onUnused();
  }

  get(event: unknown): GraphQlExecutionResult | undefined {
    return this.#results.get(event);
  }

  set(event: unknown, result: GraphQlExecutionResult): void {
    if (this.#results.size === 0) {
      atEndOfTurn(() => {
        this.turn++;
        this.#results.clear();
      });
    }
    if (this.#results.size < maxResults || this.#results.has(event)) this.#results.set(event, result);
  }
}

/** What one subscription takes of shared results, and adds to them. */
class SharedReader implements SharedEvents {
  readonly #results: SharedResults;
  readonly #execute: ExecuteShared;
  #turn = -1;
  /** The results that the subscription has had in this turn: an event that comes again may have changed. */
  #taken: Set<GraphQlExecutionResult> | undefined;
  #last: GraphQlExecutionResult | undefined;
  #isLeft = false;

  constructor(results: SharedResults, execute: ExecuteShared) {
    this.#results = results;
    this.#execute = execute;
    results.enter();
  }

  resultOf(event: unknown): MaybePromise<GraphQlExecutionResult> {
    const results = this.#results;
    if (this.#turn !== results.turn) this.#begin(results.turn);
    const known = results.get(event);
    if (known !== undefined && this.#take(known)) return known;
    const { result, isShareable } = this.#execute(event);
    if (!results.isShared || !isShareable || result instanceof Promise || !isPlain(result)) return result;
    if (typeof result.data === "object" && result.data !== null) shareData(result.data);
    results.set(event, result);
    this.#take(result);
    return result;
  }

  leave(): void {
    if (this.#isLeft) return;
    this.#isLeft = true;
    this.#results.leave();
  }

  #begin(turn: number): void {
    this.#turn = turn;
    this.#last = undefined;
    this.#taken = undefined;
  }

  /** @returns whether the subscription had another result, or none */
  #take(result: GraphQlExecutionResult): boolean {
    if (this.#last === result || this.#taken?.has(result) === true) return false;
    if (this.#last !== undefined) (this.#taken ??= new Set()).add(this.#last);
    this.#last = result;
    return true;
  }
}

/** Errors are made and logged for each subscription. */
function isPlain({ errors, extensions }: GraphQlExecutionResult): boolean {
  return errors === undefined && extensions === undefined;
}

/** @returns `undefined` for values that JSON does not tell apart, such as files and objects of classes */
function jsonOf(variables: Readonly<Record<string, unknown>>): string | undefined {
  return isComparable(variables, { left: maxValues }) ? JSON.stringify(variables) : undefined;
}

function isComparable(value: unknown, count: { left: number }, depth = 0): boolean {
  if (--count.left < 0 || depth > maxDepth) return false;
  if (value === null || typeof value === "boolean") return true;
  if (typeof value === "string") return (count.left -= value.length / 10) >= 0;
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== "object") return false;
  const prototype = Object.getPrototypeOf(value);
  const isPlain = Array.isArray(value) || prototype === null || prototype === Object.prototype && !("toJSON" in value);
  return isPlain && Object.values(value).every((part) => isComparable(part, count, depth + 1));
}
