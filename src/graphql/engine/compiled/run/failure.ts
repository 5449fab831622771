import type { GraphQLError } from "../../../../../deps.ts";
import { locateError } from "../../locate_error.ts";
import type { Execution } from "./execution.ts";
import type { FieldPlan } from "../plan/field_plan.ts";
import { isDead, pathTo, type Position, put } from "./position.ts";
import { PropagatedError } from "./propagated_error.ts";

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

/** Lets the error of a non-null place rise to the enclosing one. */
export function raise(x: Execution, position: Position, error: GraphQLError): void {
  x.order.rise(position, error, (parent, risen) => failPosition(x, parent, risen));
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
