import { isTemporal, type ScalarName } from "../../kernel/mod.ts";

/** Writers by the name of the scalar; `undefined` for those whose values are JSON already. */
export const scalarWriters: Readonly<Record<ScalarName, ((value: unknown) => unknown) | undefined>> = {
  String: undefined,
  Int: undefined,
  Float: undefined,
  Boolean: undefined,
  ID: undefined,
  Json: undefined,
  // A store may return values that already are JSON.
  BigInt: (value) => typeof value === "bigint" ? bigIntJson(value) : value,
  Date: (value) => value instanceof Date ? dateJson(value) : value,
  Bytes: (value) => value instanceof Uint8Array ? value.toBase64() : value,
  Uuid: undefined,
  Decimal: undefined,
  LocalDate: temporalJson,
  LocalTime: temporalJson,
  LocalDateTime: temporalJson,
  Instant: temporalJson,
};

/** Returns a big integer as a number if it is a safe integer, otherwise as text. */
export function bigIntJson(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function temporalJson(value: unknown): unknown {
  return isTemporal(value) ? String(value) : value;
}

function dateJson(value: Date): string | null {
  return Number.isNaN(value.getTime()) ? null : value.toISOString();
}
