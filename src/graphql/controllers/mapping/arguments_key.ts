import type { FieldArguments } from "../../wiring/mod.ts";

/**
 * A text that is equal for equal arguments, so that calls of one batch share their arguments.
 *
 * @param args coerced arguments
 * @returns `""` when there are none
 */
export function argumentsKey(args: FieldArguments): string {
  const names = Object.keys(args);
  if (names.length === 0) return "";
  return `(${names.sort().map((name) => `${name}:${keyOf(args[name])}`).join(",")})`;
}

function keyOf(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  if (Array.isArray(value)) return `[${value.map(keyOf).join(",")}]`;
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) {
    return `{${Object.keys(value).sort().map((key) => `${key}:${keyOf((value as FieldArguments)[key])}`).join(",")}}`;
  }
  // What a custom scalar made: compared by class and text, which dates and the like have.
  return `${value.constructor.name}<${value instanceof Date ? value.toISOString() : String(value)}>`;
}
