/**
 * A validator that follows the Standard Schema convention, as zod, valibot and ArkType do.
 *
 * @see https://standardschema.dev
 */
export interface StandardSchema<T = unknown> {
  /** The validator, under the key that the convention names. */
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    /** Checks a value, and may transform it. */
    readonly validate: (value: unknown) => StandardSchemaResult<T> | Promise<StandardSchemaResult<T>>;
    /** The types, for the compiler alone. */
    readonly types?: { readonly input: unknown; readonly output: T } | undefined;
  };
}

/** The result of validating a value with a {@linkcode StandardSchema}. */
export type StandardSchemaResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly StandardSchemaIssue[] };

/** One objection of a {@linkcode StandardSchema}. */
export interface StandardSchemaIssue {
  /** Describes the problem. */
  readonly message: string;
  /** The path within the value; absent means the value itself. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Whether a value is a {@linkcode StandardSchema}. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  return (typeof value === "object" || typeof value === "function") && value !== null && "~standard" in value;
}
