// The functions here run for fields of every response: their arguments are not gathered into objects.
// deno-lint-ignore-file house-rules/parameter-count
import { settleWith, writeField } from "../run/settle.ts";
import type { Execution } from "../run/execution.ts";
import { failPosition } from "../run/failure.ts";
import type { FieldPlan } from "../plan/field_plan.ts";
import { guardError } from "./guard.ts";
import { Position } from "../run/position.ts";
import { whenSettled } from "../run/shapes.ts";

/**
 * Waits for a field's value, and completes it in place. Until then nothing is made for the field: the place of its
 * object counts what it waits for, and knows where to put it.
 */
export function awaitField(
  x: Execution,
  field: FieldPlan,
  source: unknown,
  prev: Position,
  promise: PromiseLike<unknown>,
): null {
  x.await(prev);
  whenSettled(
    promise,
    (value) => settleField(x, field, source, prev, value),
    (error) => failField(x, field, source, prev, error),
  );
  return null;
}

/** Completes a field's value that was waited for, and puts it in place; then runs what the value asked for. */
export function settleField(x: Execution, field: FieldPlan, source: unknown, prev: Position, value: unknown): void {
  if (x.isFinished) return x.forget(value, field);
  let completed: unknown;
  try {
    completed = x.program.complete(x, field, value, prev, source);
  } catch (error) {
    x.forget(value, field);
    failPosition(x, Position.ofField(field, prev, source), error);
    x.drainLater();
    return;
  }
  if (prev.content !== null) writeField(x, field, prev.content, completed);
  x.arrived(prev);
  x.drainLater();
}

/** A field's value that was waited for failed. */
export function failField(x: Execution, field: FieldPlan, source: unknown, prev: Position, error: unknown): void {
  if (x.isFinished) return;
  const position = Position.ofField(field, prev, source);
  x.await(position);
  x.arrived(prev);
  settleWith(x, position, () => guardError(x, error, position));
}
