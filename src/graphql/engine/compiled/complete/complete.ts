// Hot path: these functions run for every field of every response, so they take separate arguments instead of an
// object.
// deno-lint-ignore-file house-rules/parameter-count
import { isAsyncIterable, isPlainArray, isPromiseLike, whenSettled } from "../run/shapes.ts";
import { completeAbstract, completeObject } from "./complete_object.ts";
import { completeAsyncIterable, completeIterable, type ItemsCompletion } from "./complete_list.ts";
import type { Execution } from "../run/execution.ts";
import { failPosition } from "../run/failure.ts";
import { coerceLeaf, noIterable } from "../../coerce_leaf.ts";
import { asAsyncIterable, DataFetcherResult } from "../../../wiring/mod.ts";
import { guardError, takeParts } from "./guard.ts";
import { Position } from "../run/position.ts";
import type { FieldPlan, ValuePlan } from "../plan/field_plan.ts";
import { ValueKind } from "../plan/value_kind.ts";
import { failAt, failPlace, refuseNull, settleWith, write } from "../run/settle.ts";

/** Marks a promise, which has to be awaited. */
const awaited: unique symbol = Symbol("espalier.awaited");

/** Marks an object or a list, which needs a position. */
const composite: unique symbol = Symbol("espalier.composite");

/** Marks an error returned as a value. */
const failure: unique symbol = Symbol("espalier.failure");

/**
 * Completes the result of a resolver: a value, a promise, or an error.
 *
 * @param x the execution
 * @param field the field
 * @param source the object that the field belongs to
 * @param result the result of the resolver
 * @param prev the object's position
 * @returns the completed value; `null` for a promise, until it settles
 * @throws PropagatedError the error of a non-null field, which fails the object
 */
export function completeField(
  x: Execution,
  field: FieldPlan,
  source: unknown,
  result: unknown,
  prev: Position,
): unknown {
  let position: Position | null = null;
  try {
    const quick = completeQuickly(x, field.value, result);
    if (!needsPlace(quick)) return quick;
    position = Position.ofField(field, prev, source);
    return completeInPlace(x, position, result, quick);
  } catch (error) {
    x.forget(result, field);
    return position === null ? failAt(x, error, field.value, prev, field.key) : failPlace(x, error, position);
  }
}

/** Completes an item that a list returned, like {@linkcode completeField}. */
export function completeListed(x: Execution, plan: ValuePlan, item: unknown, list: Position, index: number): unknown {
  let position: Position | null = null;
  try {
    const quick = completeQuickly(x, plan, item);
    if (!needsPlace(quick)) return quick;
    position = new Position(list, index, plan, list.source);
    return completeInPlace(x, position, item, quick);
  } catch (error) {
    x.forget(item, plan.field);
    return position === null ? failAt(x, error, plan, list, index) : failPlace(x, error, position);
  }
}

/**
 * Completes an item of a list, like {@linkcode completeListed}. If the check for a promise
 * throws, the list fails, as in graphql-js.
 */
export function completeItem(x: Execution, plan: ValuePlan, item: unknown, list: Position, index: number): unknown {
  if (isPromiseLike(item)) return awaitValue(x, new Position(list, index, plan, list.source), item);
  return completeListed(x, plan, item, list, index);
}

/** Completes a value that needs no position: most scalars and enum values, and `null`. */
function completeQuickly(x: Execution, plan: ValuePlan, result: unknown): unknown {
  if (isPromiseLike(result)) return awaited;
  if (result instanceof Error) return failure;
  if (result === null || result === undefined) return plan.refusesNull ? refuseNull(plan) : null;
  return plan.kind === ValueKind.LEAF ? completeLeaf(x, plan, result) : composite;
}

/** Whether a value is not completed yet. Scalars may be coerced to promises. */
function needsPlace(quick: unknown): boolean {
  if (typeof quick === "symbol") return quick === composite || quick === awaited || quick === failure;
  return typeof quick === "object" && quick instanceof Promise;
}

/** Completes a value that {@linkcode completeQuickly} could not complete. */
function completeInPlace(x: Execution, position: Position, result: unknown, quick: unknown): unknown {
  if (quick === composite) return completeComposite(x, position.value!, result, position); // never the root
  if (quick === awaited) return awaitValue(x, position, result as PromiseLike<unknown>);
  if (quick === failure) return guardError(x, result, position);
  return awaitCoerced(x, position, quick as Promise<unknown>); // all other results are complete
}

/** Completes a synchronous value that is not an error, at its position. */
export function completeValue(x: Execution, plan: ValuePlan, result: unknown, position: Position): unknown {
  if (typeof result === "object" && result !== null) {
    if (result instanceof Error) return guardError(x, result, position);
    if (result instanceof DataFetcherResult && typeof position.key !== "number") {
      return completeParts(x, result, position);
    }
  } else if (result === null || result === undefined) {
    return plan.refusesNull ? refuseNull(plan) : null;
  }
  if (plan.kind === ValueKind.LEAF) {
    const coerced = completeLeaf(x, plan, result);
    return coerced instanceof Promise ? awaitCoerced(x, position, coerced) : coerced;
  }
  return completeComposite(x, plan, result, position);
}

/**
 * Completes the data of a `DataFetcherResult`, and applies its errors, extensions and local context.
 *
 * @throws unknown the error that fails the position
 */
export function completeParts(x: Execution, result: DataFetcherResult, position: Position): unknown {
  const data = takeParts(x, result, position);
  if (isPromiseLike(data)) return awaitValue(x, position, data);
  return completeValue(x, position.value!, data, position); // a field's position
}

function completeComposite(x: Execution, plan: ValuePlan, result: unknown, position: Position): unknown {
  if (plan.kind === ValueKind.OBJECT) return completeObject(x, plan.objectType, result, position);
  if (plan.kind === ValueKind.ABSTRACT) return completeAbstract(x, plan, result, position);
  const list = x.program.listOf(plan);
  if (list !== undefined && isPlainArray(result)) return list(x, result, position);
  const completion: ItemsCompletion = { x, item: plan.item!, position, each: completeItem }; // lists have an item plan
  if (isAsyncIterable(result)) return completeAsyncIterable(completion, result);
  if (typeof result !== "object" || typeof (result as Iterable<unknown>)[Symbol.iterator] !== "function") {
    const stream = plan.field.isGuarded ? asAsyncIterable(result) : undefined;
    if (stream !== undefined) return completeAsyncIterable(completion, stream);
    const { parentType, name } = plan.field;
    throw noIterable(parentType, name);
  }
  return completeIterable(completion, result as Iterable<unknown>);
}

/** Awaits a value, and completes it in place. */
export function awaitValue(x: Execution, position: Position, promise: PromiseLike<unknown>): null {
  x.addPending(position);
  whenSettled(
    promise,
    (value) => settle(x, position, value),
    (error) => {
      if (!x.isFinished) settleWith(x, position, () => guardError(x, error, position));
    },
  );
  return null;
}

/** Awaits a scalar that was coerced to a promise: like graphql-js, does not check the settled value. */
function awaitCoerced(x: Execution, position: Position, promise: Promise<unknown>): null {
  x.addPending(position);
  promise.then(
    (value) =>
      settleWith(x, position, () => {
        x.budget.addJson(value);
        return value;
      }),
    (error) =>
      settleWith(x, position, () => {
        throw error;
      }),
  );
  return null;
}

/** Completes an awaited value and writes it to the response; then runs the batches that this queued. */
function settle(x: Execution, position: Position, value: unknown): void {
  if (x.isFinished) return x.forget(value, position.value!.field); // only the root has no plan
  let completed: unknown;
  try {
    completed = completeValue(x, position.value!, value, position); // see above
  } catch (error) {
    x.forget(value, position.value!.field); // see above
    failPosition(x, position, error);
    x.drainLater();
    return;
  }
  write(x, position, completed);
  x.removePending(position);
  x.drainLater();
}

/** Completes a scalar or an enum value. */
function completeLeaf(x: Execution, plan: ValuePlan, result: unknown): unknown {
  const value = coerceLeaf(plan.leafType, result);
  x.budget.addJson(value);
  return value;
}
