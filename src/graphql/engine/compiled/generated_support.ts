// What generated code calls where a value is not of the plain kind. Hot path: arguments are not gathered into objects.
// deno-lint-ignore-file house-rules/parameter-count
import { DataFetcherResult } from "../../wiring/mod.ts";
import { PlainArguments } from "./argument_plan.ts";
import { awaitValue, completeAt, failAt, positionAt, refuseNull, settle, settleWith } from "./complete.ts";
import { ignoreRest } from "./complete_list.ts";
import type { Execution } from "./execution.ts";
import type { FieldPlan } from "./field_plan.ts";
import { guardError, guardThrown } from "./guard.ts";
import type { ObjectPlan } from "./object_plan.ts";
import { adoptOrphans, type Container, Position, put, ScalarSlot } from "./position.ts";
import { completeParts, completeProperty, interpretSelection, runField } from "./run_selection.ts";
import { isPlainArray, nativePromise } from "./shapes.ts";
import { ValueKind, type ValuePlan } from "./value_plan.ts";

/** The place of the object under work; generated code makes places of objects of scalars only when they matter. */
function openPosition(x: Execution, prev: Position, key: string | number, plan: ValuePlan): Position {
  return x.open ??= new Position(prev, key, plan);
}

/** Completes a property's value that the fast check did not accept, in an object without a place. */
export function slowLeaf(
  x: Execution,
  field: FieldPlan,
  source: unknown,
  value: unknown,
  prev: Position,
  key: string | number,
  plan: ValuePlan,
): unknown {
  return slowProperty(x, field, source, value, openPosition(x, prev, key, plan));
}

/** Completes a property's value that the fast check did not accept. */
export function slowProperty(x: Execution, field: FieldPlan, source: unknown, value: unknown, prev: Position): unknown {
  return completeProperty(x, field, source, value, prev);
}

/** Completes the result of a call that the fast check did not accept. */
export function slowResult(x: Execution, field: FieldPlan, source: unknown, value: unknown, prev: Position): unknown {
  if (value instanceof Promise) {
    if (field.value.kind === ValueKind.LEAF) return awaitScalar(x, slotOf(x, field, source, prev), value);
    return awaitValue(x, positionAt(prev, field.key, field.value, source), value);
  }
  if (value instanceof DataFetcherResult) {
    return completeParts(x, value, positionAt(prev, field.key, field.value, source));
  }
  return completeAt(x, field.value, value, prev, field.key, source);
}

/** Begins to wait for a scalar. */
export function slotOf(x: Execution, field: FieldPlan, source: unknown, prev: Position): ScalarSlot {
  x.await(prev);
  return new ScalarSlot(prev, field, source);
}

/** Waits for a scalar. */
function awaitScalar(x: Execution, slot: ScalarSlot, promise: Promise<unknown>): null {
  nativePromise(promise).then((value) => settleScalar(x, slot, value), (error) => failScalar(x, slot, error));
  return null;
}

/** A scalar that was waited for failed. */
export function failScalar(x: Execution, slot: ScalarSlot, error: unknown): void {
  if (x.isFinished) return;
  const position = positionOf(x, slot);
  settleWith(x, position, () => guardError(x, error, position));
}

/** Puts a scalar in place that was waited for. */
export function settleScalar(x: Execution, slot: ScalarSlot, value: unknown): void {
  if (x.isFinished) return;
  const { field } = slot;
  const isNull = (value === null || value === undefined) && !field.value.nonNull;
  if (!isNull && !field.value.isPlain(value)) return settle(x, positionOf(x, slot), value);
  if (slot.out !== null) field.write(slot.out, isNull ? null : value);
  x.arrived(slot.prev);
}

/** A position in a slot's place, where more has to be known. */
function positionOf(x: Execution, { prev, field, source, out }: ScalarSlot): Position {
  const position = positionAt(prev, field.key, field.value, source);
  position.out = out;
  x.await(position);
  x.arrived(prev);
  return position;
}

/** Gives an object's place its container, so that what is awaited in it is put there. */
export function bindOpen(x: Execution, out: Container): void {
  const position = x.open!; // the caller looked
  x.open = null;
  adoptOrphans(position, out);
}

/** Carries on with an object of scalars when something was thrown while its fields were read. */
export function resumeLeaves(
  x: Execution,
  plan: ObjectPlan,
  source: unknown,
  prev: Position,
  key: string | number,
  value: ValuePlan,
  index: number,
  error: unknown,
  done: readonly unknown[],
): Container {
  const position = openPosition(x, prev, key, value);
  x.open = null;
  try {
    return resume(x, plan, source, position, index, error, done);
  } catch (raised) {
    x.kill(position);
    throw raised;
  }
}

/** Carries on with an object when something was thrown while its fields were executed. */
export function resume(
  x: Execution,
  plan: ObjectPlan,
  source: unknown,
  position: Position,
  index: number,
  error: unknown,
  done: readonly unknown[],
): Container {
  const out: Container = {};
  const { fields } = plan;
  for (let i = 0; i < index; i++) put(out, fields[i]!.key, done[i]);
  const failed = fields[index]!;
  const value = error === x.raised
    ? failAt(x, error, failed.value, position, failed.key, null)
    : guardThrown(x, error, positionAt(position, failed.key, failed.value, source));
  put(out, failed.key, value);
  for (let i = index + 1; i < fields.length; i++) put(out, fields[i]!.key, runField(x, fields[i]!, source, position));
  if (position.orphans !== null) adoptOrphans(position, out);
  return out;
}

/** A list failed: promises that are left in it must not end the process. */
export function ignoreItems(items: readonly unknown[], from: number): void {
  ignoreRest(itemsFrom(items, from));
}

function* itemsFrom(items: readonly unknown[], from: number): Generator<unknown, void> {
  for (let i = from; i < items.length; i++) yield items[i];
}

/** The functions and classes that generated code refers to by name. */
export const generatedSupport: Readonly<Record<string, unknown>> = {
  Position,
  DataFetcherResult,
  slowLeaf,
  slowProperty,
  slowResult,
  slotOf,
  settleScalar,
  failScalar,
  bindOpen,
  resumeLeaves,
  resume,
  ignoreItems,
  adoptOrphans,
  completeAt,
  isPlainArray,
  nativePromise,
  failAt,
  guardThrown,
  positionAt,
  refuseNull,
  interpretSelection,
  runField,
  noArguments: Object.freeze(new PlainArguments()),
};
