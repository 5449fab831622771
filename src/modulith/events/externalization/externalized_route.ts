import { parseValuePath, valueAt } from "../../../kernel/mod.ts";

/** Where a message goes. */
export interface ExternalizedRoute {
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
 * @throws TypeError when a property that is named does not hold a text, a number or a boolean
 */
export function externalizedRoute(text: string, event: object): ExternalizedRoute {
  const [target = "", ...keys] = text.split("::");
  const route = { target: filled(target, event) || event.constructor.name };
  return keys.length === 0 ? route : { ...route, key: filled(keys.join("::"), event) };
}

/** What lies at a path; nothing where the path leads through a list by a name. */
function propertyAt(event: object, path: string): unknown {
  try {
    return valueAt(event, parseValuePath(path));
  } catch {
    return undefined;
  }
}

function filled(template: string, event: object): string {
  return template.trim().replace(/#\{([^}]*)\}/g, (_, path: string) => {
    const value = propertyAt(event, path.trim());
    if (["string", "number", "bigint", "boolean"].includes(typeof value)) return String(value);
    throw new TypeError(
      `Cannot route ${event.constructor.name} as "${path.trim()}" must be a text, a number or a boolean: current value ` +
        `is ${String(value)}`,
    );
  });
}
