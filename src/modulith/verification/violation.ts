/** What a violation is about. */
export type ViolationKind = "cycle" | "undeclared" | "not-exposed" | "sub-module" | "rule";

/** A place in the sources. */
export interface ViolationPlace {
  /** Path of the file below the root. */
  readonly file: string;
  /** Line of the import, counted from 1. */
  readonly line: number;
}

/** Something that breaks the structure of the application. */
export interface Violation {
  /** Which rule is broken. */
  readonly kind: ViolationKind;
  /** What is wrong. */
  readonly message: string;
  /** Identifier of the module that is at fault. */
  readonly module?: string;
  /** Identifier of the module that it must not use so. */
  readonly target?: string;
  /** Identifiers of the modules of a cycle, in order. */
  readonly cycle?: readonly string[];
  /** Path of the file below the root. */
  readonly file?: string;
  /** Line of the import, counted from 1. */
  readonly line?: number;
  /** The import as it is written. */
  readonly specifier?: string;
  /** The places of a cycle's references, one for each of its modules; the messages name more of them. */
  readonly places?: readonly ViolationPlace[];
  /** What to import instead, where that is known. */
  readonly advice?: string;
}

/** A violation in one line, with its place. */
export function describeViolation(violation: Violation): string {
  const { message, file, line, specifier, advice } = violation;
  const place = file === undefined ? "" : ` (${file}:${line} imports "${specifier}")`;
  return `${message}${place}${advice === undefined ? "" : ` Use "${advice}".`}`;
}
