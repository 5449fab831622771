/** A location in the source code. */
export interface SourceLocation {
  /** Path relative to the project's root. */
  readonly file: string;
  /** The line, starting at 1. */
  readonly line: number;
}

/** The type of the code for a schema element, as far as known; `values` are all possible values of a leaf. */
export type CodeType =
  | { readonly kind: "unknown" }
  | { readonly kind: "leaf"; readonly name: string; readonly values?: readonly string[] }
  | { readonly kind: "class"; readonly type: CodeClass }
  | { readonly kind: "list"; readonly element: CodeType }
  | { readonly kind: "container"; readonly type: CodeClass; readonly element: CodeType }
  | { readonly kind: "nullable"; readonly inner: CodeType };

/** A property of a class, or a method without parameters that is named like a field. */
export interface CodeProperty {
  readonly name: string;
  readonly type: CodeType;
  readonly location?: SourceLocation;
}

/** A class as inspection sees it. */
export interface CodeClass {
  readonly name: string;
  /** The properties by name; `undefined` if unknown. */
  properties(): ReadonlyMap<string, CodeProperty> | undefined;
}

/** The unknown type. */
export const unknownType: CodeType = { kind: "unknown" };

/** Removes `null` from a type. */
export function withoutNull(type: CodeType): CodeType {
  return type.kind === "nullable" ? withoutNull(type.inner) : type;
}

/** The type of the items of a list or page; unknown for other types. */
export function elementOf(type: CodeType): CodeType {
  const bare = withoutNull(type);
  return bare.kind === "list" || bare.kind === "container" ? bare.element : unknownType;
}

/** Names a type in findings: `String`, `[Book]`. */
export function nameOf(type: CodeType): string {
  switch (type.kind) {
    case "unknown":
      return "unknown";
    case "leaf":
      return type.name;
    case "class":
      return type.type.name;
    case "list":
      return `[${nameOf(type.element)}]`;
    case "container":
      return `${type.type.name}<${nameOf(type.element)}>`;
    case "nullable":
      return nameOf(type.inner);
  }
}
