import { type ExactScalarName, exactScalars, isoDate, type ScalarName } from "../../kernel/mod.ts";

/** A reader of scalar values. */
export interface ScalarReader {
  /** The requirement on the value. */
  readonly expected: string;
  /** Returns the value, or `undefined` when the JSON is invalid. */
  read(json: unknown): unknown;
}

const textReader: ScalarReader = {
  expected: "must be a text without NUL characters",
  read: (json) => {
    const text = typeof json === "number" || typeof json === "boolean" ? String(json) : json;
    return typeof text === "string" && !text.includes("\0") ? text.toWellFormed() : undefined;
  },
};

/** Readers by the name of the scalar. */
export const scalarReaders: Readonly<Record<ScalarName, ScalarReader>> = {
  String: textReader,
  ID: textReader,
  Int: {
    expected: "must be an integer of 32 bits",
    read: (json) => typeof json === "number" && Number.isInteger(json) && json === (json | 0) ? json : undefined,
  },
  Float: {
    expected: "must be a number",
    read: (json) => typeof json === "number" && Number.isFinite(json) ? json : undefined,
  },
  Boolean: { expected: "must be true or false", read: (json) => typeof json === "boolean" ? json : undefined },
  BigInt: { expected: "must be an integer of 64 bits, as number or text", read: bigInt },
  Date: {
    expected: "must be a date and time such as 2026-01-31T12:00:00Z",
    read: (json) => typeof json === "string" ? isoDate(json) : undefined,
  },
  Bytes: { expected: "must be a Base64 text", read: bytes },
  Uuid: exactReader("Uuid"),
  Decimal: exactReader("Decimal"),
  LocalDate: exactReader("LocalDate"),
  LocalTime: exactReader("LocalTime"),
  LocalDateTime: exactReader("LocalDateTime"),
  Instant: exactReader("Instant"),
  Json: { expected: "must be JSON without NUL characters", read: wellFormed },
};

/** Makes JSON storable: replaces lone surrogates; returns `undefined` for JSON with a NUL. */
export function wellFormed(json: unknown): unknown {
  if (typeof json === "string") return json.includes("\0") ? undefined : json.toWellFormed();
  if (typeof json !== "object" || json === null) return json;
  const entries = Object.entries(json).map(([key, value]) => [wellFormed(key), wellFormed(value)] as const);
  if (entries.some((entry) => entry.includes(undefined))) return undefined;
  // The result of replacing in a text is a text.
  return Array.isArray(json) ? entries.map(([, value]) => value) : Object.fromEntries(entries as [string, unknown][]);
}

function exactReader(name: ExactScalarName): ScalarReader {
  const { expected, read } = exactScalars[name];
  return { expected: `must be ${expected}`, read };
}

/** Reads one of the values of an enum. */
export function enumReader(values: readonly string[]): ScalarReader {
  return {
    expected: `must be one of ${values.map((value) => `"${value}"`).join(", ")}`,
    read: (json) => typeof json === "string" && values.includes(json) ? json : undefined,
  };
}

function bigInt(json: unknown): bigint | undefined {
  const isWhole = typeof json === "number" ? Number.isSafeInteger(json) : /^-?\d{1,19}$/.test(String(json));
  if (!isWhole || (typeof json !== "number" && typeof json !== "string")) return undefined;
  const value = BigInt(json);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** Whether `Uint8Array.fromBase64` reads a text: an exception for each element of a list would take too long. */
function isBase64(text: string): boolean {
  const digits = text.replace(/[\t\n\f\r ]+/g, "");
  const padding = digits.endsWith("==") ? 2 : digits.endsWith("=") ? 1 : 0;
  const rest = (digits.length - padding) % 4;
  return (padding === 0 ? rest !== 1 : rest + padding === 4) &&
    /^[A-Za-z0-9+/]*$/.test(digits.slice(0, digits.length - padding));
}

function bytes(json: unknown): Uint8Array | undefined {
  return typeof json === "string" && isBase64(json) ? Uint8Array.fromBase64(json) : undefined;
}
