import type { GraphQLError } from "../../../../../deps.ts";
import { locateError } from "../../locate_error.ts";
import type { Execution } from "./execution.ts";
import type { FieldPlan } from "../plan/field_plan.ts";
import { isDiscarded, pathTo, type Position, put } from "./position.ts";
import { PropagatedError } from "./propagated_error.ts";

/**
 * Fails a position after the synchronous phase: it becomes null, or its error propagates.
 *
 * @param x the execution
 * @param position the position
 * @param raw the thrown value, or the error that propagated from below
 */
export function failPosition(x: Execution, position: Position, raw: unknown): void {
  const { prev, value } = position;
  if (prev === null || value === null) return x.failRoot(raw);
  // Errors below a discarded position are not reported.
  if (x.endsWith(raw) || x.isFinished || isDiscarded(position)) return;
  const error = located(raw, value.field, prev, position.key);
  if (x.onError === "HALT") return void x.halt(error);
  if (value.nonNull && x.onError === "PROPAGATE") return raise(x, position, error);
  x.report(error, prev);
  if (prev.content !== null) put(prev.content, position.key, null);
  x.discard(position);
}

/** Propagates the error of a non-null position to its parent. */
export function raise(x: Execution, position: Position, error: GraphQLError): void {
  x.order.propagate(position, error, (parent, propagated) => failPosition(x, parent, propagated));
}

/**
 * Locates an error at a field or at an item of it, unless it is located already.
 *
 * @param raw the thrown value
 * @param field the field
 * @param prev the parent position
 * @param key the key in the parent
 */
// deno-lint-ignore house-rules/parameter-count -- no position is created for scalars that fail
export function located(raw: unknown, { nodes }: FieldPlan, prev: Position, key: string | number): GraphQLError {
  return raw instanceof PropagatedError ? raw.error : locateError(raw, nodes, pathTo(prev, key));
}
