// The functions here run for fields of every response: their arguments are not gathered into objects.
// deno-lint-ignore-file house-rules/parameter-count
import { nullErrorMessage } from "../../engine_error_type.ts";
import type { ValuePlan } from "../plan/field_plan.ts";
import type { Execution } from "./execution.ts";
import { failPosition, located } from "./failure.ts";
import { type Position, put } from "./position.ts";
import { PropagatedError } from "./propagated_error.ts";

/** Puts a value in place, or fails the place; then runs what the value asked for. */
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
  x.arrived(position);
  x.drainLater();
}

/** Puts a completed value into the object or the list that it belongs to. */
export function write(x: Execution, { prev, key, value }: Position, completed: unknown): void {
  const out = prev!.content; // the root is never written
  if (out === null) return;
  if (typeof key === "number") out[key] = completed;
  else writeField(x, value!.field, out, completed); // a field has a plan
}

/** Puts the value of a field into its object. Generated writers belong to one field: V8 sees objects of one shape. */
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
 * A place failed while synchronous work runs: it becomes null, or its error is thrown to the enclosing place.
 *
 * @throws PropagatedError the place's error, which the enclosing place fails with
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

/** Like {@linkcode failAt}, for a place that was made: nothing below it is awaited any more. */
export function failPlace(x: Execution, raw: unknown, position: Position): null {
  failAt(x, raw, position.value!, position.prev!, position.key); // never the root
  x.kill(position);
  return null;
}

/** @throws Error as a value that must not be null is */
export function refuseNull({ nonNull, field: { parentType, name } }: ValuePlan): never {
  throw new Error(nullErrorMessage(`${parentType}.${name}`, nonNull));
}
