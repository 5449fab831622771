import { GraphQLError, GraphQLScalarType } from "@espalier/espalier/graphql";

/** A point in time, written as ISO 8601 in UTC. */
export const DateTime = new GraphQLScalarType<Date, string>({
  name: "DateTime",
  coerceOutputValue(value) {
    if (value instanceof Date) return value.toISOString();
    throw new GraphQLError(`Cannot write a point in time as it must be a Date: current value is "${value}"`);
  },
});
