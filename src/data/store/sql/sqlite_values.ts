import { exactScalars, isTemporal } from "../../../kernel/mod.ts";
import { ExactKey } from "../../entity/exact_key.ts";
import type { StoredType } from "../../entity/property_model.ts";

/** Classes of storage that a declared type prefers, by the rules of SQLite. */
type Affinity = "integer" | "text" | "blob" | "real" | "numeric";

function affinityOf(declared: string): Affinity {
  const type = declared.toUpperCase();
  if (type.includes("INT")) return "integer";
  if (/CHAR|CLOB|TEXT/.test(type)) return "text";
  if (type === "" || type.includes("BLOB")) return "blob";
  return /REAL|FLOA|DOUB/.test(type) ? "real" : "numeric";
}

/**
 * Whether decimal numbers stand in a column as texts, whose order is not theirs: they are compared by a function. A
 * column that prefers numbers makes numbers of them, which SQLite compares itself.
 */
export function isDecimalText({ type, stored }: StoredType): boolean {
  return type === "decimal" &&
    (stored?.column === undefined || ["text", "blob"].includes(affinityOf(stored.column.type)));
}

/** The class of storage that values of a column have at least; absent where no catalogue says so. */
export function storageOf(column: StoredType): string | undefined {
  if (isDecimalText(column)) return "text";
  const declared = column.stored?.column?.type;
  if (declared === undefined || column.type === "bytes") return undefined;
  // Numbers come first, whatever else a column holds that does not insist on texts.
  return affinityOf(declared) === "text" ? "text" : "real";
}

/** Whether whole numbers of a column may be larger than a number can hold. */
export function mayExceedNumbers({ type, stored }: StoredType): boolean {
  if (type === "bigint") return true;
  return (type === "text" || type === "decimal") && stored?.column !== undefined &&
    ["integer", "numeric"].includes(affinityOf(stored.column.type));
}

/** Whether a column holds points in time as texts: its type says so, or it prefers texts. */
function holdsTexts({ stored }: StoredType): boolean {
  // Others keep milliseconds in columns that they declare as dates.
  if (stored?.described !== undefined && affinityOf(stored.described) === "integer") return false;
  const declared = stored?.column?.type;
  return declared !== undefined && (/date|time/i.test(declared) || affinityOf(declared) === "text");
}

/** Converts the value of a column for SQLite. */
export function encode(column: StoredType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof ExactKey) return holdsTexts(column) ? value.text : encode(column, value.value);
  if (column.type === "json") return JSON.stringify(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof Date) return holdsTexts(column) ? dateText(value, column) : value.getTime();
  if (value instanceof Temporal.Instant) return utcText(value);
  return isTemporal(value) ? String(value).replace("T", " ") : value;
}

/** A date as SQLite's own functions write it, in UTC. */
function dateText(date: Date, { stored }: StoredType): string {
  const text = date.toISOString().replace("T", " ").replace(/(\.000)?Z$/, "");
  return stored?.column?.type === "date" ? text.slice(0, 10) : text;
}

/** A point in time as SQLite's own functions write it, in UTC: in the order of the texts, unlike with a zone. */
function utcText(instant: Temporal.Instant): string {
  return instant.toZonedDateTimeISO("UTC").toPlainDateTime().toString().replace("T", " ");
}

/** Converts a value from SQLite, which is not null. */
export function decode({ type, stored }: StoredType, raw: unknown): unknown {
  switch (type) {
    case "integer":
    case "float":
      return Number(raw);
    case "date":
      return typeof raw === "string" ? new Date(isoText(raw)) : new Date(Number(raw));
    case "boolean":
      return raw === "true" || Number(raw) !== 0 && raw !== "false";
    case "bigint":
      return BigInt(raw as number | bigint | string);
    case "json":
      return JSON.parse(raw as string);
    case "text":
      return String(raw);
    case "uuid":
      return String(raw).toLowerCase();
    case "decimal":
      return withScale(exactScalars.Decimal.read(raw) ?? String(raw), stored?.column?.declared);
    case "bytes":
      return raw;
    default:
      return moments[type](raw);
  }
}

/**
 * A number with as many digits behind the point as the column's type declares: `numeric(10,2)` makes 10.5 of 10.50, as
 * SQLite keeps numbers without their scale.
 */
function withScale(text: unknown, declared: string | undefined): unknown {
  if (typeof text !== "string" || declared === undefined || !/^-?\d+(\.\d+)?$/.test(text)) return text;
  const scale = Number(/\(\s*\d+\s*,\s*(\d+)\s*\)/.exec(declared)?.[1] ?? 0);
  const [whole, digits = ""] = text.split(".") as [string, string?];
  return digits.length >= scale ? text : `${whole}.${digits.padEnd(scale, "0")}`;
}

const moments: Readonly<Record<"localDate" | "localTime" | "localDateTime" | "instant", (raw: unknown) => unknown>> = {
  localDate: (raw) => Temporal.PlainDate.from(String(raw).slice(0, 10)),
  localTime: (raw) => Temporal.PlainTime.from(String(raw).replace(/^.*[ T]/, "")),
  localDateTime: (raw) => Temporal.PlainDateTime.from(String(raw).replace(/(Z|[+-]\d\d:?\d\d)$/, "")),
  instant: (raw) =>
    typeof raw === "string" ? Temporal.Instant.from(isoText(raw)) : Temporal.Instant.fromEpochMilliseconds(Number(raw)),
};

/** A time as ISO 8601 has it; without a zone it is one of UTC. */
function isoText(text: string): string {
  const [, day, time = "00:00:00", zone = "Z"] =
    /^(\S{10})(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?(Z|[+-]\d\d:?\d\d)?$/.exec(text.trim()) ?? [];
  if (day === undefined) throw new TypeError(`Cannot read "${text}" as a date and time`);
  return `${day}T${time}${zone}`;
}

/** Converts a value from SQLite to a key: times and exact numbers keep their notation. */
export function decodeKey(column: StoredType, raw: unknown): unknown {
  if (typeof raw !== "string") return decode(column, raw);
  return column.type === "date" || column.type.startsWith("local") || column.type === "instant"
    ? raw
    : decode(column, raw);
}
