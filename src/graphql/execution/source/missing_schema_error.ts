/** Thrown when a source is to be built and no schema resource was given. */
export class MissingSchemaError extends Error {
  /** The name of the class, which minified code keeps too. */
  override readonly name = "MissingSchemaError";

  /**
   * Creates the error.
   *
   * @param searched where schema files were looked for in vain, as a sentence
   */
  constructor(searched?: string) {
    super(`No GraphQL schema definition was configured.${searched === undefined ? "" : ` ${searched}`}`);
  }
}
