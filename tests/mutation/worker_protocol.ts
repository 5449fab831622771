/** Begins each line that a worker sends; other lines are what tests print. */
export const answerMark = "mutation-worker:";

/** A command to a worker, sent as one line of JSON. */
export type Command = { readonly kind: "survey" } | {
  readonly kind: "try";
  readonly mutant: number;
  /** Positions of the tests to run, in this order. */
  readonly tests: readonly number[];
};

/** What a test does without a mutant. */
export interface TestFacts {
  readonly name: string;
  readonly ms: number;
  /** The mutants whose places it runs. */
  readonly reached: readonly number[];
  /** Why it fails, where it does. */
  readonly failure?: string;
}

/** A message of a worker, sent as one line of JSON behind {@linkcode answerMark}. */
export type WorkerMessage =
  | { readonly kind: "loaded" }
  | { readonly kind: "begun"; readonly test: number }
  | { readonly kind: "surveyed"; readonly atLoad: readonly number[]; readonly tests: readonly TestFacts[] }
  | { readonly kind: "survived" }
  | {
    readonly kind: "killed";
    readonly test: number;
    readonly failure: string;
    /** Whether the test passes again without the mutant: otherwise the process can't be used any more. */
    readonly isHealthy: boolean;
  };
