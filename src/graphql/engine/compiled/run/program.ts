import type { FieldPlan, ObjectPlan, ValuePlan } from "../plan/field_plan.ts";
import type { VariantPlan } from "../plan/variant_plan.ts";
import type { Container, Position } from "./position.ts";
import type { Rows } from "./rows.ts";

// `X` is the execution. A type parameter, because importing it would make a cycle.

/** Executes a selection on a source, at a position. */
export type SelectionRun<X> = (x: X, source: unknown, position: Position) => Container;

/** Completes a list. */
export type ListCompletion<X> = (x: X, items: unknown, position: Position) => unknown;

/** Completes a value of a field, at the position of its object. */
export type FieldCompletion<X> = (x: X, value: unknown, prev: Position, source: unknown) => unknown;

/** Completes a value of a batched field for a row of a list. */
export type RowCompletion<X> = (x: X, value: unknown, rows: Rows, source: unknown) => unknown;

/** Writes the value of a field to the response object. */
export type FieldWriter = (out: Container, value: unknown) => void;

/** Queues sources of batched fields until their batch runs. */
export interface Batches {
  /**
   * Adds a source.
   *
   * @param field the field, whose fetcher is batched
   * @param source the object that the field belongs to
   * @param prev the object's position
   * @returns `null`, until the batch has run
   * @throws unknown when the arguments are invalid
   */
  add(field: FieldPlan, source: unknown, prev: Position): null;
  /**
   * Adds the sources of adjacent rows.
   *
   * @param field the field, whose fetcher is batched and has neither arguments nor a maximum size
   * @param rows the rows
   */
  addRows(field: FieldPlan, rows: Rows): void;
  /** Runs the queued batches, and those that they queue synchronously. */
  drain(): void;
  /** Runs the queued batches after the pending microtasks. */
  drainLater(): void;
}

/** Executes plans without generated code. */
export interface Interpreter<X> {
  /** Executes a selection. */
  selection(x: X, plan: ObjectPlan, source: unknown, position: Position): Container;
  /** Completes the result of a resolver. */
  completeFetched(x: X, field: FieldPlan, source: unknown, value: unknown, prev: Position): unknown;
  /** Creates the queue of an execution. */
  batches(x: X): Batches;
}

/** The functions that execute a plan: generated ones by the ids of plans, and the interpreter for all others. */
export class Program<X> {
  readonly plan: VariantPlan;
  readonly interpreter: Interpreter<X>;
  /** By the ids of selections. */
  selections: readonly (SelectionRun<X> | undefined)[] = [];
  /** By the ids of values. */
  lists: readonly (ListCompletion<X> | undefined)[] = [];
  /** By the ids of fields. */
  completions: readonly (FieldCompletion<X> | undefined)[] = [];
  /** By the ids of fields. */
  rowCompletions: readonly (RowCompletion<X> | undefined)[] = [];
  /** By the ids of fields. */
  writers: readonly (FieldWriter | undefined)[] = [];

  /**
   * @param plan the plan of the operation
   * @param interpreter executes plans without generated code
   */
  constructor(plan: VariantPlan, interpreter: Interpreter<X>) {
    this.plan = plan;
    this.interpreter = interpreter;
  }

  /** Executes a selection on a source, at a position. */
  // deno-lint-ignore house-rules/parameter-count -- runs for every object whose type is looked up
  run(x: X, plan: ObjectPlan, source: unknown, position: Position): Container {
    const run = this.selections[plan.id];
    return run === undefined ? this.interpreter.selection(x, plan, source, position) : run(x, source, position);
  }

  /** Completes an awaited value of a field. */
  // deno-lint-ignore house-rules/parameter-count -- runs for every awaited value
  complete(x: X, field: FieldPlan, value: unknown, prev: Position, source: unknown): unknown {
    const complete = this.completions[field.id];
    if (complete !== undefined) return complete(x, value, prev, source);
    return this.interpreter.completeFetched(x, field, source, value, prev);
  }

  /** Completes a value of a batched field for the current one of the rows. */
  // deno-lint-ignore house-rules/parameter-count -- runs for every value of a batch
  completeRow(x: X, field: FieldPlan, value: unknown, rows: Rows, source: unknown): unknown {
    const complete = this.rowCompletions[field.id];
    if (complete !== undefined) return complete(x, value, rows, source);
    return this.complete(x, field, value, rows.place(), source);
  }

  /** Generated code for lists of a type, if there is any. */
  listOf(value: ValuePlan): ListCompletion<X> | undefined {
    return this.lists[value.id];
  }
}
