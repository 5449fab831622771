import type { Class } from "../kernel/mod.ts";

/** The kind of a violated constraint; `check` includes values that a column can't hold. */
export type IntegrityRule = "unique" | "reference" | "not-null" | "check" | "length";

/** The requirement on values, by kind of constraint. */
const requirements: Readonly<Record<IntegrityRule, string>> = {
  "unique": "must be unique",
  "reference": "must refer to what exists",
  "not-null": "must not be null",
  "length": "must not be longer than what the store holds",
  "check": "must be a value that the store accepts",
};

/** A property that refers to an entity that a change would delete. */
export interface ReferringProperty {
  /** The class that refers. */
  readonly entity: Class;
  /** The property's path. */
  readonly property: string;
}

/** The known facts of a violated constraint. */
export interface DataIntegrityErrorOptions extends ErrorOptions {
  /** The properties that refer to the entity to delete. */
  readonly references?: readonly ReferringProperty[];
  /** The class whose rule it is. */
  readonly entity?: Class;
  /** Paths of the properties that the rule is about. */
  readonly properties?: readonly string[];
}

/** Thrown when a change would break a rule of the database; nothing was changed. */
export class DataIntegrityError extends Error {
  /** Which rule. */
  readonly rule: IntegrityRule;
  /** The properties that refer to the entity to delete, if they are known. */
  readonly references: readonly ReferringProperty[];
  /** The class whose rule it is; absent where that is not known. */
  declare readonly entity?: Class;
  /** Paths of the properties that the rule is about, as far as they are known: several where they are unique together. */
  readonly properties: readonly string[];

  /**
   * Creates the error.
   *
   * @param rule which rule
   * @param message describes the error
   * @param options the database's error as `cause`, and the known facts of the constraint
   */
  constructor(
    rule: IntegrityRule,
    message: string,
    { references = [], entity, properties = [], ...options }: DataIntegrityErrorOptions = {},
  ) {
    super(message, options);
    this.name = "DataIntegrityError";
    this.rule = rule;
    this.references = references;
    if (entity !== undefined) this.entity = entity;
    this.properties = properties;
  }

  /** Whether the values alone are at fault, whatever else is stored. */
  get isOfValue(): boolean {
    return this.rule !== "unique" && this.rule !== "reference";
  }

  /** The requirement on the values of {@linkcode properties}, for clients: `must be unique`. */
  get requirement(): string {
    return this.rule === "unique" && this.properties.length > 1 ? "must be unique together" : requirements[this.rule];
  }
}
