import { describeValue, parseValuePath } from "../../../kernel/mod.ts";

/** The destination of a message. */
export interface ExternalizedRoute {
  /** The subject, topic or exchange. */
  readonly target: string;
  /** The key, if any. */
  readonly key?: string;
}

/**
 * Requires a valid route, so that a misspelt one fails at start-up and not at the first event.
 *
 * @param text the route as it was configured
 * @throws TypeError quoting a placeholder that is not a property path
 */
export function requireRoute(text: string): void {
  for (const [placeholder, path = "", end] of text.matchAll(/#\{([^}]*)(\}?)/g)) {
    if (end === "}" && isPath(path.trim())) continue;
    throw new TypeError(
      `Cannot externalize events to "${text}" as "#{…}" must hold the path of a property, such as customer.id or ` +
        `lines[0].sku: current value is "${placeholder}"`,
    );
  }
}

function isPath(text: string): boolean {
  try {
    parseValuePath(text);
    return text !== "";
  } catch {
    return false;
  }
}

/**
 * Reads a route: `target`, `target::key` or `::key`. Blanks around both parts are ignored; `#{…}` is replaced by a
 * property of the event.
 *
 * @param text the route as it was configured
 * @param event the event
 * @throws TypeError when a named property is not a string, a number or a boolean, or can't be read
 */
export function externalizedRoute(text: string, event: object): ExternalizedRoute {
  const [target = "", ...keys] = text.split("::");
  const route = { target: filled(target, event) || event.constructor.name };
  return keys.length === 0 ? route : { ...route, key: filled(keys.join("::"), event) };
}

function filled(template: string, event: object): string {
  return template.trim().replace(/#\{([^{}]*)\}/g, (_, path: string) => {
    const value = read(path.trim(), event);
    if (["string", "number", "bigint", "boolean"].includes(typeof value)) return String(value);
    throw new TypeError(
      `Cannot route ${event.constructor.name} as "${path.trim()}" must be a string, a number or a boolean: current value ` +
        `is ${describeValue(value)}`,
    );
  });
}

function read(path: string, event: object): unknown {
  try {
    return parseValuePath(path).reduce(propertyOf, event);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : describeValue(cause);
    throw new TypeError(`Cannot route ${event.constructor.name} as "${path}" must be readable: ${reason}`, { cause });
  }
}

/** The value of a property; `undefined` if there is none, or if a list is accessed by name. */
function propertyOf(value: unknown, segment: string | number): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const fits = Array.isArray(value) === (typeof segment === "number");
  return fits && hasProperty(value, segment) ? (value as Record<string | number, unknown>)[segment] : undefined;
}

/** Whether a property is an own property or a getter of the class; the members of `Object.prototype` are excluded. */
function hasProperty(value: object, name: string | number): boolean {
  if (Object.hasOwn(value, name)) return true;
  for (let type = Object.getPrototypeOf(value); type !== null; type = Object.getPrototypeOf(type)) {
    if (type === Object.prototype) return false;
    const found = Object.getOwnPropertyDescriptor(type, name);
    if (found !== undefined) return found.get !== undefined;
  }
  return false;
}
