import { exactScalars, isoDate, type ScalarName } from "../../../kernel/mod.ts";
import { type Binder, typeMismatch } from "./binder.ts";

type Convert = (value: unknown) => unknown;

const conversions: Readonly<Record<ScalarName, Convert>> = {
  String: (value) => isPrimitive(value) ? String(value) : undefined,
  ID: (value) => typeof value === "string" || typeof value === "number" ? String(value) : undefined,
  Int: (value) => {
    const number = toNumber(value);
    return Number.isInteger(number) ? number : undefined;
  },
  Float: toNumber,
  Boolean: toBoolean,
  BigInt: toBigInt,
  Date: toDate,
  Bytes: (value) => value instanceof Uint8Array ? value : undefined,
  Uuid: exactScalars.Uuid.read,
  Decimal: exactScalars.Decimal.read,
  LocalDate: exactScalars.LocalDate.read,
  LocalTime: exactScalars.LocalTime.read,
  LocalDateTime: exactScalars.LocalDateTime.read,
  Instant: exactScalars.Instant.read,
  Json: (value) => value,
};

const fits: Readonly<Record<ScalarName, (value: unknown) => boolean>> = {
  String: (value) => typeof value === "string",
  ID: (value) => typeof value === "string",
  Int: (value) => Number.isInteger(value),
  Float: (value) => typeof value === "number",
  Boolean: (value) => typeof value === "boolean",
  BigInt: (value) => typeof value === "bigint",
  Date: (value) => value instanceof Date,
  Bytes: (value) => value instanceof Uint8Array,
  // A UUID in capitals is converted.
  Uuid: (value) => exactScalars.Uuid.read(value) === value,
  Decimal: exactScalars.Decimal.fits,
  LocalDate: exactScalars.LocalDate.fits,
  LocalTime: exactScalars.LocalTime.fits,
  LocalDateTime: exactScalars.LocalDateTime.fits,
  Instant: exactScalars.Instant.fits,
  Json: () => true,
};

/**
 * Binds a scalar: a value of the right type unchanged, others by conversion (`"30"` to `30`).
 *
 * @param name the scalar type of the parameter
 */
export function scalarBinder(name: ScalarName): Binder {
  const isFitting = fits[name];
  const convert = conversions[name];
  return (value, path, state) => {
    if (isFitting(value)) return value;
    const converted = convert(value);
    return converted === undefined ? state.reject(path, value, typeMismatch) : converted;
  };
}

function isPrimitive(value: unknown): boolean {
  return ["string", "number", "boolean", "bigint"].includes(typeof value);
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  return value === "true" ? true : value === "false" ? false : undefined;
}

function toBigInt(value: unknown): bigint | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === "string" && /^-?\d+$/.test(value) ? BigInt(value) : undefined;
}

function toDate(value: unknown): Date | undefined {
  if (typeof value === "string") return isoDate(value);
  if (typeof value !== "number") return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
