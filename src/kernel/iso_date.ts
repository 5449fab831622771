/**
 * Reads an ISO 8601 date, with or without a time. Other formats and invalid dates such as February 30th, which `Date`
 * would accept, are rejected.
 *
 * @param text the string that a client sent
 * @returns `undefined` if the string is no such date, or its offset moves it outside the years 0000 to 9999, which is
 * the range of four digits
 *
 * @example
 * ```ts
 * import { isoDate } from "@espalier/espalier";
 *
 * console.log(isoDate("2024-02-29T12:00:00+01:00")); // 2024-02-29T11:00:00.000Z
 * console.log(isoDate("2023-02-29"), isoDate("March 7")); // undefined undefined
 * ```
 */
export function isoDate(text: string): Date | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.exec(text) ?? [];
  if (day === undefined) return undefined;
  const midnight = new Date(day);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined;
  const date = time === undefined ? midnight : new Date(text);
  const year = date.getUTCFullYear();
  return year >= 0 && year <= 9999 ? date : undefined;
}
