/**
 * Rejects a status that is no error status.
 *
 * @param status an HTTP status
 * @throws RangeError when it is not one of 400 to 599
 */
export function requireErrorStatus(status: number): void {
  if (Number.isInteger(status) && status >= 400 && status <= 599) return;
  throw new RangeError(`Cannot use status as it must be that of an error, 400 to 599: current value is "${status}"`);
}
