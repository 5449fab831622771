import { exactScalars, isoDate, redacted } from "../../kernel/mod.ts";
import type { ColumnType } from "./property_model.ts";
import { UnfitValueError } from "./unfit_value_error.ts";

/** A column whose values are checked and converted. */
export interface TypedColumn {
  /** Name in error messages, for example `Book.published`. */
  readonly label: string;
  readonly type: ColumnType;
  /** The column in the database; absent for values without a column. */
  readonly stored?: { readonly isSecret: boolean } | undefined;
}

const wanted: Readonly<Record<ColumnType, string>> = {
  text: "a string",
  integer: "a whole number",
  float: "a number",
  boolean: "true or false",
  bigint: "a whole number of at most 64 bits",
  date: "a valid date",
  bytes: "a Uint8Array",
  json: "a value that JSON can hold",
  uuid: exactScalars.Uuid.expected,
  decimal: exactScalars.Decimal.expected,
  localDate: `${exactScalars.LocalDate.expected}, of a year from 1 to 9999`,
  localTime: exactScalars.LocalTime.expected,
  localDateTime: `${exactScalars.LocalDateTime.expected}, of a year from 1 to 9999`,
  instant: `${exactScalars.Instant.expected}, of a year from 1 to 9999`,
};

/**
 * Checks that a value fits a column, and converts equivalent values: numbers in text for numeric columns, numbers for
 * text ids, ISO 8601 text for dates.
 *
 * @param column the column
 * @param value what was given; null and undefined become null
 * @returns a string, number, bigint, boolean, Date, Uint8Array or JSON value, as the column's type says
 * @throws UnfitValueError when it does not fit
 */
export function columnValue(column: TypedColumn, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  const converted = converters[column.type](value);
  if (converted !== undefined) return converted;
  throw new UnfitValueError({
    label: column.label,
    needed: wanted[column.type],
    shown: column.stored?.isSecret ? redacted : shown(value),
  });
}

const converters: Readonly<Record<ColumnType, (value: unknown) => unknown>> = {
  text: (value) => {
    if (typeof value === "string") return value;
    return typeof value === "number" || typeof value === "bigint" ? String(value) : undefined;
  },
  integer: (value) => {
    const number = numberOf(value);
    return number !== undefined && Number.isInteger(number) ? number : undefined;
  },
  float: numberOf,
  boolean: (value) => typeof value === "boolean" ? value : undefined,
  bigint: (value) => {
    if (typeof value === "bigint") return BigInt.asIntN(64, value) === value ? value : undefined;
    if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
    if (typeof value !== "string" || !/^-?\d{1,19}$/.test(value)) return undefined;
    return converters.bigint(BigInt(value));
  },
  date: (value) => {
    if (value instanceof Temporal.Instant) return new Date(value.epochMilliseconds);
    const date = typeof value === "string" ? isoDate(value) : value;
    return date instanceof Date && !Number.isNaN(date.getTime()) ? date : undefined;
  },
  bytes: (value) => value instanceof Uint8Array ? value : undefined,
  json: jsonCopy,
  uuid: exactScalars.Uuid.read,
  decimal: exactScalars.Decimal.read,
  localDate: (value) => {
    const date = exactScalars.LocalDate.read(value) as Temporal.PlainDate | undefined;
    return date !== undefined && isWritable(date.year) ? date.withCalendar("iso8601") : undefined;
  },
  localTime: (value) => (exactScalars.LocalTime.read(value) as Temporal.PlainTime | undefined)?.round(microseconds),
  localDateTime: (value) => {
    const time = exactScalars.LocalDateTime.read(value) as Temporal.PlainDateTime | undefined;
    return time !== undefined && isWritable(time.year) ? time.withCalendar("iso8601").round(microseconds) : undefined;
  },
  instant: (value) => {
    const instant = exactScalars.Instant.read(value) as Temporal.Instant | undefined;
    const year = instant?.toZonedDateTimeISO("UTC").year ?? 0;
    return isWritable(year) ? instant?.round(microseconds) : undefined;
  },
};

/** Truncates a time to the precision of databases, as rounding could make it later. */
const microseconds = { smallestUnit: "microsecond", roundingMode: "floor" } as const;

/** Whether the text order of such years is the order of the times. */
function isWritable(year: number): boolean {
  return year >= 1 && year <= 9999;
}

/** Converts a value to JSON; returns `undefined` for functions, bigints and cycles, which JSON does not support. */
function jsonCopy(value: unknown): unknown {
  try {
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === "bigint") return Number(value);
  const number = typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function shown(value: unknown): string {
  const text = typeof value === "object" ? Object.prototype.toString.call(value) : String(value);
  return `"${text.length > 100 ? `${text.slice(0, 100)}…` : text}"`;
}
