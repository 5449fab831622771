/**
 * The effect of an error at a position of the response, by the GraphQL proposal for `onError`.
 *
 * `PROPAGATE` makes the nearest position above that may be null `null`. `NULL` makes the position itself `null`,
 * whatever
 * its type is. `HALT` ends the operation with this error and without data.
 */
export type ErrorBehavior = "NULL" | "PROPAGATE" | "HALT";
