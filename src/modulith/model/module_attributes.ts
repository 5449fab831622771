import type { Literal, LiteralObject } from "../source/literal_reader.ts";

/** The attributes of a module. All are optional, as a folder without a declaration can be a module too. */
export interface ModuleAttributes {
  /** Technical name; by default the dotted path of the module's folder below the root. */
  readonly id?: string;
  /** The name to display; by default the folder's name with a capital letter. */
  readonly displayName?: string;
  /** Whether other modules may import all of its files (`"open"`) or only its interfaces (`"closed"`, the default). */
  readonly type?: "open" | "closed";
  /**
   * The allowed dependencies: `"order"` for the exports of that module's `mod.ts`, `"order :: spi"` for a named
   * interface, `"order :: *"` for all named ones. Absent allows everything that is exposed; an empty list allows
   * nothing.
   */
  readonly allowedDependencies?: readonly string[];
  /**
   * Named interfaces: their files or folders, relative to the module's folder. For a folder with a `mod.ts` this file
   * is the interface, for another folder the files directly in it.
   */
  readonly namedInterfaces?: Readonly<Record<string, string | readonly string[]>>;
}

/**
 * Checks attributes that were read from a source text.
 *
 * @param literal the second argument of `applicationModule`
 * @param place file and line, for errors
 * @throws SyntaxError naming the place and the invalid attribute
 */
export function moduleAttributesOf(literal: LiteralObject, place: string): ModuleAttributes {
  for (const [key, value] of Object.entries(literal)) {
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (rule === undefined) {
      const known = Object.keys(rules).join(", ");
      throw new SyntaxError(`Cannot read attribute "${key}" at ${place} as it must be one of ${known}`);
    }
    if (value !== undefined && !rule.accepts(value)) {
      throw new SyntaxError(
        `Cannot read attribute "${key}" at ${place} as it must be ${rule.allowed}: current value is ${
          JSON.stringify(value)
        }`,
      );
    }
  }
  return Object.fromEntries(Object.entries(literal).filter(([, value]) => value !== undefined)) as ModuleAttributes;
}

interface AttributeRule {
  readonly allowed: string;
  accepts(value: Literal): boolean;
}

const isText = (value: Literal): value is string => typeof value === "string";
const isTexts = (value: Literal): boolean => Array.isArray(value) && value.every(isText);

const rules: Readonly<Record<string, AttributeRule>> = {
  id: {
    allowed: 'a name without "::"',
    accepts: (value) => isText(value) && value !== "" && !value.includes("::"),
  },
  displayName: { allowed: "a string", accepts: isText },
  type: { allowed: '"open" or "closed"', accepts: (value) => value === "open" || value === "closed" },
  allowedDependencies: { allowed: "a list of strings", accepts: isTexts },
  namedInterfaces: {
    allowed: "an object of paths, or lists of paths, by name",
    accepts: (value) =>
      typeof value === "object" && value !== null && !Array.isArray(value) &&
      Object.values(value).every((paths: Literal) => isText(paths) || isTexts(paths)),
  },
};
