import type { Batch } from "./batch.ts";
import { awaitField, failField, settleField } from "./await_field.ts";
import type { Execution } from "../run/execution.ts";
import { failPosition } from "../run/failure.ts";
import type { FieldPlan } from "../plan/field_plan.ts";
import { Position } from "../run/position.ts";
import { placeOf, Rows } from "../run/rows.ts";
import { writeField } from "../run/settle.ts";
import { isPromiseLike } from "../run/shapes.ts";

/** The input and the result of a batch call. */
export interface Answer {
  readonly asked: readonly unknown[];
  readonly values: unknown;
}

/** Completes the values that a batch function returned. */
export function distribute(x: Execution, batch: Batch, answer: Answer): void {
  const { field, sources, targets } = batch;
  const valueOf = lookup(batch, answer);
  if (valueOf === undefined) {
    x.forget(answer.values, field);
    return failAll(x, batch, new TypeError(mismatchMessage(field, answer)));
  }
  let i = 0;
  for (const target of targets) {
    if (target instanceof Rows) {
      const first = i;
      i += target.length;
      settleRows(x, field, target, { sources, first, valueOf });
    } else {
      settleOne(x, field, sources[i], target, valueOf(sources[i], i));
      i++;
    }
  }
  forgetOthers(x, batch, answer);
}

/** Completes the value for one source, or awaits it. */
// deno-lint-ignore house-rules/parameter-count -- runs for every value of a batch
function settleOne(x: Execution, field: FieldPlan, source: unknown, place: Position, value: unknown): void {
  if (!isAwaited(x, field, source, place, value)) settleField(x, field, source, place, value);
}

/** Awaits the value for one source if it is a promise. */
// deno-lint-ignore house-rules/parameter-count -- runs for every value of a batch
function isAwaited(x: Execution, field: FieldPlan, source: unknown, target: Position | Rows, value: unknown): boolean {
  try {
    if (!isPromiseLike(value)) return false;
  } catch (error) {
    failField(x, field, source, placeOf(target), error);
    return true;
  }
  const place = placeOf(target);
  awaitField(x, field, source, place, value);
  x.removePending(place);
  return true;
}

/** The values of adjacent rows. */
interface RowValues {
  readonly sources: readonly unknown[];
  /** The index of the first row's source. */
  readonly first: number;
  readonly valueOf: ValueLookup;
}

/** Completes the values of adjacent rows. Most rows have no position, and none is created for them. */
// deno-lint-ignore house-rules/parameter-count -- called like the ones above
function settleRows(x: Execution, field: FieldPlan, rows: Rows, { sources, first, valueOf }: RowValues): void {
  for (let row = 0; row < rows.length; row++) {
    const source = sources[first + row];
    const value = valueOf(source, first + row);
    rows.current = row;
    const place = rows.placed;
    if (place === undefined) settleRow(x, field, source, rows, value);
    else settleOne(x, field, source, place, value);
  }
  rows.removePending();
  x.drainLater();
}

/** Completes a value for a row without a position. */
// deno-lint-ignore house-rules/parameter-count -- runs for every value of a batch
function settleRow(x: Execution, field: FieldPlan, source: unknown, rows: Rows, value: unknown): void {
  if (isAwaited(x, field, source, rows, value)) return;
  if (x.isFinished) return x.forget(value, field);
  let completed: unknown;
  try {
    completed = x.program.completeRow(x, field, value, rows, source);
  } catch (error) {
    x.forget(value, field);
    return failPosition(x, Position.ofField(field, rows.place(), source), error);
  }
  const { placed } = rows;
  writeField(x, field, rows.content, completed);
  if (placed !== undefined) x.removePending(placed);
}

type ValueLookup = (source: unknown, index: number) => unknown;

/** A map may have more entries than there are sources. */
function forgetOthers(x: Execution, { field }: Batch, { asked, values }: Answer): void {
  if (!(values instanceof Map)) return;
  const used = asked.reduce<number>((count, source) => count + Number(values.has(source)), 0);
  if (used === values.size) return;
  const wanted = new Set(asked);
  for (const [source, value] of values) if (!wanted.has(source)) x.forget(value, field);
}

function lookup(
  { sources }: Batch,
  { asked, values }: Answer,
): ValueLookup | undefined {
  if (values instanceof Map) return (source) => values.get(source) ?? null;
  if (!Array.isArray(values) || values.length !== asked.length) return undefined;
  if (asked === sources) return (_, index) => values[index];
  const bySource = new Map(asked.map((source, index) => [source, values[index]] as const));
  return (source) => bySource.get(source);
}

function mismatchMessage({ parentType, name }: FieldPlan, { asked, values }: Answer): string {
  const given = Array.isArray(values) ? `a list of ${values.length}` : typeof values;
  return `Cannot use the values of ${parentType}.${name} as they must be a map or a list as long as the list of ` +
    `sources, ${asked.length}: current value is "${given}"`;
}

/** Fails all positions of a batch whose function failed. */
export function failAll(x: Execution, { field, sources, targets }: Batch, error: unknown): void {
  if (x.isFinished) return;
  let i = 0;
  for (const target of targets) {
    if (!(target instanceof Rows)) {
      failField(x, field, sources[i++], target, error);
      continue;
    }
    for (target.current = 0; target.current < target.length; target.current++) {
      failField(x, field, sources[i++], target.place(), error);
    }
    target.removePending();
  }
}
