// Hot path: these functions run for every object of every response, so they take separate arguments instead of an
// object.
// deno-lint-ignore-file house-rules/parameter-count
import { DataFetcherResult, type FieldArguments } from "../../../wiring/mod.ts";
import { awaitField } from "./await_field.ts";
import { completeField, completeParts } from "./complete.ts";
import type { Execution } from "../run/execution.ts";
import type { FieldPlan, ObjectPlan } from "../plan/field_plan.ts";
import { guardThrown } from "./guard.ts";
import { type Container, Position, put } from "../run/position.ts";
import { environmentOf } from "../run/field_environment.ts";
import { resolveInfoOf } from "../run/resolve_info.ts";
import { failAt, failPlace } from "../run/settle.ts";
import type { FieldFetch } from "../plan/fetch_plan.ts";

/**
 * Executes a selection on an object, field by field.
 *
 * @param x the execution
 * @param plan the selection
 * @param source the object
 * @param position the object's position
 * @returns the response object; awaited values are written to it later
 */
export function interpretSelection(x: Execution, plan: ObjectPlan, source: unknown, position: Position): Container {
  const out: Container = {};
  try {
    for (const field of plan.fields) put(out, field.key, runField(x, field, source, position));
  } catch (error) {
    x.forgetObject(source, position);
    throw error;
  }
  position.content = out;
  return out;
}

/** Executes one field of an object. */
export function runField(x: Execution, field: FieldPlan, source: unknown, prev: Position): unknown {
  const { fetch, value: plan } = field;
  x.budget.add(1, field.bytes);
  if (fetch.kind === "typename") return field.parentType.name;
  let args: FieldArguments;
  try {
    if (fetch.kind === "batch") return x.batches.add(field, source, prev);
    args = field.arguments(x.variables);
  } catch (error) {
    return failAt(x, error, plan, prev, field.key);
  }
  return runFetch(x, field, source, prev, args);
}

function runFetch(x: Execution, field: FieldPlan, source: unknown, prev: Position, args: FieldArguments): unknown {
  const { fetch } = field;
  if (fetch.kind !== "call") return runProperty(x, field, source, prev, args);
  let result: unknown;
  x.budget.addCalls(1);
  try {
    result = call(x, field, source, args, prev);
  } catch (error) {
    return guardThrown(x, error, Position.ofField(field, prev, source));
  }
  return completeFetched(x, field, source, result, prev);
}

/**
 * Completes the result of a resolver: a value, a promise, an error, or a `DataFetcherResult`.
 *
 * @returns the completed value; `null` for a promise, until it settles
 * @throws PropagatedError the error of a non-null field, which fails the enclosing position
 */
export function completeFetched(
  x: Execution,
  field: FieldPlan,
  source: unknown,
  value: unknown,
  prev: Position,
): unknown {
  if (value instanceof Promise) return awaitField(x, field, source, prev, value);
  if (value instanceof DataFetcherResult) return completeResult(x, value, Position.ofField(field, prev, source));
  return completeField(x, field, source, value, prev);
}

/** Completes a `DataFetcherResult` at the position of the field. */
function completeResult(x: Execution, result: DataFetcherResult, position: Position): unknown {
  try {
    return completeParts(x, result, position);
  } catch (error) {
    x.forget(result, position.value!.field); // a field's position
    return failPlace(x, error, position);
  }
}

/** Calls the data fetcher or resolver of a field that has one. */
function call(x: Execution, field: FieldPlan, source: unknown, args: FieldArguments, prev: Position): unknown {
  const { target } = field.fetch as Extract<FieldFetch, { kind: "call" }>;
  if (target.kind === "direct") return target.fetcher.direct(source, args, x.request);
  if (target.kind === "fetcher") return target.fetcher(environmentOf(x, field, source, args, prev));
  const { resolve } = target;
  if (target.readsInfo) return resolve(source, args as never, x.request, resolveInfoOf(x, field, prev));
  // Such a function can't detect whether a fourth argument was passed.
  return (resolve as (source: unknown, args: unknown, context: unknown) => unknown)(source, args, x.request);
}

/** graphql-js's default resolver. */
function runProperty(x: Execution, field: FieldPlan, source: unknown, prev: Position, args: FieldArguments): unknown {
  let value: unknown;
  if (typeof source === "object" && source !== null || typeof source === "function") {
    try {
      value = (source as Record<string, unknown>)[field.definition.name];
    } catch (error) {
      return guardThrown(x, error, Position.ofField(field, prev, source));
    }
  }
  if (typeof value !== "function") return completeFetched(x, field, source, value, prev);
  return runMethod(x, field, source, prev, args);
}

/** Completes a value that was read from a property; a method is called. */
export function completeProperty(
  x: Execution,
  field: FieldPlan,
  source: unknown,
  value: unknown,
  prev: Position,
): unknown {
  if (typeof value !== "function") return completeFetched(x, field, source, value, prev);
  return runMethod(x, field, source, prev, undefined);
}

/** Calls a method that was read from a property, with arguments that are coerced unless they are passed. */
function runMethod(
  x: Execution,
  field: FieldPlan,
  source: unknown,
  prev: Position,
  args: FieldArguments | undefined,
): unknown {
  let result: unknown;
  try {
    result = callMethod(x, field, source, prev, args ?? field.arguments(x.variables));
  } catch (error) {
    return guardThrown(x, error, Position.ofField(field, prev, source));
  }
  return completeFetched(x, field, source, result, prev);
}

function callMethod(x: Execution, field: FieldPlan, source: unknown, prev: Position, args: FieldArguments): unknown {
  // Reads the property again, as graphql-js does: the call needs the object as `this`.
  const object = source as Record<string, (...args: unknown[]) => unknown>;
  return object[field.definition.name]!(args, x.request, resolveInfoOf(x, field, prev));
}
