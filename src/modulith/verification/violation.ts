/** The kind of rule that a violation breaks. */
export type ViolationKind = "cycle" | "undeclared" | "not-exposed" | "sub-module" | "rule";

/** A location in the sources. */
export interface ViolationPlace {
  /** Path of the file below the root. */
  readonly file: string;
  /** Line of the import, counted from 1. */
  readonly line: number;
}

/** A violation of the application's structure. */
export interface Violation {
  /** The kind of the broken rule. */
  readonly kind: ViolationKind;
  /** The message. */
  readonly message: string;
  /** Identifier of the module that breaks the rule. */
  readonly module?: string;
  /** Identifier of the module that it must not use in this way. */
  readonly target?: string;
  /** Identifiers of the modules of a cycle, in order. */
  readonly cycle?: readonly string[];
  /** Path of the file below the root. */
  readonly file?: string;
  /** Line of the import, counted from 1. */
  readonly line?: number;
  /** The import as it is written. */
  readonly specifier?: string;
  /** The locations of a cycle's references, one per module; the message names more of them. */
  readonly places?: readonly ViolationPlace[];
  /** The import to use instead, if known. */
  readonly advice?: string;
}

/** Describes a violation in one line, with its location. */
export function describeViolation(violation: Violation): string {
  const { message, file, line, specifier, advice } = violation;
  const place = file === undefined ? "" : ` (${file}:${line} imports "${specifier}")`;
  return `${message}${place}${advice === undefined ? "" : ` Use "${advice}".`}`;
}
