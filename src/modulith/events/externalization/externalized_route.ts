import { describeValue, parseValuePath } from "../../../kernel/mod.ts";

/** Where a message goes. */
export interface ExternalizedRoute {
  /** The subject, topic or exchange. */
  readonly target: string;
  /** Absent where no key was asked for. */
  readonly key?: string;
}

/**
 * Requires a route that can be filled: a misspelt one shall not wait for the first event.
 *
 * @param text what the mark says
 * @throws TypeError quoting what is no path of a property
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
 * Reads a route: `target`, `target::key`, `::key`; blanks around both parts don't count, `#{…}` stands for a property
 * of the event.
 *
 * @param text what the mark says
 * @param event the event
 * @throws TypeError when a property that is named does not hold a text, a number or a boolean, or can't be read
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
      `Cannot route ${event.constructor.name} as "${path.trim()}" must be a text, a number or a boolean: current value ` +
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

/** What a property holds; nothing where there is none, or where a name is asked of a list. */
function propertyOf(value: unknown, segment: string | number): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const fits = Array.isArray(value) === (typeof segment === "number");
  return fits && hasProperty(value, segment) ? (value as Record<string | number, unknown>)[segment] : undefined;
}

/** Whether a property is an object's own, or one that its class has a getter for; what every object has is neither. */
function hasProperty(value: object, name: string | number): boolean {
  if (Object.hasOwn(value, name)) return true;
  for (let type = Object.getPrototypeOf(value); type !== null; type = Object.getPrototypeOf(type)) {
    if (type === Object.prototype) return false;
    const found = Object.getOwnPropertyDescriptor(type, name);
    if (found !== undefined) return found.get !== undefined;
  }
  return false;
}
