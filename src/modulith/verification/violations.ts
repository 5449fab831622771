import { describeViolation, type Violation } from "./violation.ts";

/** All that is wrong with the structure of an application, as one error. */
export class Violations extends Error implements Iterable<Violation> {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "Violations";
  /** What breaks a rule. */
  readonly violations: readonly Violation[];
  /** What is worth a look but breaks no rule. */
  readonly warnings: readonly Violation[];

  /**
   * Creates the violations.
   *
   * @param violations what breaks a rule; what reads the same counts once
   * @param warnings what is worth a look
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

  /** Whether there is none. */
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
   * Keeps some of the violations.
   *
   * @param predicate tells which
   */
  filter(predicate: (violation: Violation) => boolean): Violations {
    return new Violations(this.violations.filter(predicate), this.warnings);
  }

  /**
   * Throws these violations where there are any.
   *
   * @throws Violations these, unless there is none
   */
  throwIfPresent(): void {
    if (!this.isEmpty) throw this;
  }

  /** Gives the violations in the order of their files. */
  [Symbol.iterator](): Iterator<Violation> {
    return this.violations[Symbol.iterator]();
  }
}

function distinctOnes(violations: readonly Violation[]): Violation[] {
  return [...new Map(violations.map((violation) => [describeViolation(violation), violation])).values()];
}
