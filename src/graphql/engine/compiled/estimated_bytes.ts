import { GraphQLBoolean, GraphQLFloat, GraphQLInt, isEnumType } from "../../../../deps.ts";
import { ValueKind, type ValuePlan } from "./value_plan.ts";

/** Bytes that JSON writes beside each value: quotes of a text or brackets, and a comma. */
const bytesAround = 3;

/**
 * Estimates how many bytes JSON writes for a value of a type, without the length of a text.
 *
 * @param value how the value is completed
 */
export function estimatedBytes({ kind, type }: ValuePlan): number {
  if (kind !== ValueKind.LEAF) return bytesAround;
  if (isEnumType(type)) return bytesAround + Math.max(0, ...type.getValues().map(({ name }) => name.length));
  if (type === GraphQLInt || type === GraphQLFloat || type === GraphQLBoolean) return bytesAround + 2;
  return bytesAround;
}
