import type { SchemaDrift } from "./catalogue/schema_drift.ts";

/** Thrown at startup when tables differ from the entities, and property `data.schemaCheck` is `"fail"`. */
export class SchemaDriftError extends Error {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "SchemaDriftError";
  /** The differences. */
  readonly drift: readonly SchemaDrift[];

  /**
   * Creates the error.
   *
   * @param database shown in the message
   * @param drift the differences
   * @param options the error by which it was met
   */
  constructor(database: string, drift: readonly SchemaDrift[], options?: ErrorOptions) {
    const lines = drift.map(({ message }) => `\n- ${message}`).join("");
    super(
      `Cannot use database "${database}" as its tables must be what the entities need: ${drift.length} difference(s)` +
        lines,
      options,
    );
    this.drift = drift;
  }
}
