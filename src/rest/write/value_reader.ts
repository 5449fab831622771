import { type AnyDescriptor, type Class, descriptionOf, type ScalarName } from "../../kernel/mod.ts";
import { fieldsOf } from "../export/field.ts";

/** A value, or what it has to be. */
export type ReadValue = { readonly value: unknown } | {
  readonly message: string;
  readonly path: string;
  readonly sent: unknown;
};

/**
 * Turns JSON into a described value.
 *
 * @param descriptor what was described
 * @param json what the client sent
 * @param path where the value stands, for errors
 */
export function readValue(descriptor: AnyDescriptor, json: unknown, path: string): ReadValue {
  switch (descriptor.kind) {
    case "nullable":
      return json === null ? { value: null } : readValue(descriptor.inner, json, path);
    case "scalar":
      return checked(scalarReaders[descriptor.name], json, path);
    case "enum":
      return checked(enumReader(descriptor.values), json, path);
    case "list":
    case "container":
      return readList(descriptor.element, json, path);
    case "map":
      return readMap(descriptor.value, json, path);
    case "object":
      return readObject(descriptor.type(), json, path);
    default:
      return { value: json };
  }
}

interface ScalarReader {
  /** What the value has to be. */
  readonly expected: string;
  /** The value, or `undefined` when the JSON is none. */
  read(json: unknown): unknown;
}

const textReader: ScalarReader = {
  expected: "must be a text without NUL characters",
  read: (json) => {
    const text = typeof json === "number" || typeof json === "boolean" ? String(json) : json;
    return typeof text === "string" && !text.includes("\0") ? text.toWellFormed() : undefined;
  },
};

const scalarReaders: Readonly<Record<ScalarName, ScalarReader>> = {
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
    read: (json) =>
      typeof json === "string" && /^\d{4}-\d\d/.test(json) && !Number.isNaN(Date.parse(json))
        ? new Date(json)
        : undefined,
  },
  Bytes: { expected: "must be a Base64 text", read: bytes },
  Json: { expected: "must be JSON", read: (json) => json },
};

function enumReader(values: readonly string[]): ScalarReader {
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

function bytes(json: unknown): Uint8Array | undefined {
  try {
    return typeof json === "string" ? Uint8Array.fromBase64(json) : undefined;
  } catch {
    // No Base64: the caller says what is expected.
    return undefined;
  }
}

function checked(reader: ScalarReader, json: unknown, path: string): ReadValue {
  const value = reader.read(json);
  return value === undefined ? { message: reader.expected, path, sent: json } : { value };
}

function readList(element: AnyDescriptor, json: unknown, path: string): ReadValue {
  if (!Array.isArray(json)) return { message: "must be a list", path, sent: json };
  const values: unknown[] = [];
  for (const [at, item] of json.entries()) {
    const read = readValue(element, item, `${path}[${at}]`);
    if (!("value" in read)) return read;
    values.push(read.value);
  }
  return { value: values };
}

function readMap(descriptor: AnyDescriptor, json: unknown, path: string): ReadValue {
  if (!isJsonObject(json)) return { message: "must be an object", path, sent: json };
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(json)) {
    const read = readValue(descriptor, item, `${path}.${key}`);
    if (!("value" in read)) return read;
    entries.push([key, read.value]);
  }
  return { value: Object.fromEntries(entries) };
}

function readObject(type: Class, json: unknown, path: string): ReadValue {
  if (!isJsonObject(json)) return { message: "must be an object", path, sent: json };
  const description = descriptionOf(type);
  if (description === undefined) return { value: json };
  const values: Record<string, unknown> = {};
  for (const { name, property, descriptor, nullable, optional } of fieldsOf(description)) {
    const sent = Object.hasOwn(json, name) ? json[name] : null;
    if (sent === null && nullable) {
      if (!optional) values[property] = null;
      continue;
    }
    const read = readValue(descriptor, sent, `${path}.${name}`);
    if (!("value" in read)) return read;
    values[property] = read.value;
  }
  // A prototype is typed as any instance of its class.
  return { value: Object.assign(Object.create(type.prototype as object), values) };
}

/** Whether JSON is an object, and neither a list nor null. */
export function isJsonObject(json: unknown): json is Record<string, unknown> {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
