import { Buffer } from "node:buffer";
import { compareDecimals, exactScalars, isTemporal } from "../../../kernel/mod.ts";
import type { CatalogueColumn } from "../../catalogue/catalogue.ts";
import { ExactKey } from "../../entity/exact_key.ts";
import type { ColumnType } from "../../entity/property_model.ts";
import { parsedJson } from "./parsed_json.ts";
import { dateOf, momentReaders, momentText, timestampText } from "./sql_moments.ts";

/** The conversion of a column's values, by its declared and its described type. */
export interface PostgresType {
  /** Type that a parameter is cast to when it is compared with the column. */
  readonly cast: string;
  /** Whether the column's own equality ignores the case of letters. */
  readonly ignoresCase: boolean;
  /** Whether the operators of the column's type are not in the search path, so that lower case is compared instead. */
  readonly isLowered: boolean;
  /** Whether texts are searched for in the column without a cast. */
  readonly isText: boolean;
  readonly isArray: boolean;
  /** Whether values are compared as `jsonb`, as the column's type has no equality. */
  readonly isPlainJson: boolean;
  /** The expression that is read for a column; the column itself when absent. */
  readonly readCast?: string;
  /** Whether the column can hold a value. If not, the value equals no stored value. */
  holds(value: unknown): boolean;
  /** Converts a value for the driver. */
  encode(value: unknown): unknown;
  /** Converts a value from the driver, which is not null. */
  decode(raw: unknown): unknown;
  /** Converts a value from the driver to the key in a scroll position. */
  decodeKey(raw: unknown): unknown;
}

/** Default types of columns. */
const defaults: Readonly<Record<ColumnType, string>> = {
  text: "text",
  integer: "integer",
  float: "double precision",
  boolean: "boolean",
  bigint: "bigint",
  date: "timestamp(3) with time zone",
  bytes: "bytea",
  json: "jsonb",
  uuid: "uuid",
  decimal: "numeric",
  localDate: "date",
  localTime: "time without time zone",
  localDateTime: "timestamp without time zone",
  instant: "timestamp with time zone",
};

/**
 * Determines the conversion of a column's values.
 *
 * @param type the described type
 * @param column the column in the catalogue; absent for the default type
 */
export function postgresType(type: ColumnType, column?: CatalogueColumn): PostgresType {
  const name = column?.type ?? defaults[type].replace(/\(\d+\)/, "");
  const kind = column?.kind ?? "base";
  const isArray = kind === "array" && type === "json";
  const isCitext = /(^|\.)"?citext"?$/.test(name);
  const isText = ["text", "character varying", "name"].includes(name);
  return {
    cast: isCitext && name.includes(".") ? "text" : castOf(type, name, isArray),
    ignoresCase: isCitext,
    isLowered: isCitext && name.includes("."),
    isText,
    isArray,
    isPlainJson: type === "json" && name === "json",
    ...readCastOf(name, isArray),
    holds: holderOf(type, name, column),
    encode: (value) => encode(value, { type, name, isArray }),
    decode: (raw) => decode(type, raw, isArray),
    decodeKey: keyReader(type, column?.declared ?? defaults[type], name),
  };
}

const wholeNumbers = ["smallint", "integer", "bigint"];

function castOf(type: ColumnType, name: string, isArray: boolean): string {
  if (isArray) return name;
  // Wider than the column, so that a value out of the column's range compares instead of failing.
  if (wholeNumbers.includes(name)) {
    return type === "float" ? "double precision" : type === "decimal" ? "numeric" : "bigint";
  }
  if (name === "character varying") return "text";
  if (name === "json") return "jsonb";
  // Keep the time of day when comparing with a date.
  if (name === "date") return type === "localDate" || type === "text" ? "date" : "timestamp without time zone";
  return name;
}

/** Returns exact numbers as text, as JSON numbers would lose digits. */
function readCastOf(name: string, isArray: boolean): { readonly readCast?: string } {
  if (isArray) return { readCast: /^(numeric|bigint)\[\]$/.test(name) ? "text[]" : name };
  return {};
}

/** The notations of each type that are surely valid; the database decides on other notations. */
const textForms: Readonly<Record<string, (text: string) => boolean>> = {
  uuid: (text) => exactScalars.Uuid.read(text) !== undefined,
  smallint: isLong,
  integer: isLong,
  bigint: isLong,
  numeric: (text) => exactScalars.Decimal.read(text) !== undefined,
  boolean: (text) => text === "true" || text === "false",
  date: (text) => exactScalars.LocalDate.read(text) !== undefined,
  "time without time zone": (text) => exactScalars.LocalTime.read(text) !== undefined,
  "timestamp without time zone": (text) => exactScalars.LocalDateTime.read(text) !== undefined,
  "timestamp with time zone": (text) => exactScalars.Instant.read(text) !== undefined,
};

function isLong(text: string): boolean {
  return /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

function holderOf(type: ColumnType, name: string, column?: CatalogueColumn): (value: unknown) => boolean {
  if (column?.kind === "enum") {
    const labels = new Set(column.labels);
    return (value) => labels.has(String(value));
  }
  const fits = type === "text" || type === "uuid" ? textForms[name] : undefined;
  return fits === undefined ? () => true : (value) => typeof value !== "string" || fits(value);
}

interface ValueForm {
  readonly type: ColumnType;
  /** Name of the column's own type. */
  readonly name: string;
  readonly isArray: boolean;
}

function encode(value: unknown, { type, name, isArray }: ValueForm): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof ExactKey) return keyText(value, name);
  if (isArray) return arrayText(value as readonly unknown[]);
  if (type === "json") return JSON.stringify(value);
  if (value instanceof Date) {
    return name === "date" ? timestampText(value).replace(/T00:00:00\.000Z/, "") : timestampText(value);
  }
  if (type === "bytes") return Buffer.from(value as Uint8Array);
  if (isTemporal(value)) return momentText(value as { toString(): string });
  return typeof value === "bigint" ? String(value) : value;
}

/** Interprets a time without a zone in UTC, whatever the zone of the session. */
function keyText({ text }: ExactKey, name: string): string {
  const isLocal = name === "timestamp with time zone" && /\d$/.test(text) &&
    !/[+-]\d\d(:?\d\d){0,2}$/.test(text.slice(10));
  return isLocal ? `${text}Z` : text;
}

/** Formats a list as a PostgreSQL array. */
function arrayText(list: readonly unknown[]): string {
  const element = (value: unknown): string => {
    if (value === null || value === undefined) return "NULL";
    if (Array.isArray(value)) return arrayText(value);
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
  };
  return `{${list.map(element).join(",")}}`;
}

function decode(type: ColumnType, raw: unknown, isArray: boolean): unknown {
  switch (type) {
    case "integer":
    case "float":
      return Number(raw);
    case "bigint":
      return BigInt(raw as string);
    case "text":
      return String(raw);
    case "bytes":
      return new Uint8Array(raw as Uint8Array);
    case "boolean":
      return typeof raw === "boolean" ? raw : raw === "t" || raw === "true" || raw === 1;
    case "json":
      // The driver has parsed other JSON; a text is a valid JSON value.
      return typeof raw === "string" && !isArray ? parsedJson(raw) : raw;
    default:
      return readers[type]!(String(raw));
  }
}

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  ...momentReaders,
  uuid: (text) => text.toLowerCase(),
  decimal: (text) => text,
};

/** Returns the reader of keys, which keeps the precision of the column. */
function keyReader(type: ColumnType, declared: string, name: string): (raw: unknown) => unknown {
  if (type === "date") {
    // A `Date` has a precision of milliseconds.
    const isExact = /\([0-3]\)/.test(declared) || name === "date";
    return (raw) => {
      const text = String(raw);
      return !isExact && (/\.\d{4}/.test(text) || text.endsWith("infinity")) ? text : dateOf(text);
    };
  }
  if (type === "float" || type === "integer") {
    if (name === "numeric") return (raw) => isSameNumber(String(raw)) ? Number(raw) : String(raw);
    return (raw) => Number.isFinite(Number(raw)) ? Number(raw) : String(raw);
  }
  if (type === "decimal" || type.startsWith("local") || type === "instant") return String;
  return (raw) => decode(type, raw, false);
}

function isSameNumber(text: string): boolean {
  const rounded = exactScalars.Decimal.read(Number(text));
  return typeof rounded === "string" && exactScalars.Decimal.fits(text) && compareDecimals(rounded, text) === 0;
}
