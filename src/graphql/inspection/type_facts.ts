import type { SourceLocation } from "./code_type.ts";

/** A type as the TypeScript checker sees it, in a form that can be stored. */
export type TypeFact =
  | { readonly kind: "unknown" }
  | { readonly kind: "leaf"; readonly name: string }
  | { readonly kind: "class"; readonly name: string }
  | { readonly kind: "list"; readonly element: TypeFact }
  | { readonly kind: "container"; readonly name: string; readonly element: TypeFact }
  | { readonly kind: "nullable"; readonly inner: TypeFact };

/** A property or method of a class. */
export interface MemberFact {
  /** The name of the member. */
  readonly name: string;
  /** Whether it is a property or a method. */
  readonly kind: "property" | "method";
  /** The type of the property, or what the method returns once promises are awaited. */
  readonly type: TypeFact;
  /** Whether a method is synchronous: it returns no promise, no stream, no function. */
  readonly isSynchronous?: true;
  /** The parameters of a method. */
  readonly parameters?: readonly { readonly name: string; readonly type: TypeFact }[];
  /** The line of its declaration, from 1. */
  readonly line: number;
}

/** A class or interface of the project. */
export interface ClassFact extends SourceLocation {
  /** The name of the class or interface. */
  readonly name: string;
  /** Its members. */
  readonly members: readonly MemberFact[];
}

/** The output of `deno task facts`: the project's types as the TypeScript checker sees them. */
export interface TypeFacts {
  /** Version of the format; a file of another version is rejected. */
  readonly version: 1;
  /** The classes and interfaces. */
  readonly classes: readonly ClassFact[];
}

/** Name of the file that holds {@linkcode TypeFacts}, below the application's root. */
export const typeFactsFile = "graphql-facts.json";

/**
 * Reads stored facts.
 *
 * @param text the content of the file
 * @throws TypeError when the text has another format or version
 */
export function parseTypeFacts(text: string): TypeFacts {
  const parsed: unknown = JSON.parse(text);
  const isFacts = typeof parsed === "object" && parsed !== null && "version" in parsed && "classes" in parsed &&
    Array.isArray(parsed.classes);
  if (!isFacts || parsed.version !== 1) {
    throw new TypeError(`Cannot use "${typeFactsFile}" as it must be of version 1: write it again with the facts task`);
  }
  return parsed as TypeFacts;
}
