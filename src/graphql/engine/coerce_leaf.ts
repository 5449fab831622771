import { GraphQLError, type GraphQLLeafType, type GraphQLObjectType } from "../../../deps.ts";
import { inspect } from "./inspect.ts";

/**
 * Completes a scalar or an enum value, as graphql-js does.
 *
 * @param type the scalar or enum
 * @param value the value that the resolver returned, or an item of it
 * @returns the coerced value; a promise if the scalar returns one
 * @throws the error of the scalar for invalid values
 */
export function coerceLeaf(type: GraphQLLeafType, value: unknown): unknown {
  const coerced: unknown = type.coerceOutputValue(value);
  if (coerced !== null && coerced !== undefined) return coerced;
  throw new Error(
    `Expected \`${inspect(type)}.coerceOutputValue(${inspect(value)})\` to return non-nullable value, ` +
      `returned: ${inspect(coerced)}`,
  );
}

/**
 * Creates the exception for a list value that is not iterable.
 *
 * @param parentType the type of the object that the field belongs to
 * @param fieldName the field
 */
export function noIterable(parentType: GraphQLObjectType, fieldName: string): GraphQLError {
  return new GraphQLError(`Expected Iterable, but did not find one for field "${parentType}.${fieldName}".`);
}
