/**
 * A key as the database wrote it: of a column that is more exact than its property, such as a time with microseconds
 * that is described as a `Date`. Compared with the column as it is; a walk by rounded keys would lose rows or never end.
 */
export class ExactKey {
  /** @param text what the database wrote @param value what the property makes of it */
  constructor(readonly text: string, readonly value: unknown) {}

  /** The text. */
  toString(): string {
    return this.text;
  }
}

const moment =
  /^((?:\d{4}|[+-]?\d{5,6})-\d\d-\d\d)?(?:(?:^|[T ])\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(?:Z|[+-]\d\d(?::?\d\d){0,2})?(?: BC)?$/;
const number = /^-?\d{1,1000}(?:\.\d{1,1000})?(?:e[+-]?\d{1,3})?$/;

/**
 * Whether a text is what a database writes for a time or a number: nothing else is sent back to it.
 *
 * @param kind what the column holds
 * @param text what a client sent as a key
 */
export function isExactKey(kind: "moment" | "number", text: string): boolean {
  if (kind === "number") return number.test(text) || /^(NaN|-?Infinity)$/.test(text);
  return text !== "" && (/^-?infinity$/.test(text) || moment.test(text) && isCalendarDate(text));
}

function isCalendarDate(text: string): boolean {
  const [, month, day] = /^[+-]?\d{4,6}-(\d\d)-(\d\d)/.exec(text) ?? [];
  const [, hour, minute] = /(?:^|[T ])(\d\d):(\d\d)/.exec(text) ?? [];
  return Number(month ?? 1) >= 1 && Number(month ?? 1) <= 12 && Number(day ?? 1) >= 1 && Number(day ?? 1) <= 31 &&
    Number(hour ?? 0) <= 24 && Number(minute ?? 0) < 60;
}
