/** A migration that can't be read or applied, or that does not fit what the database has recorded. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
  /** The migration, for example `catalog/0002_add_isbn`; absent where several are concerned. */
  readonly migration: string | undefined;

  /**
   * @param message says what can't be done, and what is needed
   * @param options the migration and the cause
   */
  constructor(message: string, options: ErrorOptions & { readonly migration?: string } = {}) {
    super(message, options);
    this.migration = options.migration;
  }
}
