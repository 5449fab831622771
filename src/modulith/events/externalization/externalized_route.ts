import { parseValuePath, valueAt } from "../../../kernel/mod.ts";

/** Where a message goes. */
export interface ExternalizedRoute {
  readonly target: string;
  /** Absent where no key was asked for. */
  readonly key?: string;
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

function filled(template: string, event: object): string {
  return template.trim().replace(/#\{([^}]*)\}/g, (_, path: string) => {
    const value = valueAt(event, parseValuePath(path.trim()));
    if (["string", "number", "bigint", "boolean"].includes(typeof value)) return String(value);
    throw new TypeError(
      `Cannot route ${event.constructor.name} as "${path.trim()}" must be a text, a number or a boolean: current value ` +
        `is ${String(value)}`,
    );
  });
}
