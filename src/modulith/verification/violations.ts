import { describeViolation, type Violation } from "./violation.ts";

/** All violations of an application's structure, as one error. */
export class Violations extends Error implements Iterable<Violation> {
  /** The name of the class, also in minified code. */
  override readonly name = "Violations";
  /** The violations. */
  readonly violations: readonly Violation[];
  /** Findings that break no rule, such as cycles among types. */
  readonly warnings: readonly Violation[];

  /**
   * Creates the violations.
   *
   * @param violations the violations; duplicates by message and location are removed
   * @param warnings findings that break no rule
   */
  constructor(violations: readonly Violation[], warnings: readonly Violation[] = []) {
    const distinct = distinctOnes(violations);
    super(distinct.map((violation) => `- ${describeViolation(violation)}`).join("\n"));
    this.violations = distinct;
    this.warnings = distinctOnes(warnings);
  }

  /** One line per violation. */
  get messages(): readonly string[] {
    return this.violations.map(describeViolation);
  }

  /** Whether there are no violations. */
  get isEmpty(): boolean {
    return this.violations.length === 0;
  }

  /**
   * Whether a line contains a text.
   *
   * @param text part of a message
   */
  hasMessageContaining(text: string): boolean {
    return this.messages.some((message) => message.includes(text));
  }

  /**
   * Returns the violations that match a predicate.
   *
   * @param predicate returns whether to keep a violation
   */
  filter(predicate: (violation: Violation) => boolean): Violations {
    return new Violations(this.violations.filter(predicate), this.warnings);
  }

  /**
   * Throws these violations if there are any.
   *
   * @throws Violations these violations, unless there are none
   */
  throwIfPresent(): void {
    if (!this.isEmpty) throw this;
  }

  /** Iterates over the violations in the order of their files. */
  [Symbol.iterator](): Iterator<Violation> {
    return this.violations[Symbol.iterator]();
  }
}

function distinctOnes(violations: readonly Violation[]): Violation[] {
  return [...new Map(violations.map((violation) => [describeViolation(violation), violation])).values()];
}
