/** First and last point in time of a `Date`: what PostgreSQL's infinite ones become, and are written as again. */
const furthest = 8_640_000_000_000_000;

/**
 * A date in UTC, as PostgreSQL reads it: the driver would write it in the zone of the process, to the minute alone, where
 * old times are seconds off.
 */
export function timestampText(date: Date): string {
  if (Math.abs(date.getTime()) === furthest) return date.getTime() > 0 ? "infinity" : "-infinity";
  const year = date.getUTCFullYear();
  const iso = date.toISOString();
  // A sign may stand before the year.
  return yearText(year, iso.slice(iso.indexOf("-", 1)));
}

/**
 * A date or time of `Temporal` as PostgreSQL reads it.
 *
 * @param moment a point in time, or a local date, time or both
 */
export function momentText(moment: { toString(): string }): string {
  const text = moment.toString();
  if (/^[+-]271821-|^\+275760-09-13/.test(text)) return text.startsWith("+") ? "infinity" : "-infinity";
  const [, year, rest] = /^([+-]?\d{4,6})(-\d\d-.*)$/.exec(text) ?? [];
  return year === undefined ? text : yearText(Number(year), rest!);
}

// The year before year 1 is 1 BC.
function yearText(year: number, rest: string): string {
  return year > 0 ? `${String(year).padStart(4, "0")}${rest}` : `${String(1 - year).padStart(4, "0")}${rest} BC`;
}

/** Reads a `timestamp with time zone`, a `timestamp` in UTC or a `date` as PostgreSQL writes them. */
export function dateOf(text: string): Date {
  if (text.endsWith("infinity")) return new Date(text.startsWith("-") ? -furthest : furthest);
  const { year, rest, zone } = partsOf(text);
  // A date may have no more than three digits of a second.
  const time = rest.replace(/(\.\d{3})\d+$/, "$1").replace(/^(-\d\d-\d\d)$/, "$1T00:00:00");
  return new Date(Date.parse(`${isoYear(year)}${time}Z`) - zone);
}

/** Reads a `timestamp with time zone`, or a `timestamp` in UTC. */
export function instantOf(text: string): Temporal.Instant {
  if (text.endsWith("infinity")) {
    return Temporal.Instant.fromEpochMilliseconds(text.startsWith("-") ? -furthest : furthest);
  }
  const { year, rest, zone } = partsOf(text);
  const time = rest.replace(/^(-\d\d-\d\d)$/, "$1T00:00:00");
  return Temporal.Instant.from(`${isoYear(year)}${time}Z`).subtract({ milliseconds: zone });
}

/** Reads a `date`, or the date of a `timestamp`. */
export function localDateOf(text: string): Temporal.PlainDate {
  if (text.endsWith("infinity")) {
    return Temporal.PlainDate.from(text.startsWith("-") ? "-271821-04-20" : "+275760-09-13");
  }
  const { year, rest } = partsOf(text);
  return Temporal.PlainDate.from(`${isoYear(year)}${rest.slice(0, 6)}`);
}

/** Reads a `time`; one with a zone loses it. */
export function localTimeOf(text: string): Temporal.PlainTime {
  if (text.startsWith("24:")) {
    throw new TypeError(`Cannot read time "${text}" as a local time must be before 24:00: describe it as t.string`);
  }
  return Temporal.PlainTime.from(text.split(/[+-]/, 1)[0]!);
}

/** Reads a `timestamp`; a `date` begins at midnight. */
export function localDateTimeOf(text: string): Temporal.PlainDateTime {
  if (text.endsWith("infinity")) {
    return Temporal.PlainDateTime.from(text.startsWith("-") ? "-271821-04-20T00:00" : "+275760-09-13T00:00");
  }
  const { year, rest } = partsOf(text);
  return Temporal.PlainDateTime.from(`${isoYear(year)}${rest}`);
}

interface MomentParts {
  readonly year: number;
  /** What follows the year, with a `T` before the time: `-01-31T12:30:00.5`. */
  readonly rest: string;
  /** How far the zone is ahead of UTC, in milliseconds. */
  readonly zone: number;
}

const moment =
  /^(\d{4,6})(-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d(?:\.\d+)?))?(?:([+-])(\d\d)(?::?(\d\d))?(?::?(\d\d))?)?(Z)?( BC)?$/;

function partsOf(text: string): MomentParts {
  const found = moment.exec(text);
  if (found === null) throw new TypeError(`Cannot read "${text}" as a date or time`);
  const [, year, day, time, sign, hours = "0", minutes = "0", seconds = "0", , era] = found;
  const zone = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return {
    year: era === undefined ? Number(year) : 1 - Number(year),
    rest: time === undefined ? day! : `${day}T${time}`,
    zone: sign === "-" ? -zone : zone,
  };
}

function isoYear(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, "0");
  return `${year < 0 ? "-" : "+"}${String(Math.abs(year)).padStart(6, "0")}`;
}

/** Readers of texts of dates and times, by the type of the column. */
export const momentReaders: Readonly<
  Record<"date" | "localDate" | "localTime" | "localDateTime" | "instant", (text: string) => unknown>
> = {
  date: dateOf,
  localDate: localDateOf,
  localTime: localTimeOf,
  localDateTime: localDateTimeOf,
  instant: instantOf,
};
