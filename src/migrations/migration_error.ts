/** A migration that can't be read or applied, or that does not fit what the database has recorded. */
export class MigrationError extends Error {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "MigrationError";
  /** The migration, for example `catalog/0002_add_isbn`; absent where several are concerned. */
  readonly migration: string | undefined;

  /**
   * Creates the error.
   *
   * @param message says what can't be done, and what is needed
   * @param options the migration and the cause
   */
  constructor(message: string, options: ErrorOptions & { readonly migration?: string } = {}) {
    super(message, options);
    this.migration = options.migration;
  }
}
