// Hot path: these functions run for fields of every response, so they take separate arguments instead of an object.
// deno-lint-ignore-file house-rules/parameter-count
import { nullErrorMessage } from "../../engine_error_type.ts";
import type { ValuePlan } from "../plan/field_plan.ts";
import type { Execution } from "./execution.ts";
import { failPosition, located } from "./failure.ts";
import { type Position, put } from "./position.ts";
import { PropagatedError } from "./propagated_error.ts";

/** Writes a completed value to the response, or fails the position; then runs the batches that this queued. */
export function settleWith(x: Execution, position: Position, complete: () => unknown): void {
  let value: unknown;
  try {
    value = complete();
  } catch (error) {
    failPosition(x, position, error);
    x.drainLater();
    return;
  }
  write(x, position, value);
  x.removePending(position);
  x.drainLater();
}

/** Writes a completed value to its response object or list. */
export function write(x: Execution, { prev, key, value }: Position, completed: unknown): void {
  const out = prev!.content; // the root is never written
  if (out === null) return;
  if (typeof key === "number") out[key] = completed;
  else writeField(x, value!.field, out, completed); // a field has a plan
}

/** Writes the value of a field to its object. A generated writer belongs to one field, so that it is monomorphic. */
export function writeField(
  x: Execution,
  field: ValuePlan["field"],
  out: Record<string | number, unknown>,
  value: unknown,
): void {
  const write = x.program.writers[field.id];
  if (write === undefined) put(out, field.key, value);
  else write(out, value);
}

/**
 * Fails a value in the synchronous phase: it becomes null, or its error is thrown to the parent.
 *
 * @throws PropagatedError the error of a non-null value, which fails the parent
 * @throws ExecutionHalted when the error ends the execution
 */
export function failAt(x: Execution, raw: unknown, plan: ValuePlan, prev: Position, key: string | number): null {
  if (x.endsWith(raw)) throw raw;
  const error = located(raw, plan.field, prev, key);
  if (x.onError === "HALT") throw x.halt(error);
  if (plan.nonNull && x.onError === "PROPAGATE") {
    throw raw instanceof PropagatedError ? raw : new PropagatedError(error);
  }
  x.report(error, prev);
  return null;
}

/** Like {@linkcode failAt}, for a position: discards the pending values below it. */
export function failPlace(x: Execution, raw: unknown, position: Position): null {
  failAt(x, raw, position.value!, position.prev!, position.key); // never the root
  x.discard(position);
  return null;
}

/** @throws Error because a non-null value is null */
export function refuseNull({ nonNull, field: { parentType, name } }: ValuePlan): never {
  throw new Error(nullErrorMessage(`${parentType}.${name}`, nonNull));
}
