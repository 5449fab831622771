import { describeValue } from "../../kernel/mod.ts";

/**
 * Checks one part of a value that was read from a file.
 *
 * @param value the part
 * @param path its path: `modules[0].identifier`
 * @throws TypeError naming the path, the requirement and the current value
 */
export type Check = (value: unknown, path: string) => void;

/** Checks for a string that matches a pattern. */
export function aText(pattern = /^/, needed = "a string"): Check {
  return (value, path) => {
    if (typeof value !== "string" || !pattern.test(value)) throw unusable(value, path, needed);
  };
}

/** Checks for a boolean. */
export function aFlag(): Check {
  return (value, path) => {
    if (typeof value !== "boolean") throw unusable(value, path, "true or false");
  };
}

/** Checks for a list whose items pass a check. */
export function aListOf(item: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value)) throw unusable(value, path, "a list");
    for (const [index, each] of value.entries()) item(each, `${path}[${index}]`);
  };
}

/** Checks for an object whose values pass a check. */
export function aRecordOf(item: Check): Check {
  return (value, path) => {
    for (const [key, each] of Object.entries(objectAt(value, path))) item(each, `${path}.${key}`);
  };
}

/** Checks for an object whose known properties pass their checks; further properties are ignored. */
export function anObject(properties: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    const object = objectAt(value, path);
    for (const [key, check] of Object.entries(properties)) check(object[key], path === "" ? key : `${path}.${key}`);
  };
}

/** Makes a check accept an absent value. */
export function optional(check: Check): Check {
  return (value, path) => {
    if (value !== undefined) check(value, path);
  };
}

function objectAt(value: unknown, path: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw unusable(value, path, "an object");
}

function unusable(value: unknown, path: string, needed: string): TypeError {
  return new TypeError(
    `Cannot use the module structure as its ${path} must be ${needed}: current value is ${describeValue(value)}. ` +
      "Write the file anew with the modules command",
  );
}
