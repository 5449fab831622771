/**
 * Creates the error for a change within a read-only transaction.
 *
 * @param cause the error of the database
 */
export function readOnlyTransaction(cause?: unknown): TypeError {
  return new TypeError(
    "Cannot change data as the transaction is read-only: run it without { readOnly: true }",
    cause === undefined ? {} : { cause },
  );
}
