import type { Class } from "../../../kernel/mod.ts";

/** How a class is constructed: from named parameters, from one object, or from nothing. */
export type ConstructorShape =
  | {
    readonly kind: "named";
    readonly names: readonly string[];
    /** Those that have a value of their own where none is passed. */
    readonly defaulted: ReadonlySet<string>;
  }
  | { readonly kind: "object" }
  | { readonly kind: "empty" };

/**
 * Reads the names of a constructor's parameters from its source, which the runtime keeps.
 *
 * @param type the class; one without a constructor has that of the class it extends
 */
export function constructorShape(type: Class): ConstructorShape {
  for (let c: unknown = type; typeof c === "function" && c !== Function.prototype; c = Object.getPrototypeOf(c)) {
    const source = parametersSource(Function.prototype.toString.call(c));
    if (source === undefined) continue;
    const parts = splitTopLevel(source);
    if (parts.length === 0) return { kind: "empty" };
    if (parts.length === 1 && parts[0]!.startsWith("{")) return { kind: "object" };
    const nameOf = (part: string) => part.split("=")[0]!.replace("...", "").trim();
    const defaulted = new Set(parts.filter((part) => part.includes("=")).map(nameOf));
    return { kind: "named", names: parts.map(nameOf), defaulted };
  }
  return { kind: "empty" };
}

function parametersSource(source: string): string | undefined {
  const start = /(?:^|[\s;}{])constructor\s*\(/.exec(source);
  if (!start) return undefined;
  const text = withoutLiterals(source.slice(start.index + start[0].length));
  let depth = 1;
  for (let at = 0; at < text.length; at++) {
    if ("([{".includes(text[at]!)) depth++;
    else if (")]}".includes(text[at]!) && --depth === 0) return text.slice(0, at);
  }
  return undefined;
}

/** Brackets and commas in texts and comments are none of the code's. */
function withoutLiterals(source: string): string {
  const literals = /\/\*[\s\S]*?\*\/|\/\/.*$|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`/gm;
  return source.replace(literals, "");
}

function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if ("([{".includes(text[at]!)) depth++;
    else if (")]}".includes(text[at]!)) depth--;
    else if (text[at] === "," && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}
