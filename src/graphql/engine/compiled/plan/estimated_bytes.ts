import { GraphQLBoolean, GraphQLFloat, GraphQLInt, type GraphQLOutputType, isEnumType } from "../../../../../deps.ts";
import { ValueKind } from "./value_kind.ts";

/** The bytes of JSON syntax per value: quotes of a string or brackets, and a comma. */
const bytesAround = 3;

/**
 * Estimates the size of a value of a type as JSON in bytes, without the length of strings.
 *
 * @param value the plan of the value
 */
export function estimatedBytes({ kind, type }: { readonly kind: ValueKind; readonly type: GraphQLOutputType }): number {
  if (kind !== ValueKind.LEAF) return bytesAround;
  if (isEnumType(type)) return bytesAround + Math.max(0, ...type.getValues().map(({ name }) => name.length));
  if (type === GraphQLInt || type === GraphQLFloat || type === GraphQLBoolean) return bytesAround + 2;
  return bytesAround;
}
