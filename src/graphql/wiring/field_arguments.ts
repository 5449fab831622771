/** The values of a field's arguments after coercion, by argument name; what the client omitted is absent. */
export type FieldArguments = Readonly<Record<string, unknown>>;
