// Hot path: these functions run for fields of every response, so they take separate arguments instead of an object.
// deno-lint-ignore-file house-rules/parameter-count
import { settleWith, writeField } from "../run/settle.ts";
import type { Execution } from "../run/execution.ts";
import { failPosition } from "../run/failure.ts";
import type { FieldPlan } from "../plan/field_plan.ts";
import { guardError } from "./guard.ts";
import { Position } from "../run/position.ts";
import { whenSettled } from "../run/shapes.ts";

/**
 * Awaits a field's value, and completes it in place. No position is created for the field until then: the position of
 * its object counts the pending value.
 */
export function awaitField(
  x: Execution,
  field: FieldPlan,
  source: unknown,
  prev: Position,
  promise: PromiseLike<unknown>,
): null {
  x.addPending(prev);
  whenSettled(
    promise,
    (value) => settleField(x, field, source, prev, value),
    (error) => failField(x, field, source, prev, error),
  );
  return null;
}

/** Completes an awaited field value and writes it to the response; then runs the batches that this queued. */
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
  x.removePending(prev);
  x.drainLater();
}

/** Handles the rejection of an awaited field value. */
export function failField(x: Execution, field: FieldPlan, source: unknown, prev: Position, error: unknown): void {
  if (x.isFinished) return;
  const position = Position.ofField(field, prev, source);
  x.addPending(position);
  x.removePending(prev);
  settleWith(x, position, () => guardError(x, error, position));
}
