// Hot path: these functions run for every object of every response, so they take separate arguments instead of an
// object.
// deno-lint-ignore-file house-rules/parameter-count
import { defaultTypeResolver, GraphQLError, type GraphQLObjectType, isObjectType } from "../../../../../deps.ts";
import { settleWith } from "../run/settle.ts";
import type { Execution } from "../run/execution.ts";
import { failPosition } from "../run/failure.ts";
import { inspect } from "../../inspect.ts";
import { fieldPosition, type Position } from "../run/position.ts";
import { resolveInfoOf } from "../run/resolve_info.ts";
import { isPromiseLike, whenSettled } from "../run/shapes.ts";
import type { ValuePlan } from "../plan/field_plan.ts";

/** An object whose type is known. */
export function completeObject(
  x: Execution,
  type: GraphQLObjectType,
  source: unknown,
  position: Position,
): unknown {
  const { field } = position.value!; // an object's position has a plan
  if (!type.isTypeOf) return x.program.run(x, field.subPlan(type), source, position);
  const info = resolveInfoOf(x, field, fieldPosition(position).prev!); // a field is never the root
  const isTypeOf = type.isTypeOf(source, x.request, info);
  const proceed = (isOfType: boolean) => {
    if (!isOfType) throw wrongType(type, source, field.nodes);
    return x.program.run(x, field.subPlan(type), source, position);
  };
  if (!isPromiseLike(isTypeOf)) return proceed(isTypeOf as boolean);
  x.hold(source, field); // its promises may fail before its fields are executed
  return awaitType(x, position, isTypeOf, proceed);
}

/** An object of an interface or a union. */
export function completeAbstract(
  x: Execution,
  plan: ValuePlan,
  source: unknown,
  position: Position,
): unknown {
  const type = plan.abstractType;
  const resolveType = type.resolveType ?? defaultTypeResolver;
  // null is completed before
  const name = typeof source === "object" ? plan.typeNameOf?.(source as object, x.request) : undefined;
  if (name !== undefined) return completeObject(x, runtimeType(plan, name, source), source, position);
  const info = resolveInfoOf(x, plan.field, fieldPosition(position).prev!); // a field is never the root
  const found: unknown = resolveType(source, x.request, info, type);
  const proceed = (name: unknown) => completeObject(x, runtimeType(plan, name, source), source, position);
  if (!isPromiseLike(found)) return proceed(found);
  x.hold(source, plan.field); // its promises may fail before its fields are executed
  return awaitType(x, position, found, proceed);
}

/** Awaits the type resolution. An error that propagates through this object later passes one more promise. */
function awaitType<T>(
  x: Execution,
  position: Position,
  promise: PromiseLike<T>,
  proceed: (value: T) => unknown,
): null {
  x.addPending(position);
  const { resolved, failed: report } = x.order.awaitType(position);
  const failed = (error: unknown) => {
    report(() => {
      failPosition(x, position, error);
      x.drainLater();
    });
  };
  whenSettled(promise, (value) => {
    if (x.isFinished) return;
    resolved();
    let completed: unknown;
    try {
      completed = proceed(value);
    } catch (error) {
      return failed(error);
    }
    settleWith(x, position, () => completed);
  }, (error) => x.isFinished ? undefined : failed(error));
  return null;
}

function runtimeType(plan: ValuePlan, name: unknown, source: unknown): GraphQLObjectType {
  const type = plan.abstractType;
  const { schema } = plan.field.operation.source;
  const at = `for field "${plan.field.parentType}.${plan.field.name}"`;
  const nodes = plan.field.nodes;
  if (name === null || name === undefined) {
    throw new GraphQLError(
      `Abstract type "${type}" must resolve to an Object type at runtime ${at}. Either the "${type}" type should ` +
        `provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`,
      { nodes },
    );
  }
  if (typeof name !== "string") {
    throw new GraphQLError(
      `Abstract type "${type}" must resolve to an Object type at runtime ${at} with value ${inspect(source)}, ` +
        `received "${inspect(name)}", which is not a valid Object type name.`,
    );
  }
  const found = schema.getType(name);
  if (isObjectType(found) && schema.isSubType(type, found)) return found;
  throw new GraphQLError(mismatchMessage(String(type), name, found), { nodes });
}

function mismatchMessage(type: string, name: string, found: unknown): string {
  if (found === undefined || found === null) {
    return `Abstract type "${type}" was resolved to a type "${name}" that does not exist inside the schema.`;
  }
  if (!isObjectType(found)) return `Abstract type "${type}" was resolved to a non-object type "${name}".`;
  return `Runtime Object type "${found}" is not a possible type for "${type}".`;
}

function wrongType(type: GraphQLObjectType, source: unknown, nodes: ValuePlan["field"]["nodes"]): GraphQLError {
  return new GraphQLError(`Expected value of type "${type}" but got: ${inspect(source)}.`, { nodes });
}
