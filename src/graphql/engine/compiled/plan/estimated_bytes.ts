import { GraphQLBoolean, GraphQLFloat, GraphQLInt, type GraphQLOutputType, isEnumType } from "../../../../../deps.ts";
import { ValueKind } from "./value_kind.ts";

/** Bytes that JSON writes beside each value: quotes of a text or brackets, and a comma. */
const bytesAround = 3;

/**
 * Estimates how many bytes JSON writes for a value of a type, without the length of a text.
 *
 * @param value the type, and what has to be done with its values
 */
export function estimatedBytes({ kind, type }: { readonly kind: ValueKind; readonly type: GraphQLOutputType }): number {
  if (kind !== ValueKind.LEAF) return bytesAround;
  if (isEnumType(type)) return bytesAround + Math.max(0, ...type.getValues().map(({ name }) => name.length));
  if (type === GraphQLInt || type === GraphQLFloat || type === GraphQLBoolean) return bytesAround + 2;
  return bytesAround;
}
