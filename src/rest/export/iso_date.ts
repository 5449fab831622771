/**
 * Reads an ISO 8601 date, alone or with a time. What `Date` makes of other texts, or of February 30th, nobody meant.
 *
 * @param text what a client sent
 * @returns `undefined` where the text is no such date
 */
export function isoDate(text: string): Date | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.exec(text) ?? [];
  if (day === undefined) return undefined;
  const midnight = new Date(day);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined;
  const date = time === undefined ? midnight : new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
