import type { Class } from "../../../kernel/mod.ts";

/** How a class is constructed: from named parameters, from one object, or from nothing. */
export type ConstructorShape =
  | { readonly kind: "named"; readonly names: readonly string[] }
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
    return { kind: "named", names: parts.map((part) => part.split("=")[0]!.replace("...", "").trim()) };
  }
  return { kind: "empty" };
}

function parametersSource(source: string): string | undefined {
  const start = /(?:^|[\s;}{])constructor\s*\(/.exec(source);
  if (!start) return undefined;
  const from = start.index + start[0].length;
  let depth = 1;
  for (let at = from; at < source.length; at++) {
    if ("([{".includes(source[at]!)) depth++;
    else if (")]}".includes(source[at]!) && --depth === 0) return source.slice(from, at);
  }
  return undefined;
}

function splitTopLevel(source: string): string[] {
  const text = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
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
