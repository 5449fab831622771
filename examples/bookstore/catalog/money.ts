import { GraphQLError, GraphQLScalarType } from "@espalier/espalier/graphql";

/** An amount in euro cents, written as `"12.50"`. */
export const Money = new GraphQLScalarType<number, string>({
  name: "Money",
  coerceOutputValue(value) {
    if (Number.isSafeInteger(value)) return ((value as number) / 100).toFixed(2);
    throw new GraphQLError(`Cannot write money as it must be a whole number of cents: current value is "${value}"`);
  },
});
