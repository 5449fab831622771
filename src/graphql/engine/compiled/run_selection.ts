// The functions here run for every object of every response: their arguments are not gathered into objects.
// deno-lint-ignore-file house-rules/parameter-count
import { DataFetcherResult, type FieldArguments } from "../../wiring/mod.ts";
import { completeAt, failAt, positionAt } from "./complete.ts";
import type { Execution } from "./execution.ts";
import type { FieldPlan } from "./field_plan.ts";
import { guardThrown, takeResult } from "./guard.ts";
import type { ObjectPlan } from "./object_plan.ts";
import { adoptOrphans, type Container, type Position, put } from "./position.ts";
import { resolveInfoOf } from "./resolve_info.ts";

/**
 * Executes a selection on an object, field by field.
 *
 * @param x the execution
 * @param plan the selection
 * @param source the object
 * @param position its place
 * @returns the response's object; what is awaited in it is put there later
 */
export function interpretSelection(x: Execution, plan: ObjectPlan, source: unknown, position: Position): Container {
  const out: Container = {};
  for (const field of plan.fields) put(out, field.key, runField(x, field, source, position));
  if (position.orphans !== null) adoptOrphans(position, out);
  return out;
}

/** Executes one field of an object. */
export function runField(x: Execution, field: FieldPlan, source: unknown, prev: Position): unknown {
  const { fetch, value: plan } = field;
  if (fetch.kind === "typename") return field.parentType.name;
  let args: FieldArguments;
  try {
    if (fetch.kind === "batch") return x.batches.add(field, source, prev);
    args = field.arguments(x);
  } catch (error) {
    return failAt(x, error, plan, prev, field.key, null);
  }
  return runFetch(x, field, source, prev, args);
}

function runFetch(x: Execution, field: FieldPlan, source: unknown, prev: Position, args: FieldArguments): unknown {
  const { fetch, value: plan } = field;
  if (fetch.kind !== "call") return runProperty(x, field, source, prev, args);
  let result: unknown;
  try {
    result = fetch.call(x, source, args, prev);
  } catch (error) {
    return guardThrown(x, error, positionAt(prev, field.key, plan, source));
  }
  return completeResult(x, field, source, prev, result);
}

function completeResult(x: Execution, field: FieldPlan, source: unknown, prev: Position, result: unknown): unknown {
  if (result instanceof DataFetcherResult) {
    return completeParts(x, result, positionAt(prev, field.key, field.value, source));
  }
  return completeAt(x, field.value, result, prev, field.key, source);
}

/** Completes the data of a fetcher's result, with what accompanies it. */
export function completeParts(x: Execution, result: DataFetcherResult, position: Position): unknown {
  try {
    return takeResult(x, result, position);
  } catch (error) {
    return failAt(x, error, position.value!, position.prev!, position.key, position); // a field's position
  }
}

/** graphql-js's default resolver. */
function runProperty(x: Execution, field: FieldPlan, source: unknown, prev: Position, args: FieldArguments): unknown {
  let value: unknown;
  if (typeof source === "object" && source !== null || typeof source === "function") {
    try {
      value = (source as Record<string, unknown>)[field.definition.name];
      if (typeof value === "function") value = callMethod(x, field, source, prev, args);
    } catch (error) {
      return guardThrown(x, error, positionAt(prev, field.key, field.value, source));
    }
  }
  return completeResult(x, field, source, prev, value);
}

/** Completes a value that was read from a property. */
export function completeProperty(
  x: Execution,
  field: FieldPlan,
  source: unknown,
  value: unknown,
  prev: Position,
): unknown {
  if (typeof value !== "function") return completeResult(x, field, source, prev, value);
  let result: unknown;
  try {
    result = callMethod(x, field, source, prev, field.arguments(x));
  } catch (error) {
    return guardThrown(x, error, positionAt(prev, field.key, field.value, source));
  }
  return completeResult(x, field, source, prev, result);
}

function callMethod(x: Execution, field: FieldPlan, source: unknown, prev: Position, args: FieldArguments): unknown {
  // Read once more, as graphql-js does: the call needs the object as `this`.
  const object = source as Record<string, (...args: unknown[]) => unknown>;
  return object[field.definition.name]!(args, x.request, resolveInfoOf(x, field, prev));
}
