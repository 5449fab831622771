// The functions here run for every field of every response: their arguments are not gathered into objects.
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
import type { ValuePlan } from "../plan/field_plan.ts";
import { ValueKind } from "../plan/value_kind.ts";
import { failAt, refuseNull, settleWith, write } from "../run/settle.ts";

/**
 * Completes what a field's code or a list gave for one place: a value, a promise of it, or an error.
 *
 * @param x the execution
 * @param plan how values of the place's type are completed
 * @param result what was given
 * @param prev the enclosing place
 * @param key the key in it
 * @param source the value of the object that the field belongs to
 * @returns what to put into the response; `null` where a promise was given, until it settles
 * @throws PropagatedError the error of the place, which the enclosing one fails with
 */
export function completeAt(
  x: Execution,
  plan: ValuePlan,
  result: unknown,
  prev: Position,
  key: string | number,
  source: unknown,
): unknown {
  let position: Position | null = null;
  try {
    if (isPromiseLike(result)) {
      position = new Position(prev, key, plan, source);
      return awaitValue(x, position, result);
    }
    if (result instanceof Error) return guardError(x, result, new Position(prev, key, plan, source));
    if (result === null || result === undefined) return plan.refusesNull ? refuseNull(plan) : null;
    if (plan.kind === ValueKind.LEAF) {
      const coerced = completeLeaf(x, plan, result);
      if (!(coerced instanceof Promise)) return coerced;
      position = new Position(prev, key, plan, source);
      return awaitCoerced(x, position, coerced);
    }
    position = new Position(prev, key, plan, source);
    return completeComposite(x, plan, result, position);
  } catch (error) {
    x.forget(result, plan.field);
    return failAt(x, error, plan, prev, key, position);
  }
}

/**
 * Completes an item of a list, like {@linkcode completeAt}. An item that can't even be asked whether it is a promise
 * fails the list, as in graphql-js.
 */
export function completeItem(x: Execution, plan: ValuePlan, item: unknown, list: Position, index: number): unknown {
  if (isPromiseLike(item)) return awaitValue(x, new Position(list, index, plan, list.source), item);
  return completeAt(x, plan, item, list, index, list.source);
}

/** Completes a value that is there and is no error, at a position of its own. */
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
 * Completes the data of a fetcher's result, with what accompanies it.
 *
 * @throws unknown what has to fail the place
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

/** Waits for a value, and completes it in place. */
export function awaitValue(x: Execution, position: Position, promise: PromiseLike<unknown>): null {
  x.await(position);
  whenSettled(
    promise,
    (value) => settle(x, position, value),
    (error) => {
      if (!x.isFinished) settleWith(x, position, () => guardError(x, error, position));
    },
  );
  return null;
}

/** Waits for a scalar that was coerced to a promise: graphql-js looks no further at what it settles with. */
function awaitCoerced(x: Execution, position: Position, promise: Promise<unknown>): null {
  x.await(position);
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

/** Completes a value that was waited for, and puts it in place; then runs what the value asked for. */
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
  x.arrived(position);
  x.drainLater();
}

/** Completes a scalar or an enum value. */
function completeLeaf(x: Execution, plan: ValuePlan, result: unknown): unknown {
  const value = coerceLeaf(plan.leafType, result);
  x.budget.addJson(value);
  return value;
}
