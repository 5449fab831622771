/** Mutants that behave as the original does: no test can find them. */
export interface Equivalent {
  readonly file: string;
  /** The line of the mutant, without the white space around it; an edit of the line asks for a new judgement. */
  readonly line: string;
  /** What the mutants change: `original -> replacement`, as the report writes it. */
  readonly changes: readonly string[];
  readonly reason: string;
}

/** The list that the report leaves out of the score; an entry that fits no mutant any more is an error. */
export const equivalents: readonly Equivalent[] = [];
