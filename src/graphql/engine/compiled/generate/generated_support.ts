// Helpers that generated code calls for values that need more than a plain read. Hot path: separate arguments, no
// objects.
// deno-lint-ignore-file house-rules/parameter-count
import { DataFetcherResult } from "../../../wiring/mod.ts";
import { PlainArguments } from "../plan/argument_plan.ts";
import { failField, settleField } from "../complete/await_field.ts";
import { completeListed } from "../complete/complete.ts";
import { failAt, failPlace, refuseNull } from "../run/settle.ts";
import type { Execution } from "../run/execution.ts";
import { environmentOf } from "../run/field_environment.ts";
import { forgetItems } from "../run/failed_list.ts";
import type { ObjectPlan, ValuePlan } from "../plan/field_plan.ts";
import { guardThrown } from "../complete/guard.ts";
import { type Container, Position, put } from "../run/position.ts";
import { PropagatedError } from "../run/propagated_error.ts";
import { completeFetched, completeProperty, interpretSelection, runField } from "../complete/interpret.ts";
import { resolveInfoOf } from "../run/resolve_info.ts";
import { ignoreFailure } from "../../late_values.ts";
import { RowGathering } from "../run/row_gathering.ts";
import { placeOf, type Rows } from "../run/rows.ts";
import { isPlainArray, whenSettled } from "../run/shapes.ts";

/** The position of the current object; generated code creates positions of objects of scalars only on demand. */
function openPosition(x: Execution, outer: Position | Rows, key: string | number, plan: ValuePlan): Position {
  return x.open ??= new Position(placeOf(outer), key, plan, undefined);
}

/** Assigns an object of scalars to its position, so that awaited values are written to it. */
export function bindOpen(x: Execution, out: Container): void {
  const position = x.open!; // the caller looked
  x.open = null;
  position.content = out;
}

/** Assigns a row's object to its position: from now on the row counts its own pending values. */
function bindRow(x: Execution, out: Container, rows: RowGathering): void {
  const position = x.open!; // the caller looked
  bindOpen(x, out);
  rows.leave(position, Infinity);
}

/** An object of which one field threw. */
interface InterruptedObject {
  readonly plan: ObjectPlan;
  readonly source: unknown;
  /** The index of the field. */
  readonly field: number;
  readonly error: unknown;
  /** The values of the fields before it. */
  readonly done: readonly unknown[];
}

/** Continues with an object of scalars after an exception in one of its fields. */
export function resumeLeaves(x: Execution, position: Position, object: InterruptedObject): Container {
  x.open = null;
  try {
    return resume(x, position, object);
  } catch (raised) {
    x.discard(position);
    throw raised;
  }
}

/** Continues with a row of a list after an exception in one of its fields. */
function resumeRow(x: Execution, position: Position, object: InterruptedObject, rows: RowGathering): Container {
  rows.leave(position, object.field);
  return resumeLeaves(x, position, object);
}

/** Continues with an object after an exception in one of its fields. */
export function resume(x: Execution, position: Position, object: InterruptedObject): Container {
  const { plan, source, field: index, error, done } = object;
  const out: Container = {};
  const { fields } = plan;
  if (!x.endsWith(error)) x.budget.add(index + 1, 0);
  for (let i = 0; i < index; i++) put(out, fields[i]!.key, done[i]);
  const failed = fields[index]!;
  try {
    const value = error instanceof PropagatedError
      ? failAt(x, error, failed.value, position, failed.key)
      : guardThrown(x, error, Position.ofField(failed, position, source));
    put(out, failed.key, value);
    for (let i = index + 1; i < fields.length; i++) put(out, fields[i]!.key, runField(x, fields[i]!, source, position));
  } catch (raised) {
    x.forgetObject(source, position);
    throw raised;
  }
  position.content = out;
  return out;
}

/** Handles the rejections of values that were read for a call that was not made. */
export function ignoreFailures(values: readonly unknown[]): void {
  for (const value of values) if (value instanceof Promise) ignoreFailure(value);
}

/** The functions and classes that generated code refers to by name. */
export const generatedSupport: Readonly<Record<string, unknown>> = {
  Position,
  DataFetcherResult,
  completeProperty,
  completeFetched,
  settleField,
  failField,
  openPosition,
  bindOpen,
  bindRow,
  resumeLeaves,
  resumeRow,
  RowGathering,
  resume,
  ignoreFailures,
  forgetItems,
  completeListed,
  isPlainArray,
  whenSettled,
  failAt,
  failPlace,
  guardThrown,
  refuseNull,
  interpretSelection,
  runField,
  environmentOf,
  resolveInfoOf,
  noArguments: Object.freeze(new PlainArguments()),
};
