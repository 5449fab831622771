/**
 * A key in the notation of the database, for a column with more precision than its property, such as a time with
 * microseconds that is described as a `Date`. It is compared with the column unrounded: scrolling by rounded keys would
 * skip rows or never end.
 */
export class ExactKey {
  /** @param text the database's text @param value the value of the property */
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
 * Returns whether a text is a time or a number in the notation of a database. Other keys are not sent to it.
 *
 * @param kind the kind of value
 * @param text the key from a client
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
