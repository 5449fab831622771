import type { LogRecord } from "./log_record.ts";

const reserved = new Set(["time", "level", "category", "message"]);

/**
 * Renders a log line as one JSON object. It never throws, whatever the fields hold: errors are written with stack and
 * cause,
 * big integers as strings, a circular reference as `"[Circular]"`.
 *
 * @param record the line; a field named like one of the line's own keys gets an underscore in front
 *
 * @example
 * ```ts
 * import { logLineAsJson } from "@espalier/espalier";
 *
 * const record = { time: new Date(0), level: "INFO", category: "shop", message: "Open", fields: { shelf: 7n } } as
 * const;
 * console.log(JSON.parse(logLineAsJson(record)).shelf); // "7"
 * ```
 */
export function logLineAsJson({ time, level, category, message, fields }: LogRecord): string {
  const rest = Object.entries(fields).map((
    [name, value],
  ) => [reserved.has(name) ? `_${name}` : name, plain(value, [])]);
  return JSON.stringify({ time: time.toISOString(), level, category, message, ...Object.fromEntries(rest) });
}

function plain(value: unknown, above: readonly object[]): unknown {
  if (typeof value === "function") return `[Function ${value.name}]`;
  if (typeof value === "bigint" || typeof value === "symbol") return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (above.includes(value)) return "[Circular]";
  const within = [...above, value];
  if (value instanceof Error) return errorParts(value, within);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  if (value instanceof URL) return value.href;
  if (value instanceof Map) return plain(Object.fromEntries(value), within);
  if (Array.isArray(value) || value instanceof Set) return Array.from(value, (element) => plain(element, within));
  return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, plain(property, within)]));
}

function errorParts(error: Error, within: readonly object[]): Record<string, unknown> {
  const parts = { name: error.name, message: error.message, stack: error.stack };
  return error.cause === undefined ? parts : { ...parts, cause: plain(error.cause, within) };
}
