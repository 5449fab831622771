import type { Class } from "../kernel/mod.ts";

/** Which rule of the database a change would have broken. */
export type IntegrityRule = "unique" | "reference" | "not-null" | "check";

/** A property that refers to what a change would remove. */
export interface ReferringProperty {
  /** The class that refers. */
  readonly entity: Class;
  /** The property's path. */
  readonly property: string;
}

/** Thrown when a change would break a rule of the database; nothing was changed. */
export class DataIntegrityError extends Error {
  /** Which rule. */
  readonly rule: IntegrityRule;
  /** What refers to what was to be deleted, as far as it is known. */
  readonly references: readonly ReferringProperty[];

  /**
   * @param rule which rule
   * @param message what the database says
   * @param options the database's error as `cause`, what refers to what was to be deleted
   */
  constructor(
    rule: IntegrityRule,
    message: string,
    { references = [], ...options }: ErrorOptions & { readonly references?: readonly ReferringProperty[] } = {},
  ) {
    super(message, options);
    this.name = "DataIntegrityError";
    this.rule = rule;
    this.references = references;
  }
}
