/** One change of one place of the source. */
export interface Mutant {
  /** Unique within a run, from 1. */
  readonly id: number;
  /** Path from the root of the repository. */
  readonly file: string;
  /** The first line of the change, from 1. */
  readonly line: number;
  /** The whole text of that line, without the white space around it. */
  readonly lineText: string;
  readonly operator: Operator;
  readonly original: string;
  readonly replacement: string;
  /** The part of the source that is replaced, as offsets, and what by. */
  readonly edit: { readonly start: number; readonly end: number; readonly text: string };
}

/** The kinds of changes. */
export type Operator =
  | "comparison"
  | "negation"
  | "logic"
  | "arithmetic"
  | "removed statement"
  | "early return"
  | "literal"
  | "optional chaining"
  | "condition"
  | "method";

/** Describes a mutant in one line, as the report and the list of equivalents write it. */
export function changeOf({ original, replacement }: Pick<Mutant, "original" | "replacement">): string {
  return `${oneLine(original)} -> ${oneLine(replacement)}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim() || "(nothing)";
}
