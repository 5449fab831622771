/** The values of a field's arguments after coercion, by argument name; omitted arguments are absent. */
export type FieldArguments = Readonly<Record<string, unknown>>;
