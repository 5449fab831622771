/** A migration that can't be read or applied, or is inconsistent with the record in the database. */
export class MigrationError extends Error {
  /** The name of the class, also in minified code. */
  override readonly name = "MigrationError";
  /** The migration, for example `catalog/0002_add_isbn`; `undefined` if several are concerned. */
  readonly migration: string | undefined;

  /**
   * Creates the error.
   *
   * @param message the failed action and the requirement
   * @param options the migration and the cause
   */
  constructor(message: string, options: ErrorOptions & { readonly migration?: string } = {}) {
    super(message, options);
    this.migration = options.migration;
  }
}
