import type { GraphQLError } from "../../../../../deps.ts";
import { locateError } from "../../locate_error.ts";
import type { Execution } from "./execution.ts";
import type { FieldPlan } from "../plan/field_plan.ts";
import { isDead, pathTo, type Position, put } from "./position.ts";
import { PropagatedError } from "./propagated_error.ts";
import { ValueKind } from "../plan/value_kind.ts";

/**
 * A place failed after synchronous work was over: it becomes null, or its error rises.
 *
 * @param x the execution
 * @param position the place
 * @param raw what was thrown, or the error that rose from below
 */
export function failPosition(x: Execution, position: Position, raw: unknown): void {
  const { prev, value } = position;
  if (prev === null || value === null) return x.failRoot(raw);
  // Below a place that became null nobody is told of the error.
  if (x.endsWith(raw) || x.isFinished || isDead(position)) return;
  const error = located(raw, value.field, prev, position.key);
  if (x.onError === "HALT") return void x.halt(error);
  if (value.nonNull && x.onError === "PROPAGATE") return raise(x, position, error);
  x.report(error, prev);
  if (prev.content !== null) put(prev.content, position.key, null);
  x.kill(position);
}

/**
 * Lets an error rise from a place to the enclosing one.
 *
 * In graphql-js it passes one promise after the other, and errors elsewhere may be reported meanwhile. The order of
 * errors is kept by waiting as many microtasks as those promises take: one to reach `Promise.all`, one more where an
 * object is made of its values, one for each promise of the type resolution, one to reach the handler.
 */
export function raise(x: Execution, position: Position, error: GraphQLError): void {
  const parent = position.prev!; // the root is never raised from
  const { rise } = parent;
  if (rise.held !== null) {
    rise.held.push({ position, error });
    return;
  }
  if (parent.prev === null && x.serialDelay !== undefined && !x.isSynchronous) {
    return afterMicrotasks(x.serialDelay, () => failPosition(x, parent, error));
  }
  const reach = () => {
    if (rise.failing) return;
    rise.failing = true;
    const isList = parent.value !== null && parent.value.kind === ValueKind.LIST;
    const count = x.isSynchronous ? 0 : (isList ? 1 : 2) + rise.detours;
    afterMicrotasks(count, () => failPosition(x, parent, error));
  };
  if (x.isSynchronous) reach();
  else queueMicrotask(reach);
}

/**
 * Locates an error at a field or at an item of it, unless it is located already.
 *
 * @param raw what was thrown
 * @param field the field
 * @param prev the place above
 * @param key the key in it
 */
// deno-lint-ignore house-rules/parameter-count -- no place is made for scalars that fail
export function located(raw: unknown, { nodes }: FieldPlan, prev: Position, key: string | number): GraphQLError {
  return raw instanceof PropagatedError ? raw.error : locateError(raw, nodes, pathTo(prev, key));
}

/** Calls back after a number of microtasks. */
export function afterMicrotasks(count: number, callback: () => void): void {
  if (count === 0) callback();
  else queueMicrotask(() => afterMicrotasks(count - 1, callback));
}
