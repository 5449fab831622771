/** Thrown when a source is to be built and no schema resource was given. */
export class MissingSchemaError extends Error {
  override readonly name = "MissingSchemaError";

  /** @param searched where schema files were looked for in vain, as a sentence */
  constructor(searched?: string) {
    super(`No GraphQL schema definition was configured.${searched === undefined ? "" : ` ${searched}`}`);
  }
}
