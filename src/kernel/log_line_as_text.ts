import type { LogRecord } from "./log_record.ts";

const dim = 2;
const cyan = 36;
const colorOf: Readonly<Record<LogRecord["level"], number>> = { TRACE: 90, DEBUG: 90, INFO: 32, WARN: 33, ERROR: 31 };

/**
 * Renders a log line for developers: time of day, level, category, message, fields; the stacks of errors below.
 *
 * @param record the line
 * @param colors whether to colour it with ANSI sequences
 */
export function logLineAsText({ time, level, category, message, fields }: LogRecord, colors: boolean): string {
  const paint = (code: number, text: string) => colors && text !== "" ? `\x1b[${code}m${text}\x1b[0m` : text;
  const entries = Object.entries(fields);
  const values = entries.filter(([, value]) => !(value instanceof Error));
  const errors = entries.flatMap(([, value]) => value instanceof Error ? [`\n${stackOf(value)}`] : []);
  return [
    paint(dim, time.toISOString().slice(11, 23)),
    paint(colorOf[level], level.padEnd(5)),
    ...(category === "" ? [] : [paint(cyan, category)]),
    onOneLine(message),
    ...values.map(([name, value]) => paint(dim, `${name}=${textOf(value)}`)),
  ].join(" ") + errors.join("");
}

/**
 * Escapes control characters: messages may contain client input, which must not forge lines, send terminal escape
 * sequences or change the text direction.
 */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? JSON.stringify(character).slice(1, -1) : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

function textOf(value: unknown): string {
  return onOneLine(shown(value));
}

function shown(value: unknown): string {
  if (typeof value === "string") return /^[\w.:/@-]+$/.test(value) ? value : JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  return Deno.inspect(value, { breakLength: Infinity, compact: true, depth: 3 });
}

function stackOf(error: Error): string {
  const own = (error.stack ?? String(error)).split("\n").map((line) => `    ${onOneLine(line)}`).join("\n");
  return error.cause instanceof Error ? `${own}\n    caused by\n${stackOf(error.cause)}` : own;
}
