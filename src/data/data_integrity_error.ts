/** Which rule of the database a change would have broken. */
export type IntegrityRule = "unique" | "reference" | "not-null" | "check";

/** Thrown when a change would break a rule of the database; nothing was changed. */
export class DataIntegrityError extends Error {
  /** Which rule. */
  readonly rule: IntegrityRule;

  /**
   * @param rule which rule
   * @param message what the database says
   * @param options the database's error as `cause`
   */
  constructor(rule: IntegrityRule, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DataIntegrityError";
    this.rule = rule;
  }
}
