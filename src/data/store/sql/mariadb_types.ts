import { Buffer } from "node:buffer";
import { exactScalars, isTemporal } from "../../../kernel/mod.ts";
import type { CatalogueColumn } from "../../catalogue/catalogue.ts";
import { ExactKey } from "../../entity/exact_key.ts";
import type { ColumnType, StoredType } from "../../entity/property_model.ts";
import { parsedJson } from "./parsed_json.ts";
import { momentReaders } from "./sql_moments.ts";

/** Collation of the text columns that this package creates: by code points, with trailing spaces significant. */
export const exactCollation = "utf8mb4_nopad_bin";

/** Default types of columns. */
export const mariadbColumnTypes: Readonly<Record<ColumnType, string>> = {
  text: `longtext collate ${exactCollation}`,
  integer: "int",
  float: "double",
  boolean: "tinyint(1)",
  bigint: "bigint",
  date: "datetime(3)",
  bytes: "longblob",
  json: "json",
  uuid: `varchar(36) collate ${exactCollation}`,
  decimal: "decimal(65,30)",
  localDate: "date",
  localTime: "time(6)",
  localDateTime: "datetime(6)",
  instant: "datetime(6)",
};

/** Types of columns in an index, if the default type is too long for it. */
export const mariadbKeyTypes: Readonly<Partial<Record<ColumnType, string>>> = {
  text: `varchar(255) collate ${exactCollation}`,
  bytes: "varbinary(255)",
};

const textTypes: ReadonlySet<string> = new Set([
  "char",
  "varchar",
  "tinytext",
  "text",
  "mediumtext",
  "longtext",
  "enum",
  "set",
]);

/** Whether a column contains texts. */
export function isTextColumn({ type, stored }: StoredType): boolean {
  return stored?.column === undefined
    ? type === "text" || type === "uuid" || type === "json"
    : textTypes.has(stored.column.type);
}

/** Whether the collation of a column compares by code points, as that of this package does. */
export function isExactText(column: StoredType): boolean {
  if (!isTextColumn(column)) return false;
  const stored = column.stored?.column;
  return stored === undefined ||
    (stored.collation?.startsWith("utf8mb4") === true && stored.collation.endsWith("_bin"));
}

/** Whether the collation of a column ignores case. */
export function ignoresCase({ stored }: StoredType): boolean {
  return stored?.column?.collation?.endsWith("_ci") ?? false;
}

/** Whether a column stores decimal numbers as text. */
export function isDecimalText(column: StoredType): boolean {
  return column.type === "decimal" && column.stored?.column !== undefined && isTextColumn(column);
}

/** Whether a column stores a UUID as bytes. */
function isBinaryUuid({ type, stored }: StoredType): boolean {
  return type === "uuid" && /^(var)?binary$/.test(stored?.column?.type ?? "");
}

const wholeNumbers: ReadonlySet<string> = new Set(["tinyint", "smallint", "mediumint", "int", "bigint", "year"]);

/** The type that a parameter is cast to when it is compared with a column; absent if no cast is needed. */
export function comparedType(column: StoredType, value: unknown): string | undefined {
  const type = column.stored?.column?.type;
  if (column.type === "decimal" || (value instanceof ExactKey && type === "decimal")) return "decimal(65,30)";
  const isWhole = column.type === "bigint" || (column.type === "text" && type !== undefined && wholeNumbers.has(type));
  // Wide enough for "bigint unsigned".
  if (isWhole) return /unsigned/.test(column.stored?.column?.declared ?? "") ? "decimal(20)" : "signed";
  return undefined;
}

const textForms: Readonly<Record<string, (text: string) => boolean>> = {
  uuid: (text) => exactScalars.Uuid.read(text) !== undefined,
  decimal: (text) => exactScalars.Decimal.read(text) !== undefined,
  date: (text) => exactScalars.LocalDate.read(text) !== undefined,
  time: (text) => exactScalars.LocalTime.read(text) !== undefined,
  datetime: (text) => exactScalars.LocalDateTime.read(text) !== undefined,
  timestamp: (text) => exactScalars.LocalDateTime.read(text) !== undefined,
};

/** Whether a column can hold a value. If not, the value equals no stored value. */
export function holds(column: StoredType, value: unknown): boolean {
  const stored = column.stored?.column;
  if (typeof value !== "string" || stored === undefined) return true;
  if (stored.kind === "enum") return stored.labels?.includes(value) ?? true;
  if (column.type !== "text" && column.type !== "uuid") return true;
  if (wholeNumbers.has(stored.type)) return /^-?\d{1,19}$/.test(value);
  return textForms[stored.type]?.(value) ?? true;
}

/** Converts a value for the driver. */
export function encode(column: StoredType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof ExactKey) return value.text;
  if (column.type === "json") return JSON.stringify(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "bigint") return String(value);
  if (value instanceof Date) return dateText(value, column);
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (isBinaryUuid(column)) return Buffer.from(String(value).replaceAll("-", ""), "hex");
  if (value instanceof Temporal.Instant) {
    return value.toZonedDateTimeISO("UTC").toPlainDateTime().toString().replace("T", " ");
  }
  return isTemporal(value) ? String(value).replace("T", " ") : value;
}

const earliest = Date.parse("0000-01-01T00:00:00Z");
const latest = Date.parse("9999-12-31T23:59:59.999Z");

/** Converts a comparison value for the driver; it may be out of the column's range. */
export function encodeCompared(column: StoredType, value: unknown): unknown {
  // An enum sorts by the order of its labels, but compares with a text as text.
  const label = column.stored?.column?.kind === "enum" ? column.stored.column.labels!.indexOf(value as string) : -1;
  if (label >= 0) return label + 1;
  if (!(value instanceof Date)) return encode(column, value);
  // Below and above the range of the column.
  if (value.getTime() < earliest) return "0000-00-00 00:00:00";
  return value.getTime() > latest ? "9999-12-31 23:59:59.999999" : encode(column, value);
}

/** Formats a date in UTC, which is the zone of every session. */
function dateText(date: Date, { stored }: StoredType): string {
  const text = date.toISOString().replace("T", " ").slice(0, -1);
  return stored?.column?.type === "date" ? text.replace(/ 00:00:00\.000$/, "") : text;
}

/** Converts a value from the driver, which is not null. */
export function decode(column: StoredType, raw: unknown): unknown {
  switch (column.type) {
    case "integer":
    case "float":
      return Number(raw);
    case "bigint":
      return BigInt(raw as string | number);
    case "text":
      return raw instanceof Uint8Array ? new TextDecoder().decode(raw) : String(raw);
    case "bytes":
      return typeof raw === "string" ? new TextEncoder().encode(raw) : new Uint8Array(raw as Uint8Array);
    case "boolean":
      // The driver returns a column of type bit(1) as a byte.
      return raw instanceof Uint8Array ? raw.some((byte) => byte !== 0) : Number(raw) !== 0;
    case "json":
      return parsedJson(String(raw));
    case "uuid":
      return raw instanceof Uint8Array ? uuidText(raw) : String(raw).toLowerCase();
    case "decimal":
      return decimalText(String(raw), column.stored?.column);
    default:
      return momentReaders[column.type](String(raw));
  }
}

function uuidText(bytes: Uint8Array): string {
  const hex = new Uint8Array(bytes).toHex();
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Strips the zeros that pad decimal columns of this package. Other columns keep the scale that their owner chose. */
function decimalText(text: string, column: CatalogueColumn | undefined): string {
  const isPadded = column === undefined || column.declared === mariadbColumnTypes.decimal;
  if (!isPadded || !text.includes(".")) return text;
  let end = text.length;
  while (text[end - 1] === "0") end--;
  return text.slice(0, text[end - 1] === "." ? end - 1 : end);
}

/** Converts a value from the driver to a key, without loss of precision. */
export function decodeKey(column: StoredType, raw: unknown): unknown {
  const { type } = column;
  // A `Date` has a precision of milliseconds.
  if (type === "date") return /\.\d{3}0*[1-9]/.test(String(raw)) ? String(raw) : decode(column, raw);
  if (type === "decimal" || type === "instant" || type.startsWith("local")) return String(raw);
  if ((type === "float" || type === "integer") && column.stored?.column?.type === "decimal") {
    return isSameNumber(String(raw)) ? Number(raw) : String(raw);
  }
  return decode(column, raw);
}

/** Whether a JavaScript number represents a decimal number exactly. */
function isSameNumber(text: string): boolean {
  const digits = text.replace(/^-/, "").replace(".", "").replace(/^0+/, "");
  return digits.length <= 15;
}
