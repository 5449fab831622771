/** The scalars whose values a number or `Date` cannot represent exactly. */
export type ExactScalarName = "Uuid" | "Decimal" | "LocalDate" | "LocalTime" | "LocalDateTime" | "Instant";

/** How the values of such a scalar are recognised, read and described. `String` writes them. */
export interface ExactScalar {
  /** The expected value, for messages. */
  readonly expected: string;
  /** Whether a value is one already. */
  fits(value: unknown): boolean;
  /**
   * Reads a value or its string form.
   *
   * @returns `undefined` if it is neither
   */
  read(value: unknown): unknown;
}

const forms = {
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  decimal: /^[+-]?\d+(?:\.\d+)?$/,
  localDate: /^(?:\d{4}|[+-]\d{6})-\d\d-\d\d$/,
  localTime: /^\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/,
  localDateTime: /^(?:\d{4}|[+-]\d{6})-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/,
  instant: /^(?:\d{4}|[+-]\d{6})-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)$/,
};

/** Maximum number of digits of a decimal number. */
const maxDigits = 1000;

/** The exact scalars by name. */
export const exactScalars: Readonly<Record<ExactScalarName, ExactScalar>> = {
  Uuid: {
    expected: "a UUID such as 8f14e45f-ceea-467f-9575-5e8e1b0b1c0a",
    fits: (value) => typeof value === "string" && forms.uuid.test(value),
    read: (value) => typeof value === "string" && forms.uuid.test(value) ? value.toLowerCase() : undefined,
  },
  Decimal: {
    expected: `a decimal number of at most ${maxDigits} digits, such as "12.50"`,
    fits: (value) => typeof value === "string" && readDecimal(value) === value,
    read: readDecimal,
  },
  LocalDate: temporal("a date such as 2026-01-31", forms.localDate, () => Temporal.PlainDate),
  LocalTime: temporal("a time such as 12:30:00", forms.localTime, () => Temporal.PlainTime),
  LocalDateTime: temporal(
    "a date and time such as 2026-01-31T12:30:00",
    forms.localDateTime,
    () => Temporal.PlainDateTime,
  ),
  Instant: temporal(
    "a date and time with its zone, such as 2026-01-31T12:30:00Z",
    forms.instant,
    () => Temporal.Instant,
  ),
};

interface TemporalClass {
  new (...args: never[]): unknown;
  from(text: string): unknown;
}

/** The class is resolved lazily: a browser without Temporal loads this module too. */
function temporal(expected: string, form: RegExp, classOf: () => unknown): ExactScalar {
  const known = (): TemporalClass => {
    if (typeof Temporal === "undefined") {
      throw new TypeError(`Cannot read ${expected} as the runtime must have Temporal`);
    }
    return classOf() as TemporalClass;
  };
  return {
    expected,
    fits: (value) => typeof value === "object" && value instanceof known(),
    read: (value) => {
      const type = known();
      if (value instanceof type) return value;
      if (value instanceof Date) return form === forms.instant ? instantOf(value) : undefined;
      return typeof value === "string" && form.test(value) ? parsed(type, value) : undefined;
    },
  };
}

function instantOf(date: Date): Temporal.Instant | undefined {
  return Number.isNaN(date.getTime()) ? undefined : Temporal.Instant.fromEpochMilliseconds(date.getTime());
}

function parsed(type: TemporalClass, text: string): unknown {
  try {
    return type.from(text);
  } catch {
    // For example February 30th: the caller reports the expected form.
    return undefined;
  }
}

/** A decimal number as text, without a plus sign, leading zeros or an exponent. */
function readDecimal(value: unknown): string | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? plainNumber(value) : undefined;
  const text = typeof value === "bigint" ? String(value) : value;
  if (typeof text !== "string" || text.length > maxDigits + 2 || !forms.decimal.test(text)) return undefined;
  const plain = text.replace(/^([+-]?)0+(?=\d)/, "$1").replace(/^\+/, "");
  return /^-0(\.0*)?$/.test(plain) ? plain.slice(1) : plain;
}

/** A number without an exponent. */
function plainNumber(value: number): string {
  const [, sign = "", whole = "", fraction = "", exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ??
      [];
  const digits = whole + fraction;
  const point = whole.length + Number(exponent ?? 0);
  if (exponent === undefined) return readDecimal(`${sign}${whole}${fraction && `.${fraction}`}`)!;
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, "0").slice(0, point)}${digits.length > point ? `.${digits.slice(point)}` : ""}`;
}

/**
 * Compares two decimal numbers by value: `1.50` equals `1.5`.
 *
 * @param a a decimal number as text
 * @param b another
 * @returns negative when `a` is less, positive when it is greater, 0 when they are equal
 */
export function compareDecimals(a: string, b: string): number {
  const [x, y] = [decimalKey(a), decimalKey(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/**
 * Returns a sort key: comparing two keys as strings orders the decimal numbers by value.
 *
 * @param decimal a decimal number as text
 */
export function decimalKey(decimal: string): string {
  const isNegative = decimal.startsWith("-");
  const [whole = "", fraction = ""] = decimal.replace(/^[+-]/, "").split(".");
  const digits = whole.replace(/^0+/, "");
  let end = fraction.length;
  while (fraction[end - 1] === "0") end--;
  const rest = fraction.slice(0, end);
  const key = `${String(digits.length).padStart(4, "0")}${digits}${rest}`;
  if (!isNegative || (digits === "" && rest === "")) return `1${key}`;
  return `0${key.replaceAll(/\d/g, (digit) => String(9 - Number(digit)))}~`;
}

/** Whether a value is a date or time of `Temporal`, which JSON and texts write by `String`. */
export function isTemporal(value: unknown): boolean {
  return typeof value === "object" && value !== null &&
    String((value as { [Symbol.toStringTag]?: unknown })[Symbol.toStringTag]).startsWith("Temporal.");
}
